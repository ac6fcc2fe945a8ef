import type { JsonValue } from '../../../openapi/json/json-value.ts';
import { showJson } from '../../../openapi/json/stringify-json.ts';
import { type BodyBase, type Slot, freshBody, valueOf } from '../../../model/requests/body-base.ts';
import { brokenValues } from './broken-values.ts';
import type { Candidate } from './candidate.ts';

/** Bodies in which one property is missing or has a value that the schema forbids. */
export function brokenValueCandidates(base: BodyBase): Candidate[] {
  return base.slots.flatMap((slot) => [
    ...(slot.required ? [broken(base, slot, 'missing', undefined)] : []),
    ...[...wrongTypes(base, slot), ...brokenValues(slot.schema)].map(([what, value]) =>
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
