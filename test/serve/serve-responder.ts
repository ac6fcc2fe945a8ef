import { MemoryStore } from '../../src/mock/resource-store.ts';
import { createResponder } from '../../src/mock/responder.ts';
import type { OpenApiDocument } from '../../src/openapi/document.ts';
import { type TestServer, serve } from './http-helpers.ts';

/** The responder over HTTP, without anything else. */
export function serveResponder(document: OpenApiDocument): Promise<TestServer> {
  const responder = createResponder({ document, store: new MemoryStore() });
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
