/** What of a schema this script understands. */
export type Schema = {
  $ref?: string;
  allOf?: Schema[];
  type?: string;
  format?: string;
  description?: string;
  required?: string[];
  properties?: Record<string, Schema>;
};

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
 * The document's schemas as TypeScript types: no interfaces, which would be no JSON objects to the compiler.
 *
 * @param names What each is called in code. Default: its own name.
 * @throws {Error} for a schema that is more than an object of plain values.
 */
export function schemaTypes(
  schemas: Readonly<Record<string, Schema>>,
  names: Readonly<Record<string, string>>,
): string {
  const nameOf = (name: string): string => names[name] ?? name;
  return Object.entries(schemas)
    .map(([name, schema]) => typeAlias(nameOf(name), schema, schemas))
    .join('\n');
}

type Schemas = Readonly<Record<string, Schema>>;

function typeAlias(name: string, schema: Schema, schemas: Schemas): string {
  const lines = members(schema, schemas);
  return `${comment(schema, '')}export type ${name} = {\n${lines.join('')}};\n`;
}

function members(
  { $ref = '', allOf = [], properties = {}, required = [] }: Schema,
  schemas: Schemas,
): string[] {
  const [, base = ''] = REFERENCE.exec($ref) ?? [];
  const inherited = [...allOf, ...[schemas[base] ?? []].flat()];
  const lines = Object.entries(properties).map(([key, schema]) => {
    const mark = required.includes(key) ? '' : '?';
    return `${comment(schema, '  ')}  ${key}${mark}: ${typeOf(key, schema)};\n`;
  });
  return [...inherited.flatMap((schema) => members(schema, schemas)), ...lines];
}

function typeOf(key: string, { type = '', format = '' }: Schema): string {
  const found = FORMATS[format]?.type ?? TYPES[type];
  if (found !== undefined) return found;
  throw new Error(`Failed to write the type of ${key}: it is no plain value. Extend this script.`);
}

function comment({ description = '', format = '' }: Schema, indent: string): string {
  const sentences = [description, FORMATS[format]?.note ?? ''].filter(
    (sentence) => sentence !== '',
  );
  return `${indent}/** ${sentences.map((sentence) => sentence.replace(/\.$/, '')).join('. ')}. */\n`;
}
