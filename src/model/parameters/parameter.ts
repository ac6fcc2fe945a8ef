import { type JsonObject, type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { childPointer, followReferences, valueAt } from '../../openapi/pointer.ts';

/** How an array or object is written (OpenAPI 3.1.0, 4.8.12.2, "style"). */
export type ParameterStyle =
  | 'matrix'
  | 'label'
  | 'simple'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject';

/** A parameter, or a response's header (OpenAPI 3.1.0, 4.8.12 and 4.8.21). */
export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header' | 'path' | 'cookie';
  readonly required: boolean;
  readonly pointer: string;
  readonly schemaPointer?: string | undefined;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  /** Its value is written as JSON: it has `content` in place of a schema and a style. */
  readonly isJson: boolean;
  /** Of a query: a value without characters stands for none. */
  readonly allowEmptyValue: boolean;
  /** The first of its own examples. */
  readonly example?: JsonValue | undefined;
}

/** The parameter at a pointer, references followed. */
export function readParameter(root: JsonObject, pointer: string): Parameter {
  const found = valueAt(root, pointer);
  const value = isJsonObject(found) ? found : {};
  const place = (value['in'] ?? 'header') as Parameter['in'];
  const style = (value['style'] ?? usualStyle(place)) as ParameterStyle;
  const { content, examples } = value;
  // It has one entry only.
  const [media] = isJsonObject(content) ? Object.keys(content) : [];
  const owner = media === undefined ? pointer : childPointer(pointer, 'content', media);
  const schemaPointer = childPointer('schema' in value ? pointer : owner, 'schema');
  const [named] = isJsonObject(examples) ? Object.keys(examples) : [];
  return {
    name: typeof value['name'] === 'string' ? value['name'] : '',
    in: place,
    required: value['required'] === true || place === 'path',
    pointer,
    schemaPointer: valueAt(root, schemaPointer) === undefined ? undefined : schemaPointer,
    style,
    explode: typeof value['explode'] === 'boolean' ? value['explode'] : style === 'form',
    isJson: media !== undefined && /[/+]json$/i.test(media),
    allowEmptyValue: value['allowEmptyValue'] === true,
    example: value['example'] ?? namedExample(root, pointer, named),
  };
}

function usualStyle(place: Parameter['in']): ParameterStyle {
  return place === 'query' || place === 'cookie' ? 'form' : 'simple';
}

function namedExample(
  root: JsonObject,
  pointer: string,
  name: string | undefined,
): JsonValue | undefined {
  if (name === undefined) return undefined;
  const example = followReferences(root, childPointer(pointer, 'examples', name));
  return valueAt(root, childPointer(example, 'value'));
}
