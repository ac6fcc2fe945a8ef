import { type Document, LineCounter, type YAMLParseError, parseDocument } from 'yaml';

/** A text as the library reads it. */
export interface ParsedYaml {
  readonly document: Document.Parsed;
  /** Lines have the numbers that they have in the text. */
  readonly lines: LineCounter;
  /** The lines from which on quoted texts are less indented than they must be. */
  readonly unindented: readonly number[];
}

/** Each costs another parse. */
const MAX_UNINDENTED = 50;

/** A text that is less indented gives a few errors. More of them than this are other mistakes. */
const MAX_ERRORS = 250;

/**
 * Parses a text. Each line of a quoted text has to be deeper than the key that it belongs to (YAML 1.2, 7.3).
 * Many parsers don't mind if it isn't, so documents in use have such lines: they are read as if they were deeper.
 */
export function parseYaml(text: string): ParsedYaml {
  const strict = parseStrictly(text);
  const unindented: number[] = [];
  let parsed = strict;
  if (strict.document.errors.length > MAX_ERRORS) return { ...strict, unindented };
  for (let deeper = text; parsed.document.errors.length > 0;) {
    const [error] = parsed.document.errors;
    const next = unindented.length < MAX_UNINDENTED ? withDeeperText(deeper, error!) : undefined;
    if (next === undefined) return { ...strict, unindented: [] };
    unindented.push(parsed.lines.linePos(error!.pos[0]).line + 1);
    deeper = next;
    parsed = parseStrictly(deeper);
  }
  return { ...parsed, unindented };
}

function parseStrictly(text: string): Omit<ParsedYaml, 'unindented'> {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    intAsBigInt: true,
    version: '1.2',
    // The library compares each key with all others; ours are compared when they are read.
    uniqueKeys: false,
  });
  return { document, lines };
}

/** Quoted texts are shorter. */
const MAX_QUOTED = 100_000;

const UNTIL_QUOTE: Readonly<Record<string, RegExp>> = {
  '"': /^(?:[^"\\]|\\.)*"/s,
  "'": /^(?:[^']|'')*'(?!')/s,
};

/** Deeper than any key. */
const DEEPER = ' '.repeat(500);

/** How a line looks that is no part of a text: the quote before it was never closed. */
const KEY_LINE = /\n[ \t]*(?:- +)?[\w$.-]+:(?:\s|$)/;

/** @returns `undefined` where an error isn't that a quoted text goes on less indented than it must be. */
function withDeeperText(text: string, { code, message, pos }: YAMLParseError): string | undefined {
  const [, quote = ''] = (code === 'MISSING_CHAR' && /closing (["'])quote/.exec(message)) || [];
  const [end] = pos;
  const [rest] = UNTIL_QUOTE[quote]?.exec(text.slice(end, end + MAX_QUOTED)) ?? [];
  if (rest === undefined || KEY_LINE.test(rest)) return undefined;
  return text.slice(0, end) + rest.replaceAll('\n', `\n${DEEPER}`) + text.slice(end + rest.length);
}
