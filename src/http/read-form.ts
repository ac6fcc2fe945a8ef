import type { Form, FormField } from '../model/form.ts';
import { findMediaType } from '../model/media-type.ts';
import type { Parameter } from '../model/parameters/parameter.ts';
import {
  type ParameterSource,
  UnreadableParameter,
  hasMember,
  nameIn,
  parameterReader,
} from '../model/parameters/read-parameter.ts';
import { type JsonObject, type JsonValue, setProperty } from '../openapi/json/json-value.ts';
import { pairOf } from '../openapi/percent.ts';
import { childPointer } from '../openapi/pointer.ts';
import { compileSchema } from '../openapi/schema/compile-schema.ts';
import { effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { utf8Text } from './body-text.ts';
import { bytesOf } from './latin1.ts';
import { MalformedMultipart, type Part, readMultipart } from './multipart.ts';

/** How a form breaks its encoding. */
export interface FormFault {
  /** JSON Pointer into the document. */
  readonly pointer: string;
  readonly keyword: string;
  readonly reason: string;
}

/** What a body that is a form says, as JSON: a file is a text with a character for each byte. */
export type FormReading =
  | { readonly ok: true; readonly value: JsonObject; readonly faults: readonly FormFault[] }
  /** It is no form; the message completes "the body …". */
  | { readonly ok: false; readonly message: string };

/** Reads a body as a form, with exact integers: the inverse of `writeForm`. */
export function readForm(
  form: Form,
  body: Uint8Array,
  contentType: string | undefined,
): FormReading {
  const faults: FormFault[] = [];
  const value: JsonObject = {};
  try {
    const parts = form.isMultipart ? readMultipart(body, contentType) : [];
    const pairs = form.isMultipart
      ? parts.flatMap((part) => pairOfPart(form, part))
      : pairsOf(body);
    const [ofName, partsOf] = [
      Map.groupBy(pairs, ([name]) => nameIn(name)),
      Map.groupBy(parts, ({ name }) => name),
    ];
    for (const field of fieldsIn(form, [...ofName.keys(), ...partsOf.keys()])) {
      const { name } = field.parameter;
      const ownParts = partsOf.get(name) ?? [];
      faults.push(...ownParts.flatMap((part) => partFaults(form, field, part)));
      const isFile = field.isFile && ownParts.length > 0;
      // Of the document's own, the style tells which names it has.
      const sent = form.fields.has(name) ? pairs : (ofName.get(name) ?? []);
      const read = isFile ? filesOf(form, field, ownParts) : readField(form, field, sent, faults);
      if (read !== undefined) setProperty(value, name, read);
    }
  } catch (error) {
    if (error instanceof MalformedMultipart) return { ok: false, message: error.message };
    throw error;
  }
  return { ok: true, value, faults };
}

type Pairs = ParameterSource['query'];

function pairsOf(body: Uint8Array): Pairs {
  const text = utf8Text(body);
  if (text === undefined) throw new MalformedMultipart('is not well-formed UTF-8');
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map(pairOf);
}

/** A part that is no file, as it would stand in a query. */
function pairOfPart(form: Form, { name, filename, content }: Part): Pairs {
  const field = form.fields.get(name) ?? form.other(name);
  if (field.isFile) return [];
  const text = utf8Text(bytesOf(content)) ?? (filename === undefined ? undefined : content);
  if (text !== undefined) return [[encodeURIComponent(name), withoutEncoding(field, text)]];
  throw new MalformedMultipart(`has a part ${JSON.stringify(name)} that is not well-formed UTF-8`);
}

/** What takes the items of a list apart is not encoded, and nothing else has a meaning. */
function withoutEncoding({ parameter: { style, explode } }: FormField, text: string): string {
  const encoded = encodeURIComponent(text);
  return style === 'form' && !explode ? encoded.replaceAll('%2C', ',') : encoded;
}

/** The document's fields, and one for each further name that was sent. */
function fieldsIn(form: Form, sent: readonly string[]): FormField[] {
  const known = [...form.fields.values()];
  const objects = known.filter(({ parameter }) => !parameter.isJson);
  const isInside = (name: string): boolean =>
    objects.some(({ parameter: { name: property, style, explode, schemaPointer } }) => {
      if (style === 'deepObject') return name.startsWith(`${property}[`);
      const isSpread = style === 'form' && explode;
      return isSpread && hasMember(effectiveSchema(form.root, schemaPointer), name);
    });
  const others = sent.filter((name) => !form.fields.has(name) && !isInside(name));
  return [...known, ...Array.from(new Set(others), form.other)];
}

function readField(
  form: Form,
  { parameter }: FormField,
  query: Pairs,
  faults: FormFault[],
): JsonValue | undefined {
  const { name, pointer, schemaPointer = pointer } = parameter;
  const source = { query, pathPart: () => undefined, header: () => undefined };
  try {
    const isOthers = (other: string): boolean => other !== name && form.fields.has(other);
    return parameterReader(form.root, parameter, isOthers)(source);
  } catch (error) {
    if (!(error instanceof UnreadableParameter)) throw error;
    faults.push({ pointer: schemaPointer, keyword: 'syntax', reason: `${name} ${error.message}` });
    return undefined;
  }
}

/** A file's bytes, or those of several where the schema has a list of them. */
function filesOf(form: Form, { parameter }: FormField, parts: readonly Part[]): JsonValue {
  const { types } = effectiveSchema(form.root, parameter.schemaPointer);
  const contents = parts.map(({ content }) => content);
  return types.includes('string') ? contents.at(-1)! : contents;
}

/** Bytes of which nothing is said (RFC 2046, 4.5.1): a browser names the type of the very file. */
const ARBITRARY = 'application/octet-stream';

/** What is wrong with what stands around a part's content. */
function partFaults(form: Form, field: FormField, part: Part): FormFault[] {
  const { name, pointer } = field.parameter;
  const type = part.headers.get('content-type');
  const documented = field.contentTypes.map((type) => {
    return { name: type === ARBITRARY ? '*/*' : type, pointer, examples: {} };
  });
  const isOther = type !== undefined && documented.length > 0 && !findMediaType(documented, type);
  const wanted = field.contentTypes.join(' or ');
  const other: FormFault = {
    pointer: childPointer(pointer, 'contentType'),
    keyword: 'contentType',
    reason: `the part ${name} must be ${wanted}, got ${JSON.stringify(type)}`,
  };
  return [
    ...(isOther ? [other] : []),
    ...field.headers.flatMap((header) => headerFaults(form, header, part)),
  ];
}

function headerFaults({ root }: Form, header: Parameter, { name, headers }: Part): FormFault[] {
  const label = `the header ${header.name} of the part ${name}`;
  const text = headers.get(header.name.toLowerCase());
  const at = childPointer(header.pointer, 'required');
  const missing = { pointer: at, keyword: 'required', reason: `${label} is required` };
  if (text === undefined) return header.required ? [missing] : [];
  const read = parameterReader(root, header);
  const value = read({ query: [], pathPart: () => undefined, header: () => text });
  if (header.schemaPointer === undefined || value === undefined) return [];
  const issues = compileSchema(root, header.schemaPointer, 'request')(value, label);
  return issues.map(({ schemaPointer: pointer, keyword, message: reason }) => {
    return { pointer, keyword, reason };
  });
}
