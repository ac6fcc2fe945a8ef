import type { JudgedExchange } from '../judged-exchange.ts';
import { operations } from '../../model/operation.ts';
import type { ProfileAnswers } from '../../questions/answer.ts';
import type { RunResult } from '../run/event.ts';
import type { Smallest } from './judge-recording.ts';
import { type HarNode, readHarLog } from './har-log.ts';
import { createMasks, isOwn } from './entry-mask.ts';
import {
  type EntryContext,
  type ReadHarOptions,
  foreignCase,
  judgedByOutcome,
  ownCase,
} from './recorded-case.ts';
import type { SkipReason } from './read-exchange.ts';
import { readOutcome, readRequest } from './read-exchange.ts';

/** A recorded request that isn't judged. */
export interface SkippedEntry {
  readonly reason: SkipReason;
  readonly method: string;
  readonly url: string;
}

/** What a recording holds. */
export interface Recording {
  readonly exchanges: readonly JudgedExchange[];
  readonly skipped: readonly SkippedEntry[];
  /** base_url of the run, or the origins that were recorded. */
  readonly target: string;
  /** The recorded run's; 0 for a recording of another tool. */
  readonly seed: number;
  /** The recorded run's; empty for a recording of another tool. */
  readonly answers: ProfileAnswers;
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
  const run = log.at('_run');
  const stopped = log.at('_stopped');
  const answers = log.at('_answers');
  const smallest = log.at('_smallest');
  return {
    exchanges: exchanges.toSorted((a, b) => a.sequence - b.sequence),
    skipped,
    target: run.exists ? run.at('target').text() : originsOf(exchanges),
    seed: run.at('seed').numberOr(0),
    answers: answers.exists ? readAnswers(answers) : {},
    smallest: (smallest.exists
      ? smallest.items().map((item) => item.object())
      : []) as unknown as Smallest[],
    ...(stopped.exists && { stopped: stopped.object() as unknown as RunResult['stopped'] }),
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
  const own = isOwn(entry);
  const request = readRequest(entry.at('request'), mask, own);
  const { method, url } = request.sent;
  if (!isBelow(url, context.baseUrl)) return { reason: 'elsewhere', method, url };
  const known = own ? ownCase(entry, request, context) : foreignCase(request, context);
  if (!known) return { reason: 'no-operation', method, url };
  const outcome = readOutcome(entry, mask, own);
  if (typeof outcome === 'string') return { reason: outcome, method, url };
  if (request.lacksBody) return { reason: 'no-body', method, url };
  const endedAt = entry.at('_endedAt');
  const connection = Number(entry.at('connection').textOr(''));
  return {
    case: own ? known : judgedByOutcome(known, outcome),
    sequence: entry.at('_sequence').numberOr(context.index),
    connection: {
      id: Number.isInteger(connection) ? connection : -1,
      request: entry.at('_connectionRequest').numberOr(0),
    },
    request: request.sent,
    outcome,
    startedAt: entry.at('_startedAt').numberOr(startTime(entry) - context.epoch),
    durationMs: Math.max(0, entry.at('time').numberOr(0)),
    ...(endedAt.exists && { endedAt: endedAt.number() }),
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
