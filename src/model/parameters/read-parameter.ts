import { exactNumber } from '../../openapi/json/exact-number.ts';
import { type JsonObject, type JsonValue, setProperty } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { compileSchema } from '../../openapi/schema/compile-schema.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import type { Parameter } from './parameter.ts';

/** Where a request's parameters stand, as it was sent. */
export interface ParameterSource {
  /** What stands in the path in place of `{name}`, still encoded. */
  pathPart(name: string): string | undefined;
  /** The query's pairs in order, still encoded. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** By lowercase name. */
  header(name: string): string | undefined;
}

/** What a parameter's text says; `undefined` where the parameter isn't there. */
export type ReadParameter = (source: ParameterSource) => JsonValue | undefined;

/** A text that can't be read as what its style says. */
export class UnreadableParameter extends Error {}

/** Makes the reader of a parameter: the inverse of `writeParameter`, with exact integers. */
export function parameterReader(root: JsonValue, parameter: Parameter): ReadParameter {
  const { name, in: place, schemaPointer } = parameter;
  const schema = effectiveSchema(root, schemaPointer);
  const values = new ValueReader(root, parameter, schema);
  switch (place) {
    case 'query':
      return (source) => values.query(source.query);
    case 'header':
      return (source) => values.text(source.header(name.toLowerCase()));
    case 'cookie':
      return (source) => values.text(cookie(source.header('cookie'), name), decode);
    default:
      return (source) => values.text(withoutPrefix(parameter, source.pathPart(name)), decode);
  }
}

type Decode = (text: string) => string;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

class ValueReader {
  readonly #root: JsonValue;
  readonly #parameter: Parameter;
  readonly #schema: EffectiveSchema;
  readonly #form: 'scalar' | 'array' | 'object';

  constructor(root: JsonValue, parameter: Parameter, schema: EffectiveSchema) {
    this.#root = root;
    this.#parameter = parameter;
    this.#schema = schema;
    const isOpen = schema.types.length > 4 || schema.types.includes('string');
    const form = schema.types.find((type) => type === 'array' || type === 'object');
    this.#form = isOpen || form === undefined ? 'scalar' : form;
  }

  query(pairs: ParameterSource['query']): JsonValue | undefined {
    const { name, style, explode, isJson } = this.#parameter;
    const own = pairs.filter(([key]) => nameIn(key) === name).map(([, value]) => value);
    if (!isJson && this.#form === 'object' && (style === 'deepObject' || explode)) {
      return this.#spread(pairs, style === 'deepObject');
    }
    if (own.length === 0) return undefined;
    if (!isJson && this.#form === 'array' && explode) {
      return own.map((text) => this.#item(decodeForm(text)));
    }
    if (own.at(-1) === '' && this.#parameter.allowEmptyValue) return undefined;
    return this.text(own.at(-1), decodeForm);
  }

  /** @param decodes Undoes percent-encoding after the text is taken apart. */
  text(text: string | undefined, decodes: Decode = (same) => same): JsonValue | undefined {
    if (text === undefined) return undefined;
    if (this.#parameter.isJson) return this.#json(decodes(text));
    if (this.#form === 'scalar') return this.#scalar(decodes(text), this.#schema);
    const { explode } = this.#parameter;
    const parts = text === '' ? [] : text.split(this.#separator()).map(decodes);
    if (this.#form === 'array') return parts.map((part) => this.#item(part));
    const pairs = explode
      ? parts.map((part) => part.split(/=(.*)/s, 2))
      : parts.flatMap((part, i) => (i % 2 === 0 ? [[part, parts[i + 1] ?? '']] : []));
    return this.#object(pairs.map(([key = '', value = '']) => [key, value]));
  }

  #separator(): string | RegExp {
    const { style, explode, in: place, name } = this.#parameter;
    if (place === 'path' && explode && style === 'label') return '.';
    if (place === 'path' && explode && style === 'matrix') {
      return this.#form === 'array' ? `;${name}=` : ';';
    }
    if (style === 'spaceDelimited') return /%20|\+/;
    return style === 'pipeDelimited' ? /%7C|\|/i : place === 'header' ? /\s*,\s*/ : ',';
  }

  /** Pairs of the query that are an object's own. */
  #spread(pairs: ParameterSource['query'], isDeep: boolean): JsonObject | undefined {
    const { name } = this.#parameter;
    const own = pairs.flatMap(([key, value]): [string, string][] => {
      const plain = nameIn(key);
      if (!isDeep) return this.#schema.properties.has(plain) ? [[plain, decodeForm(value)]] : [];
      const isOwn = plain.startsWith(`${name}[`) && plain.endsWith(']');
      return isOwn ? [[plain.slice(name.length + 1, -1), decodeForm(value)]] : [];
    });
    return own.length === 0 ? undefined : this.#object(own);
  }

  #object(pairs: readonly (readonly [string, string])[]): JsonObject {
    const object: JsonObject = {};
    for (const [key, text] of pairs) {
      const { properties, additional } = this.#schema;
      setProperty(object, key, this.#scalar(text, properties.get(key) ?? additional));
    }
    return object;
  }

  #item(text: string): JsonValue {
    return this.#scalar(text, this.#schema.items);
  }

  #json(text: string): JsonValue {
    const parsed = parseJson(text);
    if (parsed.ok) return parsed.value;
    throw new UnreadableParameter(`is not well-formed JSON: ${parsed.message}`);
  }

  /** Of all that a text can mean, what the schema takes; else the text, if it takes texts at all. */
  #scalar(text: string, schema: EffectiveSchema | undefined): JsonValue {
    const readings: JsonValue[] = [];
    if (NUMBER.test(text)) readings.push(exactNumber(text));
    if (text === 'true' || text === 'false') readings.push(text === 'true');
    if (text === 'null') readings.push(null);
    const outermost = schema?.pointers[0];
    if (schema === undefined || outermost === undefined) return text;
    const validate = compileSchema(this.#root, outermost);
    const valid = readings.find((value) => validate(value).length === 0);
    const [nearest = text] = schema.types.includes('string') ? [] : readings;
    // Not `??`: null is a value.
    return valid === undefined ? nearest : valid;
  }
}

/** @throws {UnreadableParameter} where it is no percent-encoding of UTF-8. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UnreadableParameter('is not well-formed percent-encoding');
  }
}

/** Of a form, `+` is a blank (URL Standard, 5.1). */
function decodeForm(text: string): string {
  return decode(text.replaceAll('+', '%20'));
}

/** Another parameter's name may be damaged: it is taken as it is. */
function nameIn(text: string): string {
  try {
    return decodeForm(text);
  } catch {
    return text;
  }
}

/** What the style puts in front of a path's value. */
function withoutPrefix(
  { style, name, explode }: Parameter,
  text: string | undefined,
): string | undefined {
  if (style === 'label') return text?.replace(/^\./, '');
  if (style !== 'matrix') return text;
  return text?.startsWith(`;${name}=`) === true
    ? text.slice(name.length + 2)
    : text?.replace(explode ? /^;/ : /^;[^=]*=/, '');
}

/** RFC 6265, 4.2.1. */
function cookie(header: string | undefined, name: string): string | undefined {
  return header
    ?.split(/;\s*/)
    .map((pair) => pair.split(/=(.*)/s, 2))
    .find(([key]) => key?.trim() === name)?.[1];
}
