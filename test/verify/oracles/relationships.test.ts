/** Relationships with addresses of their own, as JSON:API has them. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from './support.ts';

const TYPE = 'application/vnd.api+json';
const ID = '{ type: string, format: uuid }';
const body = (data: string): string =>
  `content: { ${TYPE}: { schema: { type: object, required: [data], properties: { data: ${data} } } } }`;
const NO = ['400', '403', '404', '409'].map((status) => `'${status}': { description: no }`).join();
const AT = `parameters: [{ name: id, in: path, required: true, schema: ${ID} }]`;
const identifier = (type: string): string =>
  `{ type: object, required: [type, id], properties: { type: { type: string, enum: [${type}] }, id: ${ID} } }`;
const resource = (type: string, id = ''): string =>
  `{ type: object, required: [type, attributes], properties: { type: { type: string, enum: [${type}] }, ${id} attributes: { type: object, properties: { name: { type: string, maxLength: 80 } } } } }`;
const of = (type: string): string => `
  /${type}:
    post: { operationId: add-${type}, requestBody: { required: true, ${body(resource(type))} }, responses: { '201': { description: it, ${body(resource(type, `id: ${ID},`))} }, ${NO} } }
  /${type}/{id}:
    ${AT}
    get: { operationId: get-${type}, responses: { '200': { description: it, ${body(resource(type, `id: ${ID},`))} }, ${NO} } }`;
const writing = (method: string, name: string, data: string): string =>
  `${method}: { operationId: ${method}-${name}, requestBody: { required: true, ${body(data)} }, responses: { '204': { description: done }, ${NO} } }`;
const reading = (name: string, data: string): string =>
  `get: { operationId: get-${name}, responses: { '200': { description: it, ${body(data)} }, ${NO} } }`;
const TAGS = `{ type: array, items: ${identifier('tags')} }`;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Magazine, version: '1' }
paths:${of('articles')}${of('tags')}${of('people')}
  /articles/{id}/relationships/tags:
    ${AT}
    ${reading('tags-of', TAGS)}
    ${['patch', 'post', 'delete'].map((method) => writing(method, 'tags', TAGS)).join('\n    ')}
  /articles/{id}/relationships/author:
    ${AT}
    ${reading('author-of', identifier('people'))}
    ${writing('patch', 'author', identifier('people'))}
`;

async function told(
  change?: Change,
  document = DOCUMENT,
  only: readonly string[] | undefined = ['oracle/changes/'],
): Promise<string[]> {
  const { findings } = await runOnMock(document, change, only ? { only } : {});
  return findings.map(({ severity, operation, message }) => `${severity} ${operation}: ${message}`);
}

const answering =
  (method: string, name: string, status: number): Change =>
  async (request, next) =>
    request.method === method && request.url.endsWith(`relationships/${name}`)
      ? new Response(null, { status })
      : next(request);

it('relationships have what they are given', async () => {
  expect(await told()).toEqual([]);
});

it('what is added to others is answered with all of them', async () => {
  const whole = `'200': { description: all, ${body(TAGS)} }`;
  const document = DOCUMENT.replaceAll(
    /((?:patch|post|delete)-tags,.*?)'204': \{ description: done \}/g,
    `$1${whole}`,
  );
  const change: Change = async (request, next) => {
    const isWrite = request.method !== 'GET' && request.url.endsWith('relationships/tags');
    const { url } = request;
    const response = await next(request);
    return isWrite && response.ok ? next(new Request(url)) : response;
  };
  const all = await told(change, document, undefined);
  expect(all.filter((line) => /^violation \w+-tags/.test(line))).toEqual([]);
});

it.each([
  ['replaced as a whole', answering('PATCH', 'tags', 403)],
  ['changed at once', answering('POST', 'tags', 202)],
])('nobody is blamed where they can’t be %s', async (_, change) => {
  const all = await told(change);
  expect(all.filter((line) => !line.endsWith('success has the status 202'))).toEqual([]);
});

const sending =
  (from: string, to: string): Change =>
  (request, next) => {
    const isIt = request.method === from && request.url.endsWith('relationships/tags');
    return next(isIt ? new Request(request, { method: to }) : request);
  };

it.each<[what: string, change: Change, message: string]>([
  [
    'an author that is not stored',
    answering('PATCH', 'author', 204),
    'patch-author: author lacks what was put there',
  ],
  ['tags that are not stored', answering('PATCH', 'tags', 204), 'patch-tags: tags '],
  [
    'a tag that is not added',
    answering('POST', 'tags', 204),
    'post-tags: tags lacks what was put there',
  ],
  [
    'a tag that replaces the others',
    sending('POST', 'PATCH'),
    'post-tags: tags lacks what was there before',
  ],
  [
    'a tag that stays',
    answering('DELETE', 'tags', 204),
    'delete-tags: tags still has what was taken away',
  ],
])('finds %s', async (_, change, message) => {
  const all = await told(change);
  expect(all.filter((line) => line.startsWith(`violation ${message}`))).toHaveLength(1);
});
