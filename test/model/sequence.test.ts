import { expect, it } from 'vitest';
import type { JsonValue } from '../../src/openapi/json/json-value.ts';
import type { JsonType } from '../../src/openapi/schema/effective-schema.ts';
import { readSequence, sequenceOf, writeSequence } from '../../src/model/sequence.ts';

it.each([
  ['application/jsonl', 'lines'],
  ['application/x-ndjson; charset=utf-8', 'lines'],
  ['application/json-seq', 'records'],
  ['application/geo+json-seq', 'records'],
  ['text/event-stream', 'events'],
  ['application/json', undefined],
  ['multipart/mixed', undefined],
])('%s is a sequence: %s', (name, sequence) => {
  expect(sequenceOf(name)).toBe(sequence);
});

it.each<[properties: Record<string, JsonType[]>, sequence: string]>([
  [{ data: ['string'], kind: ['string'] }, 'events'],
  [{ data: ['null', 'string'] }, 'events'],
  [{ data: ['object'], id: ['string'] }, 'typed events'],
  [{ text: ['string'], seq: ['integer'] }, 'data'],
  [{ id: ['string'] }, 'events'],
  [{}, 'events'],
])('events of values with %j are a sequence of %s', (properties, sequence) => {
  const types = new Map(Object.entries(properties).map(([name, types]) => [name, { types }]));
  expect(sequenceOf('text/event-stream', types)).toBe(sequence);
});

const items: JsonValue[] = [{ a: 9007199254740993n }, 'b\nc', [], null];
const typed = [{ data: { a: [1] }, id: '7' }];
const messages = [
  { data: '{"a":1}', event: 'added', id: '7' },
  { data: 'a\nb', retry: 10 },
];

it.each([
  ['lines', items, '{"a":9007199254740993}\n"b\\nc"\n[]\nnull\n'],
  ['records', [1, 2], '\u001E1\n\u001E2\n'],
  ['events', messages, 'event: added\nid: 7\ndata: {"a":1}\n\nretry: 10\ndata: a\ndata: b\n\n'],
  ['typed events', typed, 'id: 7\ndata: {"a":[1]}\n\n'],
  ['data', [{ text: 'a\nb' }, 1], 'data: {"text":"a\\nb"}\n\ndata: 1\n\n'],
  ['lines', [], ''],
] as const)('%s are read as they were written', (sequence, list, text) => {
  expect(writeSequence(sequence, list)).toBe(text);
  expect(readSequence(sequence, text)).toEqual({ ok: true, value: list });
});

it('reads what others write', () => {
  expect(readSequence('lines', '{"a":1}\r\n\r\n2')).toMatchObject({ value: [{ a: 1 }, 2] });
  expect(readSequence('events', ': hello\n\ndata:x\r\nother: y\r\n\r\nid: 1\n\n')).toMatchObject({
    value: [{ data: 'x' }],
  });
});

it('says which item is no JSON', () => {
  expect(readSequence('lines', '1\n{"a":\n')).toMatchObject({
    ok: false,
    message: expect.stringMatching(/ of item 1$/),
  });
});
