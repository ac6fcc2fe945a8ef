import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { type LoadedDocument, createMock, curlExample, loadDocument } from '../../src/index.ts';

const key = (place: string, name: string) => ({ type: 'apiKey', in: place, name });

/** A document that asks for these schemes all at once. */
async function documentWith(schemes: object): Promise<LoadedDocument> {
  const schema = { type: 'object', properties: { name: { type: 'string' } } };
  const content = { 'application/json': { schema, example: { name: 'Dune' } } };
  const security = [Object.fromEntries(Object.keys(schemes).map((name) => [name, []]))];
  const post = { security, requestBody: { content }, responses: { 200: { description: 'ok' } } };
  const root = {
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    paths: { '/books': { post } },
    components: { securitySchemes: schemes },
  };
  return await loadDocument({ text: JSON.stringify(root), file: 'books.json' });
}

it.each<[string, object, string]>([
  ['a key in a header', { k: key('header', 'X-Api-Key') }, 'anything'],
  ['a key in the query', { k: key('query', 'api key') }, 'anything'],
  ['keys in cookies', { k: key('cookie', 'sid'), l: key('cookie', 'session') }, 'anything'],
  ['a key in every place', { a: key('header', 'X$A'), b: key('query', 'b') }, 's3cret'],
  ['Basic', { basic: { type: 'http', scheme: 'basic' } }, 'ann:s3cret'],
  ['OAuth', { oauth: { type: 'oauth2', flows: {} } }, 's3cret'],
  ['OAuth by two flows', { a: { type: 'oauth2' }, b: { type: 'oauth2' } }, 's3cret'],
])('the line that is printed works for %s', async (_, schemes, secret) => {
  const document = await documentWith(schemes);
  const run = (line: string): Promise<string> =>
    promisify(execFile)('bash', ['--norc', '-c', `${line} -s`], {
      env: { ...process.env, TOKEN: secret, NO_PROXY: '*' },
    }).then(({ stdout }) => stdout);
  for (const [token, variable] of [
    [undefined, undefined],
    [secret, 'TOKEN'],
  ] as const) {
    await using server = await createMock({ document, token }).listen();
    const line = curlExample(document, server.url, variable) ?? '';
    expect(await run(line), line).toMatch(/^HTTP\/1\.1 200 /);
    const secrets = / -(?:u |H (?!'Content-Type))(?:'[^']*'|"[^"]*"|[^ '"])+|\?[^ ']*/g;
    const without = line.replaceAll(secrets, '');
    expect(await run(without), without).toMatch(/^HTTP\/1\.1 4/);
  }
});

it.each<[string, object]>([
  [
    'leaves out an example that its schema refuses',
    {
      '/books': {
        post: {
          requestBody: {
            content: {
              'application/json': {
                example: '{}',
                schema: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
              },
            },
          },
        },
      },
    },
  ],
  ['reads what is always there where every path has a value', { '/rates/{id}': { get: {} } }],
  ['reads where nothing is created', { '/books': { get: {} }, '/books/{id}': { post: {} } }],
  [
    'makes up what the document has no example of',
    {
      '/books/{id}': { put: { requestBody: { content: { 'application/json': { example: {} } } } } },
      '/books': {
        post: {
          parameters: [{ name: 'shop', in: 'query', required: true, schema: { type: 'integer' } }],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
              },
            },
          },
        },
      },
    },
  ],
])('the line that is printed %s', async (_what, paths) => {
  const root = { openapi: '3.1.0', info: { title: 't', version: '1' }, paths: withAnswers(paths) };
  const document = await loadDocument({ text: JSON.stringify(root), file: 'books.json' });
  await using server = await createMock({ document }).listen();
  const line = curlExample(document, server.url) ?? '';
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', `${line} -s`], {
    env: { ...process.env, NO_PROXY: '*' },
  });
  expect(stdout, line).toMatch(/^HTTP\/1\.1 200 /);
  expect(line).not.toContain('{id}');
});

/** Each operation succeeds, and each parameter of a path is a text. */
function withAnswers(paths: object): object {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const filled = Object.entries(paths as Record<string, Record<string, object>>).map(
    ([path, item]) => {
      const operations = Object.entries(item).map(([method, operation]) => {
        return [method, { ...operation, responses: { 200: { description: 'ok' } } }] as const;
      });
      const parameters = path.includes('{id}') ? [id] : [];
      return [path, { ...Object.fromEntries(operations), parameters }] as const;
    },
  );
  return Object.fromEntries(filled);
}

it('a long body is shown with what it requires only', async () => {
  const names = Array.from({ length: 80 }, (_, i) => `property${i}`);
  const texts = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const part = { type: 'object', required: ['property7'], properties: texts };
  const parts = { type: 'array', items: part };
  const schema = { type: 'object', required: ['parts'], properties: { parts, other: part } };
  const content = { 'application/json': { schema } };
  const post = { requestBody: { content }, responses: { 201: { description: 'Made' } } };
  const root = {
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    paths: { '/books': { post } },
  };
  const document = await loadDocument({ text: JSON.stringify(root), file: 'books.json' });
  const line = curlExample(document, 'http://127.0.0.1:1') ?? '';
  expect(line).toMatch(/-d '\{"parts":\[\{"property7":"[^"]+"\}\]\}'$/);
});
