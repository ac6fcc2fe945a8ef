import {
  type JsonNumber,
  type JsonObject,
  type JsonValue,
  setProperty,
} from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import type { Operation } from '../../model/operation.ts';
import type { RelativeRequest } from '../../http/relative-request.ts';
import type { FreshValues } from '../../model/requests/fresh-values.ts';
import { type CaseFile, type CaseFileRequest, PLACEHOLDER, placeholders } from './case-file.ts';
import { composeRequest } from '../../http/compose-request.ts';

/** Builds the request that a case of a file describes; new fresh values at every call. */
export function buildCaseFileRequest(
  operation: Operation,
  file: CaseFile,
  request: CaseFileRequest,
  fresh: FreshValues,
): RelativeRequest {
  const { headers, parameters } = request;
  const shared = { headers, parameters };
  if (request.noBody) return composeRequest(operation, shared);
  const fill = new FreshFields(file.fresh ?? {}, fresh);
  if (request.body === undefined) {
    return composeRequest(operation, { ...shared, value: fields(file, request, fill) });
  }
  const body = fill.body(request.body);
  const parsed = parseJson(body);
  const value = parsed.ok ? parsed.value : undefined;
  return composeRequest(operation, { ...shared, body, value });
}

/** Fresh fields first, then the usual ones, then the case's own: as one would write them. */
function fields(file: CaseFile, request: CaseFileRequest, fill: FreshFields): JsonObject {
  const { usual = {}, fresh = {} } = file;
  const own = request.fields ?? {};
  const body: JsonObject = {};
  for (const name of new Set([...Object.keys(fresh), ...Object.keys(usual), ...Object.keys(own)])) {
    if (request.without?.includes(name)) continue;
    const written = Object.hasOwn(own, name) ? own[name] : usual[name];
    setProperty(body, name, fill.field(name, written));
  }
  return body;
}

/** The fresh values of one request: a field that stands there twice has one value. */
class FreshFields {
  readonly #kinds: NonNullable<CaseFile['fresh']>;
  readonly #fresh: FreshValues;
  readonly #drawn = new Map<string, JsonNumber | string>();

  constructor(kinds: NonNullable<CaseFile['fresh']>, fresh: FreshValues) {
    this.#kinds = kinds;
    this.#fresh = fresh;
  }

  field(name: string, written: JsonValue | undefined): JsonValue {
    const kind = this.#kinds[name];
    if (typeof written === 'string' && placeholders(written).length > 0) {
      const only = placeholders(written)[0]!;
      if (written === `{{${only}}}`) return this.#value(only);
      return written.replaceAll(PLACEHOLDER, (_, key: string) => {
        const value = this.#value(key.trim());
        return typeof value === 'string' ? value : stringifyJson(value);
      });
    }
    if (written === undefined) return this.#value(name);
    return kind === 'text' && typeof written === 'string' ? this.#fresh.text(written) : written;
  }

  /** A raw body: integers as JSON has them, text as it stands between quotes. */
  body(text: string): string {
    return text.replaceAll(PLACEHOLDER, (_, key: string) => {
      const value = this.#value(key.trim());
      return typeof value === 'string' ? stringifyJson(value).slice(1, -1) : stringifyJson(value);
    });
  }

  #value(name: string): JsonNumber | string {
    const known = this.#drawn.get(name);
    if (known !== undefined) return known;
    const value = this.#kinds[name] === 'text' ? this.#fresh.text('') : this.#fresh.integer();
    this.#drawn.set(name, value);
    return value;
  }
}
