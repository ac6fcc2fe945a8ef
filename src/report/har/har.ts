import type { HeaderList, ReceivedResponse } from '../../http/exchange.ts';
import type { JudgedExchange } from '../../verify/judged-exchange.ts';
import { headerValue } from '../../http/exchange.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { type Reporter, type ReporterContext, defaultTool } from '../reporter.ts';
import { encodeBody } from '../../http/har-body.ts';
import { redactHeaders, redactUrl } from '../../verify/recording/secrets.ts';

/**
 * HAR 1.2 of every exchange, without credentials. Fields that start with an underscore are the
 * kit's own, as the format allows: with them a recording can be judged again as the run judged it.
 */
export function har(context: ReporterContext): Reporter {
  let startedAt = Date.now();
  let separator = '';
  return (event) => {
    if (event.type === 'start') {
      const { target, seed, document } = event;
      startedAt = Date.now();
      const creator = { name: context.tool ?? defaultTool, version: context.version };
      const run = { target: redactUrl(target), seed, document };
      context.write(
        `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},` +
          `"_run":${JSON.stringify(run)},"entries":[`,
      );
    } else if (event.type === 'exchange') {
      // One entry a line: a recording of a run that died can still be mended by hand.
      context.write(`${separator}\n${stringifyJson(toEntry(event.exchange, startedAt))}`);
      separator = ',';
    } else if (event.type === 'end') {
      const { stopped: _stopped, answers: _answers, findings } = event.result;
      const _smallest = findings.flatMap(({ exchange, check, message, smallest }) =>
        smallest ? [{ exchange, check, message, smallest }] : [],
      );
      const end = JSON.stringify({ _answers, _smallest, _stopped });
      context.write(`\n],${end.slice(1, -1)}}}\n`);
    }
  };
}

function toEntry(exchange: JudgedExchange, runStartedAt: number): JsonValue {
  const { durationMs, connection, sequence, startedAt, endedAt } = exchange;
  return withoutUndefined({
    startedDateTime: new Date(runStartedAt + startedAt).toISOString(),
    time: durationMs,
    request: request(exchange),
    response: response(exchange),
    cache: {},
    // What the client does before its first byte isn't part of an exchange's time.
    timings: { blocked: -1, dns: -1, connect: -1, send: 0, wait: durationMs, receive: 0 },
    connection: String(connection.id),
    _connectionRequest: connection.request,
    _sequence: sequence,
    _startedAt: startedAt,
    _endedAt: endedAt,
    _case: caseFields(exchange),
  });
}

/** Everything that is known of the case but what stands in the entry already. */
function caseFields({ case: known }: JudgedExchange): object {
  const { operation, request, ...own } = known;
  const { body: _body, value, ...described } = request;
  return {
    ...own,
    operation: operation.id,
    request: described,
    // The value is read from the body again: a number's text there is exact.
    hasValue: value !== undefined,
  };
}

function request({ request: sent, case: known }: JudgedExchange): object {
  const url = redactUrl(sent.url, known.operation.security.flat());
  const query = URL.parse(url)?.searchParams ?? [];
  return {
    method: sent.method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: nameValues(publicHeaders({ request: sent, case: known })),
    queryString: nameValues([...query]),
    postData: sent.body && postData(sent.headers, sent.body),
    headersSize: -1,
    bodySize: sent.body?.length ?? 0,
  };
}

/** What a case itself says is no secret, such as a credential that is malformed on purpose. */
function publicHeaders({
  request: sent,
  case: known,
}: Pick<JudgedExchange, 'request' | 'case'>): HeaderList {
  const own = new Set(known.request.headers.map(([name, value]) => `${name}: ${value}`));
  const redacted = redactHeaders(sent.headers, known.operation.security.flat());
  return sent.headers.map(([name, value], i) =>
    own.has(`${name}: ${value}`) ? [name, value] : redacted[i]!,
  );
}

function postData(headers: HeaderList, bytes: Uint8Array): object {
  const { text, encoding } = encodeBody(bytes);
  // HAR has no encoding for requests, so that a reader needs this hint.
  return {
    mimeType: headerValue(headers, 'content-type') ?? '',
    text,
    ...(encoding && { _encoding: encoding, comment: 'The text is the body in base64.' }),
  };
}

function response({ outcome, case: known }: JudgedExchange): object {
  if (outcome.kind === 'failure') {
    const { failure } = outcome;
    return {
      ...responseHead({ status: 0, statusText: '', headers: [] }),
      content: { size: 0, mimeType: 'x-unknown' },
      bodySize: -1,
      _error: failure.message,
      _failure: failure,
    };
  }
  const { response: received } = outcome;
  const { body, rawBody, decodingError } = received;
  const headers = redactHeaders(received.headers, known.operation.security.flat());
  const isDecoded = Buffer.compare(body, rawBody) !== 0;
  return {
    ...responseHead({ ...received, headers }),
    content: {
      size: body.length,
      compression: isDecoded ? body.length - rawBody.length : undefined,
      mimeType: headerValue(headers, 'content-type') ?? '',
      ...encodeBody(body),
    },
    bodySize: rawBody.length,
    _rawBody: isDecoded ? Buffer.from(rawBody).toString('base64') : undefined,
    _decodingError: decodingError,
  };
}

function responseHead({
  status,
  statusText,
  headers,
}: Pick<ReceivedResponse, 'status' | 'statusText' | 'headers'>): object {
  return {
    status,
    statusText,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: nameValues(headers),
    redirectURL: headerValue(headers, 'location') ?? '',
    headersSize: -1,
  };
}

function nameValues(pairs: HeaderList | readonly [string, string][]): object[] {
  return pairs.map(([name, value]) => ({ name, value }));
}

/** JSON has no `undefined`; {@link JSON.stringify} leaves such keys out. */
function withoutUndefined(value: object): JsonValue {
  return value as JsonValue;
}
