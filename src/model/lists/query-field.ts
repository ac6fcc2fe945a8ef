/** What a request can say of a list: in parameters of its query and in its body, and in the fields of both. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  type JsonValue,
  isJsonObject,
  objectOf,
  propertyAt,
} from '../../openapi/json/json-value.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { valueAt } from '../../openapi/pointer.ts';
import { plainName } from '../resources/names.ts';
import { requestShape } from '../body-shapes.ts';
import type { Operation } from '../operation.ts';
import type { Parameter } from '../parameters/parameter.ts';

/** A parameter of the query, a field of one (`page[size]` of `page`), or a field of the body. */
export interface QueryField {
  /** The parameter that it is, or is in; `undefined` where the body has it. */
  readonly parameter?: Parameter | undefined;
  /** Keys that lead to it from the parameter's value, or from the body. */
  readonly keys: readonly string[];
  /** As people know it: `limit`, `page[size]`; `size` where the fields of `page` are sent by themselves. */
  readonly name: string;
  readonly schema: EffectiveSchema;
  /** Whether no request does without what it is in, or without itself. */
  readonly isRequired: boolean;
  /** Where the document has it. */
  readonly pointer: string | undefined;
  /** What the document itself says that it does, as `x-list-role`. */
  readonly role?: string | undefined;
  /** What it says to people. Default: nothing. */
  readonly description?: string | undefined;
  /** Where it is one of a list of conditions, what the others of it have as well. Default: it stands alone. */
  readonly condition?: Condition | undefined;
}

/** A condition such as `{"field": "price", "op": "gt", "value": 7}`. */
export interface Condition {
  /** All of it but its value. */
  readonly fixed: Readonly<Record<string, string>>;
  /** Which property has the value. */
  readonly value: string;
  /** Whether that is a list of values, of which any will do. */
  readonly isOfSeveral: boolean;
  /** How many there can be. Default: any number. */
  readonly most: number | undefined;
}

/** The name of the extension that says what a parameter of a list does. */
const LIST_ROLE = 'x-list-role';

/** Names of a field that says which properties an answer has (JSON:API 1.1, 6.3; OData 4.01, 5.1.4). */
const CHOOSING =
  /^(?:\$?select|(?:include|return|only)?[-_]?fields?(?:\[[^\]]*\])?|projection|columns|_source)$/i;

/** Whether a field of the query is called as those that say which properties an answer has. */
export function choosesFields(name: string): boolean {
  return CHOOSING.test(name);
}

/** All that a request can ask an operation for: in its query, and in the body of what doesn't just read. */
export function queryFields(document: OpenApiDocument, operation: Operation): QueryField[] {
  const isPosted = operation.method !== 'GET';
  return [
    ...operation.parameters.flatMap((parameter) => fieldsOf(document, parameter)),
    ...(isPosted ? fieldsBelow(requestShape(document, operation)) : []),
  ];
}

function fieldsOf({ root }: OpenApiDocument, parameter: Parameter): QueryField[] {
  if (parameter.in !== 'query') return [];
  const { required: isRequired, pointer } = parameter;
  const schema = effectiveSchema(root, parameter.schemaPointer);
  if (parameter.style === 'deepObject' || schema.properties.size > 0) {
    const isSpread = parameter.style === 'form' && parameter.explode;
    return [...schema.properties].map(([key, field]) => {
      const name = isSpread ? key : `${parameter.name}[${key}]`;
      return { parameter, keys: [key], name, isRequired, pointer, ...saidOf(field) };
    });
  }
  const written = valueAt(root, pointer);
  const { [LIST_ROLE]: role, description } = objectOf(written);
  const texts = { role: textIn(role), description: textIn(description) };
  return [{ parameter, keys: [], name: parameter.name, schema, isRequired, pointer, ...texts }];
}

/** So deep are fields of a body looked for. */
const DEPTH = 3;

/** Objects that only hold what a request asks for: what is in them is called as it would be without them. */
const GROUP =
  /^(?:filters?|where|criteria|conditions?|query|search|params|options|paging|pagination|pageable)$/i;

function fieldsBelow(
  body: EffectiveSchema,
  above: Pick<QueryField, 'keys' | 'name' | 'isRequired'> = {
    keys: [],
    name: '',
    isRequired: true,
  },
): QueryField[] {
  return [...body.properties].flatMap(([key, schema]): QueryField[] => {
    if (schema.readOnly) return [];
    const place = {
      keys: [...above.keys, key],
      name: above.name === '' ? key : `${above.name}.${key}`,
      isRequired: above.isRequired && body.required.has(key),
    };
    const isHolder = schema.properties.size > 0 && place.keys.length < DEPTH;
    if (isHolder)
      return fieldsBelow(schema, GROUP.test(key) ? { ...place, name: above.name } : place);
    const itself = { ...place, pointer: schema.pointers[0], ...saidOf(schema) };
    return [itself, ...conditionsIn(itself)];
  });
}

/** What conditions ask for: the property, how it stands to a value, and the value. */
const PARTS: readonly RegExp[] = [
  /^(?:field|property|attribute|column|path|name|key)(?:name)?$/,
  /^(?:op|operator|operation|comparison|comparator|condition|predicate)$/,
  /^(?:value|operand)$/,
];

/** How a value stands to another one, as a name says it: `price gt`. Equal needs no word. */
const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ...['=', '==', 'eq', 'equal', 'equals', 'is'].map((way) => [way, ''] as const),
  ...['>', 'gt', 'greaterthan'].map((way) => [way, 'gt'] as const),
  ...['>=', 'gte', 'ge'].map((way) => [way, 'gte'] as const),
  ...['<', 'lt', 'lessthan'].map((way) => [way, 'lt'] as const),
  ...['<=', 'lte', 'le'].map((way) => [way, 'lte'] as const),
  ...['!=', '<>', 'ne', 'neq', 'notequal', 'notequals'].map((way) => [way, 'ne'] as const),
  ...['in', 'isin', 'anyof', 'oneof'].map((way) => [way, 'in'] as const),
]);

/** The fields that a list of conditions stands for: one for each property and each way to compare it. */
function conditionsIn(list: QueryField): QueryField[] {
  const { properties } = list.schema.items ?? { properties: new Map<string, EffectiveSchema>() };
  const [field, op, value] = PARTS.map((part) =>
    [...properties].find(([name]) => part.test(plainName(name))),
  );
  if (field === undefined || op === undefined || value === undefined) return [];
  const textsOf = ({ values = [] }: EffectiveSchema): string[] =>
    values.filter((text) => typeof text === 'string');
  return textsOf(field[1]).flatMap((property) =>
    textsOf(op[1]).flatMap((way): QueryField[] => {
      const word = COMPARISONS.get(plainName(way) || way);
      const isOfSeveral = word === 'in';
      if (word === undefined || !canBe(value[1], isOfSeveral)) return [];
      const fixed = { [field[0]]: property, [op[0]]: way };
      const name = `${property} ${word}`.trim();
      const condition = { fixed, value: value[0], isOfSeveral, most: list.schema.maxItems };
      return [{ ...list, name, schema: value[1], isRequired: false, condition }];
    }),
  );
}

/** Whether a condition can have several values, or one. */
function canBe({ types }: EffectiveSchema, isOfSeveral: boolean): boolean {
  return types.some((type) => (type === 'array') === isOfSeveral);
}

/** What each of several values is that a field takes; `undefined` where it takes one. */
export function itemOfSeveral({ schema, condition }: QueryField): EffectiveSchema | undefined {
  return condition?.isOfSeveral === false ? undefined : schema.items;
}

function saidOf(schema: EffectiveSchema): Pick<QueryField, 'schema' | 'role' | 'description'> {
  const [role, description] = [LIST_ROLE, 'description'].map((keyword) =>
    textIn(schema.keyword(keyword)),
  );
  return { schema, role, description };
}

function textIn(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value.trim() : undefined;
}

/** Values of parameters by `in name`, such as `query limit`, and the body as `body`. */
export type ParameterValues = ReadonlyMap<string, JsonValue>;

/** What a request says in a field. */
export function givenIn(
  { parameter, keys, condition }: Pick<QueryField, 'parameter' | 'keys' | 'condition'>,
  values: ParameterValues,
): JsonValue | undefined {
  const whole = values.get(parameter === undefined ? 'body' : `query ${parameter.name}`);
  const given = propertyAt(whole, keys);
  if (condition === undefined) return given;
  const all = Array.isArray(given) ? given.filter((item) => isJsonObject(item)) : [];
  const meant = all.find((item) =>
    Object.entries(condition.fixed).every(([name, text]) => item[name] === text),
  );
  return meant?.[condition.value];
}

/** What a request says in a field, else its default. */
export function valueOfField(field: QueryField, values: ParameterValues): JsonValue | undefined {
  return givenIn(field, values) ?? field.schema.keyword('default');
}

/** What a request says, with its body. */
export function withBody(parameters: ParameterValues, sent: JsonValue): ParameterValues {
  return new Map([...parameters, ['body', sent]]);
}
