/** Recorded traffic, answered again. */
import { corsHeaders } from '../mock/cors.ts';
import { jsonOf } from '../http/body-text.ts';
import type { HeaderList } from '../http/exchange.ts';
import {
  type HarNode,
  readAnswerBody,
  readHarLog,
  readHeaders,
  readRequestBody,
  withoutWireHeaders,
} from '../http/har-log.ts';
import { latin1 } from '../http/latin1.ts';
import { readMultipart } from '../http/multipart.ts';
import { operations, securitySchemes } from '../model/operation.ts';
import { matchOperation } from '../model/routes.ts';
import { REDACTED, SecretPlaces, isMasked } from '../model/secrets/secret-places.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonValue } from '../openapi/json/json-value.ts';
import { percentDecoded } from '../openapi/percent.ts';
import { equalJson } from '../openapi/schema/equal-json.ts';
import type { ServerRequest } from './read-request.ts';
import type { HandlerResponse } from './user-handlers.ts';

/** Recorded answers of a document's operations, by what they answer. */
export interface Recording {
  /** Where secrets stand: for certain, and where recordings hide what looks like one. */
  readonly places: readonly [certain: SecretPlaces, likely: SecretPlaces];
  /** By method, path and query. */
  readonly requests: ReadonlyMap<string, readonly RecordedRequest[]>;
  /** How many answers there are. */
  readonly answers: number;
  /** How many entries are for no operation, or lack a body or an answer. */
  readonly skipped: number;
}

/** A request with everything that it was answered with, in the order of the recording. */
interface RecordedRequest {
  readonly body: JsonValue;
  readonly answers: HandlerResponse[];
}

/**
 * Reads what a mock is to answer again, from whatever address it was recorded.
 *
 * @param text HAR 1.2, of this kit or of any tool.
 * @param file How messages call it.
 * @throws {DiagnosticError} where it is no HAR.
 */
export function readRecording(text: string, file: string, document: OpenApiDocument): Recording {
  const schemes = securitySchemes(document);
  const places = [
    new SecretPlaces(schemes, { isCertain: true }),
    new SecretPlaces(schemes),
  ] as const;
  const requests = new Map<string, RecordedRequest[]>();
  const entries = readHarLog(text, file).at('entries').items();
  let answers = 0;
  for (const entry of entries) {
    const read = readEntry(entry, document, places);
    if (read === undefined) continue;
    const { key, body, answer } = read;
    const alike = requests.get(key) ?? [];
    const known = alike.find((request) => equalJson(request.body, body));
    if (known === undefined) requests.set(key, [...alike, { body, answers: [answer] }]);
    else known.answers.push(answer);
    answers += 1;
  }
  return { places, requests, answers, skipped: entries.length - answers };
}

interface ReadEntry {
  readonly key: string;
  readonly body: JsonValue;
  readonly answer: HandlerResponse;
}

function readEntry(
  entry: HarNode,
  document: OpenApiDocument,
  [certain, likely]: Recording['places'],
): ReadEntry | undefined {
  const request = entry.at('request');
  const method = request.at('method').text().toUpperCase();
  const url = URL.parse(request.at('url').text());
  if (url === null) return undefined;
  const match = matchOperation(operations(document), method, url.pathname + url.search);
  const answer = readAnswer(entry);
  const { body = new Uint8Array(), lacksBody } = readRequestBody(request);
  if (match === undefined || answer === undefined || lacksBody) return undefined;
  const path = url.pathname.slice(match.basePath.length);
  const headers = readHeaders(request);
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const mimeType = type ?? request.at('postData').at('mimeType').textOr('');
  const text = `${url.search.slice(1)}&${Buffer.from(body).toString()}`;
  const places = [...new URLSearchParams(text).values()].some(isMasked) ? likely : certain;
  return {
    key: keyOf(method, path, url.search.slice(1), places),
    body: meaningOf(body, mimeType, places),
    answer,
  };
}

/** Nobody who asks now has these in mind: they were for the recorded client, or its connection. */
const OF_ITS_CLIENT =
  /^(?:access-control-.*|alt-svc|connection|date|keep-alive|strict-transport-security|trailer|upgrade)$/i;

/** `undefined` where none is recorded in whole; a 304 is for a client that has the body. */
function readAnswer(entry: HarNode): HandlerResponse | undefined {
  const response = entry.at('response');
  const status = response.at('status').numberOr(0);
  if (status < 200 || status > 599 || status === 304) return undefined;
  // Of the kit's own proxy: the server's answer didn't come.
  if (entry.at('_failedBy').exists) return undefined;
  const body = readAnswerBody(response, status);
  if (body === undefined) return undefined;
  const headers = withoutWireHeaders(readHeaders(response));
  return { status, headers: headers.filter(([name]) => !OF_ITS_CLIENT.test(name)), body };
}

/** Whatever the order of the query's names; secrets are left out, since recordings hide them. */
function keyOf(method: string, path: string, query: string, places: SecretPlaces): string {
  return `${method} ${percentDecoded(path)}?${pairsOf(query, places).join('&')}`;
}

function pairsOf(text: string, places: SecretPlaces): string[] {
  const pairs = [...new URLSearchParams(text)].map(([name, value]) => {
    return [name, places.isParameter(name) ? REDACTED : value] as const;
  });
  return pairs
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map((pair) => pair.map(encodeURIComponent).join('='));
}

/** What a body says: JSON, the fields of a form, else its bytes. */
function meaningOf(body: Uint8Array, mimeType: string, places: SecretPlaces): JsonValue {
  if (body.length === 0) return '';
  if (/^application\/x-www-form-urlencoded\b/i.test(mimeType)) {
    return pairsOf(Buffer.from(body).toString(), places);
  }
  if (/^multipart\/form-data\b/i.test(mimeType)) return partsOf(body, mimeType);
  return jsonOf(body) ?? latin1(body);
}

/** The boundary is another one in each request; recordings of browsers lack what is in files. */
function partsOf(body: Uint8Array, mimeType: string): JsonValue {
  try {
    return readMultipart(body, mimeType).map(({ name, filename, content }) => {
      return [name, filename ?? '', filename === undefined ? content : ''];
    });
  } catch {
    return latin1(body);
  }
}

/** Answers a sandbox's requests from a recording. */
export class Replay {
  readonly #recording: Recording;
  readonly #turns = new Map<RecordedRequest, number>();

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /**
   * The recorded answer: of several to the same request the next one, after the last the first again.
   * `undefined` where none was recorded, or a preference is to be heeded.
   */
  answer(request: ServerRequest): HandlerResponse | undefined {
    if (request.problem !== undefined || request.header('prefer') !== undefined) return undefined;
    const [certain, likely] = this.#recording.places;
    const known = this.#find(request, certain) ?? this.#find(request, likely);
    if (known === undefined) return undefined;
    const turn = this.#turns.get(known) ?? 0;
    this.#turns.set(known, (turn + 1) % known.answers.length);
    return forClient(known.answers[turn]!, request);
  }

  #find(request: ServerRequest, places: SecretPlaces): RecordedRequest | undefined {
    const { method, path, query = '', body } = request;
    const alike = this.#recording.requests.get(keyOf(method, path, query, places));
    if (alike === undefined) return undefined;
    const meant = meaningOf(body, request.header('content-type') ?? '', places);
    return alike.find((candidate) => equalJson(candidate.body, meant));
  }
}

function forClient(answer: HandlerResponse, request: ServerRequest): HandlerResponse {
  const { status, body } = answer;
  const isBare = status === 204 || status === 205 || request.method === 'HEAD';
  const length: HeaderList = isBare ? [] : [['content-length', `${body.length}`]];
  const origin = request.header('origin');
  const names = answer.headers.map(([name]) => name.toLowerCase());
  const cors = origin === undefined ? [] : Object.entries(corsHeaders(origin, names));
  return { ...answer, headers: [...answer.headers, ...cors, ...length] };
}
