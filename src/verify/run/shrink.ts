import type { Case, JudgedExchange } from '../cases/case.ts';
import type { FreshValues } from '../../model/requests/fresh-values.ts';
import { freshNamed, freshText } from '../../model/requests/fresh-identity.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
  isIntegerValue,
  isJsonNumber,
} from '../../openapi/json/json-value.ts';
import { isNamed } from '../../http/exchange.ts';
import { sentMediaType, writeBody } from '../../http/write-body.ts';
import { bodySchema } from '../../model/media-type.ts';
import { identitiesIn } from '../../model/resources/resources.ts';
import { ANYTHING, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { compileSchema } from '../../openapi/schema/compile-schema.ts';
import { type Finding, isFailure } from '../checks/check.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Judge } from './judge.ts';
import type { RunRecord } from './run-record.ts';
import { sendingAlone } from './sent-alone.ts';

/** Requests that shrinking one failing case may take. */
export const SHRINK_BUDGET = 40;

/** What shrinking works with. */
interface ShrinkOptions {
  readonly document: OpenApiDocument;
  readonly fresh: FreshValues;
  /** Sends a smaller case; `undefined` where the run has been stopped. */
  readonly send: (smaller: Case) => Promise<JudgedExchange | undefined>;
  /** Whether an exchange fails in the way that is being shrunk. */
  readonly fails: (exchange: JudgedExchange) => boolean;
}

/**
 * The smallest request that still fails, found within {@link SHRINK_BUDGET} requests; the given
 * exchange itself where none is smaller. Every attempt is valid by the schema and has a fresh
 * identity and fresh made-up addresses, so that it can't fail for another reason.
 */
export async function shrink(
  exchange: JudgedExchange,
  options: ShrinkOptions,
): Promise<JudgedExchange> {
  const { operation, request } = exchange.case;
  const pointer = bodySchema(operation.requestBody);
  if (!isJsonObject(request.value) || pointer === undefined) return exchange;
  const validate = compileSchema(options.document.root, pointer);
  const isValid = (value: JsonObject): boolean => validate(value).length === 0;
  const renewals = renewalsOf(exchange.case, request.value, isValid, options);
  let smallest = exchange;
  let left = SHRINK_BUDGET;
  for (let isSmaller = true; isSmaller && left > 0;) {
    isSmaller = false;
    for (const candidate of candidates(smallest.case, renewals)) {
      if (left === 0) break;
      if (!isValid(candidate)) continue;
      left -= 1;
      const attempt = await options.send(withValue(exchange.case, candidate));
      if (attempt === undefined) return smallest;
      if (!options.fails(attempt)) continue;
      smallest = attempt;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

/** So many different faults are shrunk at the most; each costs requests. */
const SHRUNK = 3;

/** What {@link shrinkAll} works with. */
interface ShrinkAllOptions extends Pick<ShrinkOptions, 'document' | 'fresh'> {
  readonly record: RunRecord;
  readonly judge: Judge;
  readonly dispatcher: Dispatcher;
}

/** Looks for a smaller request where nothing but a random case shows a fault, and says so in the findings. */
export async function shrinkAll({
  record,
  judge,
  dispatcher,
  ...options
}: ShrinkAllOptions): Promise<void> {
  const send = sendingAlone({ record, dispatcher });
  for (const group of shrinkable(record.findings).slice(0, SHRUNK)) {
    const [finding] = group;
    const exchange = record.exchanges.find(({ sequence }) => sequence === finding!.exchange);
    if (exchange === undefined) continue;
    const fails = (attempt: JudgedExchange): boolean => judge.fails(attempt, finding!);
    const found = await shrink(exchange, { ...options, send, fails });
    if (found === exchange) continue;
    const { curl, received } = judge.complete(finding!.check, found, finding!);
    const smallest = { curl, received: judge.received(found) ?? received };
    for (const each of group) {
      record.findings[record.findings.indexOf(each)] = { ...each, smallest };
    }
  }
}

/** Draws a new value of a property that must not be sent twice. */
type Renewals = ReadonlyMap<string, () => JsonValue>;

function renewalsOf(
  { operation }: Case,
  value: JsonObject,
  isValid: (value: JsonObject) => boolean,
  { document, fresh }: ShrinkOptions,
): Renewals {
  const renewals = new Map<string, () => JsonValue>();
  const { root } = document;
  const pointer = bodySchema(operation.requestBody);
  const { properties } = effectiveSchema(root, pointer);
  for (const [name, property] of properties) {
    const member = value[name];
    if (typeof member !== 'string') continue;
    const text = freshText(name, property);
    if (text?.isMadeUp(member) !== true) continue;
    const draw = (): JsonValue => text.draw(fresh) ?? member;
    if (isValid({ ...value, [name]: draw() })) renewals.set(name, draw);
  }
  for (const identity of identitiesIn(document, operation)) {
    const schema = properties.get(identity) ?? ANYTHING;
    renewals.set(identity, () => freshNamed(identity, schema, fresh));
  }
  return renewals;
}

/** What is renewed is made no simpler; it is at most left out. */
function* candidates({ request }: Case, renewals: Renewals): Generator<JsonObject> {
  const entries = Object.entries(request.value as JsonObject);
  const renewed = entries.map(([name]) => name).filter((name) => renewals.has(name));
  const free = Object.fromEntries(entries.filter(([name]) => !renewals.has(name)));
  const renew = (names: readonly string[]): [string, JsonValue][] =>
    names.map((name) => [name, renewals.get(name)!()]);
  for (const out of renewed) {
    const others = renewed.filter((name) => name !== out);
    yield Object.fromEntries([...renew(others), ...Object.entries(free)]);
  }
  for (const simpler of simplerValues(free)) {
    if (isJsonObject(simpler)) {
      yield Object.fromEntries([...renew(renewed), ...Object.entries(simpler)]);
    }
  }
}

const SUFFIX = '/smaller';

/** Whether a case is an attempt to shrink another one: what comes of it is judged by that one. */
export function isAttempt({ id }: Case): boolean {
  return id.endsWith(SUFFIX);
}

function withValue(original: Case, value: JsonObject): Case {
  const { operation, request } = original;
  const written = writeBody(sentMediaType(operation, request), value);
  const headers = request.headers.map(([name, headerValue]): [string, string] => {
    const isType = isNamed(name, 'content-type');
    return [name, isType ? (written.contentType ?? headerValue) : headerValue];
  });
  const { body, value: read } = written;
  return {
    ...original,
    id: original.id + SUFFIX,
    request: { ...request, headers, body, value: read },
  };
}

/** Violations that only random cases show, by what they say. */
function shrinkable(findings: readonly Finding[]): Finding[][] {
  const violations = findings.filter(isFailure);
  const groups = Map.groupBy(
    violations,
    ({ check, rule, message }) => `${check} ${rule} ${message}`,
  );
  return [...groups.values()].filter((group) =>
    group.every((finding) => finding.case.startsWith('random/')),
  );
}

/**
 * Values that are a step simpler, the boldest step first; none for the simplest. Keys, items and
 * characters are dropped, and what stays is made simpler in its place. A text keeps a character:
 * what the empty one means is a question of its own.
 */
export function* simplerValues(value: JsonValue): Generator<JsonValue> {
  if (typeof value === 'string') yield* simplerTexts(value);
  else if (isJsonNumber(value)) yield* simplerNumbers(value);
  else if (Array.isArray(value)) yield* simplerArrays(value);
  else if (isJsonObject(value)) yield* simplerObjects(value);
  else if (value === true) yield false;
}

function* simplerTexts(text: string): Generator<string> {
  if (text === 'a' || text === '') return;
  yield 'a';
  const characters = Array.from(text);
  const { length } = characters;
  if (length < 2) return;
  const half = Math.ceil(length / 2);
  yield characters.slice(0, half).join('');
  yield characters.slice(half).join('');
  // One by one only where few are left: every candidate costs a request.
  if (length > 8) return;
  for (let i = 0; i < length; i += 1) yield characters.toSpliced(i, 1).join('');
}

function* simplerNumbers(value: JsonValue): Generator<JsonValue> {
  if (!isJsonNumber(value) || value === 0) return;
  yield 0;
  if (value !== 1) yield 1;
  if (typeof value === 'bigint') yield value / 2n;
  else if (typeof value === 'number' && isIntegerValue(value) && Math.abs(value) > 3) {
    yield Math.trunc(value / 2);
  }
}

function* simplerArrays(items: readonly JsonValue[]): Generator<JsonValue> {
  for (let i = 0; i < items.length; i += 1) yield items.toSpliced(i, 1);
  for (const [i, item] of items.entries()) {
    for (const simpler of simplerValues(item)) yield items.with(i, simpler);
  }
}

function* simplerObjects(object: JsonObject): Generator<JsonObject> {
  const keys = Object.keys(object);
  for (const key of keys) {
    yield Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
  }
  for (const key of keys) {
    for (const simpler of simplerValues(object[key]!)) yield { ...object, [key]: simpler };
  }
}
