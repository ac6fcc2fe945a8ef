import { expect, it } from 'vitest';
import type { Change } from '../../rich/service.ts';
import { change as changed } from '../../rich/operations.ts';
import { all } from '../../rich/service.ts';
import { besides } from '../../rich/faults/slips.ts';
import { trips } from '../../rich/trips.ts';
import { type Change as OnMock, runOnMock, toldBy } from './support.ts';

/** A photo is stored as something else than was sent. */
const storing = (change: (photo: Buffer) => Buffer): Change => {
  return (plain) => ({
    parse: async (call) => {
      const value = await plain.parse(call);
      if (call.operation !== 'putPhoto' || typeof value !== 'string') return value;
      return change(Buffer.from(value, 'latin1')).toString('latin1');
    },
  });
};

it.each<[what: string, change?: (photo: Buffer) => Buffer]>([
  ['kept as they are'],
  ['written anew', (photo) => Buffer.concat([photo.subarray(0, 8), Buffer.from('anew')])],
])('uploads may be %s', async (_, change) => {
  expect(await toldBy('uploads', trips, change && storing(change))).toEqual([]);
});

it.each<[words: string, change: (photo: Buffer) => Buffer]>([
  ['was taken for UTF-8', (photo) => Buffer.from(photo.toString())],
  ['was encoded as UTF-8', (photo) => Buffer.from(photo.toString('latin1'))],
  ['lacks bytes', (photo) => photo.subarray(0, -1)],
  ['lacks bytes', () => Buffer.alloc(0)],
  ['is in Base64', (photo) => Buffer.from(photo.toString('base64'))],
])('an upload is spoilt: it %s', async (words, change) => {
  expect(await toldBy('uploads', trips, storing(change))).toEqual([
    `violation putPhoto: what is read then ${words}`,
  ]);
});

it('an upload takes the place of those of other resources', async () => {
  const service = besides(trips, 'putPhoto', ({ body: photo }, world) => {
    for (const resource of all(world, 'station')) changed(resource, { ...resource.fields, photo });
  });
  expect(await toldBy('uploads', service)).toEqual([
    'violation putPhoto: the file of another resource is this one then',
  ]);
});

it('the first upload stays, whatever is put there then', async () => {
  const service = besides(trips, 'putPhoto', ({ body }, world) => {
    for (const resource of all(world, 'station')) {
      const { first = body } = resource.fields;
      if (resource.fields['photo'] === body)
        changed(resource, { ...resource.fields, first, photo: first });
    }
  });
  expect(await toldBy('uploads', service)).toEqual([
    'violation putPhoto: what is read then is what was there before',
  ]);
});

const FILES = `
openapi: 3.1.0
info: { title: Files, version: '1' }
paths:
  /letters:
    get: { operationId: listLetters, responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/File' } } } } } } }
    post:
      operationId: sendLetter
      requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, required: [file], properties: { file: { type: string, format: binary }, title: { type: string, maxLength: 90 } } } } } }
      responses: { '201': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/File' } } } }, '400': { description: bad }, '415': { description: bad } }
  /letters/{letter_id}/content:
    parameters: [{ name: letter_id, in: path, required: true, schema: { type: integer, minimum: 1 } }]
    get: { operationId: readLetter, responses: { '200': { description: it, content: { application/octet-stream: {} } }, '404': { description: none } } }
  /scans:
    post:
      operationId: addScan
      requestBody: { required: true, content: { application/octet-stream: {} } }
      responses: { '201': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/File' } } } }, '415': { description: bad } }
  /scans/{scan_id}:
    parameters: [{ name: scan_id, in: path, required: true, schema: { type: integer, minimum: 1 } }]
    get: { operationId: readScan, responses: { '200': { description: it, content: { application/octet-stream: {} } }, '404': { description: none } } }
    delete: { operationId: dropScan, responses: { '204': { description: gone }, '404': { description: none } } }
components: { schemas: { File: { type: object, required: [id], properties: { id: { type: integer, readOnly: true }, title: { type: string }, size: { type: integer } } } } }
`;

async function toldOfFiles(change?: OnMock): Promise<string[]> {
  const { findings } = await runOnMock(FILES, change, { only: ['oracle/uploads/'] });
  return findings.map(({ severity, operation, message }) => `${severity} ${operation}: ${message}`);
}

/** What is read then is made of the last of them. */
const reading = (change: (bytes: Buffer) => Buffer): OnMock => {
  return async (request, next) => {
    const response = await next(request);
    const isBytes = response.headers.get('content-type') === 'application/octet-stream';
    if (!isBytes) return response;
    return new Response(
      Uint8Array.from(change(Buffer.from(await response.arrayBuffer()))),
      response,
    );
  };
};

it('files that create something are kept as they are', async () => {
  expect(await toldOfFiles()).toEqual([]);
});

it.each<[words: string, change: (bytes: Buffer) => Buffer]>([
  ['was taken for UTF-8', (bytes) => Buffer.from(bytes.toString())],
  ['lacks bytes', (bytes) => bytes.subarray(0, 4096)],
])('a file that creates something is spoilt: it %s', async (words, change) => {
  expect(await toldOfFiles(reading(change))).toEqual([
    `violation addScan: what is read then ${words}`,
    `violation sendLetter: what is read then ${words}`,
  ]);
});

it('the latest file is read, whichever is asked for', async () => {
  let last: ArrayBuffer | undefined;
  const change: OnMock = async (request, next) => {
    if (!new URL(request.url).pathname.startsWith('/scans')) return next(request);
    if (request.method === 'POST') last = await request.clone().arrayBuffer();
    const response = await next(request);
    return request.method === 'GET' && response.ok ? new Response(last, response) : response;
  };
  expect(await toldOfFiles(change)).toEqual([
    'violation addScan: the file of another resource is this one then',
  ]);
});

it('a file that is deleted is gone', async () => {
  const change: OnMock = async (request, next) =>
    request.method === 'DELETE' ? new Response(null, { status: 204 }) : next(request);
  expect(await toldOfFiles(change)).toEqual([
    'violation dropScan: what was deleted is read as it was before',
  ]);
});

it('the size of a file is that of its bytes, in whatever unit', async () => {
  const sized =
    (change: (size: number) => number): OnMock =>
    async (request, next) => {
      const response = await next(request);
      if (request.method !== 'POST' || !response.ok) return response;
      const file = (await response.json()) as { size: number };
      return Response.json({ ...file, size: change(file.size) }, response);
    };
  expect(await toldOfFiles(sized((size) => Math.ceil(size / 1024)))).toEqual([]);
  expect(new Set(await toldOfFiles(sized((size) => size + 1)))).toEqual(
    new Set([
      'violation addScan: size is not the number of bytes',
      'violation sendLetter: size is not the number of bytes',
    ]),
  );
});
