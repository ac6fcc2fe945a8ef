import { gzipSync } from 'node:zlib';
import type { SentRequest } from './exchange.ts';
import { basicVariable } from './credential.ts';
import { quoteForBash } from './quote-for-bash.ts';

/** A longer body is packed, so that the line can still be copied. */
const MAX_INLINE = 2000;

/** Headers that curl makes itself, or that don't matter. */
const OWN: ReadonlySet<string> = new Set(['host', 'content-length', 'user-agent', 'connection']);

/** How curl reaches the server, where that isn't as usual. */
export interface CurlConnection {
  /** File with certificates to trust. */
  readonly caFile?: string | undefined;
  /** Takes any certificate. Default false. */
  readonly insecure?: boolean | undefined;
}

/**
 * One line for bash that sends the same bytes again.
 *
 * @param variables The environment variables that stand for secrets at the end of headers.
 */
export function toCurl(
  request: SentRequest,
  variables: string | readonly string[],
  connection: CurlConnection = {},
): string {
  const { method, url, body } = request;
  const names = typeof variables === 'string' ? [variables] : variables;
  const words = ['curl', '-sS', '-i', '--path-as-is', '--globoff'];
  if (connection.insecure === true) words.push('-k');
  else if (connection.caFile !== undefined) {
    words.push('--cacert', quoteForBash(connection.caFile));
  }
  words.push('-X', method, wordWith(url, names));
  for (const [name, value] of request.headers) {
    const basic = basicVariable(value);
    if (basic !== undefined) {
      words.push('-u', `"$${basic}"`);
      continue;
    }
    const variable = names.find((one) => value.endsWith(`$${one}`));
    if (OWN.has(name.toLowerCase()) && variable === undefined) continue;
    // curl leaves out a header without a value unless it ends in ";".
    words.push(
      '-H',
      value === '' ? quoteForBash(`${name};`) : wordWith(`${name}: ${value}`, names),
    );
  }
  words.push(...leftOut(request));
  if (body === undefined || body.length === 0) {
    if (hasLength(request)) words.push('--data-binary', "''");
    return words.join(' ');
  }
  if (body.length <= MAX_INLINE && !body.includes(0)) {
    // A leading "@" would name a file.
    const option = body[0] === 0x40 ? '--data-raw' : '--data-binary';
    return [...words, option, quoteForBash(body)].join(' ');
  }
  return `${unpack(body)} | ${[...words, '--data-binary', '@-'].join(' ')}`;
}

/** A word that the shell completes where it ends with a variable. */
function wordWith(text: string, variables: readonly string[]): string {
  const variable = variables.find((one) => text.endsWith(`$${one}`));
  if (variable === undefined) return quoteForBash(text);
  const placeholder = `$${variable}`;
  return `${quoteForBash(text.slice(0, -placeholder.length))}"${placeholder}"`;
}

/** Takes away what curl would add of its own. */
function leftOut({ headers, body }: SentRequest): string[] {
  const words: string[] = [];
  const has = (wanted: string): boolean => headers.some(([name]) => name.toLowerCase() === wanted);
  if (!has('accept')) words.push('-H', 'Accept:');
  if (!has('content-type')) words.push('-H', 'Content-Type:');
  if ((body?.length ?? 0) > 1024) words.push('-H', 'Expect:');
  return words;
}

function hasLength({ headers }: SentRequest): boolean {
  return headers.some(([name]) => name.toLowerCase() === 'content-length');
}

function unpack(body: Uint8Array): string {
  if (body.length <= MAX_INLINE) {
    return `printf %s ${Buffer.from(body).toString('base64')} | base64 -d`;
  }
  return `printf %s ${gzipSync(body, { level: 9 }).toString('base64')} | base64 -d | gunzip`;
}
