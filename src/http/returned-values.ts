import type { SentRequest } from './exchange.ts';

/** A part of a text, in characters. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text or number of JSON (RFC 8259, 6 and 7), wherever it stands. */
const VALUE = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/**
 * Where an answer has a text or number that its request sent, however it is escaped.
 *
 * @param answer Its bytes as Latin-1.
 */
export function returnedValues(answer: string, request: SentRequest): Span[] {
  const sent = valuesOf(request);
  return [...answer.matchAll(VALUE)]
    .filter(([value]) => sent.has(plain(value)))
    .map(({ 0: value, index }) => ({ start: index, end: index + value.length }));
}

function valuesOf({ url, body = new Uint8Array() }: SentRequest): ReadonlySet<string> {
  const values = Buffer.from(body).toString('latin1').match(VALUE) ?? [];
  const texts = [...values.map(plain), ...url.split(/[/?&=]/).map(decoded)];
  // Blanks at its ends are what a server may take off a text.
  return new Set(texts.flatMap((text) => [text, text.trim()]));
}

/** A text without its quotes and escapes; a number as it is written. */
function plain(value: string): string {
  if (!value.startsWith('"')) return value;
  const text = Buffer.from(value, 'latin1').toString('utf8');
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1);
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
