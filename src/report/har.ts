import { type HeaderList, type RecordedExchange, responseOf } from '../http/exchange.ts';
import { type HarEntry, harEnd, harEntry, harLine, harStart } from '../http/har.ts';
import type { JudgedExchange } from '../verify/cases/case.ts';
import { REDACTED, SecretPlaces } from '../model/secrets/secret-places.ts';
import { type Reporter, type ReporterContext, defaultTool } from './reporter.ts';

/**
 * HAR 1.2 of every exchange, without credentials. Fields that start with an underscore are the
 * kit's own, as the format allows: with them a recording can be judged again as the run judged it.
 */
export function har(context: ReporterContext): Reporter {
  let startedAt = Date.now();
  let isFirst = true;
  return (event) => {
    if (event.type === 'start') {
      const { target, seed, document } = event;
      startedAt = Date.now();
      const creator = { name: context.tool ?? defaultTool, version: context.version };
      context.write(
        harStart(creator, {
          _run: { target: placesOf().maskAddress(target, REDACTED), seed, document },
        }),
      );
    } else if (event.type === 'exchange' || event.type === 'clean-up') {
      context.write(harLine(toEntry(event.exchange, startedAt), isFirst));
      isFirst = false;
    } else if (event.type === 'end') {
      const { stopped: _stopped, answers: _answers, findings } = event.result;
      const _smallest = findings.flatMap(({ exchange, check, message, smallest }) =>
        smallest ? [{ exchange, check, message, smallest }] : [],
      );
      context.write(harEnd({ _answers, _smallest, _stopped }));
    }
  };
}

function toEntry(exchange: JudgedExchange, runStartedAt: number): HarEntry {
  const { connection, sequence, startedAt, endedAt } = exchange;
  const entry = harEntry(recordedExchange(exchange, runStartedAt));
  return {
    ...entry,
    response: { ...entry.response, ...responseFields(exchange) },
    connection: String(connection.id),
    _connectionRequest: connection.request,
    _sequence: sequence,
    _startedAt: startedAt,
    _endedAt: endedAt,
    _case: caseFields(exchange),
  };
}

function recordedExchange(exchange: JudgedExchange, runStartedAt: number): RecordedExchange {
  const { request, outcome, startedAt, durationMs, case: known } = exchange;
  const places = placesOf(known);
  const { headers, rawBody, ...received } = responseOf({ outcome }) ?? NO_RESPONSE;
  return {
    startedAt: new Date(runStartedAt + startedAt),
    durationMs,
    request: {
      method: request.method,
      url: places.maskAddress(request.url, REDACTED),
      headers: publicHeaders(exchange),
      body: request.body,
      bodySize: request.body?.length ?? 0,
    },
    response: {
      ...received,
      headers: places.maskHeaders(headers, REDACTED),
      bodySize: rawBody?.length ?? -1,
    },
  };
}

const NO_RESPONSE = {
  status: 0,
  statusText: '',
  headers: [],
  body: new Uint8Array(),
  rawBody: undefined,
};

/** What is known of a response besides. */
function responseFields({ outcome }: JudgedExchange): object {
  if (outcome.kind === 'failure') {
    return { _error: outcome.failure.message, _failure: outcome.failure };
  }
  const { body, rawBody, decodingError } = outcome.response;
  const isDecoded = Buffer.compare(body, rawBody) !== 0;
  return {
    _rawBody: isDecoded ? Buffer.from(rawBody).toString('base64') : undefined,
    _decodingError: decodingError,
  };
}

/** Everything that is known of the case but what stands in the entry already. */
function caseFields({ case: known }: JudgedExchange): object {
  const { operation, request, ...rest } = known;
  const { body: _body, value, ...described } = request;
  return {
    ...rest,
    operation: operation.id,
    request: described,
    // The value is read from the body again: a number's text there is exact.
    hasValue: value !== undefined,
  };
}

function placesOf(known?: JudgedExchange['case']): SecretPlaces {
  return new SecretPlaces(known?.operation.security.flat(), { isCertain: true });
}

/** What a case itself says is no secret, such as a credential that is malformed on purpose. */
function publicHeaders({ request: sent, case: known }: JudgedExchange): HeaderList {
  const ownHeaders = new Set(known.request.headers.map(([name, value]) => `${name}: ${value}`));
  const redacted = placesOf(known).maskHeaders(sent.headers, REDACTED);
  return sent.headers.map(([name, value], i) =>
    ownHeaders.has(`${name}: ${value}`) ? [name, value] : redacted[i]!,
  );
}
