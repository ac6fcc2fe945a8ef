import { type Case, type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { type Finding, type Severity, byGravity } from '../checks/check.ts';
import { causesOf } from '../causes.ts';
import type { FailedCase, RunResult, CreatedResource } from './event.ts';
import { type JsonValue, isJsonNumber, isJsonObject } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';

/** What a result is made from. */
interface ResultParts extends Omit<
  RunResult,
  'verdict' | 'counts' | 'causes' | 'failed' | 'created' | 'withToken'
> {
  readonly exchanges: readonly JudgedExchange[];
  /** Requests that were sent and not waited for. Default none. */
  readonly underWay?: readonly Case[] | undefined;
  /** Default false. */
  readonly withToken?: boolean | undefined;
}

/** Counts, puts the gravest findings first, and gives the verdict. */
export function makeResult({
  exchanges,
  underWay = [],
  withToken = false,
  marker,
  ...parts
}: ResultParts): RunResult {
  const { findings, stopped } = parts;
  const count = (wanted: Severity): number =>
    findings.filter(({ severity }) => severity === wanted).length;
  const violations = count('violation');
  const created = [...createdResources(exchanges), ...unansweredResources(underWay)];
  return {
    ...parts,
    verdict: violations > 0 || stopped ? 'fail' : 'pass',
    counts: {
      cases: new Set(exchanges.map((exchange) => exchange.case.id)).size,
      exchanges: exchanges.length,
      violations,
      warnings: count('warning'),
      notes: count('note'),
    },
    findings: findings.toSorted((a, b) => byGravity(a, b) || a.exchange - b.exchange),
    causes: causesOf(findings, exchanges),
    failed: failedCases(exchanges, findings),
    created,
    marker: created.length === 0 ? undefined : marker,
    withToken,
  };
}

function failedCases(
  exchanges: readonly JudgedExchange[],
  findings: readonly Finding[],
): FailedCase[] {
  const violations = findings.filter(({ severity }) => severity === 'violation');
  const sent = Map.groupBy(exchanges, (exchange) => exchange.case.id);
  return [...Map.groupBy(violations, (finding) => finding.case)].map(([id, own]) => ({
    case: id,
    sent: sent.get(id)?.length ?? 0,
    failed: new Set(own.map(({ exchange }) => exchange)).size,
  }));
}

/** Texts are cut to so many characters; the marker comes early. */
const MAX_TEXT = 120;

/** Whether a request of this kind leaves something behind where it succeeds (RFC 9110, 9.3). */
export function canCreate({ request }: Case): boolean {
  return request.method === 'POST' || request.method === 'PUT';
}

/** What the exchanges have created: what was accepted, and what may have been for want of an answer. */
function createdResources(exchanges: readonly JudgedExchange[]): CreatedResource[] {
  return exchanges.flatMap((exchange) => {
    const { outcome } = exchange;
    if (!canCreate(exchange.case)) return [];
    if (outcome.kind === 'response') {
      const { status } = acceptanceOf(exchange) ?? {};
      return status === undefined ? [] : [toResource(exchange.case, status)];
    }
    const isUnsent = ['refused', 'dns', 'tls'].includes(outcome.failure.kind);
    return isUnsent ? [] : unansweredResources([exchange.case]);
  });
}

/** What requests without an answer may have created. */
function unansweredResources(sent: readonly Case[]): CreatedResource[] {
  return sent
    .filter((one) => canCreate(one) && one.validity.kind !== 'invalid')
    .map((one) => toResource(one));
}

/** What a request creates; `status` is absent where no answer came. */
function toResource(sent: Case, status?: number): CreatedResource {
  const value = bodyOf(sent);
  const members = isJsonObject(value) ? Object.entries(value) : [];
  const values = members.flatMap(([name, own]) => {
    if (typeof own === 'string') return [[name, cut(own)] as const];
    return isJsonNumber(own) ? [[name, showJson(own)] as const] : [];
  });
  return {
    operation: sent.operation.id,
    case: sent.id,
    ...(status === undefined ? {} : { status }),
    values: Object.fromEntries(values),
  };
}

/** What a case's body says; `undefined` where it isn't JSON. */
export function bodyOf({ request }: Case): JsonValue | undefined {
  if (request.value !== undefined || request.body === undefined) return request.value;
  const parsed = parseJson(new TextDecoder().decode(request.body));
  return parsed.ok ? parsed.value : undefined;
}

function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length > MAX_TEXT ? `${characters.slice(0, MAX_TEXT).join('')}…` : text;
}
