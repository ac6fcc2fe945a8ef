/** What filters of a list are asked for. */
import { type JsonValue, isJsonNumber } from '../../openapi/json/json-value.ts';
import { exactNumber } from '../../openapi/json/exact-number.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { anotherValue } from '../../openapi/schema/another-value.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { Filter } from '../../model/lists/filters.ts';
import { valueOf } from '../../model/lists/item-properties.ts';
import type { QueryField } from '../../model/lists/query-field.ts';
import type { Resource } from './oracle.ts';

/** A value of a property as the filter takes it; `undefined` where it doesn't. */
export function sentFor({ field }: Filter, value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined || value === null) return undefined;
  const { schema } = field;
  const single = Array.isArray(value) ? value[0] : value;
  if (single === undefined || single === null) return undefined;
  const sent = schema.items === undefined ? asText(single, field) : [single];
  return isValidFor(sent, schema, 'request') ? sent : undefined;
}

/** Where the document has a number as a text. */
function asText(value: JsonValue, { schema: { types } }: QueryField): JsonValue {
  const isText = types.includes('string') && !types.includes('integer');
  return isText && typeof value !== 'string' ? textOf(value) : value;
}

/** Values that the resources have, and some that are on one side of them, then on the other. */
export function wantedValues(filter: Filter, [plain, ...others]: readonly Resource[]): JsonValue[] {
  const { field, operator, property } = filter;
  const value = valueOf(property, plain!.view);
  if (value === undefined || value === null) return [];
  const single = Array.isArray(value) ? (value[0] ?? null) : value;
  const item = field.schema.items ?? field.schema;
  const isEqual = operator === '=' || operator === 'in' || operator === 'contains';
  const had = others
    .map(({ view }) => valueOf(property, view))
    .find((one) => typeof one === typeof single && !equalJson(one ?? null, single));
  const beside = isEqual ? [had ?? anotherValue(item, single, 'request')] : distant(single, filter);
  // No resource has the identity 0, which may stand for none or for all.
  const zero = isJsonNumber(single) && !isEqual ? [0] : [];
  const several = isListed(filter, value) ? pairsOf(single, beside[0]) : [];
  const alone = [single, ...beside, ...zero].flatMap((one) => sentFor(filter, one) ?? []);
  const sent = [...alone, ...several.filter((one) => isValidFor(one, field.schema, 'request'))];
  return sent.filter((one, i) => sent.findIndex((other) => equalJson(one, other)) === i);
}

/** Whether several values can be asked for, of which an item has one. */
function isListed({ field: { schema } }: Filter, value: JsonValue): boolean {
  return schema.items !== undefined && !Array.isArray(value);
}

/** Any of them will do, whichever comes first. */
function pairsOf(value: JsonValue, other: JsonValue | undefined): JsonValue[] {
  if (other === undefined) return [];
  return [
    [value, other],
    [other, value],
  ];
}

const DAY_MS = 86_400_000;

/** Below and above a number or a time; numbers of which the texts have another order, where these are allowed. */
function distant(value: JsonValue, filter: Filter): (JsonValue | undefined)[] {
  if (isJsonNumber(value)) {
    const [whole = ''] = textOf(value).replace('-', '').split('.');
    const ways = [
      ['9'.repeat(Math.max(1, whole.length - 1)), `${Number(whole) - 1}`],
      [`1${'0'.repeat(whole.length)}`, `${Number(whole) + 1}`],
    ];
    // What is compared as whole numbers is the same half a step further.
    const half = filter.operator.startsWith('>') ? whole : `${Number(whole) - 1}`;
    return [...ways, [`${half}.5`]].map((texts) =>
      texts.map(exactNumber).find((one) => sentFor(filter, one) !== undefined),
    );
  }
  const text = typeof value === 'string' ? value : '';
  const time = Date.parse(text);
  if (Number.isNaN(time)) return [];
  const length = text.length === 10 ? 10 : undefined;
  return [-1, 1].map((days) => new Date(time + days * DAY_MS).toISOString().slice(0, length));
}
