import { isJsonObject } from '../../../openapi/json/json-value.ts';
import { parseJson } from '../../../openapi/json/parse-json.ts';
import { stringifyJson } from '../../../openapi/json/stringify-json.ts';
import { toCurl } from '../../../http/curl.ts';
import type { OutlineOperation } from '../outline.ts';
import { statusClass } from './exchange-log.ts';
import type { ExchangeView, MessageView } from '../../sandbox/exchange-view.ts';
import { percentDecoded } from '../../../openapi/percent.ts';

/** A placeholder of case files, which a recorded body can't have meant. */
const PLACEHOLDER = /\{\{[^{}]*\}\}/;

/**
 * A case file with this one case, as `contracts/*.yaml` are; its last lines can be put into a file
 * that is there already. `undefined` where a case can't say it: no operation, no text, a credential
 * that was the point.
 */
export function asCase(
  exchange: ExchangeView,
  operation: OutlineOperation | undefined,
): string | undefined {
  const { body, encoding } = exchange.request;
  if (operation === undefined || body === null || encoding === 'base64') return undefined;
  const expectation = expectationOf(exchange);
  if (PLACEHOLDER.test(body) || expectation === undefined) return undefined;
  const lines = [
    `operation: ${text(operation.id)}`,
    'cases:',
    `  - name: ${text(nameOf(exchange))}`,
    '    request:',
    ...requestLines(exchange, operation).map((line) => `      ${line}`),
    `    expect: ${expectation.expect}`,
  ];
  const { because } = expectation;
  if (because !== undefined) lines.push(`    because: ${JSON.stringify(because)}`);
  return `${lines.join('\n')}\n`;
}

/** JSON's strings are YAML's double-quoted ones; plain words stay as they are. */
function text(value: string): string {
  return /^[A-Za-z][\w -]*\w$/.test(value) && !/^(true|false|null|yes|no|on|off)$/i.test(value)
    ? value
    : JSON.stringify(value);
}

function nameOf({ method, target, status, seq }: ExchangeView): string {
  return `${method} ${target} answered ${status} as request ${seq}`;
}

function requestLines(exchange: ExchangeView, operation: OutlineOperation): string[] {
  const lines = [...parameterLines(exchange, operation), ...headerLines(exchange)];
  const body = exchange.request.body ?? '';
  const type = contentType(exchange);
  if (body === '' && type === undefined) return [...lines, 'noBody: true'];
  const fields = plainFields(body);
  return [...lines, fields === undefined ? `body: ${JSON.stringify(body)}` : `fields: ${fields}`];
}

/** The body as fields where they say all of it: written again, it is the same text. */
function plainFields(body: string): string | undefined {
  const parsed = parseJson(body);
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const written = stringifyJson(parsed.value);
  const squeezed = body.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
  return written === squeezed ? stringifyJson(parsed.value) : undefined;
}

function contentType({ request }: ExchangeView): string | undefined {
  return request.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
}

function headerLines(exchange: ExchangeView): string[] {
  const type = contentType(exchange);
  if (type === 'application/json' || (type === undefined && exchange.request.body === ''))
    return [];
  return ['headers:', `  Content-Type: ${type === undefined ? 'null' : JSON.stringify(type)}`];
}

function parameterLines(
  { target }: ExchangeView,
  { path, parameters }: OutlineOperation,
): string[] {
  if (parameters.length === 0) return [];
  const [place = '', query = ''] = target.split(/\?(.*)/s);
  const segments = place.split('/');
  const values = new Map<string, string>();
  for (const [i, part] of path.split('/').entries()) {
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    if (name !== undefined) values.set(name, percentDecoded(segments[i] ?? ''));
  }
  for (const [name, value] of new URLSearchParams(query)) values.set(name, value);
  const known = parameters.map(({ path: name }) => name).filter((name) => values.has(name));
  if (known.length === 0) return [];
  const lines = known.map((name) => `  ${text(name)}: ${JSON.stringify(values.get(name))}`);
  return ['parameters:', ...lines];
}

interface Expectation {
  readonly expect: 'success' | 'refusal' | 'either';
  readonly because?: string;
}

/** What the mock refuses because the document rules it out. */
const BROKEN: ReadonlySet<string> = new Set([
  'schema',
  'parameter',
  'json-malformed',
  'form-malformed',
  'body-missing',
  'text-encoding',
]);

/** `undefined` where the answer depended on what a case doesn't say: a credential, the transport. */
function expectationOf({ problem, findings, status }: ExchangeView): Expectation | undefined {
  const kind = problem?.kind ?? '';
  const finding = findings.find(({ location: [side, part], severity }) => {
    return severity === 'Error' && side === 'request' && part !== undefined && part !== 'header';
  });
  const broken = BROKEN.has(kind) ? problem?.message : finding?.message;
  if (broken !== undefined) return { expect: 'refusal', because: broken };
  if (kind.startsWith('credential') || status === 401 || status === 403) return undefined;
  // A server that fails has not said anything about the request.
  if (statusClass(status) !== 'refused') return { expect: 'success' };
  return { expect: 'either', because: problem?.message ?? `it was answered with ${status}` };
}

/** Headers of the connection, and of the coding that the kept body is not in any more. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'content-encoding',
  'transfer-encoding',
  'accept-encoding',
  'expect',
]);

/** What the server puts in place of a secret. */
export const MASK = '***';

/**
 * A line for bash that sends a request again; `undefined` where its body wasn't kept.
 *
 * @param address Where requests go, without a slash at the end.
 * @param tokenVariable Stands for the token, which nobody has recorded.
 */
export function asCurl(
  { method, target, request, callback }: ExchangeView,
  address: string,
  tokenVariable: string,
): string | undefined {
  if (request.body === null) return undefined;
  const headers = request.headers
    .filter(({ name }) => !OF_CONNECTION.has(name.toLowerCase()))
    .map(({ name, value }) => [name, value.replaceAll(MASK, () => `$${tokenVariable}`)] as const);
  const url = callback === undefined ? address + target : target;
  return toCurl({ method, url, headers, body: sentBytes(request) }, [tokenVariable]);
}

/** The bytes of a body that was kept. */
export function sentBytes({
  body,
  encoding,
}: Pick<MessageView, 'body' | 'encoding'>): Uint8Array<ArrayBuffer> {
  const text = body ?? '';
  return encoding === 'base64'
    ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    : new TextEncoder().encode(text);
}
