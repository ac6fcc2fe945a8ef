/** What a request can say in its query: parameters, and the fields of those that are objects. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonValue, getProperty, isJsonObject } from '../../openapi/json/json-value.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { valueAt } from '../../openapi/pointer.ts';
import type { Operation } from '../operation.ts';
import type { Parameter } from '../parameters/parameter.ts';

/** A parameter of the query, or a field of one: `page[size]` of `page`. */
export interface QueryField {
  readonly parameter: Parameter;
  /** The key in the parameter's value, where that is an object. */
  readonly key?: string | undefined;
  /** As it is sent: `limit`, `page[size]`; `size` where the fields of `page` are sent by themselves. */
  readonly name: string;
  readonly schema: EffectiveSchema;
  /** What the document itself says that it does, as `x-list-role`. */
  readonly role?: string | undefined;
  /** What it says to people. Default: nothing. */
  readonly description?: string | undefined;
}

/** The name of the extension that says what a parameter of a list does. */
const LIST_ROLE = 'x-list-role';

/** All that an operation's query can have. */
export function queryFields({ root }: OpenApiDocument, { parameters }: Operation): QueryField[] {
  return parameters.flatMap((parameter): QueryField[] => {
    if (parameter.in !== 'query') return [];
    const schema = effectiveSchema(root, parameter.schemaPointer);
    if (parameter.style === 'deepObject' || schema.properties.size > 0) {
      const isSpread = parameter.style === 'form' && parameter.explode;
      return [...schema.properties].map(([key, field]) => {
        const role = textIn(field.keyword(LIST_ROLE));
        const description = textIn(field.keyword('description'));
        const name = isSpread ? key : `${parameter.name}[${key}]`;
        return { parameter, key, name, schema: field, role, description };
      });
    }
    const written = valueAt(root, parameter.pointer);
    const { [LIST_ROLE]: role, description } = isJsonObject(written) ? written : {};
    const texts = { role: textIn(role), description: textIn(description) };
    return [{ parameter, name: parameter.name, schema, ...texts }];
  });
}

function textIn(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value.trim() : undefined;
}

/** Values of parameters by `in name`, such as `query limit`. */
export type ParameterValues = ReadonlyMap<string, JsonValue>;

/** What a request says in a field. */
export function givenIn(
  { parameter, key }: Pick<QueryField, 'parameter' | 'key'>,
  values: ParameterValues,
): JsonValue | undefined {
  const whole = values.get(`query ${parameter.name}`);
  if (key === undefined) return whole;
  return isJsonObject(whole) ? getProperty(whole, key) : undefined;
}

/** What a request says in a field, else its default. */
export function valueOfField(field: QueryField, values: ParameterValues): JsonValue | undefined {
  return givenIn(field, values) ?? field.schema.keyword('default');
}
