/** What an answer can become: a fault, a seed, a handler of msw, a test. */
import { type JsonObject, type JsonValue, isJsonObject } from '../../../openapi/json/json-value.ts';
import { parseJson } from '../../../openapi/json/parse-json.ts';
import { stringifyJson } from '../../../openapi/json/stringify-json.ts';
import { isOfBrowser } from '../../../http/client-headers.ts';
import { MASK } from './copy-as.ts';
import type { ExchangeView, MessageView } from '../../sandbox/exchange-view.ts';

/** What the server adds to every answer by itself. */
const OF_SERVER =
  /^(?:access-control-.*|connection|content-encoding|content-length|date|keep-alive|transfer-encoding|vary)$/i;

function answerHeaders({ response }: ExchangeView): Record<string, string> {
  const headers = response.headers.filter(({ name }) => !OF_SERVER.test(name));
  return Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
}

/** The body as JSON; `undefined` where it is none. */
function jsonOf({ body }: MessageView): JsonValue | undefined {
  const parsed = parseJson(body ?? '');
  return parsed.ok ? parsed.value : undefined;
}

/** A fault that gives the next request to the operation this answer. */
export function asFault(exchange: ExchangeView): JsonObject | undefined {
  const { status, operation, response } = exchange;
  const place = operation === null ? {} : { operation };
  if (status === 0) return { kind: 'drop', ...place };
  if (response.body === null || response.encoding === 'base64') return undefined;
  const body = jsonOf(exchange.response) ?? response.body;
  return { kind: 'answer', ...place, status, headers: answerHeaders(exchange), body };
}

/** Resources, and the path that they would be created at. */
export interface SeedText {
  readonly text: string;
  readonly collection: string;
}

/** What the answer tells of, to be stored; `undefined` where it tells of nothing. */
export function asSeed(exchange: ExchangeView): SeedText | undefined {
  const value = jsonOf(exchange.response);
  const [path = ''] = exchange.target.split('?', 1);
  if (exchange.status >= 300 || value === undefined) return undefined;
  const lists = isJsonObject(value) ? Object.values(value) : [value];
  const list = lists.find(
    (candidate) =>
      Array.isArray(candidate) && candidate.length > 0 && candidate.every(isJsonObject),
  );
  if (list !== undefined) return { text: stringifyJson(list, 2), collection: path };
  if (!isJsonObject(value)) return undefined;
  // An answer to a create may leave out what was sent.
  const sent = exchange.method === 'POST' ? jsonOf(exchange.request) : undefined;
  const whole = isJsonObject(sent) ? { ...sent, ...value } : value;
  const isBelow = exchange.method !== 'POST';
  const collection = isBelow ? path.slice(0, path.lastIndexOf('/')) : path;
  return { text: stringifyJson(whole, 2), collection };
}

/** The text of JSON as code, where JavaScript's numbers can hold it. */
function asCode(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const parsed = parseJson(text);
    const isExact = parsed.ok && stringifyJson(parsed.value) === JSON.stringify(value);
    return isExact ? JSON.stringify(value, null, 2) : undefined;
  } catch {
    return undefined;
  }
}

function indented(code: string, by: number): string {
  return code.replaceAll('\n', `\n${' '.repeat(by)}`);
}

/** A module with a handler of msw that gives this answer. */
export function asHandler(exchange: ExchangeView, path: string): string | undefined {
  const { method, status, response } = exchange;
  if (response.body === null || response.encoding === 'base64' || status === 0) return undefined;
  const known = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];
  const word = known.find((name) => name === method.toLowerCase()) ?? 'all';
  const place = JSON.stringify(`*${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
  const { 'content-type': type = '', ...others } = answerHeaders(exchange);
  const value = type === 'application/json' ? asCode(response.body) : undefined;
  const headers = value === undefined && type !== '' ? { 'content-type': type, ...others } : others;
  const options = indented(JSON.stringify({ status, headers }, null, 2), 2);
  const body = response.body === '' ? 'null' : JSON.stringify(response.body);
  const made =
    value === undefined
      ? `new HttpResponse(${body}, ${options})`
      : `HttpResponse.json(${indented(value, 2)}, ${options})`;
  return `import { http, HttpResponse } from 'msw';

export const handler = http.${word}(${place}, () => {
  return ${made};
});
`;
}

/** A test file that sends the request again and expects the answer. */
export function asTest(
  exchange: ExchangeView,
  address: string,
  tokenVariable: string,
): string | undefined {
  const { method, target, status, request, response } = exchange;
  if (request.body === null || request.encoding === 'base64' || status === 0) return undefined;
  const sentHeaders = request.headers.filter(({ name }) => !isOfBrowser(name));
  const headers = sentHeaders.map(({ name, value }) => {
    const parts = value.split(MASK).map((part) => part.replaceAll(/[`\\$]/g, '\\$&'));
    return `      ${JSON.stringify(name)}: \`${parts.join(`\${process.env.${tokenVariable}}`)}\`,\n`;
  });
  const body = request.body === '' ? '' : `    body: ${JSON.stringify(request.body)},\n`;
  const value = asCode(response.body ?? '');
  const expected =
    value === undefined
      ? `expect(await response.text()).toBe(${JSON.stringify(response.body ?? '')})`
      : `expect(await response.json()).toEqual(${indented(value, 2)})`;
  return `import { expect, test } from 'vitest';

const baseUrl = process.env.API_URL ?? ${JSON.stringify(address)};

test(${JSON.stringify(`${method} ${target} answers ${status}`)}, async () => {
  const response = await fetch(baseUrl + ${JSON.stringify(target)}, {
    method: ${JSON.stringify(method)},
    headers: {
${headers.join('')}    },
${body}  });
  expect(response.status).toBe(${status});
${response.body === null ? '' : `  ${expected};\n`}});
`;
}
