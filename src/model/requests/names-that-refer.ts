/** What a body may lack where a service refuses it: its optional properties, above all those that name something. */
import type { JsonObject } from '../../openapi/json/json-value.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';

/** What its properties are called that may name something elsewhere. */
export function namesThatRefer({ properties }: EffectiveSchema): ReadonlySet<string> {
  const some = [...properties].filter(([name, schema]) => isId(name) || isBareText(schema));
  return new Set(some.map(([name]) => name));
}

function isId(name: string): boolean {
  return /(?:Id|ID|_id|Key|_key)s?$/.test(name);
}

/** Whether it is a text of which the schema says no more than how it is written. */
function isBareText({ types, values, format = 'uuid' }: EffectiveSchema): boolean {
  return types.includes('string') && values === undefined && NAMING.has(format);
}

/** Formats of texts by which things are told apart. */
const NAMING: ReadonlySet<string> = new Set(['uuid', 'int64', 'uint64']);

/** The body without its optional properties, or those of them that a test is true of. */
export function withoutOptional(
  body: JsonObject,
  { required }: EffectiveSchema,
  isOne: (name: string) => boolean = () => true,
): JsonObject {
  const members = Object.entries(body).filter(([name]) => required.has(name) || !isOne(name));
  return Object.fromEntries(members);
}
