import type { Form, FormField } from '../model/form.ts';
import { writeParameter } from '../model/parameters/write-parameter.ts';
import { sampleFile } from '../model/sample-file.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { stringifyJson, textOf } from '../openapi/json/stringify-json.ts';
import { effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { sampleValue } from '../openapi/schema/sample-value.ts';
import { latin1 } from './latin1.ts';
import { type Part, writeMultipart } from './multipart.ts';

/** A form's bytes, and its Content-Type. */
export interface WrittenForm {
  readonly body: Uint8Array;
  readonly contentType: string;
}

const encoder = new TextEncoder();

/** Writes an object as a form; null has no text in a form, and is left out. */
export function writeForm(form: Form, value: JsonObject): WrittenForm {
  const entries = Object.entries(value)
    .filter(([, one]) => one !== null)
    .map(([name, one]) => [form.fields.get(name) ?? form.other(name), one] as const);
  if (form.isMultipart) return writeMultipart(entries.flatMap((entry) => partsOf(form, ...entry)));
  const pairs = entries.map(([{ parameter }, one]) => writeParameter(parameter, one));
  return {
    body: encoder.encode(pairs.filter((pair) => pair !== '').join('&')),
    contentType: 'application/x-www-form-urlencoded',
  };
}

function partsOf(form: Form, field: FormField, value: JsonValue): Part[] {
  const { name, isJson, style, explode } = field.parameter;
  const isEach = Array.isArray(value) && style === 'form' && explode;
  if (typeof value === 'object' && !isJson && !isEach) return styledParts(field, value);
  const items = isEach && !isJson ? value : [value];
  return items.map((item) => {
    const isFile = field.isFile && typeof item === 'string';
    const text = isJson ? stringifyJson(item) : textOf(item);
    return {
      name,
      filename: isFile ? filenameOf(field) : undefined,
      headers: headersOf(form, field, item, isFile),
      content: isFile ? item : latin1(encoder.encode(text)),
    };
  });
}

/** As in a query, but without its encoding. */
function styledParts({ parameter }: FormField, value: JsonValue): Part[] {
  const query = new URLSearchParams(writeParameter(parameter, value).replaceAll('+', '%2B'));
  return Array.from(query, ([name, text]) => {
    return { name, headers: new Map(), content: latin1(encoder.encode(text)) };
  });
}

/** Many a server goes by the end of the name. */
function filenameOf({ parameter: { name }, contentTypes }: FormField): string {
  return `${name}.${sampleFile(contentTypes)?.extension ?? 'bin'}`;
}

function headersOf(
  { root }: Form,
  { contentTypes, headers, parameter }: FormField,
  value: JsonValue,
  isFile: boolean,
): Map<string, string> {
  const isJson = parameter.isJson || isJsonObject(value);
  const usual = isFile ? 'application/octet-stream' : isJson ? 'application/json' : undefined;
  const type = sampleFile(contentTypes)?.contentType ?? contentTypes[0] ?? usual;
  const own = headers.filter(({ required }) => required);
  return new Map([
    ...(type === undefined ? [] : [['Content-Type', type] as const]),
    ...own.map((header) => {
      const sample = sampleValue(effectiveSchema(root, header.schemaPointer), { side: 'request' });
      return [header.name, writeParameter(header, sample)] as const;
    }),
  ]);
}
