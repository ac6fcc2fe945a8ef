import type { Keep, Masker, Span } from '../model/secrets/masker.ts';
import type { ReceivedResponse, SentRequest } from './exchange.ts';
import { percentDecoded } from '../openapi/percent.ts';

/**
 * A response without the secrets that its server repeats, in its headers or its body.
 *
 * @param sent Whether a text or number was sent: where it comes back, it stays, since a secret such as `abc`
 *   is in many a text by chance.
 */
export function scrubResponse(
  response: ReceivedResponse,
  masker: Pick<Masker, 'bytes' | 'text'>,
  sent?: (text: string) => boolean,
): ReceivedResponse {
  const body = masker.bytes(response.body, sent && ((answer) => returned(sent, answer)));
  // Of a compressed body, only the decoded one shows the secret, so that the other has to go.
  const rawBody = body === response.body ? response.rawBody : body;
  return {
    ...response,
    statusText: masker.text(response.statusText),
    headers: response.headers.map(([name, value]) => [name, masker.text(value)]),
    rawBody,
    body,
    ...(response.decodingError !== undefined && {
      decodingError: masker.text(response.decodingError),
    }),
  };
}

/** A text or number of JSON (RFC 8259, 6 and 7), wherever it stands. */
const VALUE = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/**
 * Whether a part of an answer is in a text or number that was sent, however it is escaped.
 *
 * @param answer Its bytes as Latin-1. It is asked about parts in their order.
 */
function returned(sent: (text: string) => boolean, answer: string): Keep {
  const returned: Span[] = [...answer.matchAll(VALUE)]
    .filter(([value]) => sent(plain(value)))
    .map(({ 0: value, index }) => ({ start: index, end: index + value.length }));
  let next = 0;
  return ({ start, end }) => {
    // Both come in their order, so that a long answer is gone through once.
    while (next < returned.length && returned[next]!.end <= start) next += 1;
    const span = returned[next];
    return span !== undefined && span.start <= start && end <= span.end;
  };
}

/** So many texts of a run are known; the oldest go. */
const MOST_TEXTS = 10_000;

/** The texts and numbers of a run's requests that a secret is in by chance: servers may tell them at any time. */
export class SentTexts {
  readonly #texts = new Set<string>();

  /**
   * Takes note of a request.
   *
   * @returns Whether a text is one of its own, or was sent before.
   */
  note(request: SentRequest, secrets: Iterable<string>): (text: string) => boolean {
    let own: ReadonlySet<string> | undefined;
    for (const secret of secrets) {
      if (!holds(request, secret)) continue;
      own ??= textsIn(request);
      // What is the secret itself would hide nothing any more.
      const found = [...own].filter((text) => text.includes(secret) && text.trim() !== secret);
      for (const text of found) this.#texts.add(text);
    }
    const tooMany = this.#texts.size - MOST_TEXTS;
    for (const text of tooMany > 0 ? this.#texts.values().take(tooMany) : []) {
      this.#texts.delete(text);
    }
    return (text) => this.#texts.has(text) || (own ??= textsIn(request)).has(text);
  }
}

function holds({ url, body = new Uint8Array() }: SentRequest, secret: string): boolean {
  return (
    percentDecoded(url).includes(secret) ||
    Buffer.from(body.buffer, body.byteOffset, body.length).includes(secret)
  );
}

/** Those of JSON, of an address, and of a form's lines and pairs. */
function textsIn({ url, body = new Uint8Array() }: SentRequest): ReadonlySet<string> {
  const bytes = Buffer.from(body);
  const values = bytes.toString('latin1').match(VALUE) ?? [];
  const text = bytes.toString('utf8');
  const texts = [
    ...values.map(plain),
    ...url.split(/[/?&=]/).map(percentDecoded),
    ...text.split(/[\r\n]+/),
    ...text.split(/[&=]/).map((part) => percentDecoded(part.replaceAll('+', ' '))),
  ];
  // Blanks at its ends are what a server may take off a text.
  return new Set(texts.flatMap((one) => [one, one.trim()]));
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
