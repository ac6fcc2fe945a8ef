import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createMock, loadDocument, verify } from '../../src/index.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/own-api.md'), 'utf8');
const [, table = ''] = /## What is supported\n+([\s\S]*?)\n\n/.exec(page) ?? [];
/** Feature, what `mock` does, what `verify` does. */
const rows = table
  .split('\n')
  .slice(2)
  .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
  .map((cells) => cells.map((cell) => cell.trim()));

const folder = mkdtempSync(join(tmpdir(), 'supported-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A request, the status that the mock answers with, and what its answer holds. */
type Sent = readonly [line: string, status: number, content?: RequestInit, holds?: RegExp];

/** A document that has the feature, and what shows that the row is true. */
interface Example {
  /** The cells of the row, which are shown here. */
  readonly cells: readonly [mock: string, verify: string];
  readonly document: object;
  /** Other files that it consists of, by their names. */
  readonly files?: Readonly<Record<string, string>>;
  readonly sent: readonly Sent[];
  /** How far `verify` goes with its operations. Default: `full`, for each. */
  readonly levels?: readonly string[];
}

const YES: Example['cells'] = ['yes', 'yes'];

function json(body: unknown, type = 'application/json'): RequestInit {
  return { body: JSON.stringify(body), headers: { 'content-type': type } };
}

const ok = { responses: { 200: { description: 'd' }, 400: { description: 'd' } } };

function taking(schema: object, type = 'application/json'): { readonly post: object } {
  return { post: { requestBody: { required: true, content: { [type]: { schema } } }, ...ok } };
}

function asking(...parameters: readonly object[]): object {
  return { get: { parameters, ...ok } };
}

/** Bodies that a schema of one property takes, and refuses. */
function property(schema: object, valid: unknown, invalid: unknown, root: object = {}): Example {
  return {
    cells: YES,
    document: { paths: { '/a': taking({ type: 'object', properties: { a: schema } }) }, ...root },
    sent: [
      ['POST /a', 200, json({ a: valid })],
      ['POST /a', 400, json({ a: invalid })],
    ],
  };
}

const numbers = { type: 'array', items: { type: 'integer' } };
const numbered = { type: 'object', properties: { n: { type: 'integer' } } };
const dated = {
  type: 'object',
  additionalProperties: false,
  properties: { on: { format: 'date' } },
};

const sided = {
  type: 'object',
  required: ['made', 'secret'],
  properties: {
    made: { type: 'integer', readOnly: true },
    secret: { type: 'string', writeOnly: true },
  },
};

function kindOf(kind: string, count: string): object {
  const properties = { kind: { const: kind }, [count]: { type: 'integer' } };
  return { type: 'object', required: ['kind'], properties };
}

function parts(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

const bearer = { authorization: 'Bearer t' };

/** An operation with a security scheme, and headers that meet it. */
function secured(
  scheme: object,
  headers: Readonly<Record<string, string>>,
): Omit<Example, 'cells'> {
  return {
    document: {
      paths: { '/a': { get: { responses: { ...ok.responses, 401: { description: 'd' } } } } },
      security: [{ it: [] }],
      components: { securitySchemes: { it: scheme } },
    },
    sent: [
      ['GET /a', 200, { headers }],
      ['GET /a', 401],
    ],
  };
}

const EXAMPLES: Readonly<Record<string, Example>> = {
  'OpenAPI 3.1, 3.0 (read as 3.1: `nullable`, bounds)': {
    ...property({ type: 'integer', nullable: true, minimum: 1, exclusiveMinimum: true }, null, 1, {
      openapi: '3.0.3',
    }),
  },
  'Swagger 2.0 (converted when it is read)': {
    cells: YES,
    document: {
      openapi: undefined,
      swagger: '2.0',
      consumes: ['application/json'],
      paths: {
        '/a': {
          post: {
            parameters: [{ in: 'body', name: 'a', required: true, schema: { type: 'integer' } }],
            ...ok,
          },
        },
      },
    },
    sent: [
      ['POST /a', 200, json(1)],
      ['POST /a', 400, json('x')],
    ],
  },
  'OpenAPI 3.2 ([below](#openapi-32))': {
    cells: YES,
    document: {
      openapi: '3.2.0',
      paths: {
        '/a': {
          query: taking({ type: 'integer' }).post,
          additionalOperations: { COPY: taking({ type: 'integer' }).post },
        },
      },
    },
    sent: [
      ['QUERY /a', 200, json(1)],
      ['QUERY /a', 400, json('x')],
      ['COPY /a', 200, json(1)],
      ['COPY /a', 400, json('x')],
    ],
  },
  '`$ref` to other files, beside the document or below; elsewhere with `--allow-refs`': {
    cells: YES,
    document: { paths: { '/a': taking({ $ref: 'other.yaml' }) } },
    files: { 'other.yaml': '{ type: integer }' },
    sent: [
      ['POST /a', 200, json(1)],
      ['POST /a', 400, json('x')],
    ],
  },
  '`$id`, `$anchor`; `$dynamicRef` where its name stands once': {
    cells: YES,
    document: {
      paths: { '/a': taking({ $ref: 'https://example.com/a#name' }) },
      components: {
        schemas: {
          A: { $id: 'https://example.com/a', $defs: { B: { $anchor: 'name', type: 'integer' } } },
        },
      },
    },
    sent: [
      ['POST /a', 200, json(1)],
      ['POST /a', 400, json('x')],
    ],
  },
  'JSON bodies, `+json`, several of them': {
    cells: YES,
    document: { paths: { '/a': taking({ type: 'integer' }, 'application/vnd.a+json') } },
    sent: [
      ['POST /a', 200, json(1, 'application/vnd.a+json')],
      ['POST /a', 400, json('x', 'application/vnd.a+json')],
    ],
  },
  '`itemSchema` of JSON lines, JSON text sequences and server-sent events': {
    cells: YES,
    document: {
      openapi: '3.2.0',
      paths: {
        '/a': {
          post: {
            requestBody: {
              required: true,
              content: { 'application/jsonl': { itemSchema: { type: 'integer' } } },
            },
            ...ok,
          },
        },
      },
    },
    sent: [
      ['POST /a', 200, { body: '1\n2\n', headers: { 'content-type': 'application/jsonl' } }],
      ['POST /a', 400, { body: '1\n"x"\n', headers: { 'content-type': 'application/jsonl' } }],
    ],
  },
  'forms (urlencoded, multipart) with `encoding`': {
    cells: YES,
    document: {
      paths: {
        '/a': taking(numbered, 'application/x-www-form-urlencoded'),
        '/b': taking(numbered, 'multipart/form-data'),
      },
    },
    sent: [
      ['POST /a', 200, { body: new URLSearchParams({ n: '1' }) }],
      ['POST /a', 400, { body: new URLSearchParams({ n: 'x' }) }],
      ['POST /b', 200, { body: parts({ n: '1' }) }],
      ['POST /b', 400, { body: parts({ n: 'x' }) }],
    ],
  },
  'XML, text, other bodies': {
    cells: ['taken by media type', 'sent from their examples'],
    document: { paths: { '/a': taking({ type: 'string', examples: ['x'] }, 'text/plain') } },
    sent: [
      ['POST /a', 200, { body: 'x', headers: { 'content-type': 'text/plain' } }],
      ['POST /a', 400, json(1)],
    ],
  },
  'JSON Schema 2020-12, exact integers': property(
    { type: 'integer', maximum: 9_007_199_254_740_991 },
    9_007_199_254_740_991,
    1e30,
  ),
  '`oneOf`, `anyOf`': {
    ...property({ oneOf: [{ type: 'integer' }, { type: 'boolean' }] }, true, 'x'),
    cells: ['yes', 'up to eight branches are tried'],
  },
  '`discriminator`': {
    ...property(
      {
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
        discriminator: { propertyName: 'kind' },
      },
      { kind: 'Cat', lives: 9 },
      { kind: 'Cat', lives: 'x' },
      { components: { schemas: { Cat: kindOf('Cat', 'lives'), Dog: kindOf('Dog', 'tricks') } } },
    ),
    cells: ['as the schemas say', 'as the schemas say'],
  },
  '`readOnly`, `writeOnly`': {
    cells: ['required on their side', 'required on their side, not sent'],
    document: {
      paths: {
        '/a': {
          post: {
            requestBody: { required: true, content: { 'application/json': { schema: sided } } },
            responses: {
              400: { description: 'd' },
              201: { description: 'd', content: { 'application/json': { schema: sided } } },
            },
          },
        },
      },
    },
    sent: [
      ['POST /a', 201, json({ secret: 's' }), /^\{"made":\d+\}$/],
      ['POST /a', 400, json({ made: 1 })],
    ],
  },
  'formats `int32`, `int64`': {
    ...property({ type: 'integer', format: 'int32' }, 2_147_483_647, 2_147_483_648),
    cells: ['asserted', 'asserted'],
  },
  'the formats of JSON Schema (2020-12, validation, 7.3), such as `date-time`, `iri` and `regex`': {
    ...property({ type: 'string', format: 'date' }, '2026-02-28', '2026-02-30'),
    cells: ['asserted', 'asserted'],
  },
  'any other format': {
    ...property({ type: 'string', format: 'colour' }, '#fff', 7),
    cells: ['a note to readers', 'a note to readers'],
  },
  '`pattern`': {
    ...property({ type: 'string', pattern: '^a+$' }, 'aa', 'b'),
    cells: ['checked', 'texts are made up for most'],
  },
  '`additionalProperties`, `unevaluatedProperties`': property(dated, {}, { of: 1 }),
  'parameters: `simple`, `label`, `matrix`, `form`, `spaceDelimited`, `pipeDelimited`, `deepObject`, `content`':
    {
      cells: YES,
      document: {
        paths: {
          '/a': asking(
            { in: 'query', name: 'f', explode: false, schema: numbers },
            { in: 'query', name: 'p', style: 'pipeDelimited', explode: false, schema: numbers },
            { in: 'query', name: 's', style: 'spaceDelimited', explode: false, schema: numbers },
            { in: 'query', name: 'd', style: 'deepObject', schema: numbered },
            { in: 'query', name: 'j', content: { 'application/json': { schema: numbers } } },
          ),
        },
      },
      sent: [
        ['GET /a?f=1,2&p=1%7C2&s=1%202&d[n]=1&j=[1]', 200],
        ...['f=1,x', 'p=1%7Cx', 's=1%20x', 'd[n]=x', 'j=["x"]'].map((query): Sent => [
          `GET /a?${query}`,
          400,
        ]),
      ],
    },
  "objects and arrays inside of parameters' objects": {
    cells: ['no standard form', 'no standard form'],
    document: {
      paths: {
        '/a': asking({
          in: 'query',
          name: 'd',
          style: 'deepObject',
          schema: { type: 'object', properties: { list: numbers } },
        }),
      },
    },
    sent: [['GET /a?d[list][0]=1', 200]],
  },
  '`allowReserved`': {
    cells: ['read either way', 'sent encoded'],
    document: {
      paths: {
        '/a': asking({ in: 'query', name: 'r', allowReserved: true, schema: { enum: ['a/b'] } }),
      },
    },
    sent: [
      ['GET /a?r=a/b', 200],
      ['GET /a?r=a%2Fb', 200],
    ],
  },
  'API keys (header, query, cookie), bearer, basic': {
    ...secured({ type: 'apiKey', in: 'header', name: 'X-Key' }, { 'X-Key': 'k' }),
    cells: YES,
  },
  'OAuth 2.0, OpenID Connect': {
    ...secured({ type: 'openIdConnect', openIdConnectUrl: 'https://example.com' }, bearer),
    cells: ['as bearer, no scopes', 'as bearer, no scopes'],
  },
  'mutual TLS': {
    cells: ['not checked', 'not asked for'],
    document: { ...secured({ type: 'mutualTLS' }, {}).document },
    sent: [['GET /a', 200]],
  },
  'response headers': {
    cells: ['`Location`, `ETag`, the required ones', '`required` and schema'],
    document: {
      paths: {
        '/a': {
          get: {
            responses: {
              200: {
                description: 'd',
                headers: { 'X-Count': { required: true, schema: { type: 'integer', minimum: 7 } } },
              },
            },
          },
        },
      },
    },
    sent: [['GET /a', 200]],
  },
  'paging, filters, sorting': {
    cells: ['[by their names](#lists)', 'by the same names'],
    document: {
      paths: {
        '/a': asking({ in: 'query', name: 'limit', schema: { type: 'integer', maximum: 9 } }),
      },
    },
    sent: [
      ['GET /a?limit=9', 200],
      ['GET /a?limit=10', 400],
    ],
  },
  'callbacks, webhooks': {
    cells: ['[sent where allowed](#callbacks-and-webhooks)', 'no'],
    document: {
      paths: {
        '/a': { get: { ...ok, callbacks: { done: { 'http://other.test': { post: ok } } } } },
      },
      webhooks: { told: { post: ok } },
    },
    // How they are sent, test/serve/callbacks.test.ts shows.
    sent: [['GET /a', 200]],
  },
  links: {
    cells: ['no', 'no'],
    document: {
      paths: {
        '/a': {
          get: { responses: { 200: { description: 'd', links: { self: { operationRef: '#' } } } } },
        },
      },
    },
    sent: [['GET /a', 200]],
  },
  'the path of `servers`': {
    cells: ['yes', 'no'],
    document: {
      servers: [{ url: 'https://example.com/v1' }],
      paths: { '/a': { get: { responses: { 200: { description: 'd' } } } } },
    },
    sent: [
      ['GET /a', 200],
      ['GET /v1/a', 200],
      ['GET /v2/a', 404],
    ],
  },
};

describe('the table of docs/own-api.md', () => {
  it('has an example for each row', () => {
    expect(rows.map(([feature]) => feature)).toEqual(Object.keys(EXAMPLES));
  });

  it.each(Object.entries(EXAMPLES))('%s', async (feature, example) => {
    const row = rows.find(([name]) => name === feature);
    expect(row?.slice(1)).toEqual(example.cells);
    const head = { openapi: '3.1.0', info: { title: 't', version: '1' } };
    const text = JSON.stringify({ ...head, ...example.document });
    const path = join(folder, 'example.json');
    const files = { ...example.files, 'example.json': text };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const document = await loadDocument(path);
    const mock = createMock({ document });
    for (const [line, status, content, holds] of example.sent) {
      const [method = '', target = ''] = line.split(' ');
      const response = await mock.fetch(
        new Request(`http://mock${target}`, { method, ...content }),
      );
      expect([line, response.status]).toEqual([line, status]);
      if (holds !== undefined) expect(await response.text()).toMatch(holds);
    }
    await using server = await mock.listen({ port: 0, prism: false });
    const { verdict, operations } = await verify({ document, baseUrl: server.url }).result;
    expect(verdict).toBe('pass');
    const levels = [...new Set(operations?.map(({ level }) => level))];
    expect(levels).toEqual(example.levels ?? ['full']);
  });
});
