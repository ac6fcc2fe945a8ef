/** Answers have what a request chooses by `fields`, and leave out the rest. */
import { expect, it } from 'vitest';
import { createMock, loadDocument } from '../../../src/index.ts';
import { of } from './notes.ts';
import { type Change, runOnMock } from './support.ts';

const ENUM = '{ type: array, items: { type: string, enum: [id, text, stars, color] } }';

/** Notes that can be read in part. */
const notes = (field: string, required = '[id]'): string => `
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get:
      operationId: list
      parameters: [${field}]
      responses: { '200': { description: notes, ${of("{ type: object, required: [data], properties: { data: { type: array, items: { $ref: '#/components/schemas/Note' } } } }")} } }
    post: { operationId: add, requestBody: { required: true, ${of("{ $ref: '#/components/schemas/NewNote' }")} }, responses: { '201': { description: it, ${of("{ $ref: '#/components/schemas/Note' }")} } } }
  /notes/{id}:
    get:
      operationId: read
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }, ${field}]
      responses: { '200': { description: it, ${of("{ $ref: '#/components/schemas/Note' }")} }, '404': { description: none } }
components:
  schemas:
    NewNote: { type: object, required: [text, stars, color], properties: { text: { type: string, maxLength: 50 }, stars: { type: integer, minimum: 0, maximum: 5 }, color: { type: string, enum: [pink, blue] } } }
    Note: { type: object, required: ${required}, properties: { id: { type: string }, text: { type: string }, stars: { type: integer }, color: { type: string } } }
`;

const enumerated = `{ name: fields, in: query, style: form, explode: false, schema: ${ENUM} }`;
const described = `{ name: fields, in: query, description: Comma separated properties to display in the response, schema: { type: string } }`;

const only = ['oracle/queries/*/has-what-fields-chooses'];

/** Tells each read what it chose in another way. */
const choosing =
  (choose: (fields: string | null) => string | null): Change =>
  (request, next) => {
    const url = new URL(request.url);
    const chosen = choose(url.searchParams.get('fields'));
    if (chosen === null) url.searchParams.delete('fields');
    else url.searchParams.set('fields', chosen);
    return next(new Request(url, request));
  };

const told = async (document: string, change?: Change): Promise<string[]> => {
  const { findings, counts } = await runOnMock(document, change, { only });
  expect(counts.exchanges).toBeGreaterThan(6);
  return findings.map(({ severity, operation, message }) => `${severity} ${operation}: ${message}`);
};

it.each([
  ['of several names', notes(enumerated)],
  ['of required ones, too', notes(enumerated, '[id, text, stars]')],
  ['in words only', notes(described)],
])('is no fault where an answer has what was chosen %s', async (_, document) => {
  expect(await told(document)).toEqual([]);
});

it('is no fault where the schema requires what was not chosen, and it stays', async () => {
  expect(await told(notes(enumerated, '[id, text]'))).toEqual([]);
});

it.each([
  ['the choice is not read', 'leaves out nothing', () => null],
  [
    'the first of several is read',
    'leaves out what it chooses',
    (fields: string | null) => fields?.split(',')[0] ?? null,
  ],
  [
    'what is chosen is left out',
    'leaves out what it chooses',
    (fields: string | null) =>
      fields &&
      ['text', 'stars', 'color'].filter((name) => !fields.split(',').includes(name)).join(','),
  ],
] as const)('finds that %s', async (_, message, choose) => {
  const change = choosing(choose);
  const all = ['read', 'list'];
  expect(await told(notes(enumerated), change)).toEqual(
    all.map((operation) => `violation ${operation}: fields ${message}`),
  );
  expect(await told(notes(described), change)).toEqual(
    all.map((operation) => `warning ${operation}: fields ${message}`),
  );
});

it.each([
  [
    'comes on top of the usual',
    notes(`{ name: fields, in: query, description: Additional fields to return, schema: ${ENUM} }`),
  ],
  ['is said in no words', notes('{ name: fields, in: query, schema: { type: string } }')],
  [
    'leaves some out of the choice',
    notes(
      `{ name: fields, in: query, schema: { type: array, items: { type: string, enum: [stars, color] } } }`,
    ),
  ],
])('is not judged where what is chosen %s', async (_, document) => {
  await expect(runOnMock(document, undefined, { only })).rejects.toThrow('Failed to find a case');
});

it('leaves out in the mock what was not chosen, and nothing that the schema requires', async () => {
  const document = await loadDocument({
    text: notes(enumerated, '[id, text]'),
    file: 'notes.yaml',
  });
  const mock = createMock({ document });
  mock.collection('/notes').seed([{ id: 'a', text: 'one', stars: 1, color: 'pink' }]);
  const read = async (path: string): Promise<unknown> =>
    (await mock.fetch(new Request(`http://mock.test${path}`))).json();
  expect(await read('/notes/a?fields=stars')).toEqual({ id: 'a', text: 'one', stars: 1 });
  expect(await read('/notes?fields=color,text')).toEqual({
    data: [{ id: 'a', text: 'one', color: 'pink' }],
  });
  expect(await read('/notes/a')).toEqual({ id: 'a', text: 'one', stars: 1, color: 'pink' });
});

/** Articles of JSON:API, which has sparse fieldsets (1.1, 6.3). */
const articles = `
openapi: 3.1.0
info: { title: Articles, version: '1' }
paths:
  /articles:
    post: { operationId: add, requestBody: { required: true, content: { application/vnd.api+json: { schema: { type: object, required: [data], properties: { data: { type: object, required: [type, attributes], properties: { type: { const: articles }, attributes: { $ref: '#/components/schemas/Attributes' } } } } } } } }, responses: { '201': { $ref: '#/components/responses/Article' } } }
  /articles/{id}:
    get:
      operationId: read
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }, { name: 'fields[articles]', in: query, schema: { type: string } }]
      responses: { '200': { $ref: '#/components/responses/Article' }, '404': { description: none } }
components:
  responses:
    Article: { description: it, content: { application/vnd.api+json: { schema: { type: object, required: [data], properties: { data: { type: object, required: [type, id, attributes], properties: { type: { const: articles }, id: { type: string }, attributes: { $ref: '#/components/schemas/Attributes' } } } } } } } }
  schemas:
    Attributes: { type: object, properties: { title: { type: string }, body: { type: string } } }
`;

it('chooses among the attributes of JSON:API', async () => {
  const document = await loadDocument({ text: articles, file: 'articles.yaml' });
  const mock = createMock({ document });
  const attributes = { title: 'T', body: 'B' };
  const made = await mock.fetch(
    new Request('http://mock.test/articles', {
      method: 'POST',
      headers: { 'content-type': 'application/vnd.api+json' },
      body: JSON.stringify({ data: { type: 'articles', attributes } }),
    }),
  );
  const { data } = (await made.json()) as { data: { id: string } };
  const read = await mock.fetch(
    new Request(`http://mock.test/articles/${data.id}?fields[articles]=title`),
  );
  expect(await read.json()).toEqual({
    data: { type: 'articles', id: data.id, attributes: { title: 'T' } },
  });
  const said = async (change?: Change): Promise<string[]> =>
    (
      await runOnMock(articles, change, { only: ['oracle/queries/*/has-what-fields*'] })
    ).findings.map(({ message }) => message);
  expect(await said()).toEqual([]);
  expect(
    await said((request, next) => next(new Request(request.url.replace(/\?.*/, ''), request))),
  ).toEqual(['fields[articles] leaves out nothing']);
});
