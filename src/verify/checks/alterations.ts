/** What happened to a text or an integer on its way, where it can be told. */
import { type JsonValue, isIntegerValue, isJsonNumber } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';

/** The likely reasons why a text comes back altered, in the order in which they are tried. */
const CHANGES: readonly (readonly [words: string, change: (text: string) => string])[] = [
  ['trimmed', (text) => text.trim()],
  ['trimmed at its start', (text) => text.trimStart()],
  ['trimmed at its end', (text) => text.trimEnd()],
  ['lowercased', (text) => text.toLowerCase()],
  ['uppercased', (text) => text.toUpperCase()],
  ['capitalised', capitalise],
  ['capitalised word by word', (text) => text.replaceAll(/\S+/g, capitalise)],
  ['normalised to NFC', (text) => text.normalize('NFC')],
  ['normalised to NFD', (text) => text.normalize('NFD')],
  ['normalised to NFKC', (text) => text.normalize('NFKC')],
  ['normalised to NFKD', (text) => text.normalize('NFKD')],
  ['stripped of accents', (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')],
  ['with its spaces collapsed', (text) => text.replaceAll(/\s+/g, ' ')],
  ['with its spaces collapsed', (text) => text.trim().replaceAll(/\s+/g, ' ')],
  ['stripped of control characters', (text) => text.replaceAll(/\p{Cc}/gu, '')],
  ['stripped of astral characters', (text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '')],
  ['stripped of what is not ASCII', (text) => text.replaceAll(/[^\0-\x7F]/g, '')],
  ['with “?” for what is not ASCII', (text) => text.replaceAll(/[^\0-\x7F]/gu, '?')],
  ['with “?” for what is not Latin-1', (text) => text.replaceAll(/[^\0-\u00FF]/gu, '?')],
  ['stripped of HTML tags', (text) => text.replaceAll(/<[^>]*>/g, '')],
  ['stripped of backslashes', (text) => text.replaceAll('\\', '')],
  ['with doubled backslashes', (text) => text.replaceAll('\\', '\\\\')],
  ['with its quotes escaped', (text) => text.replaceAll(/["'\\]/g, String.raw`\$&`)],
  ['with its quotes escaped', (text) => text.replaceAll('"', String.raw`\"`)],
  ['percent-decoded', (text) => text.replaceAll(/%[2-7][\da-f]/gi, decodeURIComponent)],
  ['with blanks in place of “+”', (text) => text.replaceAll('+', ' ')],
  ['URL-encoded', (text) => encodeURIComponent(text.toWellFormed())],
  ['JSON-encoded twice', (text) => JSON.stringify(text)],
  ['UTF-8 read as Latin-1', readAsLatin1],
];

/**
 * What happened to a value on its way, where it can be told.
 *
 * @param what How an integer was damaged, and whether it is as it was before the request.
 */
export function whatHappened({
  was,
  is,
  damage,
  isAsBefore,
}: {
  readonly was: JsonValue;
  readonly is: JsonValue;
  readonly damage: string | undefined;
  readonly isAsBefore: boolean;
}): string | undefined {
  const isText = typeof was === 'string' && typeof is === 'string';
  const change = isText ? describeChange(was, is) : damage;
  return change ?? (isAsBefore ? 'as it was before' : undefined);
}

/** What happened to a text on its way, where it can be told: `trimmed`, `lowercased` … */
export function describeChange(sent: string, received: string): string | undefined {
  if (sent === received) return undefined;
  if (received === '') return 'emptied';
  const known = CHANGES.find(([, change]) => change(sent) === received);
  if (known) return known[0];
  if (unescapeHtml(received) === sent) return 'HTML-escaped';
  if (sent.startsWith(received)) return truncated(sent, received);
  if (received.includes('\u{FFFD}') && !sent.includes('\u{FFFD}')) {
    return 'with U+FFFD in place of characters';
  }
  if (isByChance(sent)) return undefined;
  if (received.startsWith(sent)) return 'with something added at its end';
  return received.endsWith(sent) ? 'with something added at its start' : undefined;
}

function truncated(sent: string, received: string): string | undefined {
  if (received.endsWith('\0') || sent[received.length] === '\0') return 'cut off at a NUL';
  if (isByChance(received)) return undefined;
  return `truncated to ${Array.from(received).length} characters`;
}

/** So short a text begins or ends others that have nothing to do with it. */
function isByChance(text: string): boolean {
  return text.length < 3;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}

function readAsLatin1(text: string): string {
  return String.fromCodePoint(...new TextEncoder().encode(text.slice(0, 2000)));
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
};

function unescapeHtml(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal !== undefined) return codePoint(Number(decimal)) ?? whole;
    if (hex !== undefined) return codePoint(Number.parseInt(String(hex), 16)) ?? whole;
    return NAMED[String(name)] ?? whole;
  });
}

function codePoint(value: number): string | undefined {
  return value <= 0x10_ff_ff ? String.fromCodePoint(value) : undefined;
}

/**
 * How an integer was damaged, where it can be told from one that was made up: `rounded`, `cut to 32
 * bits` …
 */
export function integerChange(was: JsonValue, is: JsonValue): string | undefined {
  if (!isJsonNumber(was) || !isIntegerValue(was)) return undefined;
  if (typeof is === 'string' && is === showJson(was, 500)) return 'as a string';
  if (is === null) return 'as null';
  if (typeof is !== 'number' && typeof is !== 'bigint') {
    return isJsonNumber(is) ? 'rounded' : undefined;
  }
  if (typeof was !== 'number' && typeof was !== 'bigint') return undefined;
  if (!isIntegerValue(is)) return 'as a fraction';
  const [before, after] = [BigInt(was), BigInt(is)];
  // A double may have been printed with fewer digits than it takes to read it back exactly.
  if (Number(after) === Number(before)) return 'rounded';
  if (after === BigInt.asIntN(32, before) || after === BigInt.asUintN(32, before)) {
    return 'cut to 32 bits';
  }
  if (after === BigInt(Math.fround(Number(before)))) return 'rounded';
  if (after === BigInt.asUintN(64, before)) return 'as an unsigned integer';
  return isBound(after) ? `as the bound ${after}` : undefined;
}

function isBound(value: bigint): boolean {
  return [31n, 53n, 63n].some((bits) => value === 2n ** bits - 1n || value === -(2n ** bits));
}
