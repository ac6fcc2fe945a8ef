/** Lists of what is created there, and has no identity: the mock has it in them, and the judge looks for it. */
import { expect, it } from 'vitest';
import { createMock, loadDocument } from '../../src/index.ts';
import type { JsonValue } from '../../src/openapi/json/json-value.ts';
import { runOnMock } from '../verify/oracles/support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;

const SCHEMAS = {
  Note: '{ type: object, required: [title], properties: { title: { type: string, minLength: 1, maxLength: 60 }, stars: { type: integer, maximum: 5 } } }',
  Currency:
    '{ type: object, required: [code, name], properties: { code: { type: string, pattern: "^[A-Z]{3}$" }, name: { type: string, maxLength: 60 } } }',
  Reading: `{ allOf: [${ref('NewReading')}, { type: object, required: [receivedAt], properties: { receivedAt: { type: string, format: date-time } } }] }`,
  NewReading:
    '{ type: object, required: [celsius, words], properties: { celsius: { type: number, minimum: -90, maximum: 60 }, words: { type: string, maxLength: 60 } } }',
};

interface Kind {
  readonly path: string;
  readonly list: string;
  readonly sent: string;
  /** The answer of the creation, with its status. */
  readonly created: string;
}

function documentOf({ path, list, sent, created }: Kind): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parameters = names.map(
    (name) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`,
  );
  const schemas = Object.entries(SCHEMAS).map(([name, schema]) => `${name}: ${schema}`);
  return `
openapi: 3.0.3
info: { title: Things, version: '1' }
paths:
  ${path}:
    parameters: [${parameters.join()}]
    get: { operationId: list, responses: { '200': { description: it, ${json(list)} } } }
    post:
      operationId: create
      requestBody: { required: true, ${json(sent)} }
      responses: { ${created}, '400': { description: bad } }
  /about: { post: { operationId: about, requestBody: { ${json(ref('Note'))} }, responses: { '204': { description: ok } } } }
components: { schemas: { ${schemas.join(', ')} } }
`;
}

const listOf = (name: string): string => `{ type: array, items: ${name} }`;
const around = (properties: string): string => `{ type: object, properties: { ${properties} } }`;

const total: Kind = {
  path: '/notes',
  list: around(`data: ${listOf(ref('Note'))}, total: { type: integer }`),
  sent: ref('Note'),
  created: `'201': { description: it, ${json(ref('Note'))} }`,
};
const silent: Kind = {
  path: '/notes',
  list: around(`data: ${listOf(ref('Note'))}`),
  sent: ref('Note'),
  created: `'204': { description: it }`,
};
const nested: Kind = {
  path: '/currencies',
  list: around(
    `result: ${around(`items: ${listOf(ref('Currency'))}, count: { type: integer }`)}, ok: { type: boolean }`,
  ),
  sent: ref('Currency'),
  created: `'201': { description: it, ${json(around(`result: ${ref('Currency')}, ok: { type: boolean }`))} }`,
};
const completed: Kind = {
  path: '/stations/{station}/readings',
  list: around(`readings: ${listOf(ref('Reading'))}`),
  sent: ref('NewReading'),
  created: `'200': { description: it, ${json(ref('Reading'))} }`,
};
const enveloped: Kind = {
  path: '/notes',
  list: listOf(around(`note: ${ref('Note')}, links: ${listOf('{ type: string }')}`)),
  sent: around(`note: ${ref('Note')}`),
  created: `'201': { description: it, ${json(around(`note: ${ref('Note')}`))} }`,
};

async function exchanged(kind: Kind, path: string, body: object): Promise<readonly JsonValue[]> {
  const mock = createMock({
    document: await loadDocument({ text: documentOf(kind), file: 'things.yaml' }),
  });
  await using server = await mock.listen();
  const url = server.url + path;
  const headers = { 'content-type': 'application/json' };
  const created = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const told = created.status === 204 ? null : ((await created.json()) as JsonValue);
  return [told, (await (await fetch(url)).json()) as JsonValue];
}

it('have what was created, whatever is around them', async () => {
  const note = { title: 'Water the fern', stars: 3 };
  expect(await exchanged(total, '/notes', note)).toEqual([note, { data: [note], total: 1 }]);
  expect(await exchanged(silent, '/notes', note)).toEqual([null, { data: [note] }]);
  expect(await exchanged(enveloped, '/notes', { note })).toEqual([
    { note },
    [expect.objectContaining({ note })],
  ]);
  const currency = { code: 'XAB', name: 'Shells' };
  expect(await exchanged(nested, '/currencies', currency)).toEqual([
    { result: currency, ok: expect.any(Boolean) as boolean },
    { result: { items: [currency], count: 1 }, ok: expect.any(Boolean) as boolean },
  ]);
});

it('say of it what the answer to its creation made up', async () => {
  const reading = { celsius: 3.5, words: 'By the door' };
  const [told, list] = await exchanged(completed, '/stations/7/readings', reading);
  expect(told).toMatchObject(reading);
  expect(list).toEqual({ readings: [told] });
});

it.each([total, silent, nested, completed, enveloped])(
  'pass what the judge expects of lists: %#',
  async (kind) => {
    const { findings, verdict } = await runOnMock(documentOf(kind));
    expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
    expect(verdict).toBe('pass');
  },
);

it.each([total, silent, nested, completed, enveloped])(
  'are judged where they lack what was created: %#',
  async (kind) => {
    const lists = new Map<string, string>();
    const { findings } = await runOnMock(documentOf(kind), async (request, next) => {
      const response = await next(request);
      const { pathname } = new URL(request.url);
      if (request.method !== 'GET') return response;
      // As it was when it was first read.
      const first = lists.get(pathname) ?? (await response.text());
      lists.set(pathname, first);
      return new Response(first, { headers: { 'content-type': 'application/json' } });
    });
    const violations = findings.filter(({ severity }) => severity === 'violation');
    expect(violations.map(({ check, message }) => `${check}: ${message}`)).toEqual([
      'lists: what was created is not listed',
    ]);
  },
);
