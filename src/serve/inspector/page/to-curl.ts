import { quote } from './shell-quote.ts';
import type { Exchange, RecordedMessage } from './wire.ts';

/** Headers that curl makes itself, or that belong to the connection. */
const OWN: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'content-encoding',
  'connection',
  'transfer-encoding',
  'accept-encoding',
  'user-agent',
  'expect',
]);

/** What the server puts in place of a secret. */
const MASK = '***';

/**
 * A line for bash that sends a request again; `undefined` where its body wasn't kept.
 *
 * @param address Where requests go, without a slash at the end.
 * @param tokenVariable Stands for the token, which nobody has recorded.
 */
export function toCurl(
  { method, target, request }: Exchange,
  address: string,
  tokenVariable: string,
): string | undefined {
  const { body, encoding } = request;
  if (body === null) return undefined;
  const words = ['curl', '-i', '--path-as-is', '--globoff', '-X', quote(method)];
  words.push(quote(address + target), ...headerWords(request, tokenVariable));
  if (body === '') return words.join(' ');
  if (encoding === 'base64' || body.includes('\0')) {
    const bytes = encoding === 'base64' ? body : toBase64(body);
    return `printf %s ${bytes} | base64 -d | ${words.join(' ')} --data-binary @-`;
  }
  // A leading "@" would name a file.
  const option = body.startsWith('@') ? '--data-raw' : '--data-binary';
  return `${words.join(' ')} ${option} ${quote(body)}`;
}

function headerWords({ headers, body }: RecordedMessage, tokenVariable: string): string[] {
  const sent = headers.filter(({ name }) => !OWN.has(name.toLowerCase()));
  const words = sent.flatMap(({ name, value }) => ['-H', headerWord(name, value, tokenVariable)]);
  const hasType = sent.some(({ name }) => name.toLowerCase() === 'content-type');
  // curl would call a body a form.
  return body === '' || hasType ? words : [...words, '-H', 'Content-Type:'];
}

function headerWord(name: string, value: string, tokenVariable: string): string {
  if (value === '') return quote(`${name};`);
  if (!value.includes(MASK)) return quote(`${name}: ${value}`);
  const [start = '', ...rest] = `${name}: ${value}`.split(MASK);
  return `${quote(start)}"$${tokenVariable}"${rest.join('') === '' ? '' : quote(rest.join(''))}`;
}

function toBase64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}
