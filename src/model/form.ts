/** Forms: what a document says of their fields (OpenAPI 3.1.0, 4.8.14.2 to 4.8.15). */
import { type JsonObject, objectOf } from '../openapi/json/json-value.ts';
import { isToken } from '../openapi/header-names.ts';
import { childPointer, followReferences, valueAt } from '../openapi/pointer.ts';
import { type EffectiveSchema, effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { type Parameter, type ParameterStyle, readParameter } from './parameters/parameter.ts';

/** A property of a form. */
export interface FormField {
  /** Its name, its schema, and how its value is written: as a parameter of a query is. */
  readonly parameter: Parameter;
  /** Whether its value is bytes: a text with a character for each. */
  readonly isFile: boolean;
  /** Media types that its part of a multipart form may have; empty where the document has none. */
  readonly contentTypes: readonly string[];
  /** Headers of its part, but Content-Type. */
  readonly headers: readonly Parameter[];
}

/** A form as a document has it. */
export interface Form {
  /** The document, which the schemas of fields are in. */
  readonly root: JsonObject;
  readonly isMultipart: boolean;
  /** JSON Pointer to the media type. */
  readonly pointer: string;
  /** By name, in the document's order. */
  readonly fields: ReadonlyMap<string, FormField>;
  /** The field of a name that the document doesn't have. */
  readonly other: (name: string) => FormField;
}

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)(?=;|\s|$)/i;

/** The form that a media type is; `undefined` where it is none. */
export function formOf(root: JsonObject, pointer: string, name: string): Form | undefined {
  const kind = FORM.exec(name)?.[0];
  if (kind === undefined) return undefined;
  const schemaOf = (): EffectiveSchema =>
    effectiveSchema(root, childPointer(pointer, 'schema'), 'every');
  const field = (key: string, schema: EffectiveSchema | undefined): FormField =>
    fieldOf(root, childPointer(pointer, 'encoding', key), key, schema);
  let fields: Form['fields'] | undefined;
  return {
    root,
    pointer,
    isMultipart: /^multipart/i.test(kind),
    // A document can have hundreds of forms, of which few are asked about.
    get fields() {
      fields ??= new Map(
        Array.from(schemaOf().properties, ([key, schema]) => [key, field(key, schema)]),
      );
      return fields;
    },
    other: (key) => field(key, schemaOf().additional),
  };
}

function fieldOf(
  root: JsonObject,
  pointer: string,
  name: string,
  schema: EffectiveSchema | undefined,
): FormField {
  const found = valueAt(root, pointer);
  const encoding = objectOf(found);
  const { style = 'form', explode = style === 'form', contentType } = encoding;
  // One of them makes it what it is in a query; without, its type says how it is written.
  const hasStyle = ['style', 'explode', 'allowReserved'].some((key) => encoding[key] !== undefined);
  const isTyped = !hasStyle && typeof contentType === 'string';
  const media = schema?.keyword('contentMediaType') ?? schema?.items?.keyword('contentMediaType');
  const types = isTyped ? contentType : typeof media === 'string' && !hasStyle ? media : '';
  const contentTypes = types === '' ? [] : types.split(',').map((type) => type.trim());
  return {
    parameter: {
      name,
      in: 'query',
      required: false,
      pointer,
      schemaPointer: schema?.pointers[0],
      style: style as ParameterStyle,
      explode: explode === true,
      isJson: isTyped ? /[/+]json\b/i.test(contentTypes[0]!) : !hasStyle && isObject(schema),
      allowEmptyValue: false,
    },
    isFile: [schema, schema?.items].some(isBytes),
    contentTypes,
    headers: headersOf(root, encoding, pointer),
  };
}

/** Whether a value of the schema is bytes, in a form or as a body. */
export function isBytes(schema: EffectiveSchema | undefined): boolean {
  if (schema?.types.includes('string') !== true) return false;
  if (schema.format === 'binary') return true;
  const isEncoded = schema.keyword('contentEncoding') !== undefined;
  return schema.keyword('contentMediaType') !== undefined && !isEncoded;
}

function isObject(schema: EffectiveSchema | undefined): boolean {
  return schema?.types.includes('object') === true && !schema.types.includes('string');
}

function headersOf(root: JsonObject, { headers }: JsonObject, pointer: string): Parameter[] {
  return Object.keys(objectOf(headers))
    .filter((name) => isToken(name) && name.toLowerCase() !== 'content-type')
    .map((name) => {
      const at = followReferences(root, childPointer(pointer, 'headers', name));
      return { ...readParameter(root, at), name, in: 'header' };
    });
}
