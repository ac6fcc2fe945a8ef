import type { JudgedExchange, Case } from '../cases/case.ts';
import { operations, type Operation } from '../../model/operation.ts';
import type { ProfileAnswers } from '../../questions/answer.ts';
import { type RunResult, stopReasons } from '../run/event.ts';
import type { Finding } from '../checks/check.ts';
import { type HarNode, readHarLog } from '../../http/har-log.ts';
import {
  createMasks,
  isOfKit,
  type EntryMask,
  type SkipReason,
  readOutcome,
  readRequest,
  type ReadRequest,
} from './read-exchange.ts';
import { jsonOf } from '../../http/body-text.ts';
import { type RelativeRequest, headerValue, statusOf } from '../../http/exchange.ts';
import { matchOperation } from '../../model/routes.ts';
import type { Validity } from '../../model/validity.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  type JsonValue,
  isIntegerValue,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { recordedValidity } from '../cases/request-faults.ts';

/** A recorded request that isn't judged. */
interface SkippedEntry {
  readonly reason: SkipReason;
  readonly method: string;
  readonly url: string;
}

/** What shrinking came to, and of which finding. */
interface Smallest extends Pick<Finding, 'exchange' | 'check' | 'message'> {
  readonly smallest: NonNullable<Finding['smallest']>;
}

/** What a recording holds. */
export interface Recording {
  /** In the order of sending. */
  readonly exchanges: readonly JudgedExchange[];
  readonly skipped: readonly SkippedEntry[];
  /** base_url of the run, or the origins that were recorded. */
  readonly target: string;
  /** The recorded run's; 0 for a recording of another tool. */
  readonly seed: number;
  /** The recorded run's; empty for a recording of another tool. */
  readonly answers: ProfileAnswers;
  /** The smallest failing requests that the recorded run found. */
  readonly smallest: readonly Smallest[];
  /** Why the recorded run ended before all its cases were sent. */
  readonly stopped?: RunResult['stopped'];
}

/**
 * Reads a recording: our own, which knows its cases, or any tool's, whose requests are judged by
 * the document. Credentials are replaced on the way in.
 *
 * @throws {DiagnosticError} where the text is not HAR.
 */
export function readHar(text: string, file: string, options: ReadHarOptions): Recording {
  const log = readHarLog(text, file);
  const entries = log.at('entries').items();
  const epoch = entries.map(startTime).reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const all = operations(options.document);
  const maskOf = createMasks(entries, options.document, options.tokenVariable);
  const identities = new Set<string>();
  const exchanges: JudgedExchange[] = [];
  const skipped: SkippedEntry[] = [];
  for (const [index, entry] of entries.entries()) {
    const mask = maskOf(entry);
    const read = readEntry(entry, { ...options, operations: all, index, epoch, identities, mask });
    if ('reason' in read) skipped.push(read);
    else exchanges.push(read);
  }
  return {
    exchanges: exchanges.toSorted((a, b) => a.sequence - b.sequence),
    skipped,
    target: log.at('_run').maybe((run) => run.at('target').text()) ?? originsOf(exchanges),
    seed: log.at('_run').at('seed').numberOr(0),
    answers: log.at('_answers').maybe(readAnswers) ?? {},
    smallest: log.at('_smallest').maybe((list) => list.items().map(readSmallest)) ?? [],
    stopped: log.at('_stopped').maybe((stopped) => ({
      reason: stopped.at('reason').word(stopReasons),
      message: stopped.at('message').text(),
    })),
  };
}

function readSmallest(node: HarNode): Smallest {
  const smallest = node.at('smallest');
  return {
    exchange: node.at('exchange').number(),
    check: node.at('check').text(),
    message: node.at('message').text(),
    smallest: { curl: smallest.at('curl').text(), received: smallest.at('received').text() },
  };
}

function readAnswers(node: HarNode): ProfileAnswers {
  const entries = Object.keys(node.object()).map((operation) => {
    const given = node.at(operation);
    const texts = Object.keys(given.object()).map((id) => [id, given.at(id).text()] as const);
    return [operation, Object.fromEntries(texts)] as const;
  });
  return Object.fromEntries(entries);
}

function startTime(entry: HarNode): number {
  const node = entry.at('startedDateTime');
  const time = Date.parse(node.text());
  return Number.isNaN(time) ? node.fail('must be a date') : time;
}

function readEntry(entry: HarNode, context: EntryContext): JudgedExchange | SkippedEntry {
  const { mask } = context;
  const isRecordedByKit = isOfKit(entry);
  const request = readRequest(entry.at('request'), mask, isRecordedByKit);
  const { method, url } = request.sent;
  if (!isBelow(url, context.baseUrl)) return { reason: 'elsewhere', method, url };
  const known = isRecordedByKit ? ownCase(entry, request, context) : foreignCase(request, context);
  if (!known) return { reason: 'no-operation', method, url };
  const outcome = readOutcome(entry, mask, isRecordedByKit);
  if (typeof outcome === 'string') return { reason: outcome, method, url };
  if (request.lacksBody) return { reason: 'no-body', method, url };
  const connection = Number(entry.at('connection').textOr(''));
  return {
    case: isRecordedByKit ? known : judgedByOutcome(known, outcome),
    sequence: entry.at('_sequence').numberOr(context.index),
    connection: {
      id: Number.isInteger(connection) ? connection : -1,
      request: entry.at('_connectionRequest').numberOr(0),
    },
    request: request.sent,
    outcome,
    startedAt: entry.at('_startedAt').numberOr(startTime(entry) - context.epoch),
    durationMs: Math.max(0, entry.at('time').numberOr(0)),
    endedAt: entry.at('_endedAt').maybe((endedAt) => endedAt.number()),
  };
}

function isBelow(url: string, baseUrl: string | undefined): boolean {
  if (baseUrl === undefined) return true;
  const [sent, base] = [new URL(url), new URL(baseUrl)];
  const folder = base.pathname.replace(/\/?$/, '/');
  return sent.origin === base.origin && `${sent.pathname}/`.startsWith(folder);
}

function originsOf(exchanges: readonly JudgedExchange[]): string {
  const origins = exchanges.map(({ request }) => URL.parse(request.url)?.origin ?? '');
  return [...new Set(origins)].filter((origin) => origin !== '').join(', ') || 'no server';
}

/** Options of {@link readHar}. */
interface ReadHarOptions {
  readonly document: OpenApiDocument;
  /** Name of the environment variable that stands for credentials. */
  readonly tokenVariable: string;
  /** What is judged lies below this address, without a slash at its end. Default: anywhere. */
  readonly baseUrl?: string | undefined;
}

/** What reading one entry takes. */
interface EntryContext extends ReadHarOptions {
  readonly operations: readonly Operation[];
  readonly index: number;
  /** When the first entry was sent. */
  readonly epoch: number;
  /** What earlier requests were about; filled on the way. */
  readonly identities: Set<string>;
  readonly mask: EntryMask;
}

/** The case that a recording of ours knows; `undefined` where the document lacks its operation. */
function ownCase(
  entry: HarNode,
  { sent }: ReadRequest,
  { operations }: EntryContext,
): Case | undefined {
  const node = entry.at('_case');
  const { operation: _operation, request: _request, hasValue: _hasValue, ...rest } = node.object();
  const name = node.at('operation').text();
  const operation = operations.find(({ id }) => id === name);
  if (!operation) return undefined;
  const request = node.at('request');
  const hasValue = node.at('hasValue').flag() === true;
  return {
    ...rest,
    id: node.at('id').text(),
    title: node.at('title').text(),
    validity: readValidity(node.at('validity')),
    operation,
    request: {
      method: request.at('method').text(),
      target: request.at('target').text(),
      headers: request.at('headers').items().map(readPair),
      body: sent.body,
      value: hasValue ? jsonOf(sent.body) : undefined,
      withCredential: request.at('withCredential').flag(),
      credentialScheme: request.at('credentialScheme').maybe((scheme) => scheme.text()),
      madeUpCredential: request.at('madeUpCredential').flag(),
    },
  };
}

function readPair(field: HarNode): readonly [string, string] {
  const [name, value] = field.items();
  return name && value ? [name.text(), value.text()] : field.fail('must be a name and a value');
}

function readValidity(node: HarNode): Validity {
  const kind = node.at('kind').word(['valid', 'invalid', 'open']);
  if (kind === 'valid') return { kind };
  const reason = node.at('reason').text();
  if (kind === 'invalid') {
    return { kind, pointer: node.at('pointer').text(), keyword: node.at('keyword').text(), reason };
  }
  const place = node.at('place').maybe((name) => name.text());
  const [strictlyValid, otherwiseValid] = [
    node.at('strictlyValid').flag(),
    node.at('otherwiseValid').flag(),
  ];
  return { kind, reason, place, strictlyValid, otherwiseValid };
}

/** A case for a request of which only the recording is known. */
function foreignCase({ sent }: ReadRequest, context: EntryContext): Case | undefined {
  const { method, url, headers, body } = sent;
  const { pathname, search } = new URL(url);
  const below = context.baseUrl && new URL(context.baseUrl).pathname.replace(/\/$/, '');
  const match = matchOperation(context.operations, method, pathname + search, below);
  if (!match) return undefined;
  const { operation, basePath } = match;
  const value = jsonOf(body);
  const target = pathname.slice(basePath.length) + search;
  const withCredential = headerValue(headers, 'authorization') !== undefined;
  const request: RelativeRequest = { method, target, headers, body, value, withCredential };
  return {
    id: `recorded/${context.index + 1}`,
    title: `entry ${context.index + 1} of the recording`,
    operation,
    validity: recordedValidity(context.document, operation, request),
    request,
    ...(isRepeated(operation.id, value, context.identities) && { fixedIdentity: true }),
  };
}

/** Whether an earlier request of the recording had the same integers: it may be the same thing. */
function isRepeated(
  operation: string,
  value: JsonValue | undefined,
  identities: Set<string>,
): boolean {
  if (!isJsonObject(value)) return false;
  const integers = Object.entries(value).filter(([, member]) => {
    return isJsonNumber(member) && isIntegerValue(member);
  });
  if (integers.length === 0) return false;
  const key = `${operation} ${showJson(Object.fromEntries(integers), 10_000)}`;
  const isKnown = identities.has(key);
  identities.add(key);
  return isKnown;
}

/**
 * A refusal of a valid request proves nothing here: that an identity was in use, or a thing was
 * not there, is what the server knew and no recording shows.
 */
function judgedByOutcome(known: Case, outcome: JudgedExchange['outcome']): Case {
  const status = statusOf({ outcome }) ?? 0;
  if (known.validity.kind !== 'valid' || status < 400 || status >= 500) return known;
  const reason = 'a recording does not show what the server knew, such as an identity in use';
  const validity: Validity = { kind: 'open', reason, otherwiseValid: true };
  return { ...known, validity, fixedIdentity: true };
}
