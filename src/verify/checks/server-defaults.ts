/** Values that a server fills in for what wasn't sent: where it does so all over, these are defaults of its own. */
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { ENVELOPES, opened } from '../../model/resources/envelope.ts';
import type { JudgedExchange } from '../cases/case.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import type { Finding, Observation, Symptom } from './check.ts';
import type { NamedProperty } from './differences.ts';
import { readJsonBody } from './json-response.ts';
import { standingOf } from './standing.ts';

/** Symptom of a value that comes back though none was sent. */
export const FILLED_IN = 'filled in';

/** Symptom of such a value where it is what was there before. */
export const MERGED = 'merged';

/** Symptom of such a value where a server fills in several, each with the same at all times. */
export const DEFAULT = 'default';

/** Whether the document says of a property in the answer what it doesn't say in the request: "the time that the server chose". */
export function isDescribedAnew(answered: EffectiveSchema, asked?: EffectiveSchema): boolean {
  const [told, wished] = [answered, asked].map((schema) => schema?.keyword('description'));
  return told !== undefined && wished !== undefined && !equalJson(told, wished);
}

/** Whether nothing that was there before can be left in a property, such as the value that it has now. */
export function isAnew(
  name: string,
  { case: { operation, given } }: JudgedExchange,
  is?: JsonValue,
): boolean {
  if (operation.method === 'POST') return true;
  const was = getProperty(given?.resource ?? {}, name);
  const isOther = was === undefined || (is !== undefined && !equalJson(was, is));
  return operation.method === 'PUT' && isOther;
}

/** Symptom of a value that comes back in place of another one. */
export const ALTERED = 'altered';

/** Symptom of a value that comes back in place of an empty text. */
export const FILLED_IN_EMPTY = 'filled in where empty';

/** The findings but for those of an empty text that is taken for none: others who send none are given one, too. */
function withoutNone(
  findings: readonly Finding[],
  exchanges: readonly JudgedExchange[],
): readonly Finding[] {
  const isEmpty = ({ symptom }: Finding): boolean => symptom?.kind === FILLED_IN_EMPTY;
  if (!findings.some(isEmpty)) return findings;
  const byOperation = Map.groupBy(exchanges, ({ case: { operation } }) => operation.id);
  return findings.filter((finding) => {
    const { operation, symptom } = finding;
    const place = symptom?.place ?? '';
    return !isEmpty(finding) || !byOperation.get(operation)?.some((sent) => isGiven(sent, place));
  });
}

/** Whether a text comes back in a property that was not sent. */
function isGiven(exchange: JudgedExchange, name: string): boolean {
  const standing = standingOf(exchange);
  const { value = null } = exchange.case.request;
  if (standing.kind !== 'success' || !isJsonObject(value)) return false;
  if (readingsOf(value).some((sent) => Object.hasOwn(sent, name))) return false;
  const body = readJsonBody(standing.response);
  return body.ok && readingsOf(body.value).some((told) => isText(getProperty(told, name)));
}

/** A body, and what is in it where it is an envelope. */
function readingsOf(value: JsonValue): JsonObject[] {
  const inside = ENVELOPES.map((envelope) => opened(value, [envelope]));
  return [value, ...inside].filter((reading) => isJsonObject(reading));
}

function isText(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value !== '';
}

/**
 * The findings, of which none speaks of a merge where what was there before is what the server also gives to what is
 * new: then that is filled in again.
 */
function withoutFalseMerges(findings: readonly Finding[]): readonly Finding[] {
  const filledIn = new Set(findings.map(filledInOf));
  return findings.map((finding) => {
    const { symptom } = finding;
    const { place, value } = symptom ?? {};
    if (symptom?.kind !== MERGED || !filledIn.has(`${place} ${value}`)) return finding;
    return { ...finding, ...filledInSymptom(place ?? '', value) };
  });
}

function filledInOf({ symptom }: Finding): string | undefined {
  return symptom?.kind === FILLED_IN ? `${symptom.place} ${symptom.value}` : undefined;
}

/** What is told of a value that comes back though none was sent. */
export function filledInSymptom(
  place: string,
  value: string | undefined,
  why = '',
): Pick<Finding, 'message'> & { readonly symptom: Symptom } {
  const message = `${place} comes back though none was sent${why}`;
  return { message, symptom: { kind: FILLED_IN, of: `${place}${why}`, place, value } };
}

/** What is told of a value that comes back in place of the documented default. */
export function otherDefault(
  { name, pointer }: Pick<NamedProperty, 'name' | 'pointer'>,
  usual: JsonValue,
  is: JsonValue,
): Observation {
  return {
    severity: 'violation',
    rule: 'R4',
    message: `${name} comes back with another value than its default, though none was sent`,
    received: `${name}: ${showJson(is, 120)}`,
    documented: `${name}: ${showJson(usual, 120)}, its default`,
    pointer,
  };
}

/** One property may be made up by mistake; several, each with one value or a choice of few, are the server's way. */
const LEAST = 2;

/** Of a choice of few, such as the colours of a palette, each comes so often; what leaks is another each time. */
const AGAIN = 4;

/** The findings, of which those about defaults of a server's own are warnings. */
export function withServerDefaults(
  all: readonly Finding[],
  exchanges: readonly JudgedExchange[],
): Finding[] {
  const findings = withoutFalseMerges(withoutNone(all, exchanges));
  const filled = findings.filter(({ symptom }) => symptom?.kind === FILLED_IN);
  const places = Map.groupBy(filled, placeOf);
  const chosen = [...places].filter(([, group]) => {
    const values = new Set(group.map(({ symptom }) => symptom?.value)).size;
    return group.length > 1 && (values === 1 || values * AGAIN <= group.length);
  });
  if (chosen.length < LEAST) return [...findings];
  const usual = new Set(chosen.map(([place]) => place));
  return findings.map((finding) => (usual.has(placeOf(finding)) ? asDefault(finding) : finding));
}

function placeOf({ operation, symptom }: Finding): string | undefined {
  return symptom?.kind === FILLED_IN ? `${operation} ${symptom.place}` : undefined;
}

function asDefault({ symptom, ...finding }: Finding): Finding {
  const { place, value } = symptom ?? {};
  return {
    ...finding,
    severity: 'warning',
    message: 'a value comes back for what was not sent: a default that the document does not have',
    received: `${place}: ${value}`,
    symptom: { kind: DEFAULT, place },
  };
}
