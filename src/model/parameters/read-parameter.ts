import { exactNumber } from '../../openapi/json/exact-number.ts';
import { type JsonObject, type JsonValue, setProperty } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import type { SchemaIssue } from '../../openapi/schema/check.ts';
import { compileSchema } from '../../openapi/schema/compile-schema.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import type { Parameter } from './parameter.ts';
import { decodePercent, pairOf, percentEncoded } from '../../openapi/percent.ts';

/** Where a request's parameters stand, as it was sent. */
export interface ParameterSource {
  /** What stands in the path in place of `{name}`, still encoded. */
  pathPart(name: string): string | undefined;
  /** The query's pairs in order, still encoded. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** The whole query, still encoded. */
  readonly querystring?: string | undefined;
  /** By lowercase name. */
  header(name: string): string | undefined;
}

/** What a parameter's text says; `undefined` where the parameter isn't there. */
export type ReadParameter = (source: ParameterSource) => JsonValue | undefined;

/** A text that can't be read as what its style says. */
export class UnreadableParameter extends Error {}

/**
 * Makes the reader of a parameter: the inverse of `writeParameter`, with exact integers.
 *
 * @param isOthers Whether a name in the query is another parameter's, and so no property of an
 *   object that has any. Default: none is.
 */
export function parameterReader(
  root: JsonValue,
  parameter: Parameter,
  isOthers: (name: string) => boolean = () => false,
): ReadParameter {
  const { name, in: place } = parameter;
  const values = new ValueReader(root, parameter);
  switch (place) {
    case 'query':
      return (source) => values.query(source.query, isOthers);
    case 'header':
      return (source) => values.text(source.header(name.toLowerCase()), (same) => same);
    case 'querystring':
      return (source) => values.text(source.querystring || undefined, decode);
    case 'cookie':
      if (parameter.style === 'cookie') {
        return (source) => values.query(plainCookies(source.header('cookie')), isOthers);
      }
      return (source) => values.text(cookieIn(source.header('cookie'), name), decode);
    default:
      return (source) => values.path(source.pathPart(name));
  }
}

/** What the document finds wrong with the text of a response's header; nothing where it has no schema. */
export function headerIssues(
  root: JsonValue,
  header: Parameter,
  text: string,
): readonly SchemaIssue[] {
  const { name, schemaPointer } = header;
  if (schemaPointer === undefined) return [];
  const value = new ValueReader(root, header).text(text, (same) => same);
  const validate = compileSchema(root, schemaPointer, 'response');
  return value === undefined ? [] : validate(value, `the header ${name}`);
}

/** Whether a query has a parameter's name without a value, which `allowEmptyValue` allows. */
export function isEmptyIn(query: ParameterSource['query'], { name }: Parameter): boolean {
  return query.findLast(([key]) => nameIn(key) === name)?.[1] === '';
}

type Decode = (text: string) => string;

/** A text, and the keys that lead to it in an object that is written as several. */
interface Entry {
  readonly keys: readonly string[];
  readonly text: string;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

class ValueReader {
  readonly #root: JsonValue;
  readonly #parameter: Parameter;
  readonly #schema: EffectiveSchema;
  readonly #form: 'scalar' | 'array' | 'object';
  /** Whether an object's properties can have any name. */
  readonly #isFree: boolean;

  constructor(root: JsonValue, parameter: Parameter) {
    this.#root = root;
    this.#parameter = parameter;
    this.#schema = effectiveSchema(root, parameter.schemaPointer);
    this.#form = parameter.isJson ? 'scalar' : formOf(this.#schema);
    this.#isFree = isFree(this.#schema);
  }

  query(
    pairs: ParameterSource['query'],
    isOthers: (name: string) => boolean,
  ): JsonValue | undefined {
    const { name, style, explode } = this.#parameter;
    if (this.#form !== 'scalar' && style === 'deepObject') {
      const deep = this.#object(pairs.flatMap(([key, text]) => entryOf(key, text, name)));
      if (deep !== undefined || this.#form === 'object') return deep;
    }
    if (this.#form === 'object' && explode) {
      const entries = pairs.map(([key, text]) => ({ keys: [nameIn(key)] as const, text }));
      return this.#object(
        entries.filter(({ keys: [key] }) => {
          return this.#schema.properties.has(key) || (this.#isFree && !isOthers(key));
        }),
      );
    }
    const texts = pairs.filter(([key]) => nameIn(key) === name).map(([, text]) => text);
    if (texts.length === 0) return undefined;
    return this.#form === 'array' && explode
      ? texts.map((text) => this.#scalar(decodeForm(text), this.#schema.items))
      : this.text(texts.at(-1), decodeForm);
  }

  /** What stands in a path, with what the style puts in front of it. */
  path(raw: string | undefined): JsonValue | undefined {
    const { style, explode } = this.#parameter;
    if (style === 'label') return this.text(raw?.replace(/^\./, ''), decode);
    // An exploded one has the name in front of each part.
    const isWhole = style !== 'matrix' || (explode && this.#form !== 'scalar');
    return this.text(isWhole ? raw : raw?.replace(/^;[^=]*=?/, ''), decode);
  }

  /** @param decodes Undoes percent-encoding after the text is taken apart. */
  text(raw: string | undefined, decodes: Decode): JsonValue | undefined {
    if (raw === undefined) return undefined;
    if (this.#parameter.isJson) return this.#json(decodes(raw));
    if (this.#form === 'scalar') return this.#scalar(decodes(raw), this.#schema);
    const value = this.#composite(raw, decodes);
    const isValid = (candidate: JsonValue): boolean => {
      const [outermost] = this.#schema.pointers;
      return (
        outermost === undefined || compileSchema(this.#root, outermost)(candidate).length === 0
      );
    };
    if (!raw.includes('%') || isValid(value)) return value;
    // Many clients encode delimiters, too: so it is meant where nothing else can be.
    const meant = this.#composite(decodes(raw), (same) => same);
    return isValid(meant) ? meant : value;
  }

  #composite(raw: string, decodes: Decode): JsonValue {
    const { style, explode, in: place } = this.#parameter;
    const isNamed = place === 'path' && style === 'matrix' && explode;
    const whole = raw === '' ? [] : raw.split(this.#separator());
    const parts = isNamed ? whole.filter((part) => part !== '') : whole;
    if (this.#form === 'array') {
      const texts = isNamed ? parts.map((part) => pairOf(part)[1]) : parts;
      return texts.map((text) => this.#scalar(decodes(text), this.#schema.items));
    }
    const pairs = explode
      ? parts.map(pairOf)
      : parts.flatMap((part, i) => (i % 2 === 0 ? [[part, parts[i + 1] ?? ''] as const] : []));
    const object: JsonObject = {};
    for (const [name, text] of pairs) {
      const key = decodes(name);
      setProperty(object, key, this.#scalar(decodes(text), propertyOf(this.#schema, key)));
    }
    return object;
  }

  #separator(): string | RegExp {
    const { style, explode, in: place } = this.#parameter;
    if (place === 'path' && explode && style === 'label') return '.';
    if (place === 'path' && explode && style === 'matrix') return ';';
    if (style === 'spaceDelimited') return /%20|\+| /;
    return style === 'pipeDelimited' ? /%7C|\|/i : place === 'header' ? /\s*,\s*/ : ',';
  }

  #object(entries: readonly Entry[]): JsonValue | undefined {
    return entries.length === 0 ? undefined : this.#tree(entries, this.#schema);
  }

  /** What several texts say together: those with the same keys are an array's items. */
  #tree(entries: readonly Entry[], schema: EffectiveSchema | undefined): JsonValue {
    const inner = entries.filter(({ keys }) => keys.length > 0);
    const isList = schema === undefined ? isNumbered(inner) : formOf(schema) === 'array';
    if (inner.length === 0) {
      const texts = entries.map(({ text }) => decodeForm(text));
      const isArray = isList || (schema === undefined && texts.length > 1);
      if (!isArray) return this.#scalar(texts.at(-1) ?? '', schema);
      return texts.map((text) => this.#scalar(text, schema?.items));
    }
    // `[]` is a new item each time, `[0]` the same.
    const groups = Map.groupBy(inner, (entry) => {
      const [key = ''] = entry.keys;
      return isList && key === '' ? entry : key;
    });
    const parts = Array.from(groups, ([key, group]) => {
      const rest = group.map(({ keys, text }) => ({ keys: keys.slice(1), text }));
      const member = typeof key === 'string' && !isList ? propertyOf(schema, key) : schema?.items;
      return [typeof key === 'string' ? key : '', this.#tree(rest, member)] as const;
    });
    if (isList) return parts.map(([, value]) => value);
    const object: JsonObject = {};
    for (const [key, value] of parts) setProperty(object, key, value);
    return object;
  }

  #json(text: string): JsonValue {
    const parsed = parseJson(text);
    if (parsed.ok) return parsed.value;
    throw new UnreadableParameter(`is not well-formed JSON: ${parsed.message}`);
  }

  /** Of all that a text can mean, what the schema takes; else the text, if it takes texts at all. */
  #scalar(text: string, schema: EffectiveSchema | undefined): JsonValue {
    const outermost = schema?.pointers[0];
    if (schema === undefined || outermost === undefined) return text;
    const readings: JsonValue[] = [];
    if (NUMBER.test(text)) readings.push(exactNumber(text));
    if (text === 'true' || text === 'false') readings.push(text === 'true');
    if (text === 'null') readings.push(null);
    // Of what is inside another, no style tells: the writer has it as JSON.
    const inside = /^[[{]/.test(text) && formOf(schema) !== 'scalar' ? parseJson(text) : undefined;
    if (inside?.ok === true) readings.push(inside.value);
    const validate = compileSchema(this.#root, outermost);
    const valid = readings.find((value) => validate(value).length === 0);
    const [nearest = text] = schema.types.includes('string') ? [] : readings;
    // Not `??`: null is a value.
    return valid === undefined ? nearest : valid;
  }
}

function formOf({ types }: EffectiveSchema): 'scalar' | 'array' | 'object' {
  const isOpen = types.length > 4 || types.includes('string');
  const form = types.find((type) => type === 'array' || type === 'object');
  return isOpen || form === undefined ? 'scalar' : form;
}

/** Whether a schema names no properties, or allows others beside them on purpose. */
function isFree(schema: EffectiveSchema): boolean {
  const additional = schema.keyword('additionalProperties');
  return additional !== false && (schema.properties.size === 0 || additional !== undefined);
}

/** Whether an object of the schema may have a property of this name. */
export function hasMember(schema: EffectiveSchema, name: string): boolean {
  return formOf(schema) === 'object' && (schema.properties.has(name) || isFree(schema));
}

function propertyOf(schema: EffectiveSchema | undefined, key: string): EffectiveSchema | undefined {
  return schema?.properties.get(key) ?? schema?.additional;
}

function isNumbered(entries: readonly Entry[]): boolean {
  return entries.length > 0 && entries.every(({ keys: [key = ''] }) => /^\d*$/.test(key));
}

/** More keys than anyone sends would exhaust the stack. */
const MAX_KEYS = 32;

/** `name[a][b]=text`, with or without its brackets encoded; nothing for another name. */
function entryOf(key: string, text: string, name: string): Entry[] {
  const isEncoded = !key.includes('[');
  const plain = isEncoded ? nameIn(key) : key;
  const [, outer = '', inside] = /^([^[]*)\[(.*)\]$/s.exec(plain) ?? [];
  if (inside === undefined || (isEncoded ? outer : nameIn(outer)) !== name) return [];
  const keys = inside.split('][').map((part) => (isEncoded ? part : nameIn(part)));
  return keys.length > MAX_KEYS ? [] : [{ keys, text }];
}

/** @throws {UnreadableParameter} where it is no percent-encoding of UTF-8. */
function decode(text: string): string {
  const decoded = decodePercent(text);
  if (decoded === undefined) throw new UnreadableParameter('is not well-formed percent-encoding');
  return decoded;
}

/** Of a form, `+` is a blank (URL Standard, 5.1). */
function decodeForm(text: string): string {
  return decode(text.replaceAll('+', '%20'));
}

/** A name in a query or a form; another parameter's may be damaged: it is taken as it is. */
export function nameIn(text: string): string {
  return decodePercent(text.replaceAll('+', '%20')) ?? text;
}

/** The value of a cookie, as it is in the header Cookie. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  return cookies(header).find(([key]) => key.trim() === name)?.[1];
}

/** RFC 6265, 4.2.1. */
function cookies(header: string | undefined): (readonly [name: string, value: string])[] {
  return header === undefined ? [] : header.split(/;\s*/).map(pairOf);
}

/** Of cookies that are not encoded, as a query would have them (OpenAPI 3.2.0, 4.12.2.2, "cookie"). */
function plainCookies(header: string | undefined): ParameterSource['query'] {
  const encoded = (text: string): string => text.trim().replaceAll(/[%+]/g, percentEncoded);
  return cookies(header).map(([name, value]) => [encoded(name), encoded(value)]);
}
