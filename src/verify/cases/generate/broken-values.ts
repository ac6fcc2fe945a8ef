import { exactNumber } from '../../../openapi/json/exact-number.ts';
import type { JsonValue } from '../../../openapi/json/json-value.ts';
import { showJson } from '../../../openapi/json/stringify-json.ts';
import { type EffectiveSchema, integersOf } from '../../../openapi/schema/effective-schema.ts';
import { isTextFormat } from '../../../openapi/schema/keywords/text-format.ts';

type Wrong = [what: string, value: JsonValue];

/** Values of the right type that a schema forbids. Those that it takes after all are to be dropped. */
export function brokenValues(schema: EffectiveSchema): Wrong[] {
  return [...outOfRange(schema), ...wrongTexts(schema), ...wrongLists(schema), ...unlisted(schema)];
}

function outOfRange(schema: EffectiveSchema): Wrong[] {
  const { types, minimum, maximum, multipleOf } = schema;
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
  if (types.includes('integer') || types.includes('number')) {
    if (typeof minimum === 'number') wrong.push(['below its minimum', minimum - 1]);
    if (typeof maximum === 'number') wrong.push(['above its maximum', maximum + 1]);
    if (typeof multipleOf === 'number') wrong.push(['between its steps', multipleOf / 2]);
  }
  return wrong;
}

function wrongTexts({ types, minLength, maxLength, pattern, format }: EffectiveSchema): Wrong[] {
  if (!types.includes('string')) return [];
  const wrong: Wrong[] = [];
  if (minLength > 0) wrong.push(['too short', 'x'.repeat(minLength - 1)]);
  if (maxLength !== undefined && maxLength < 100_000) {
    wrong.push(['too long', 'x'.repeat(maxLength + 1)]);
  }
  if (pattern !== undefined) {
    wrong.push(['against its pattern', '\u0007'], ['against its pattern, readable', '!?']);
  }
  if (format !== undefined && isTextFormat(format)) {
    wrong.push([`that is no ${format}`, `no ${format}`]);
    const nearly = NEARLY[format];
    if (nearly !== undefined) wrong.push([`that is nearly a ${format}`, nearly]);
  }
  return wrong;
}

/** What a careless check takes for one. */
const NEARLY: Readonly<Record<string, string>> = {
  date: '2023-02-30',
  'date-time': '2024-02-29 12:00',
  uuid: '123e4567-e89b-42d3-a456-42661417400',
  email: 'someone.example.com',
  uri: '/relative/path',
  ipv4: '192.0.2.256',
};

function wrongLists({ types, minItems, maxItems, uniqueItems, items }: EffectiveSchema): Wrong[] {
  if (!types.includes('array') || items.length === 0) return [];
  const wrong: Wrong[] = [];
  if (minItems > 0) wrong.push(['with too few items', []]);
  if (maxItems !== undefined && maxItems < 1000) {
    wrong.push(['with too many items', Array.from({ length: maxItems + 1 }, (_, i) => `x${i}`)]);
  }
  if (uniqueItems) wrong.push(['with an item twice', ['x', 'x']]);
  return wrong;
}

function unlisted({ values }: EffectiveSchema): Wrong[] {
  if (values === undefined) return [];
  const [first] = values;
  const wrong: Wrong[] = [['outside its list', 'none of the listed values']];
  if (typeof first === 'string' && first.toUpperCase() !== first) {
    wrong.push(['in capitals', first.toUpperCase()]);
  }
  if (typeof first === 'number') wrong.push(['beside its list', 987_654]);
  return wrong;
}
