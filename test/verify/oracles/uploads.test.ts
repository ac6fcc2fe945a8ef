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
  ['written anew', (photo) => Buffer.concat([photo.subarray(0, 24), Buffer.from('anew')])],
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

async function toldOfFiles(change?: OnMock, text = FILES): Promise<string[]> {
  const { findings } = await runOnMock(text, change, { only: ['oracle/uploads/'] });
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
  expect((await toldOfFiles(reading(change))).toSorted()).toEqual([
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

const KEY = `{ name: key, in: path, required: true, schema: { type: string, minLength: 1, maxLength: 60, pattern: '^[a-z0-9-]+$' } }`;
const NUMBER = `{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }`;
const BINARY = `{ type: string, format: binary }`;
const DONE = `'204': { description: done }, '202': { description: later }, '400': { description: bad }, '404': { description: none }, '415': { description: bad }`;
const READ = (type: string, none = 'none'): string =>
  `'200': { description: it, content: { ${type}: { schema: ${BINARY} } } }, '404': { description: ${none} }`;
const BUCKETS = `
openapi: 3.1.0
info: { title: Buckets, version: '1' }
paths:
  /users:
    post: { operationId: addUser, requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }, responses: { '201': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }, '400': { description: bad } } }
  /users/{id}:
    parameters: [${NUMBER}]
    get: { operationId: getUser, responses: { '200': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }, '404': { description: none } } }
  /users/{id}/avatar:
    parameters: [${NUMBER}]
    get: { operationId: getAvatar, responses: { ${READ('image/png', '"none, or not yet approved"')} } }
    post: { operationId: sendAvatar, requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, required: [file], properties: { file: { type: string, contentMediaType: image/png } } } } } }, responses: { ${DONE} } }
  /users/{id}/banner:
    parameters: [${NUMBER}]
    get: { operationId: getBanner, responses: { ${READ('image/png')} } }
    put: { operationId: putBanner, requestBody: { required: true, content: { image/png: { schema: ${BINARY} } } }, responses: { ${DONE} } }
  /prints:
    post: { operationId: addPrint, requestBody: { required: true, content: { image/png: { schema: ${BINARY} } } }, responses: { '201': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }, '400': { description: bad } } }
  /prints/{id}/preview:
    parameters: [${NUMBER}]
    get: { operationId: getPreview, responses: { ${READ('image/png')} } }
  /objects/{key}:
    parameters: [${KEY}]
    get: { operationId: getObject, responses: { ${READ('application/octet-stream')} } }
    put: { operationId: putObject, requestBody: { required: true, content: { application/octet-stream: { schema: ${BINARY} } } }, responses: { '201': { description: new }, ${DONE} } }
components: { schemas: { User: { type: object, required: [id], properties: { id: { type: integer, readOnly: true }, name: { type: string } } } } }
`;

const isUpload = ({ method, url }: Request): boolean =>
  /avatar|banner|objects/.test(url) && method !== 'GET';

it('files are stored, however they are sent, and whoever names them', async () => {
  expect(await toldOfFiles(undefined, BUCKETS)).toEqual([]);
});

it('files that are taken are stored', async () => {
  const taken: OnMock = async (request, next) => {
    if (isUpload(request)) return new Response(null, { status: 204 });
    return request.method === 'GET' && /avatar|banner|objects|preview/.test(request.url)
      ? new Response(null, { status: 404 })
      : next(request);
  };
  const message = 'nothing is read then, though it was taken';
  // Of an avatar, the document says that it may have to wait.
  expect(new Set(await toldOfFiles(taken, BUCKETS))).toEqual(
    new Set([`violation putBanner: ${message}`, `violation putObject: ${message}`]),
  );
  const later: OnMock = async (request, next) =>
    isUpload(request) ? new Response(null, { status: 202 }) : taken(request, next);
  expect(await toldOfFiles(later, BUCKETS)).toEqual([]);
});

/** What is read of each file, by its path. */
const showing = (show: (file: Buffer, first: Buffer) => Buffer): OnMock => {
  const first = new Map<string, Buffer>();
  return async (request, next) => {
    const response = await next(request);
    if (request.method !== 'GET' || !/avatar|banner/.test(request.url)) return response;
    const file = Buffer.from(await response.arrayBuffer());
    first.set(request.url, first.get(request.url) ?? file);
    return new Response(Uint8Array.from(show(file, first.get(request.url)!)), response);
  };
};

it('pictures may be written anew, but each shows what was sent', async () => {
  const header = Buffer.from('anew');
  const anew = showing((file) => Buffer.concat([header, file.subarray(16, 24)]));
  expect(await toldOfFiles(anew, BUCKETS)).toEqual([]);
  const message = 'what is read then is what was there before';
  expect(
    new Set(
      await toldOfFiles(
        showing(() => header),
        BUCKETS,
      ),
    ),
  ).toEqual(new Set([`violation putBanner: ${message}`, `violation sendAvatar: ${message}`]));
  expect(
    await toldOfFiles(
      showing((_, first) => first),
      BUCKETS,
    ),
  ).toContain(`violation sendAvatar: ${message}`);
});
