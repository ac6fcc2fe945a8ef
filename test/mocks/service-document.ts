import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LoadedDocument, loadDocument } from '../../src/model/load-document.ts';
import { MemoryStore } from '../../src/mock/resource-store.ts';
import { createResponder } from '../../src/mock/responder.ts';
import { type TestServer, serve } from '../serve/http-helpers.ts';

/** The document of this service. */
export function serviceDocument(): LoadedDocument {
  const file = join(import.meta.dirname, '../../spec/plant-store.openapi.yaml');
  return loadDocument(readFileSync(file, 'utf8'), file);
}

/** The responder over HTTP, without anything else. */
export function serveResponder(): Promise<TestServer> {
  const responder = createResponder({ document: serviceDocument(), store: new MemoryStore() });
  return serve((incoming, outgoing) => {
    const chunks: Uint8Array[] = [];
    incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    incoming.on('end', () => {
      const answer = responder.respond({
        method: incoming.method ?? 'GET',
        path: (incoming.url ?? '/').split('?')[0]!,
        header: (name) => incoming.headers[name]?.toString(),
        body: Buffer.concat(chunks),
      });
      outgoing.writeHead(answer.status, { ...answer.headers }).end(answer.body);
    });
  });
}
