import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verify } from './run-verify.ts';
import { percentDecoded } from '../../src/openapi/percent.ts';

const schema = {
  type: 'object',
  required: ['title'],
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    folder: { type: 'string', format: 'uuid' },
    owner: { type: 'string', format: 'uuid' },
  },
};
const json = (content: object): object => ({ 'application/json': { schema: content } });
const enveloped = json({ type: 'object', required: ['data'], properties: { data: schema } });
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      post: {
        operationId: 'createNote',
        requestBody: { required: true, content: json(schema) },
        responses: {
          201: { description: 'made', content: enveloped },
          default: { description: 'no' },
        },
      },
    },
    '/mails': {
      post: {
        operationId: 'addMail',
        requestBody: {
          required: true,
          content: json({ type: 'object', properties: { text: { type: 'string' } } }),
        },
        responses: { 202: { description: 'sent' }, default: { description: 'no' } },
      },
    },
    '/notes/{id}': {
      get: {
        operationId: 'getNote',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: { description: 'it', content: enveloped },
          default: { description: 'no' },
        },
      },
    },
  },
};

const folder = mkdtempSync(join(tmpdir(), 'lesser-'));
const spec = join(folder, 'notes.json');
writeFileSync(spec, JSON.stringify(document));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Knows no folder and no owner, gives identities of its own, and answers in envelopes. */
async function answer(
  notes: Map<string, object>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (status: number, body: object): void => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };
  const body = await text(request);
  if (request.url === '/mails') {
    response.setHeader('Retry-After', '3600');
    return send(429, {});
  }
  if (request.method === 'GET') {
    const note = notes.get(percentDecoded(request.url!.slice('/notes/'.length)));
    return note === undefined ? send(404, {}) : send(200, { data: note });
  }
  let note: Record<string, unknown> | undefined;
  try {
    note = JSON.parse(body) as Record<string, unknown>;
  } catch {
    return send(400, {});
  }
  const isText = (name: string): boolean =>
    note?.[name] === undefined || typeof note[name] === 'string';
  if (typeof note?.['title'] !== 'string' || !isText('id')) return send(422, { title: 'required' });
  if (!request.headers['content-type']?.startsWith('application/json')) return send(415, {});
  if ('folder' in note || 'owner' in note) return send(422, { folder: 'not found' });
  const id = `note-${notes.size + 1}`;
  notes.set(id, { ...note, id });
  return send(201, { data: { ...note, id } });
}

interface Report {
  readonly operations: readonly { operation: string; level: string }[];
  readonly findings: readonly { severity: string; message: string; case: string }[];
  readonly stopped?: object;
  readonly leftOut?: readonly { reason: string }[];
}

let report: Report;
beforeAll(async () => {
  const notes = new Map<string, object>();
  const server = createServer((request, response) => void answer(notes, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = join(folder, 'report.json');
  await verify([url, '--spec', spec, '--reporter', `json=${file}`]);
  server.close();
  report = JSON.parse(readFileSync(file, 'utf8')) as Report;
});

it('goes on with what is required where a server refuses what is optional', () => {
  const reached = { operation: 'getNote', level: 'chained' };
  expect(report.operations).toContainEqual(expect.objectContaining(reached));
  expect(report.findings.filter(({ severity }) => severity === 'violation')).toEqual([]);
});

it('goes on with other operations where a server limits the rate of one', () => {
  expect(report.stopped).toBeUndefined();
  expect(report.leftOut).toContainEqual(expect.objectContaining({ reason: 'rate-limit' }));
});
