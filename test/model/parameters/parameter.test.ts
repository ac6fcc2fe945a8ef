import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { type Parameter, readParameter } from '../../../src/model/parameters/parameter.ts';

const read = (parameter: JsonObject, rest: JsonObject = {}): Parameter =>
  readParameter({ parameter, ...rest }, '/parameter');

describe('what a parameter leaves out is as the standard says', () => {
  it.each<[place: string, style: string, explode: boolean, required: boolean]>([
    ['query', 'form', true, false],
    ['cookie', 'form', true, false],
    ['header', 'simple', false, false],
    ['path', 'simple', false, true],
  ])('in: %s', (place, style, explode, required) => {
    expect(read({ name: 'v', in: place })).toEqual({
      name: 'v',
      in: place,
      required,
      pointer: '/parameter',
      schemaPointer: undefined,
      style,
      explode,
      isJson: false,
      allowEmptyValue: false,
      example: undefined,
    });
  });

  it("is a header's where it doesn't say where it stands, as in a response", () => {
    expect(read({ schema: {} })).toMatchObject({ name: '', in: 'header', style: 'simple' });
    expect(readParameter({}, '/missing')).toMatchObject({ name: '', in: 'header' });
  });
});

it('takes what a parameter says over what is usual', () => {
  const defaults = { required: true, explode: false, allowEmptyValue: true };
  expect(read({ name: 'v', in: 'query', ...defaults })).toMatchObject({
    style: 'form',
    ...defaults,
  });
  expect(read({ in: 'query', style: 'pipeDelimited' })).toMatchObject({ explode: false });
});

it.each<[JsonObject, isJson: boolean, schemaPointer: string | undefined]>([
  [{ schema: {} }, false, '/parameter/schema'],
  [
    { content: { 'application/json': { schema: {} } } },
    true,
    '/parameter/content/application~1json/schema',
  ],
  [
    { content: { 'application/problem+JSON': { schema: {} } } },
    true,
    '/parameter/content/application~1problem+JSON/schema',
  ],
  [{ content: { 'text/plain': { schema: {} } } }, false, '/parameter/content/text~1plain/schema'],
  [{ content: { 'application/jsonl': {} } }, false, undefined],
  [{ content: { 'text/plain': 'x' } }, false, undefined],
  [{ content: {} }, false, undefined],
  [{ content: 'application/json' }, false, undefined],
])('finds the schema of %j', (parameter, isJson, schemaPointer) => {
  expect(read(parameter)).toMatchObject({ isJson, schemaPointer });
});

it('takes its own example, else the first of its examples, behind a reference as well', () => {
  const examples = { first: { value: 2 }, second: { value: 3 } };
  expect(read({ example: 1, examples }).example).toBe(1);
  expect(read({ examples }).example).toBe(2);
  expect(read({ examples: { none: { summary: 'none' }, ...examples } }).example).toBe(2);
  const shared = { examples: { a: { $ref: '#/shared' } } };
  expect(read(shared, { shared: { value: 4 } }).example).toBe(4);
  expect(read(shared).example).toBeUndefined();
  expect(read({ examples: { a: 'x' } }).example).toBeUndefined();
  expect(read({ examples: 'x' }).example).toBeUndefined();
});
