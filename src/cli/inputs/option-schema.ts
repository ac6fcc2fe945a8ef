type Parser = (text: string, ...previous: never[]) => unknown;

const schemas = new WeakMap<Parser, object>();

/** Says in JSON Schema which values an option's parser takes, for the config file's schema. */
export function withSchema<Own extends Parser>(parser: Own, schema: object): Own {
  schemas.set(parser, schema);
  return parser;
}

/** What {@link withSchema} said of a parser. */
export function schemaOf(parser: Parser | undefined): object | undefined {
  return parser === undefined ? undefined : schemas.get(parser);
}

/** A parser for an option that can be given several times. */
export const several: (value: string, values?: readonly string[]) => string[] = withSchema(
  (value: string, values: readonly string[] = []) => [...values, value],
  { type: 'array', items: { type: 'string' } },
);
