import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LoadedDocument, loadDocument } from '../../src/model/load-document.ts';

/** The document of this service. */
export function serviceDocument(): LoadedDocument {
  const file = join(import.meta.dirname, '../../spec/plant-store.openapi.yaml');
  return loadDocument(readFileSync(file, 'utf8'), file);
}
