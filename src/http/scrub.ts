import type { Keep, Masker, Span } from '../model/secrets/masker.ts';
import type { ReceivedResponse, SentRequest } from './exchange.ts';
import { percentDecoded } from '../openapi/percent.ts';

/** Whether a text or number was sent, somewhere or as the value of this name. */
export type IsSent = (text: string, name: string | undefined) => boolean;

/**
 * A response without the secrets that its server repeats, in its headers or its body.
 *
 * @param sent Whether a text or number was sent: where it comes back, it stays, since a secret such as `abc`
 *   is in many a text by chance.
 */
export function scrubResponse(
  response: ReceivedResponse,
  masker: Pick<Masker, 'bytes' | 'text'>,
  sent?: IsSent,
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

/** What follows a name, and stands before the value of one. */
const COLON = /\s*:/y;

interface NamedValue extends Span {
  readonly text: string;
  /** The nearest one before it. */
  readonly name: string | undefined;
}

/** @param json Bytes as Latin-1. */
function* valuesIn(json: string): Generator<NamedValue, void, undefined> {
  let name: string | undefined;
  for (const { 0: value, index } of json.matchAll(VALUE)) {
    const end = index + value.length;
    const text = plain(value);
    yield { text, name, start: index, end };
    COLON.lastIndex = end;
    if (COLON.test(json)) name = text;
  }
}

/**
 * Whether a part of an answer is in a text or number that was sent, however it is escaped.
 *
 * @param answer Its bytes as Latin-1. It is asked about parts in their order.
 */
function returned(sent: IsSent, answer: string): Keep {
  const returned = [...valuesIn(answer)].filter(({ text, name }) => sent(text, name));
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
   * @returns Whether a text is one of its own, or was sent before. What is the secret itself is so only as the value
   *   of a name that it was sent for: a word such as `sample`, which is both, comes back there from a correct server.
   */
  note(request: SentRequest, secrets: Iterable<string>): IsSent {
    let secretTexts: ReadonlySet<string> | undefined;
    for (const secret of secrets) {
      if (!holds(request, secret)) continue;
      secretTexts ??= textsIn(request);
      const found = [...secretTexts].filter(
        (text) => text.includes(secret) && text.trim() !== secret,
      );
      for (const text of [...found, ...pairsWith(secret, request)]) this.#texts.add(text);
    }
    const tooMany = this.#texts.size - MOST_TEXTS;
    for (const text of tooMany > 0 ? this.#texts.values().take(tooMany) : []) {
      this.#texts.delete(text);
    }
    return (text, name) =>
      this.#texts.has(text) ||
      (name !== undefined && this.#texts.has(pair(name, text))) ||
      (secretTexts ??= textsIn(request)).has(text);
  }
}

function pair(name: string, text: string): string {
  return `${name}\0${text}`;
}

/** Of JSON, of a query and of a form. */
function pairsWith(secret: string, { url, body = new Uint8Array() }: SentRequest): string[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const forms = [url.replace(/^[^?]*\??/, ''), bytes.toString('utf8')];
  const fields = forms.flatMap((form) => [...new URLSearchParams(form)]);
  const values = [...valuesIn(bytes.toString('latin1'))].map(({ name = '', text }) => [name, text]);
  return [...fields, ...values]
    .filter(([, text = '']) => text.trim() === secret)
    .flatMap(([name = '', text = '']) => [pair(name, text), pair(name, text.trim())]);
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
  const text = bytes.toString('utf8');
  const texts = [
    ...Array.from(valuesIn(bytes.toString('latin1')), (value) => value.text),
    ...url.split(/[/?&=]/).map(percentDecoded),
    ...text.split(/[\r\n]+/),
    ...text.split(/[&=]/).map((part) => percentDecoded(part.replaceAll('+', ' '))),
  ];
  // Blanks at its ends are what a server may take off a text.
  return new Set(texts.flatMap((secret) => [secret, secret.trim()]));
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
