import { type JsonValue, objectOf } from '../../openapi/json/json-value.ts';

/** So much is made up for one list: more would keep whoever asks for it waiting. */
const MOST_LEAVES = 2000;

/** As many values as are wanted; fewer where each of them has very much in it. */
export function atMost<Value extends JsonValue>(
  count: number,
  make: (i: number) => Value,
): Value[] {
  const made: Value[] = [];
  for (let [i, left] = [0, MOST_LEAVES]; i < count && left > 0; i += 1) {
    const value = make(i);
    left -= leavesIn(value);
    made.push(value);
  }
  return made;
}

function leavesIn(value: JsonValue): number {
  const parts = Array.isArray(value) ? value : Object.values(objectOf(value));
  return parts.reduce<number>((sum, part) => sum + leavesIn(part), 1);
}
