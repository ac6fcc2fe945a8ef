/** A store of things for runs, whose answers a test can change, and the cases that are sent to it. */
import type { IncomingMessage } from 'node:http';
import { MemoryStore } from '../../../src/mock/resource-store.ts';
import { createResponder } from '../../../src/mock/responder.ts';
import { readYaml } from '../../../src/openapi/read-yaml.ts';
import type { CaseTemplate } from '../../../src/verify/cases/case.ts';
import { readCaseFile } from '../../../src/verify/cases/read-case-file.ts';
import { type TestServer, serve } from '../../serve/http-helpers.ts';
import { thingsDocument } from '../../setup/things-document.ts';

/** A case file, YAML. */
export const CASES = `operation: createThing
fresh: { id: integer, name: text }
usual: { name: Lamp, tag: light }
cases:
  - { name: a plain thing, request: { fields: { name: Chair } }, expect: success }
  - { name: no tag, request: { without: [tag] }, expect: success }
  - { name: the largest id, request: { fields: { id: 9223372036854775807 } }, expect: success }
  - { name: white space, request: { body: ' {"id":{{id}},"name":"Mug {{name}}"} ' }, expect: success }
  - { name: umlauts, request: { fields: { name: Schränkchen } }, expect: either, because: left open }
  - { name: no id, request: { without: [id] }, expect: refusal, because: id is required }
  - { name: no name, request: { without: [name] }, expect: refusal, because: name is required }
  - { name: id in quotes, request: { fields: { id: '7' } }, expect: refusal, because: no integer }
  - { name: tag null, request: { fields: { tag: null } }, expect: refusal, because: no string }
  - { name: a list, request: { body: '[]' }, expect: refusal, because: no object }
  - { name: an empty body, request: { body: '' }, expect: refusal, because: a body is required }
  - { name: half a body, request: { body: '{"id":{{id}},' }, expect: refusal, because: no JSON }
`;

/** What a run sends to {@link startStore}. */
export const thingCases: readonly CaseTemplate[] = readCaseFile(
  readYaml(CASES, 'cases.yaml'),
  thingsDocument,
);

/** A request as the store sees it. */
export interface Arrival {
  readonly headers: IncomingMessage['headers'];
  /** As the request line has it. */
  readonly target: string;
  /** Of the store's requests, from 1. */
  readonly count: number;
  /** Of the connection's requests, from 1. */
  readonly onConnection: number;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** Changes an answer; nothing is written where it gives nothing. */
export type Change = (reply: Reply, arrival: Arrival) => Reply | undefined;

export interface ThingsStore extends TestServer {
  /** Requests so far. */
  readonly count: number;
}

/** Starts a store that keeps its document, but for what `change` makes of its answers. */
export async function startStore(change: Change = (reply) => reply): Promise<ThingsStore> {
  const responder = createResponder({ document: thingsDocument, store: new MemoryStore() });
  const onConnection = new WeakMap<object, number>();
  let count = 0;
  const server = await serve((incoming, outgoing) => {
    count += 1;
    const { socket, headers, url: target = '/' } = incoming;
    const ofConnection = (onConnection.get(socket) ?? 0) + 1;
    onConnection.set(socket, ofConnection);
    const arrival = { headers, target, count, onConnection: ofConnection };
    const chunks: Uint8Array[] = [];
    incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    incoming.on('end', () => {
      const { status, ...answer } = responder.respond({
        method: incoming.method ?? 'GET',
        path: new URL(target, 'http://store.example').pathname,
        header: (name) => headers[name]?.toString(),
        body: Buffer.concat(chunks),
      });
      const usual = { status, headers: { ...answer.headers }, body: answer.body ?? '' };
      const reply = change(usual, arrival);
      if (reply) outgoing.writeHead(reply.status, { ...reply.headers }).end(reply.body);
    });
  });
  return {
    ...server,
    get count() {
      return count;
    },
  };
}
