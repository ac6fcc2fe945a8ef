/** A case file's content, as `case-file-schema.ts` lets it through. */
import {
  type JsonObject,
  type JsonValue,
  type JsonNumber,
  setProperty,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { stringifyJson, textOf } from '../../openapi/json/stringify-json.ts';
import { type Operation, operations } from '../../model/operation.ts';
import type { RelativeRequest } from '../../http/exchange.ts';
import type { FreshValues } from '../../model/requests/fresh-values.ts';
import { composeRequest } from '../../http/compose-request.ts';
import type { Validity } from '../../model/validity.ts';
import { type RequestFault, distinctFaults } from './request-faults.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { YamlSource } from '../../openapi/read-yaml.ts';

/** How a field's fresh values are made. */
type FreshKind = 'integer' | 'text';

/** A case's request, as the file has it. */
export interface CaseFileRequest {
  readonly fields?: JsonObject;
  readonly without?: readonly string[];
  readonly body?: string;
  readonly noBody?: true;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly parameters?: Readonly<Record<string, JsonValue>>;
}

/** One case, as the file has it. */
export interface CaseFileCase {
  readonly name: string;
  readonly request: CaseFileRequest;
  readonly expect: 'success' | 'refusal' | 'either';
  readonly because?: string;
}

/** The whole file. */
export interface CaseFileContent {
  readonly operation: string;
  readonly fresh?: Readonly<Record<string, FreshKind>>;
  readonly usual?: JsonObject;
  readonly cases: readonly CaseFileCase[];
}

/** `{{name}}`: where a fresh value goes in a body or a field. */
export const PLACEHOLDER: RegExp = /\{\{([^{}]*)\}\}/g;

/** The names of the placeholders in a text. */
export function placeholders(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => match[1]!.trim());
}

/** Builds the request that a case of a file describes; new fresh values at every call. */
export function buildCaseFileRequest(
  operation: Operation,
  file: CaseFileContent,
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
function fields(file: CaseFileContent, request: CaseFileRequest, fill: FreshFields): JsonObject {
  const { usual = {}, fresh = {} } = file;
  const given = request.fields ?? {};
  const body: JsonObject = {};
  for (const name of new Set([
    ...Object.keys(fresh),
    ...Object.keys(usual),
    ...Object.keys(given),
  ])) {
    if (request.without?.includes(name)) continue;
    const written = Object.hasOwn(given, name) ? given[name] : usual[name];
    setProperty(body, name, fill.field(name, written));
  }
  return body;
}

/** The fresh values of one request: a field that is there twice has one value. */
class FreshFields {
  readonly #kinds: NonNullable<CaseFileContent['fresh']>;
  readonly #fresh: FreshValues;
  readonly #drawn = new Map<string, JsonNumber | string>();

  constructor(kinds: NonNullable<CaseFileContent['fresh']>, fresh: FreshValues) {
    this.#kinds = kinds;
    this.#fresh = fresh;
  }

  field(name: string, written: JsonValue | undefined): JsonValue {
    const kind = this.#kinds[name];
    if (typeof written === 'string' && placeholders(written).length > 0) {
      const only = placeholders(written)[0]!;
      if (written === `{{${only}}}`) return this.#value(only);
      return written.replaceAll(PLACEHOLDER, (_, key: string) => {
        return textOf(this.#value(key.trim()));
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

/** Where a case file contradicts the document. */
export interface CaseProblem {
  /** The key of the case that is wrong. */
  readonly key: 'expect' | 'request';
  readonly code: string;
  readonly message: string;
  readonly help: string;
}

/** What a case of a file says, held against what the document says about its request. */
export function judgeCase(
  item: Pick<CaseFileCase, 'name' | 'expect' | 'because'>,
  found: readonly RequestFault[],
): { validity: Validity; problem?: CaseProblem } {
  const faults = distinctFaults(found);
  const certain = faults.filter(({ isOpen }) => !isOpen);
  const reason = item.because ?? '';
  const validity = validityOf(item.expect, reason, certain[0], faults.length > 0);
  const problem = contradiction(item, certain, faults[0]);
  return problem ? { validity, problem } : { validity };
}

function validityOf(
  expect: CaseFileCase['expect'],
  reason: string,
  fault: RequestFault | undefined,
  hasFaults: boolean,
): Validity {
  if (expect === 'success') return { kind: 'valid' };
  if (expect === 'either') {
    return hasFaults ? { kind: 'open', reason, strictlyValid: false } : { kind: 'open', reason };
  }
  const { pointer = '', keyword = '' } = fault ?? {};
  return { kind: 'invalid', pointer, keyword, reason };
}

function contradiction(
  { name, expect }: Pick<CaseFileCase, 'name' | 'expect'>,
  certain: readonly RequestFault[],
  first: RequestFault | undefined,
): CaseProblem | undefined {
  if (expect === 'refusal' && certain.length === 0) {
    const why = first === undefined ? '' : `, although ${first.reason}`;
    return {
      key: 'expect',
      code: 'nothing-broken',
      message: `"${name}" expects a refusal, but nothing says that it must be refused${why}`,
      help: 'Expect success, or either where the specification leaves it open.',
    };
  }
  if (expect === 'refusal' && certain.length > 1) {
    return {
      key: 'request',
      code: 'several-faults',
      message: `"${name}" breaks several things, so that one can hide the other: ${certain.map(({ reason }) => reason).join('; ')}`,
      help: 'Make a case of each.',
    };
  }
  const fault = expect === 'success' ? (certain[0] ?? first) : certain[0];
  if (expect === 'refusal' || fault === undefined) return undefined;
  return {
    key: 'expect',
    code: 'request-broken',
    message: `"${name}" expects ${expect === 'success' ? 'success' : 'either answer'}, but ${fault.reason}`,
    help: `Fix the request, or expect ${fault.isOpen ? 'either' : 'a refusal'}.`,
  };
}

/**
 * Whether a case file is about an operation of the document: the kit's own are about its own service,
 * and another document may have none of its operations.
 */
export function isAbout(document: OpenApiDocument, { value }: YamlSource): boolean {
  const operation = isJsonObject(value) ? value['operation'] : undefined;
  return operations(document).some(({ id }) => id === operation);
}
