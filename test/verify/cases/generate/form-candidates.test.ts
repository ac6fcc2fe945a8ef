import { expect, it } from 'vitest';
import { createMock, verify } from '../../../../src/index.ts';
import { documentFromValue } from '../../../../src/openapi/document.ts';
import type { JsonObject } from '../../../../src/openapi/json/json-value.ts';
import { operations } from '../../../../src/model/operation.ts';
import { createFreshValues } from '../../../../src/model/requests/fresh-values.ts';
import { generateCases, reachOf } from '../../../../src/verify/cases/generate/generate-cases.ts';

const URLENCODED = 'application/x-www-form-urlencoded';
const file = { type: 'string', format: 'binary' };

function documentOf(
  content: JsonObject,
  others: JsonObject = {},
): ReturnType<typeof documentFromValue> {
  const schema = { type: 'object', required: ['why'], properties: { why: { type: 'string' } } };
  const answer = { description: 'x', content: { 'application/json': { schema } } };
  return documentFromValue({
    openapi: '3.1.0',
    info: { title: 'Forms', version: '1' },
    paths: {
      '/a': {
        post: {
          requestBody: { required: true, content },
          responses: { 201: { description: 'ok' }, 400: answer, ...others },
        },
      },
    },
  });
}

/** Kinds of cases by id, `bytes` what each sends. */
function casesOf(
  content: JsonObject,
  others: JsonObject = {},
): Map<string, { kind: string; type: string; bytes: string }> {
  const document = documentOf(content, others);
  const options = { document, operation: operations(document)[0]!, seed: 1 };
  const fresh = createFreshValues({ seed: 1, runId: 'x' });
  return new Map(
    Array.from(generateCases(options), ({ id, validity, build }) => {
      const { body = new Uint8Array(), headers } = build(fresh);
      const type = headers.find(([name]) => name === 'Content-Type')?.[1] ?? '';
      return [id, { kind: validity.kind, type, bytes: Buffer.from(body).toString('latin1') }];
    }),
  );
}

const properties = {
  n: { type: 'integer', minimum: 3 },
  tags: { type: 'array', items: { type: 'string' }, maxItems: 2 },
  note: { type: 'string' },
};
const form = { schema: { type: 'object', required: ['n'], properties } };
const upload = {
  schema: { type: 'object', required: ['n', 'photo'], properties: { ...properties, photo: file } },
  encoding: { photo: { contentType: 'image/png' } },
};

it.each([
  ['boundary/every-property', 'valid', /^n=\d+&tags=sample&note=sample/],
  ['boundary/n-3', 'valid', /^n=3&/],
  ['broken/n-missing', 'invalid', /^tags=/],
  ['broken/n-as-a-string', 'invalid', /^n=seven&/],
  ['broken/n-below-its-minimum', 'invalid', /^n=2&/],
  ['broken/tags-with-too-many-items', 'invalid', /&tags=x0&tags=x1&tags=x2&/],
  ['broken/empty-body', 'invalid', /^$/],
  ['broken/xml', 'invalid', /^<body>/],
  ['boundary/note-with-cjk-characters', 'open', /%E6%BC%A2/],
])('of a form, %s is %s', (id, kind, bytes) => {
  expect(casesOf({ [URLENCODED]: form }).get(id)).toMatchObject({
    kind,
    bytes: expect.stringMatching(bytes),
  });
});

it('of a form, nothing is sent as broken that its texts can not tell from what is right', () => {
  const cases = casesOf({ [URLENCODED]: form });
  for (const title of ['note-as-an-integer', 'n-as-a-number-in-a-string', 'tags-as-a-string']) {
    expect(cases.has(`broken/${title}`)).toBe(false);
  }
});

it.each([
  [
    'boundary/every-property',
    'valid',
    /filename="photo\.png"\r\nContent-Type: image\/png\r\n\r\n\u0089PNG/,
  ],
  ['boundary/photo-of-0-bytes', 'open', /image\/png\r\n\r\n\r\n--/],
  ['boundary/photo-of-1-bytes', 'open', /image\/png\r\n\r\nx\r\n--/],
  ['boundary/photo-of-5000-bytes', 'open', /\r\nx{5000}\r\n--/],
  ['boundary/photo-of-1000000-bytes', 'open', /xxx\r\n--/],
  ['broken/photo-missing', 'invalid', /^(?!.*photo)/s],
  ['broken/photo-of-another-media-type', 'invalid', /Content-Type: application\/x-other/],
  ['broken/n-as-a-string', 'invalid', /name="n"\r\n\r\nseven\r\n/],
  ['broken/the-last-boundary-is-missing', 'invalid', /(?<!--\r\n)$/],
  ['broken/a-part-without-a-name', 'invalid', /form-data\r\n/],
])('of a multipart form, %s is %s', (id, kind, bytes) => {
  expect(casesOf({ 'multipart/form-data': upload }).get(id)).toMatchObject({
    kind,
    bytes: expect.stringMatching(bytes),
  });
});

it('every media type is sent, the others with what is required missing', () => {
  const cases = casesOf({
    'application/json': form,
    [URLENCODED]: form,
    'application/xml': { example: '<a>\n</a>' },
    'text/plain': { schema: { type: 'string' } },
    'image/png': { schema: file },
    'application/pdf': {},
  });
  const types = [...cases]
    .filter(([id, { kind }]) => kind === 'valid' && / as |-as-/.test(id))
    .map(([, { type }]) => type);
  expect(new Set(types)).toEqual(
    new Set([URLENCODED, 'application/xml', 'text/plain', 'image/png', 'application/pdf']),
  );
  expect(cases.get(`broken/n-missing-as-application-x-www-form-urlencoded`)?.kind).toBe('invalid');
});

it('a picture of another media type is invalid where the document has an answer to it', () => {
  const id = 'broken/another-media-type';
  const picture = { 'image/png': { schema: file } };
  expect(casesOf(picture).get(id)).toMatchObject({ kind: 'open', type: 'text/x-other' });
  expect(casesOf(picture, { 415: { description: 'x' } }).get(id)?.kind).toBe('invalid');
});

it.each<[name: string, content: JsonObject, level: string]>([
  ['a form', { [URLENCODED]: form }, 'full'],
  ['a file of a known type', { 'multipart/form-data': upload }, 'full'],
  ['a file of any type', { 'multipart/form-data': { ...upload, encoding: {} } }, 'partial'],
  ['a text with an example', { 'text/xml': { example: '<a/>' } }, 'full'],
  ['a text without an example', { 'text/xml': {} }, 'partial'],
  ['bytes without a schema', { 'application/octet-stream': {} }, 'full'],
])('%s is what its document tells enough of, or not', (_name, content, level) => {
  const document = documentOf(content);
  expect(reachOf({ document, operation: operations(document)[0]!, seed: 1 }).level).toBe(level);
});

it.each<[name: string, content: JsonObject]>([
  ['a form', { [URLENCODED]: form }],
  ['a multipart form', { 'multipart/form-data': upload }],
  ['both, and JSON', { 'application/json': form, [URLENCODED]: form, 'multipart/form-data': form }],
  ['texts', { 'text/plain': { schema: { type: 'string' } }, 'text/xml': { example: '<a/>' } }],
])('the mock answers as the judge expects: %s', async (_name, content) => {
  const document = documentOf(content);
  await using server = await createMock({ document }).listen({ port: 0 });
  const options = { document, baseUrl: server.url, maxCases: 150, questions: false };
  const { findings, counts } = await verify(options).result;
  expect(findings.map(({ message, case: id }) => `${id}: ${message}`)).toEqual([]);
  expect(counts.exchanges).toBeGreaterThan(3);
});
