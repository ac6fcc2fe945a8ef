import { type JsonObject, isJsonObject } from '../src/openapi/json/json-value.ts';

const REFERENCE = /^#\/components\/schemas\/(.+)$/;

/** Numbers as people must know them; the rest is as the document says it. */
const FORMATS: Readonly<Record<string, { type: string; note: string }>> = {
  int64: { type: 'number | bigint', note: 'int64: a `bigint` where `number` would round it' },
  int32: { type: 'number', note: 'int32' },
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
};

/**
 * The document's schemas as TypeScript interfaces.
 *
 * @param names What each is called in code. Default: its own name.
 * @throws {Error} for a schema that is more than an object of plain values.
 */
export function schemaTypes(schemas: JsonObject, names: Readonly<Record<string, string>>): string {
  const nameOf = (name: string): string => names[name] ?? name;
  return Object.entries(schemas)
    .map(([name, schema]) => interfaceOf(nameOf(name), schema as JsonObject, nameOf))
    .join('\n');
}

function interfaceOf(name: string, schema: JsonObject, nameOf: (name: string) => string): string {
  const parts = (schema['allOf'] as JsonObject[] | undefined) ?? [schema];
  const bases = parts.flatMap(({ $ref }) => {
    const [, base] = REFERENCE.exec(String($ref)) ?? [];
    return base === undefined ? [] : [nameOf(base)];
  });
  const heading = bases.length === 0 ? name : `${name} extends ${bases.join(', ')}`;
  const members = parts.flatMap(membersOf);
  return `${comment(schema, [], '')}export interface ${heading} {\n${members.join('')}}\n`;
}

function membersOf(schema: JsonObject): string[] {
  const required = (schema['required'] as string[] | undefined) ?? [];
  return Object.entries((schema['properties'] as JsonObject | undefined) ?? {}).map(
    ([key, property]) => member(key, property, required.includes(key)),
  );
}

function member(key: string, property: unknown, isRequired: boolean): string {
  const schema = isJsonObject(property as JsonObject) ? (property as JsonObject) : {};
  const format = FORMATS[String(schema['format'])];
  const type = format?.type ?? TYPES[String(schema['type'])];
  if (type === undefined) {
    throw new Error(
      `Failed to write the type of ${key}: it is no plain value. Extend this script.`,
    );
  }
  const notes = format === undefined ? [] : [format.note];
  return `${comment(schema, notes, '  ')}  ${key}${isRequired ? '' : '?'}: ${type};\n`;
}

function comment(schema: JsonObject, notes: readonly string[], indent: string): string {
  const sentences = [String(schema['description']), ...notes].map((one) => one.replace(/\.$/, ''));
  return `${indent}/** ${sentences.join('. ')}. */\n`;
}
