import { expect, it } from 'vitest';
import type { JsonValue } from '../../../src/openapi/json/json-value.ts';
import { loadDocument } from '../../../src/model/load-document.ts';
import { operations } from '../../../src/model/operation.ts';
import type { Validity } from '../../../src/model/validity.ts';
import { Judge } from '../../../src/verify/run/judge.ts';
import { exchange } from './exchanges.ts';

const document = loadDocument(
  `openapi: 3.1.0
paths:
  /wares:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: &told { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string }, stock: { type: integer, format: int32 } } } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string }, stock: { type: integer, format: int32 } } } } } }, responses: { '201': { description: it, content: { application/json: { schema: *told } } }, '400': { description: no } } }
`,
  'wares.yaml',
);
const [list, add] = operations(document);
const SCHEMA = '/paths/~1wares/post/requestBody/content/application~1json/schema';
const breaking = (keyword: string, place: string): Validity => {
  return {
    kind: 'invalid',
    keyword,
    pointer: `${SCHEMA}${place}/${keyword}`,
    reason: 'it is wrong',
  };
};

/** What is told of a list after a request that the document rules out. */
function told(
  sent: JsonValue,
  validity: Validity,
  answer: JsonValue,
  items: JsonValue,
  status = 201,
  earlier: readonly JsonValue[] = [],
): number {
  const judge = new Judge({ document, strict: false, credential: { variable: 'T' } });
  for (const body of earlier) judge.expect(exchange({ operation: add!, sent: body }).case);
  const body = JSON.stringify(answer);
  const made = exchange({ operation: add!, sent, validity, status, body });
  judge.expect(made.case);
  judge.judge(made);
  const listed = exchange({
    operation: list!,
    method: 'GET',
    path: '/wares',
    body: JSON.stringify(items),
  });
  judge.expect(listed.case);
  return judge.judge(listed).filter(({ check }) => check === 'response-body').length;
}

const asText = breaking('type', '/properties/name');
const tooLarge = breaking('format', '/properties/stock');
const unnamed = breaking('required', '');

it.each<[what: string, sent: JsonValue, validity: Validity, answer: JsonValue, items: JsonValue]>([
  [
    'its value',
    { name: 'a', stock: 2147483649 },
    tooLarge,
    {},
    [{ id: 1, name: 'a', stock: 2147483649 }],
  ],
  [
    'a number that is counted on from it',
    { name: 'a', stock: 2147483649 },
    tooLarge,
    {},
    [{ id: 1, name: 'a', stock: 2147483650 }],
  ],
  ['null, of what it has made', { name: null }, asText, { id: 7 }, [{ id: 7, name: null }]],
  [
    'another value, of what else it has sent',
    { name: [], stock: 4711 },
    asText,
    {},
    [{ id: 1, name: [1], stock: 4711 }],
  ],
  ['nothing, of what it has made', { stock: 4711 }, unnamed, {}, [{ id: 1, stock: 4711 }]],
])('a list is not told for %s that a request has left', (_what, sent, validity, answer, items) => {
  expect(told(sent, validity, answer, items)).toBe(0);
});

it('a list is told for what no request has left', () => {
  expect(told({ name: null }, asText, { id: 7 }, [{ id: 8, name: null }])).toBe(1);
  expect(told({ name: null }, asText, { id: 7 }, [{ id: 7, name: 'a', stock: 'b' }])).toBe(1);
  expect(told({ name: null }, asText, { error: 1 }, [{ id: 7, name: null }], 400)).toBe(1);
});

it('a list is told for what has the usual value of others that a request has left', () => {
  const [sent, items] = [{ name: [], stock: 4711 }, [{ id: 1, name: [1], stock: 4711 }]];
  const usual = Array.from({ length: 9 }, (_, i) => ({ name: `a${i}`, stock: 4711 }));
  expect(told(sent, asText, {}, items, 201, usual)).toBe(1);
});

it('a list of which each item is wrong takes no time for what is under way with as many', () => {
  const judge = new Judge({ document, strict: false, credential: { variable: 'T' } });
  const items = Array.from({ length: 500 }, (_, id) => ({ id, stock: 'none' }));
  const others = items.map(({ id }) => [`other${id}`, `a text of ${id}`]);
  const sent: JsonValue = { ...Object.fromEntries(others), name: [] };
  const waiting = Array.from({ length: 5 }, () =>
    exchange({ operation: add!, sent, validity: asText }),
  );
  for (const { case: each } of waiting) judge.expect(each);
  const body = JSON.stringify(items);
  const listed = exchange({ operation: list!, method: 'GET', path: '/wares', body });
  const begin = performance.now();
  expect(judge.judge(listed).filter(({ check }) => check === 'response-body')).toHaveLength(2);
  expect(performance.now() - begin).toBeLessThan(1500);
});

it('a map of which each member is wrong takes no time for its keys', () => {
  const map = loadDocument(
    `openapi: 3.1.0
paths:
  /wares:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: object, additionalProperties: { type: integer } } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }, responses: { '201': { description: it } } }
`,
    'map.yaml',
  );
  const [read, put] = operations(map);
  const judge = new Judge({ document: map, strict: false, credential: { variable: 'T' } });
  const validity = breaking('type', '/properties/name');
  judge.expect(exchange({ operation: put!, sent: { name: [] }, validity }).case);
  const entries = Array.from({ length: 5000 }, (_, i) => [`some-key-${i}`, 'none']);
  const body = JSON.stringify(Object.fromEntries(entries));
  const begin = performance.now();
  const listed = exchange({ operation: read!, method: 'GET', path: '/wares', body });
  expect(judge.judge(listed).filter(({ check }) => check === 'response-body')).toHaveLength(1);
  expect(performance.now() - begin).toBeLessThan(1500);
});
