import { exactNumber } from '../../openapi/json/exact-number.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { type BodyBase, type Slot, freshBody, valueOf } from './body-base.ts';
import type { Candidate } from './candidate.ts';
import { integersOf } from '../../openapi/schema/effective-schema.ts';

/** Bodies in which one property is missing or has a value that the schema forbids. */
export function brokenValueCandidates(base: BodyBase): Candidate[] {
  return base.slots.flatMap((slot) => [
    ...(slot.required ? [broken(base, slot, 'missing', undefined)] : []),
    ...[...wrongTypes(base, slot), ...outOfRange(slot), ...unlisted(slot)].map(([what, value]) =>
      broken(base, slot, what, value),
    ),
  ]);
}

type Wrong = readonly [what: string, value: JsonValue];

function broken(base: BodyBase, slot: Slot, what: string, value: JsonValue | undefined): Candidate {
  const { path } = slot;
  return {
    group: 'broken',
    title: `${path.join('.')} ${what}`,
    aim: 'broken',
    parts: (fresh) => ({ value: freshBody(base, fresh, { path, value }) }),
  };
}

/** A value of every type; those that the schema takes are dropped when it is asked. */
function wrongTypes(base: BodyBase, slot: Slot): Wrong[] {
  const right = valueOf(base.value, slot.path) ?? null;
  const isNumeric = slot.schema.types.includes('integer');
  return [
    ['as null', null],
    ['as true', true],
    ['as false', false],
    ['as an integer', 42],
    ['as zero', 0],
    ['as a fraction', 1.5],
    ['as a string', 'seven'],
    ['as an empty string', ''],
    ['as a number in a string', isNumeric ? showJson(right) : '42'],
    ['inside an array', [right]],
    ['as an empty array', []],
    ['inside an object', { value: right }],
    ['as an empty object', {}],
  ];
}

function outOfRange({ schema }: Slot): Wrong[] {
  const { types, minLength, maxLength } = schema;
  const wrong: Wrong[] = [];
  if (types.includes('integer')) {
    const range = integersOf(schema);
    if (range) {
      const span = range.maximum - range.minimum + 1n;
      // The last is what wraps round to 1 where an overflow goes unseen.
      for (const value of [range.minimum - 1n, range.maximum + 1n, span + 1n]) {
        wrong.push([showJson(value), exactNumber(String(value))]);
      }
      wrong.push(['1e400', exactNumber('1e400')]);
    }
    wrong.push(['-0.5', -0.5]);
  }
  if (types.includes('string')) {
    if (minLength > 0) wrong.push(['too short', 'x'.repeat(minLength - 1)]);
    if (maxLength !== undefined && maxLength < 100_000) {
      wrong.push(['too long', 'x'.repeat(maxLength + 1)]);
    }
    if (schema.pattern !== undefined) wrong.push(['against its pattern', '\u0007']);
  }
  return wrong;
}

function unlisted({ schema }: Slot): Wrong[] {
  return schema.values === undefined ? [] : [['outside its list', 'none of the listed values']];
}
