import type { JudgedExchange } from '../verify/judged-exchange.ts';
import type { RunResult } from '../verify/run/event.ts';

/** `1 finding`, `2 findings`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** `840 ms`, `2.4 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** What was found, in one sentence: `3 violations, 1 warning, 0 notes in 156 requests (0.8 s)`. */
export function tally(result: RunResult): string {
  const { violations, warnings, notes, exchanges } = result.counts;
  const found = [count(violations, 'violation'), count(warnings, 'warning'), count(notes, 'note')];
  return `${found.join(', ')} in ${count(exchanges, 'request')} (${duration(result.durationMs)})`;
}

/** What an exchange came to: `200 OK`, `timeout: no answer within 5 s`. */
export function outcomeWords({ outcome }: JudgedExchange): string {
  if (outcome.kind === 'failure') return `${outcome.failure.kind}: ${outcome.failure.message}`;
  return `${outcome.response.status} ${outcome.response.statusText}`.trim();
}

/** An id in kebab-case as people say it: `id-already-used` → `id already used`. */
export function spoken(id: string): string {
  return id.replaceAll('-', ' ');
}
