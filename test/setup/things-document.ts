import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LoadedDocument, loadDocument } from '../../src/model/load-document.ts';

/** Relative to the root of the kit. */
export const thingsFile = 'test/setup/things.openapi.yaml';

/** A document with one `POST /things` of everyday shape, for tests that need any document. */
export const thingsDocument: LoadedDocument = loadDocument(
  readFileSync(join(import.meta.dirname, 'things.openapi.yaml'), 'utf8'),
  thingsFile,
);
