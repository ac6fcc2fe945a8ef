/** Articles of authors, as JSON:API has them: attributes and relationships within a resource in `data`. */
import { expect, it } from 'vitest';
import type { RunResult } from '../../../src/index.ts';
import { type Change, runOnMock } from './support.ts';

const TYPE = 'application/vnd.api+json';
const UUID = '{ type: string, format: uuid }';
const body = (schema: string): string =>
  `content: { ${TYPE}: { schema: { type: object, required: [data], properties: { data: ${schema} } } } }`;
const answer = (status: number, schema: string): string =>
  `'${status}': { description: it, ${body(schema)} }`;
const REFUSALS = ['404', '409', '422'].map((status) => `'${status}': { description: no }`).join();
const AT = `parameters: [{ name: id, in: path, required: true, schema: ${UUID} }]`;
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;
const identifier = (type: string): string =>
  `{ type: object, required: [type, id], properties: { type: { const: ${type} }, id: ${UUID} } }`;

/** Operations of one type of resource, and its schemas. */
const of = (type: string): string => `
  /${type}:
    get: { operationId: list-${type}, responses: { ${answer(200, `{ type: array, items: ${ref(type)} }`)} } }
    post: { operationId: create-${type}, requestBody: { required: true, ${body(ref(`${type}New`))} }, responses: { ${answer(201, ref(type))}, ${REFUSALS} } }
  /${type}/{id}:
    ${AT}
    get: { operationId: get-${type}, responses: { ${answer(200, ref(type))}, ${REFUSALS} } }
    patch: { operationId: change-${type}, requestBody: { required: true, ${body(ref(`${type}Change`))} }, responses: { ${answer(200, ref(type))}, ${REFUSALS} } }`;
const schemasOf = (type: string, attributes: string, relationships: string): string => `
    ${type}: { type: object, required: [type, id], properties: { type: { const: ${type} }, id: ${UUID}, attributes: ${attributes}, relationships: ${relationships} } }
    ${type}New: { type: object, required: [type, attributes], properties: { type: { const: ${type} }, attributes: ${attributes}, relationships: ${relationships} } }
    ${type}Change: { type: object, required: [type, id], properties: { type: { const: ${type} }, id: ${UUID}, attributes: ${attributes}, relationships: ${relationships} } }`;
const DOCUMENT = `
openapi: 3.1.0
info: { title: Magazine, version: '1' }
paths:${of('people')}${of('articles')}
components:
  schemas:${schemasOf('people', '{ type: object, properties: { name: { type: string, maxLength: 80 } } }', '{ type: object }')}${schemasOf(
    'articles',
    "{ type: object, properties: { title: { type: string, maxLength: 80 }, body: { type: [string, 'null'], maxLength: 80 }, featured: { type: boolean } } }",
    `{ type: object, properties: { reviewers: { type: object, required: [data], properties: { data: { type: array, items: ${identifier('people')} } } } } }`,
  )}
`;

interface Resource {
  readonly id?: string;
  readonly attributes?: object;
  readonly relationships?: {
    readonly reviewers?: { readonly data?: readonly (Resource | null)[] };
  };
}

async function dataOf(message: Request | Response): Promise<Resource | undefined> {
  try {
    return ((await message.clone().json()) as { data?: Resource } | null)?.data;
  } catch {
    return undefined;
  }
}

/** As JSON:API 1.1 has it: what is referred to has to be there, and a change names what it changes (9.2, 9.2.2). */
const asItShould: Change = async (request, next) => {
  const sent = await dataOf(request);
  const { pathname } = new URL(request.url);
  const isOther = request.method === 'PATCH' && sent?.id !== pathname.split('/').at(-1);
  if (isOther) return new Response('', { status: 409 });
  const { data = [] } = sent?.relationships?.reviewers ?? {};
  for (const person of Array.isArray(data) ? data : []) {
    const read = await next(new Request(`http://mock.test/people/${String(person?.id)}`));
    if (read.status === 404) return read;
  }
  return await next(request);
};

const told = ({ findings }: RunResult): string[] =>
  findings
    .filter(({ severity }) => severity !== 'note')
    .map(({ severity, operation, message }) => `${severity} ${operation}: ${message}`);

it('blames nobody for references that have to lead somewhere, and changes that have to say of what', async () => {
  const result = await runOnMock(DOCUMENT, asItShould, { maxCases: 200 });
  expect(told(result)).toEqual([]);
  const partly = result.operations?.filter(({ level }) => !/full|chained/.test(level));
  expect(partly).toEqual([]);
});

/** A server that makes something else of the attributes or relationships of a change. */
const changing =
  (make: (sent: Resource, was: Resource) => Resource): Change =>
  (request, next) =>
    asItShould(request, async (asked) => {
      const sent = asked.method === 'PATCH' ? await dataOf(asked) : undefined;
      if (sent === undefined) return await next(asked);
      const was = (await dataOf(await next(new Request(asked.url)))) ?? {};
      const { headers, method, url } = asked;
      const changed = JSON.stringify({ data: make(sent, was) });
      return await next(new Request(url, { headers, method, body: changed }));
    });

it.each<[message: string, change: Change]>([
  [
    'body is not removed by null',
    changing((sent) => ({
      ...sent,
      attributes: Object.fromEntries(
        Object.entries(sent.attributes ?? {}).filter(([, value]) => value !== null),
      ),
    })),
  ],
  [
    'body changes, though only title was sent',
    changing((sent) => ({ ...sent, attributes: { body: null, ...sent.attributes } })),
  ],
  [
    'title stays as it was, though the change was accepted',
    changing((sent, was) => ({ ...sent, attributes: was.attributes ?? {} })),
  ],
  [
    'reviewers changes, though only title was sent',
    changing((sent) => ({ ...sent, relationships: { reviewers: { data: [] } } })),
  ],
])('finds that %s', async (message, change) => {
  const result = await runOnMock(DOCUMENT, change, { only: ['oracle/changes/change-articles'] });
  expect(told(result)).toContain(`violation change-articles: ${message}`);
});
