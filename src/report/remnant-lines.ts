import type { RunResult } from '../verify/run/event.ts';
import type { Paint } from './ansi.ts';
import { createdWords, leftOutWords, rerunOutcomes } from './remnants.ts';

/** What a run leaves: operations that it couldn't verify, cases of an earlier report, requests left out, resources on the server. */
export function remnantLines(result: RunResult, paint: Paint): string[] {
  const { rerun, leftOut = [] } = result;
  const lines: string[] = [];
  if (rerun) {
    lines.push(paint.bold(`What failed in ${rerun.report}`));
    for (const { words, cases, good } of rerunOutcomes(rerun)) {
      lines.push(`  ${good ? paint.green(words) : paint.red(words)}: ${cases.join(', ')}`);
    }
    lines.push('');
  }
  for (const { operation, level, message } of result.operations ?? []) {
    if (level === 'partial') lines.push(paint.yellow(`Only in part: ${operation}: ${message}`));
    if (level === 'none') lines.push(paint.yellow(`Not at all: ${operation}: ${message}`));
  }
  for (const one of leftOut) lines.push(paint.yellow(`Left out: ${leftOutWords(one)}`));
  const created = createdWords(result);
  if (created !== undefined) lines.push(`Created: ${created}`);
  return lines.length > 0 ? [...lines, ''] : lines;
}
