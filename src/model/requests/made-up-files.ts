import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { type EffectiveSchema, impliedType } from '../../openapi/schema/effective-schema.ts';
import { sampleValue } from '../../openapi/schema/sample-value.ts';
import { type Form, isBytes } from '../form.ts';
import { parseMediaType } from '../media-type.ts';
import type { MediaType } from '../operation.ts';
import { UNKNOWN_BYTES, sampleFile } from '../sample-file.ts';

/** Bodies that are neither JSON nor a form, where the media type tells enough to make one up. */
export function sampleTexts({ name }: MediaType, schema: EffectiveSchema): JsonValue[] {
  // A schema has nothing to say of bytes (OpenAPI 3.1.0, 4.8.14.1); of a text, it would.
  const isOpaque = !/[/+]xml\b|^text\//.test(name) && impliedType(schema) === undefined;
  const known = sampleFile([name])?.content;
  if (isOpaque || isBytes(schema)) return [known ?? UNKNOWN_BYTES];
  const isPlain = parseMediaType(name)?.essence === 'text/plain';
  const isText = impliedType(schema) === 'string' && !/[/+]xml\b/.test(name);
  if (isText && !isPlain && known !== undefined) return [known];
  return isPlain || isText ? [sampleValue(schema, { side: 'request' })] : [];
}

/**
 * A form with files that suit their media types in place of made-up texts. A file of which nothing
 * tells what it is to be is left out where it is optional.
 */
export function withMadeUpFiles(
  value: JsonValue,
  { form }: MediaType,
  { required }: EffectiveSchema,
): JsonValue {
  if (form === undefined || !isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
    const field = form.fields.get(name);
    if (field?.isFile !== true) return [[name, member]];
    const content = sampleFile(field.contentTypes)?.content;
    if (content === undefined) return required.has(name) ? [[name, member]] : [];
    return [[name, Array.isArray(member) ? member.map(() => content) : content]];
  });
  return Object.fromEntries(entries);
}

/** The first file of a form that a service may have rules of its own about; `undefined` where none is. */
export function openFile(form: Form | undefined, value: JsonValue | undefined): string | undefined {
  if (form === undefined || value === undefined || !isJsonObject(value)) return undefined;
  return [...form.fields.values()].find(({ isFile, contentTypes, parameter: { name } }) => {
    const known = sampleFile(contentTypes)?.content;
    const member = isFile ? value[name] : undefined;
    return member !== undefined && [member].flat().some((content) => content !== known);
  })?.parameter.name;
}

/** Whether a body is bytes of a kind of which nothing tells what is taken. */
export function isUnknownBytes({ name, form }: MediaType, value: JsonValue): boolean {
  return form === undefined && value === UNKNOWN_BYTES && sampleFile([name]) === undefined;
}
