import { isOfClient } from './client-headers.ts';
import { type SentRequest, headerValue, isNamed } from './exchange.ts';
import { utf8Text } from './body-text.ts';
import { parseMediaType } from '../model/media-type.ts';
import { decodePercent, pairOf } from '../openapi/percent.ts';
import { bytesOf, latin1 } from './latin1.ts';
import { type Part, readMultipart, writeMultipart } from './multipart.ts';

/** A longer body is packed, so that the line can still be copied. */
const MAX_INLINE = 2000;

/** How `user:password` in a variable is shown, see `http/credential`. */
const BASIC = /^Basic base64\(\$(\w+)\)$/;

/** How curl reaches the server, where that isn't as usual. */
export interface CurlConnection {
  /** File with certificates to trust. */
  readonly caFile?: string | undefined;
  /** Takes any certificate. Default false. */
  readonly insecure?: boolean | undefined;
}

/**
 * One line for bash that sends the same bytes again, or the same fields of a form.
 *
 * @param variables The environment variables that stand for secrets: `$TOKEN` in its address and its
 *   headers is left to the shell.
 */
export function toCurl(
  request: SentRequest,
  variables: readonly string[],
  connection: CurlConnection = {},
): string {
  const { method, url, body } = request;
  const words = ['curl', '-sS', '-i', '--path-as-is', '--globoff'];
  if (connection.insecure === true) words.push('-k');
  else if (connection.caFile !== undefined) {
    words.push('--cacert', quoteForBash(connection.caFile));
  }
  // With -X, curl would wait for the body that no answer to HEAD has.
  const methodWords = method === 'HEAD' ? ['--head'] : ['-X', quoteForBash(method)];
  words.push(...methodWords, wordWith(url, variables));
  const type = headerValue(request.headers, 'content-type');
  const isShort = body !== undefined && body.length > 0 && body.length <= MAX_INLINE;
  const form = isShort ? curlForm(body, type) : undefined;
  if (form !== undefined) return formLine(request, form, [...words], variables);
  words.push(...headerWords(request, variables), ...leftOut(request));
  if (body === undefined || body.length === 0) {
    const hasLength = headerValue(request.headers, 'content-length') !== undefined;
    if (hasLength) words.push('--data-binary', "''");
    return words.join(' ');
  }
  // Loaded only where there is one: a page has none.
  const zlib = typeof process === 'undefined' ? undefined : process.getBuiltinModule('node:zlib');
  const isLong = body.length > MAX_INLINE && zlib !== undefined;
  if (!isLong && !body.includes(0)) {
    // A leading "@" would name a file.
    const option = body[0] === 0x40 ? '--data-raw' : '--data-binary';
    return [...words, option, quoteForBash(body)].join(' ');
  }
  const packed = isLong ? zlib.gzipSync(body, { level: 9 }) : body;
  const unpack = `printf %s ${base64(packed)} | base64 -d${isLong ? ' | gunzip' : ''}`;
  return `${unpack} | ${[...words, '--data-binary', '@-'].join(' ')}`;
}

/** Sends the same fields; of a multipart form, curl makes the boundary. */
function formLine(
  request: SentRequest,
  { options, input, isMultipart }: CurlForm,
  words: readonly string[],
  variables: readonly string[],
): string {
  const headers = request.headers.filter(
    ([name]) => !(isMultipart && isNamed(name, 'content-type')),
  );
  const line = [
    ...words,
    ...headerWords({ headers }, variables),
    ...leftOut(request),
    ...options.flatMap(([option, value]) => [option, quoteForBash(value)]),
  ].join(' ');
  return input === undefined ? line : `printf %s ${base64(input)} | base64 -d | ${line}`;
}

/** A short line to begin with: for people to change, not for the same bytes. */
export function shortCurl(request: SentRequest, variables: readonly string[] = []): string {
  const { method, url, headers, body } = request;
  const others = headers.filter(([name]) => name.toLowerCase() !== 'accept');
  return [
    `curl -i -X ${quoteForBash(method)}`,
    wordWith(url, variables),
    ...headerWords({ headers: others }, variables),
    ...(body === undefined ? [] : ['-d', quoteForBash(body)]),
  ].join(' ');
}

function headerWords(
  { headers }: Pick<SentRequest, 'headers'>,
  variables: readonly string[],
): string[] {
  const words: string[] = [];
  for (const [name, value] of headers) {
    const basic = BASIC.exec(value)?.[1];
    if (basic !== undefined) {
      words.push('-u', `"$${basic}"`);
      continue;
    }
    const isSecret = secretPattern(value, variables)?.test(value) === true;
    if (isOfClient(name) && !isSecret) continue;
    // curl leaves out a header without a value unless it ends in ";".
    words.push(
      '-H',
      value === '' ? quoteForBash(`${name};`) : wordWith(`${name}: ${value}`, variables),
    );
  }
  return words;
}

/** `undefined` where no variable stands in the text. */
function secretPattern(text: string, variables: readonly string[]): RegExp | undefined {
  if (variables.length === 0 || !text.includes('$')) return undefined;
  const names = variables.join('|');
  // The second is bash's word for what stands behind the first word of a whole header.
  return new RegExp(String.raw`\$((?:${names})(?!\w)|\{(?:${names})#\* \})`);
}

/** A word in which the shell puts variables in their places. */
function wordWith(text: string, variables: readonly string[]): string {
  const pattern = secretPattern(text, variables);
  if (pattern === undefined) return text === '' ? '' : quoteForBash(text);
  const parts = text.split(pattern).map((part, i) => {
    if (i % 2 === 1) return `"$${part}"`;
    return part === '' ? '' : quoteForBash(part);
  });
  return parts.join('');
}

/** Takes away what curl would add of its own. */
function leftOut({ headers, body }: SentRequest): string[] {
  const words: string[] = [];
  if (headerValue(headers, 'accept') === undefined) words.push('-H', 'Accept:');
  if (headerValue(headers, 'content-type') === undefined) words.push('-H', 'Content-Type:');
  if ((body?.length ?? 0) > 1024) words.push('-H', 'Expect:');
  return words;
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Words that bash takes as they are. */
const PLAIN = /^[\w@%+=:,./-]+$/;
/** Text that stands safely between single quotes: printable, and nothing that hides or reorders. */
const PRINTABLE = /^[^'\p{C}\p{Zl}\p{Zp}\p{M}!]*$/u;

/**
 * Bytes as one word of bash: plain, in single quotes, or as `$'…'` with escapes. NUL can't stand in
 * a word.
 */
export function quoteForBash(bytes: Uint8Array | string): string {
  const text = typeof bytes === 'string' ? bytes : utf8Text(bytes);
  if (text === undefined) return `$'${escapeBytes(bytes as Uint8Array)}'`;
  if (PLAIN.test(text)) return text;
  return PRINTABLE.test(text) ? `'${text}'` : `$'${escapeText(text)}'`;
}

const encoder = new TextEncoder();

function escapeText(text: string): string {
  let escaped = '';
  for (const character of text) {
    const isSafe = PRINTABLE.test(character) && character !== '\\';
    escaped += isSafe ? character : escapeBytes(encoder.encode(character));
  }
  return escaped;
}

const NAMED: Readonly<Record<number, string>> = {
  0x09: String.raw`\t`,
  0x0a: String.raw`\n`,
  0x0d: String.raw`\r`,
  0x27: String.raw`\'`,
  0x5c: String.raw`\\`,
};

/** Always two hexadecimal digits: bash takes no more, whatever follows. */
function escapeBytes(bytes: Uint8Array): string {
  let escaped = '';
  for (const byte of bytes) {
    const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x21;
    const hex = byte.toString(16).padStart(2, '0');
    escaped += NAMED[byte] ?? (isPlain ? String.fromCodePoint(byte) : `\\x${hex}`);
  }
  return escaped;
}

/** A form as options of curl, in pairs: `--data-urlencode` with `name=value`, or `-F`. */
interface CurlForm {
  readonly options: readonly (readonly [option: string, value: string])[];
  /** What curl reads for `@-`: the bytes of a file. */
  readonly input?: Uint8Array | undefined;
  /** Whether curl makes the Content-Type, whose boundary is its own. */
  readonly isMultipart: boolean;
}

/**
 * A form in the options that people write; `undefined` for what is none, and for one that is broken
 * or written in an unusual way, which curl would mend.
 */
function curlForm(body: Uint8Array, contentType: string | undefined): CurlForm | undefined {
  const { essence } = parseMediaType(contentType ?? '') ?? {};
  if (essence === 'application/x-www-form-urlencoded') return pairOptions(utf8Text(body) ?? '%');
  return essence === 'multipart/form-data' ? partOptions(body, contentType) : undefined;
}

function pairOptions(text: string): CurlForm | undefined {
  const options = text.split('&').flatMap((pair) => {
    const [name, value] = pairOf(pair);
    const decoded = decodePercent(value);
    // curl would take what stands behind an @ for a file, and a word has no NUL.
    const isUsual = decoded !== undefined && `${name}=${encodeURIComponent(decoded)}` === pair;
    const isSafe = isUsual && /^[^@=]+$/.test(name) && !decoded.includes('\0');
    return isSafe ? [['--data-urlencode', `${name}=${decoded}`] as const] : [];
  });
  return options.length === text.split('&').length ? { options, isMultipart: false } : undefined;
}

function partOptions(body: Uint8Array, contentType: string | undefined): CurlForm | undefined {
  const parts = partsOf(body, contentType);
  // curl writes no form without fields.
  if (parts === undefined || parts.length === 0) return undefined;
  let input: Uint8Array | undefined;
  const options: (readonly [string, string])[] = [];
  for (const part of parts) {
    const text = utf8Text(bytesOf(part.content));
    const isWord = text !== undefined && !text.includes('\0');
    if (/[=;"\\]/.test(part.name) || (!isWord && input !== undefined)) return undefined;
    if (!isWord) input = bytesOf(part.content);
    options.push(partOption(part, isWord ? text : undefined));
  }
  return { options, input, isMultipart: true };
}

function partsOf(body: Uint8Array, contentType: string | undefined): Part[] | undefined {
  try {
    const parts = readMultipart(body, contentType);
    const isUsual = plain(writeMultipart(parts).body) === plain(body);
    return isUsual ? parts : undefined;
  } catch {
    return undefined;
  }
}

/** Names of headers have no case. */
function plain(body: Uint8Array): string {
  return latin1(body).toLowerCase();
}

function partOption(
  { name, filename, headers }: Part,
  text: string | undefined,
): readonly [string, string] {
  if (text !== undefined && filename === undefined && headers.size === 0) {
    return ['--form-string', `${name}=${text}`];
  }
  const details = [
    ...(filename === undefined ? [] : [`filename=${quoted(filename)}`]),
    ...Array.from(headers, ([key, value]) => {
      return key === 'content-type' ? `type=${value}` : `headers=${quoted(`${key}: ${value}`)}`;
    }),
  ];
  return ['-F', [`${name}=${text === undefined ? '@-' : quoted(text)}`, ...details].join(';')];
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
