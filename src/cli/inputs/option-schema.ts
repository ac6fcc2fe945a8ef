type Parser = (text: string, ...previous: never[]) => unknown;

/** As much JSON Schema as an option needs. */
export interface OptionSchema {
  readonly type: 'array' | 'integer' | 'number' | 'string';
  readonly [keyword: string]: unknown;
}

const schemas = new WeakMap<Parser, OptionSchema>();

/** Says in JSON Schema which values an option's parser takes, for the config file's schema. */
export function withSchema<Own extends Parser>(parser: Own, schema: OptionSchema): Own {
  schemas.set(parser, schema);
  return parser;
}

/** What {@link withSchema} said of a parser. */
export function schemaOf(parser: Parser | undefined): OptionSchema | undefined {
  return parser === undefined ? undefined : schemas.get(parser);
}

/** A parser for an option that can be given several times. */
export const several: (value: string, values?: readonly string[]) => string[] = withSchema(
  (value: string, values: readonly string[] = []) => [...values, value],
  { type: 'array', items: { type: 'string' } },
);
