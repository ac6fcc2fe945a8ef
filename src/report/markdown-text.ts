import { showHidden } from '../http/body-text.ts';

/**
 * Text in Markdown that stays text: no markup, no HTML, and no mention that would send somebody a
 * message.
 */
export function plainText(text: string): string {
  return oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|#~!]/g, String.raw`\$&`)
    .replaceAll('@', '@\u{200B}');
}

/** Text in a code span, also within a table, where a bar would end the cell (GFM, 4.10). */
export function codeSpan(text: string): string {
  const inner = oneLine(text).replaceAll('|', String.raw`\|`);
  if (inner === '') return '';
  const fence = '`'.repeat(longestRun(inner) + 1);
  const pad = /^[` ]|[` ]$/.test(inner) ? ' ' : '';
  return fence + pad + inner + pad + fence;
}

/** A longer command is no use on a page, and a pull request's comment has a limit. */
const MAX_CODE = 4000;

export function codeBlock(text: string, language: string): string {
  const shown =
    text.length > MAX_CODE
      ? `# ${text.length} characters, too long for this page; the json report has it`
      : text;
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}${language}\n${shown}\n${fence}`;
}

/** Cells are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function oneLine(text: string): string {
  return showHidden(text.replaceAll(/\s+/g, ' ').trim());
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
