import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { operations } from '../../../src/model/operation.ts';
import { createParameterCheck } from '../../../src/model/parameters/parameter-check.ts';
import { writeParameter } from '../../../src/model/parameters/write-parameter.ts';
import { type Kind, anything, kinds } from './kinds.ts';

const without = (character: string): fc.Arbitrary<string> =>
  anything.map((text) => text.replaceAll(character, ''));
/** A header has no encoding: neither blanks nor what takes lists apart. */
const plain = fc.string({
  unit: fc.constantFrom('a', 'B', '7', '-', '.', ';', '%', '"', '/', '+'),
});

type Row = [place: string, style: string, explode: boolean, texts: fc.Arbitrary<string>];

const ROWS: Row[] = [
  ...['simple', 'label', 'matrix'].flatMap((style): Row[] => [
    ['path', style, false, anything],
    ['path', style, true, anything],
  ]),
  ['query', 'form', false, anything],
  ['query', 'form', true, anything],
  ['query', 'spaceDelimited', false, without(' ')],
  ['query', 'pipeDelimited', false, without('|')],
  ['query', 'deepObject', true, anything],
  ['header', 'simple', false, plain],
  ['header', 'simple', true, plain],
  ['cookie', 'form', false, anything],
  ['cookie', 'form', true, anything],
];

/** Writes values of a parameter, and reads what was written. */
function roundTrip(
  parameter: JsonObject,
): (value: JsonValue) => { text: string; read: JsonValue | undefined } {
  const place = parameter['in'] as string;
  const path = place === 'path' ? '/things/{v}/end' : '/things';
  const document = documentFromValue({
    openapi: '3.1.0',
    paths: { [path]: { get: { parameters: [{ name: 'v', ...parameter }], responses: {} } } },
  });
  const [operation] = operations(document);
  const check = createParameterCheck(document, operation!)!;
  return (value) => {
    const text = writeParameter(operation!.parameters[0]!, value);
    const { values } = check({
      path: path.replace('{v}', () => text),
      query: place === 'query' ? text : '',
      header: (name) => (name === (place === 'cookie' ? 'cookie' : 'v') ? text : undefined),
    });
    return { text, read: values.get(`${place} v`) };
  };
}

/** A list with nothing but an empty text looks like one without items, but where each is named. */
function isLone(value: JsonValue): boolean {
  return Array.isArray(value) && value.length === 1 && value[0] === '';
}

/** A deep object is an object. */
function kindsOf(style: string, texts: fc.Arbitrary<string>): [string, Kind][] {
  return Object.entries(kinds(texts)).filter(([, { schema }]) => {
    return style !== 'deepObject' || schema['type'] === 'object';
  });
}

describe.each(ROWS)('in %s, style %s, explode %s', (place, style, explode, texts) => {
  const isExploded = place === 'query' && explode;
  const isNamed = isExploded || (place === 'path' && style === 'matrix' && explode);

  it.each(kindsOf(style, texts))('%s is read as it was written', (_name, kind) => {
    const trip = roundTrip({ in: place, style, explode, schema: kind.schema });
    fc.assert(
      fc.property(kind.values, (value) => {
        fc.pre(isNamed || !isLone(value));
        const { text, read } = trip(value);
        // Nothing stands for what is empty, and a path has no empty segments.
        const isNothing =
          isExploded && typeof value === 'object' && Object.keys(value!).length === 0;
        fc.pre(place === 'query' || text !== '');
        expect(read).toEqual(isNothing ? undefined : value);
      }),
    );
  });
});

it('lists inside of exploded maps are read as they were written', () => {
  const items = { type: 'array', items: { type: 'string' } };
  const schema = { type: 'object', properties: { a: items, b: { type: 'integer' } } };
  const values = fc.record({ a: fc.array(anything, { minLength: 1 }), b: fc.integer() });
  fc.assert(
    fc.property(values, fc.constantFrom('form', 'deepObject'), (value, style) => {
      const { read } = roundTrip({ in: 'query', style, explode: true, schema })(value);
      expect(read).toEqual(value);
    }),
  );
});
