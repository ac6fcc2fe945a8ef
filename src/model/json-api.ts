/** Where JSON:API has what other documents have in the resource itself (1.1, 7). */
import {
  type JsonObject,
  getProperty,
  objectOf,
  pickProperties,
  setProperty,
} from '../openapi/json/json-value.ts';
import type { EffectiveSchema } from '../openapi/schema/effective-schema.ts';

/** Whether it only holds what is meant: `data` around resources, and what is around what refers to them (7.2.3). */
export function isWrapper(key: string): boolean {
  return key === 'data' || key === 'relationships';
}

/** Whether a property is the resource's own: in itself, or in its `attributes` (7.2.2). */
export function isTopLevel(path: readonly string[]): boolean {
  return path.length === 1 || (path.length === 2 && path[0] === 'attributes');
}

/** Where a resource has its fields, which share one namespace (7.2.2). */
const FIELDS: readonly string[] = ['attributes', 'relationships'];

/** Whether a resource that is in an envelope has its fields in {@link FIELDS}: others mean something else by these. */
export function hasFields(envelope: readonly string[]): boolean {
  return envelope.at(-1) === 'data';
}

/** What a resource that has its fields in {@link FIELDS} has beside them, which its server knows better than whoever asks (7.2). */
const BESIDE: ReadonlySet<string> = new Set(['type', 'links', 'meta']);

/**
 * Whether a property of such a resource is the server's to tell: what is beside its fields, all fields of which none is
 * sent, and what is a field, too.
 */
export function isServersOwn(name: string, schema: EffectiveSchema, sent: JsonObject): boolean {
  if (fieldHolders(schema).length === 0) return false;
  const isLacking = FIELDS.includes(name) && !Object.hasOwn(sent, name);
  return BESIDE.has(name) || isLacking || isFieldToo(name, schema);
}

/** What a schema says of the properties of a value. */
export type Members = Pick<EffectiveSchema, 'properties' | 'required' | 'additional' | 'items'>;

/** The schema of a resource with its fields as properties of its own. */
export function flatSchema(schema: EffectiveSchema): Members {
  const { additional, items } = schema;
  const all = [...schema.properties];
  const fields = all.flatMap(([name, held]) => (isHolder(name, held) ? [...held.properties] : []));
  const others = all.filter(
    ([name, property]) => !isHolder(name, property) && !(BESIDE.has(name) && fields.length > 0),
  );
  // As in a flat resource: by any name but `id`, a field is meant.
  const properties = [...others, ...fields, ...others.filter(([name]) => name === 'id')];
  const required = [...schema.required].flatMap((name) => {
    const property = schema.properties.get(name);
    return property && isHolder(name, property) ? [...property.required] : [name];
  });
  return { properties: new Map(properties), required: new Set(required), additional, items };
}

/** A resource with its fields as properties of its own, too. */
export function flat(resource: JsonObject): JsonObject {
  return { ...resource, ...fieldsOf(resource), ...pickProperties(resource, ['id']) };
}

/** Whether a request that has its fields beside each other means a field by a name that the resource has, too: a `type` of its own. */
export function isFieldToo(name: string, { properties }: EffectiveSchema): boolean {
  const isHeld = properties
    .entries()
    .some(([key, held]) => isHolder(key, held) && held.properties.has(name));
  return name !== 'id' && properties.has(name) && isHeld;
}

/** Where a place in a resource is when that is {@link flat}. */
export function flatPath([first, ...rest]: readonly string[]): readonly string[] {
  return first === undefined || FIELDS.includes(first) ? rest : [first, ...rest];
}

/**
 * A resource that is changed while it is flat, put back, with the type and id that it has to have (7.2.1).
 *
 * @param schemas What it may have.
 */
export function changedFlat(
  resource: JsonObject,
  schemas: readonly EffectiveSchema[],
  change: (resource: JsonObject) => JsonObject,
): JsonObject {
  // Others, too, have resources in `data`, and what they call `type` can be changed.
  if (!schemas.some(({ properties }) => FIELDS.some((name) => properties.has(name)))) {
    return change(resource);
  }
  const fields = fieldsOf(resource);
  const own = pickProperties(resource, ['type', 'id']);
  const others = Object.entries(resource).filter(([name]) => !FIELDS.includes(name));
  const changed = change({
    ...Object.fromEntries(others),
    ...fields,
    ...pickProperties(own, ['id']),
  });
  const isField = (name: string): boolean => Object.hasOwn(fields, name);
  const whole = { ...own, ...inFields({ ...own, ...changed }, schemas, isField) };
  const isMissing = (name: string): boolean => schemas[0]!.required.has(name) && !whole[name];
  const empty = FIELDS.filter(isMissing).map((name) => [name, {}] as const);
  return { ...whole, ...Object.fromEntries(empty) };
}

/**
 * A resource of which the properties stand where the first schema that knows them has them: in itself, or in its fields.
 *
 * @param isField Whether a name that both have is a field's. Default: where the resource itself has nothing in its fields.
 */
export function inFields(
  resource: JsonObject,
  schemas: readonly EffectiveSchema[],
  isField: (name: string) => boolean = () => isFlat(resource),
): JsonObject {
  const whole: JsonObject = {};
  const held: [holder: string, fields: JsonObject][] = [];
  for (const [name, value] of Object.entries(resource)) {
    const holder = holderOf(name, schemas, isField);
    if (holder === undefined) setProperty(whole, name, value);
    else held.push([holder, { [name]: value }]);
  }
  for (const [holder, field] of held)
    whole[holder] = { ...objectOf(getProperty(whole, holder)), ...field };
  return whole;
}

/** What schemas of resources say of their fields. */
export function fieldSchemas(schemas: readonly EffectiveSchema[]): EffectiveSchema[] {
  return schemas.flatMap((schema) =>
    fieldHolders(schema).map((name) => schema.properties.get(name)!),
  );
}

/** The keys below which a resource of a schema has its fields. */
export function fieldHolders({ properties }: EffectiveSchema): string[] {
  return [...properties].flatMap(([name, held]) => (isHolder(name, held) ? [name] : []));
}

/** Whether a resource has its fields beside each other. */
export function isFlat(resource: JsonObject): boolean {
  return !FIELDS.some((name) => Object.hasOwn(resource, name));
}

/** Where the first schema that knows a property has it; `undefined` where that is the resource itself, or none knows it. */
function holderOf(
  name: string,
  schemas: readonly EffectiveSchema[],
  isField: (name: string) => boolean,
): string | undefined {
  for (const schema of schemas) {
    const { properties } = schema;
    if (properties.has(name) && !(isFieldToo(name, schema) && isField(name))) return undefined;
    const holder = [...properties].find(
      ([key, held]) => isHolder(key, held) && held.properties.has(name),
    );
    if (holder !== undefined) return holder[0];
  }
  return undefined;
}

function isHolder(name: string, { properties }: EffectiveSchema): boolean {
  return FIELDS.includes(name) && properties.size > 0;
}

function fieldsOf(resource: JsonObject): JsonObject {
  return Object.assign({}, ...FIELDS.map((name) => objectOf(getProperty(resource, name))));
}
