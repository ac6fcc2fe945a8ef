import { type SentRequest, type TransportFailure, transportFailures } from '../../http/exchange.ts';
import { decodeHarBody } from '../../http/har.ts';
import { scrubResponse } from '../../http/scrub.ts';
import { REDACTED, SecretPlaces } from '../../model/secrets/secret-places.ts';
import type { JudgedExchange } from '../cases/case.ts';
import {
  type HarNode,
  readAnswerBody,
  readHeaders,
  readRequestBody,
  withoutWireHeaders,
} from '../../http/har-log.ts';
import { securitySchemes } from '../../model/operation.ts';
import { type Masker, createMasker } from '../../model/secrets/masker.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';

/** Why an entry isn't judged. */
export type SkipReason =
  /** Its method and path are those of no operation of the document. */
  | 'no-operation'
  /** It was sent to another address than the one that is judged. */
  | 'elsewhere'
  /** The recording lacks a body that was sent or received. */
  | 'no-body'
  /** The client itself ended or blocked it: that says nothing of the server. */
  | 'aborted'
  /** There is no answer, and the recording doesn't say whose fault that is. */
  | 'no-answer'
  /** The proxy that recorded it answered in the server's place. */
  | 'by-proxy';

/** A request as a recording has it. */
export interface ReadRequest {
  /** Without credentials. */
  readonly sent: SentRequest;
  /** A body was sent that the recording lacks, or holds with characters replaced. */
  readonly lacksBody: boolean;
}

/** @param isOfKit Whether `verify` recorded it, and so has taken the credentials out already. */
export function readRequest(request: HarNode, mask: EntryMask, isOfKit: boolean): ReadRequest {
  const { places, masker, replacement } = mask;
  const url = request.at('url');
  if (!URL.canParse(url.text())) url.fail('must be an absolute URL');
  const recorded = readHeaders(request);
  const { body, lacksBody } = readRequestBody(request);
  return {
    sent: {
      method: request.at('method').text().toUpperCase(),
      // Of the origin, nothing can be left out.
      url: places
        .maskAddress(url.text(), REDACTED)
        .replace(/(?<=^[a-z]+:\/\/[^/?#]*)[/?#].*$/is, (rest) => masker.text(rest)),
      headers: isOfKit
        ? recorded
        : places
            .maskHeaders(recorded, replacement, REDACTED)
            .map(([name, value]) => [name, masker.text(value)]),
      body: body && masker.bytes(body),
    },
    lacksBody,
  };
}

/** What a browser or a proxy says of a request that the client ended itself. */
const ABORTED = /\bERR_ABORTED|BLOCKED|CANCEL|NS_BINDING_ABORTED|^client disconnected/i;

/** The network's errors as Chromium names them; of any other it isn't clear whose fault it is. */
const KINDS: readonly (readonly [RegExp, TransportFailure['kind']])[] = [
  [/TIMED_OUT|TIMEOUT/i, 'timeout'],
  [/NAME_NOT_RESOLVED|NAME_RESOLUTION/i, 'dns'],
  [/CERT|SSL|TLS/i, 'tls'],
  [/CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED/i, 'truncated'],
  [/(?:CONNECTION|NET)_RESET|EMPTY_RESPONSE|CONNECTION_CLOSED|SOCKET/i, 'reset'],
  [/CONNECTION_REFUSED|ADDRESS_UNREACHABLE/i, 'refused'],
  [/INVALID_HTTP|INVALID_RESPONSE|PROTOCOL_ERROR/i, 'malformed'],
];

/** As `verify` recorded it. */
function readFailure(node: HarNode): TransportFailure {
  return {
    kind: node.at('kind').word(transportFailures),
    message: node.at('message').text(),
    mayBeRace: node.at('mayBeRace').flag(),
    isCutOff: node.at('isCutOff').flag(),
    partial: node.at('partial').maybe((partial) => ({
      status: partial.at('status').number(),
      bodyBytes: partial.at('bodyBytes').number(),
    })),
  };
}

/** Why an entry can't be judged. */
type Unjudged = Extract<SkipReason, 'no-body' | 'aborted' | 'no-answer' | 'by-proxy'>;

/** The response of an entry, or why it can't be judged. */
export function readOutcome(
  entry: HarNode,
  { places, masker }: EntryMask,
  isOfKit: boolean,
): JudgedExchange['outcome'] | Unjudged {
  const response = entry.at('response');
  const status = response.at('status').numberOr(0);
  const failed = failureThroughProxy(entry, status) ?? failure(response, status);
  if (failed !== undefined) return failed;
  const body = readAnswerBody(response, status);
  if (body === undefined) return 'no-body';
  const headers = places.maskHeaders(readHeaders(response), REDACTED);
  const received = {
    status,
    statusText: response.at('statusText').textOr(''),
    headers: isOfKit ? headers : withoutWireHeaders(headers),
    rawBody: response.at('_rawBody').maybe((raw) => decodeHarBody(raw.text(), 'base64')) ?? body,
    body,
    decodingError: response.at('_decodingError').maybe((error) => error.text()),
  };
  return { kind: 'response', response: scrubResponse(received, masker) };
}

/** Of the kit's own proxy: who kept the server's answer from the client. */
function failureThroughProxy(
  entry: HarNode,
  status: number,
): JudgedExchange['outcome'] | Unjudged | undefined {
  const by = entry.at('_failedBy').textOr('');
  if (by === 'client') return 'aborted';
  if (by === 'proxy') return 'by-proxy';
  if (by !== 'upstream') return undefined;
  // 502 and 504 are the proxy's words for having got nothing.
  const kind = status === 504 ? 'timeout' : status === 502 ? 'other' : 'truncated';
  return { kind: 'failure', failure: { kind, message: entry.at('_error').textOr('no answer') } };
}

/** Why there is no whole response; `undefined` where there is one. */
function failure(
  response: HarNode,
  status: number,
): JudgedExchange['outcome'] | Unjudged | undefined {
  const transportFailure = response.at('_failure').maybe(readFailure);
  const error = response.at('_error').textOr(response.at('_failureText').textOr(''));
  if (transportFailure !== undefined) return { kind: 'failure', failure: transportFailure };
  if (ABORTED.test(error)) return 'aborted';
  const kind = KINDS.find(([pattern]) => pattern.test(error))?.[1];
  if (kind === undefined) return status > 0 ? undefined : 'no-answer';
  return { kind: 'failure', failure: { kind, message: error } };
}

/** What is taken out of an entry on its way in. */
export interface EntryMask {
  /** Where credentials stand. */
  readonly places: SecretPlaces;
  /** Hides them wherever they are repeated. */
  readonly masker: Pick<Masker, 'text' | 'bytes'>;
  /** What stands there then: `$TOKEN`. */
  readonly replacement: string;
}

/**
 * Knows the credentials of a whole recording: an answer may tell the token that later requests send.
 *
 * @returns The mask of each entry. The kit's own recordings have nothing that is to be masked.
 */
export function createMasks(
  entries: readonly HarNode[],
  document: OpenApiDocument,
  tokenVariable: string,
): (entry: HarNode) => EntryMask {
  const places = new SecretPlaces(securitySchemes(document), { isCertain: true });
  const replacement = `$${tokenVariable}`;
  // A word of the document is no secret: without `error`, no answer could be understood.
  const words = stringifyJson(document.root);
  const maskerOf = (values: readonly string[]): Masker => {
    const secrets = new Set(values.filter((value) => !words.includes(value)));
    return createMasker(secrets, { replacement });
  };
  const foreign = entries.filter((entry) => !isOfKit(entry));
  const shared = maskerOf(
    foreign.flatMap((entry) =>
      places.secretsIn({
        headers: headersOf(entry),
        address: entry.at('request').at('url').textOr(''),
        form: formOf(entry),
      }),
    ),
  );
  const nothing = createMasker([]);
  return (entry) => {
    if (isOfKit(entry)) return { places, masker: nothing, replacement };
    const entryMasker = maskerOf(places.doubtfulSecretsIn(headersOf(entry)));
    const masker: EntryMask['masker'] = {
      text: (text) => entryMasker.text(shared.text(text)),
      bytes: (bytes) => entryMasker.bytes(shared.bytes(bytes)),
    };
    return { places, masker, replacement };
  };
}

/** Whether `verify` recorded it, and so has taken the credentials out already. */
export function isOfKit(entry: HarNode): boolean {
  return entry.at('_case').exists;
}

function headersOf(entry: HarNode): ReturnType<typeof readHeaders> {
  return [...readHeaders(entry.at('request')), ...readHeaders(entry.at('response'))];
}

function formOf(entry: HarNode): string {
  const data = entry.at('request').at('postData');
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(data.at('mimeType').textOr(''));
  return isForm ? data.at('text').textOr('') : '';
}
