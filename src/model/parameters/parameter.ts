import { type JsonObject, type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { childPointer, valueAt } from '../../openapi/pointer.ts';

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
  const media = mediaTypeOf(value);
  return {
    name: typeof value['name'] === 'string' ? value['name'] : '',
    in: place,
    required: value['required'] === true || place === 'path',
    pointer,
    schemaPointer: schemaPointer(value, pointer, media),
    style,
    explode: typeof value['explode'] === 'boolean' ? value['explode'] : style === 'form',
    isJson: media !== undefined && /[/+]json$/i.test(media),
    allowEmptyValue: value['allowEmptyValue'] === true,
    example: value['example'] ?? namedExample(root, value),
  };
}

function usualStyle(place: Parameter['in']): ParameterStyle {
  return place === 'query' || place === 'cookie' ? 'form' : 'simple';
}

/** `content` has one entry only. */
function mediaTypeOf({ content }: JsonObject): string | undefined {
  return isJsonObject(content) ? Object.keys(content)[0] : undefined;
}

function schemaPointer(
  value: JsonObject,
  pointer: string,
  media: string | undefined,
): string | undefined {
  if ('schema' in value) return childPointer(pointer, 'schema');
  const { content } = value;
  const entry = media !== undefined && isJsonObject(content) ? content[media] : undefined;
  if (media === undefined || !isJsonObject(entry) || !('schema' in entry)) return undefined;
  return childPointer(pointer, 'content', media, 'schema');
}

function namedExample(root: JsonObject, { examples }: JsonObject): JsonValue | undefined {
  const [first] = isJsonObject(examples) ? Object.values(examples) : [];
  if (!isJsonObject(first)) return undefined;
  const reference = first['$ref'];
  const target = typeof reference === 'string' ? valueAt(root, reference.slice(1)) : first;
  return isJsonObject(target) ? target['value'] : undefined;
}
