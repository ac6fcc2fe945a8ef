import type { LeftOut, RerunResult, RunResult } from '../runner/event.ts';
import type { Paint } from './ansi.ts';

const FLAGS: Readonly<Record<LeftOut['reason'], string>> = {
  'max-creates': '--max-creates',
  'id-range': '--id-range',
  'rate-limit': 'rate limit',
};

/** What a run leaves: cases of an earlier report, requests left out, resources on the server. */
export function remnantLines(result: RunResult, paint: Paint): string[] {
  const { rerun, leftOut = [], created } = result;
  const lines = rerun ? rerunLines(rerun, paint) : [];
  for (const { reason, requests, message } of leftOut) {
    lines.push(
      paint.yellow(`Left out: ${count(requests, 'request')} (${FLAGS[reason]}): ${message}`),
    );
  }
  if (created.length > 0) lines.push(createdLine(result));
  return lines.length > 0 ? [...lines, ''] : lines;
}

function createdLine({ created, marker }: RunResult): string {
  const unsure = created.filter(({ status }) => status === undefined).length;
  const perhaps = unsure > 0 ? ` (${unsure} of them perhaps: no answer came)` : '';
  const find = marker === undefined ? '' : `, marked ${marker}`;
  return `Created: ${count(created.length, 'resource')}${perhaps}${find}; nothing deletes them`;
}

const OUTCOMES = [
  ['mended', 'Mended'],
  ['notSeenAgain', 'Not seen again, after failing now and then'],
  ['failing', 'Still failing'],
  ['unsent', 'Not sent again'],
  ['unknown', 'No longer there'],
] as const;

function rerunLines(rerun: RerunResult, paint: Paint): string[] {
  const lines = OUTCOMES.flatMap(([key, words]) => {
    const own = rerun[key];
    const color = key === 'mended' || key === 'notSeenAgain' ? 'green' : 'red';
    return own.length === 0 ? [] : [`  ${paint[color](words)}: ${own.join(', ')}`];
  });
  return [paint.bold(`What failed in ${rerun.report}`), ...lines, ''];
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
