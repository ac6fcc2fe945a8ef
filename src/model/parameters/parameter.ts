import { type JsonObject, type JsonValue, objectOf } from '../../openapi/json/json-value.ts';
import { exampleValue } from '../example.ts';
import { childPointer, followReferences, valueAt } from '../../openapi/pointer.ts';

/** How an array or object is written (OpenAPI 3.1.0, 4.8.12.2, "style"). */
export type ParameterStyle =
  | 'matrix'
  | 'label'
  | 'simple'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'cookie';

/** A parameter, or a response's header (OpenAPI 3.1.0, 4.8.12 and 4.8.21). */
export interface Parameter {
  readonly name: string;
  /** `querystring` is a whole query that isn't written as pairs. */
  readonly in: 'query' | 'querystring' | 'header' | 'path' | 'cookie';
  readonly required: boolean;
  readonly pointer: string;
  readonly schemaPointer?: string | undefined;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  /** Its value is written as JSON: it has `content` in place of a schema and a style. */
  readonly isJson: boolean;
  /** Of a query: a value without characters stands for none. */
  readonly allowEmptyValue: boolean;
  /** The first of its own examples that has a value. */
  readonly example?: JsonValue | undefined;
}

/** The parameter at a pointer, references followed. */
export function readParameter(root: JsonObject, pointer: string): Parameter {
  const found = valueAt(root, pointer);
  const value = objectOf(found);
  const { content } = value;
  // It has one entry only.
  const [media] = Object.keys(objectOf(content));
  const location = (value['in'] ?? 'header') as Parameter['in'];
  // A query that is a form is what its fields are as parameters (OpenAPI 3.2.0, 4.12).
  const isForm =
    location === 'querystring' && /^application\/x-www-form-urlencoded\b/i.test(media ?? '');
  const place = isForm ? 'query' : location;
  const style = (value['style'] ?? usualStyle(place)) as ParameterStyle;
  const owner =
    media === undefined ? pointer : followReferences(root, childPointer(pointer, 'content', media));
  const schemaPointer = childPointer('schema' in value ? pointer : owner, 'schema');
  const isJson = media !== undefined && /[/+]json$/i.test(media);
  const held = valueAt(root, owner);
  const { example, examples } = objectOf(held);
  const named = Object.keys(objectOf(examples))
    .values()
    .map((key) => {
      return exampleValue(root, childPointer(owner, 'examples', key), isJson);
    });
  return {
    name: typeof value['name'] === 'string' ? value['name'] : '',
    in: place,
    required: value['required'] === true || place === 'path',
    pointer,
    schemaPointer: valueAt(root, schemaPointer) === undefined ? undefined : schemaPointer,
    style,
    explode:
      typeof value['explode'] === 'boolean' ? value['explode'] : /^(?:form|cookie)$/.test(style),
    isJson,
    allowEmptyValue: value['allowEmptyValue'] === true,
    example: example ?? named.find((namedExample) => namedExample !== undefined),
  };
}

function usualStyle(place: Parameter['in']): ParameterStyle {
  return place === 'query' || place === 'cookie' ? 'form' : 'simple';
}
