import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { type EffectiveSchema, impliedType } from '../../openapi/schema/effective-schema.ts';
import { sampleValue } from '../../openapi/schema/sample-value.ts';
import { type Form, isBytes } from '../form.ts';
import { parseMediaType } from '../media-type.ts';
import type { MediaType } from '../operation.ts';
import { UNKNOWN_BYTES, likelyFiles, sampleFile } from '../sample-file.ts';

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

/** A form with files that suit their media types, or their names, in place of made-up texts. */
export function withMadeUpFiles(value: JsonValue, mediaType: MediaType): JsonValue {
  return formsWithFiles(value, mediaType)[0] ?? value;
}

/** The same with other files each time, where nothing but their names tells what they are; none where no file is in it. */
export function formsWithFiles(value: JsonValue, { form }: MediaType): JsonValue[] {
  if (form === undefined || !isJsonObject(value)) return [];
  const files = [...form.fields.values()].flatMap(
    ({ isFile, contentTypes, parameter: { name } }) => {
      const known = sampleFile(contentTypes);
      return isFile && value[name] !== undefined
        ? [{ name, files: known ? [known] : likelyFiles(name) }]
        : [];
    },
  );
  const kinds = Math.max(0, ...files.map((file) => file.files.length));
  return Array.from({ length: kinds }, (_, kind) => {
    const contents = files.map(({ name, files: all }): [string, JsonValue] => {
      const { content } = all[kind] ?? all[0]!;
      const member = value[name];
      return [name, Array.isArray(member) ? member.map(() => content) : content];
    });
    return { ...value, ...Object.fromEntries(contents) };
  });
}

/** The first file of a form that a service may have rules of its own about; `undefined` where none is. */
export function openFile(form: Form | undefined, value: JsonValue | undefined): string | undefined {
  if (form === undefined || !isJsonObject(value)) return undefined;
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
