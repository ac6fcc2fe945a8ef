/** Judging exchanges with Prism; only the worker thread loads this. */
import { type WireRequest, type WireResponse, headerMap } from '../../http/exchange.ts';
import { documentFromValue } from '../../openapi/document.ts';
import type { JsonObject } from '../../openapi/json/json-value.ts';
import {
  type Judgement,
  NOTHING_FOUND,
  type ValidatorFinding,
  type ValidatorFindings,
  isViolation,
} from '../../serve/validator.ts';
import { BodyFindings, type BodyPlace } from './body-findings.ts';
import {
  type Prism,
  type PrismDiagnostic,
  type PrismResponse,
  loadPrism,
  type PrismRequest,
} from './load-prism.ts';
import { type BodyCopy, readBody } from './body-copy.ts';
import { TOKEN, parseMediaType } from '../../model/media-type.ts';
import { errorMessage } from '../../openapi/error-message.ts';

/** Prism, with what it gets wrong put right. */
export class PrismJudge {
  readonly #prism: Prism;
  readonly #bodies: BodyFindings;

  private constructor(prism: Prism, bodies: BodyFindings) {
    this.#prism = prism;
    this.#bodies = bodies;
  }

  /** @throws {Error} where Prism isn't installed, or can't read the document. */
  static async load(root: JsonObject, options: { readonly strict: boolean }): Promise<PrismJudge> {
    const document = documentFromValue(root);
    const bodies = new BodyFindings(document);
    return new PrismJudge(await loadPrism(document, { errors: options.strict }), bodies);
  }

  /** Never rejects: what Prism throws is why there is no judgement. */
  async judge(request: WireRequest, response?: WireResponse): Promise<Judgement> {
    const bodies = this.#bodies;
    try {
      const sent = toPrismRequest(request, await copyOf(request), (route, type) => {
        return bodies.isOnlyType(route, type);
      });
      const received = response && toPrismResponse(response, await copyOf(response));
      let operation: string | undefined;
      const result = await this.#prism.request(sent.message, (key) => {
        operation = key;
        return received?.message ?? NO_RESPONSE;
      });
      if (result._tag === 'Left') return refusal(result.left);
      const read = (
        diagnostics: readonly PrismDiagnostic[],
        { body, contentType }: PrismMessage<unknown>,
        place: BodyPlace,
      ): ValidatorFinding[] => {
        const found = withoutRepetition(
          diagnostics.map((diagnostic) => toFinding(diagnostic, place.side)),
        );
        if (operation === undefined) return found;
        return bodies.correct(found, body, place, operation, contentType);
      };
      const { input, output } = result.right.validations;
      const findings = {
        request: read(input, sent, { side: 'request' }),
        response:
          response === undefined || received === undefined
            ? []
            : read(hasBody(request, response) ? output : output.filter(isNotOfBody), received, {
                side: 'response',
                status: response.status,
              }),
      };
      return { findings, operation, refusal: refusalStatus(findings) };
    } catch (error) {
      const cause = errorMessage(error);
      return { findings: NOTHING_FOUND, unjudged: `Prism failed: ${cause}` };
    }
  }
}

/** Prism validates a response in any case; what it says of this one is dropped. */
const NO_RESPONSE: PrismResponse = { statusCode: 200 };

/** Prism has stopped at the request: there is no such route. */
function refusal(error: Error & { readonly status?: number; readonly detail?: string }): Judgement {
  const code = error.status ?? 500;
  const message = error.detail ?? error.message;
  const finding: ValidatorFinding = { location: ['request'], severity: 'Error', code, message };
  return { findings: { request: [finding], response: [] }, refusal: code };
}

function refusalStatus({ request, response }: ValidatorFindings): number | undefined {
  const violations = request.filter(isViolation);
  if (violations.length === 0) return response.some(isViolation) ? 502 : undefined;
  const has = (status: number): boolean => violations.some(({ code }) => code === status);
  if (has(401)) return 401;
  return has(415) ? 415 : 422;
}

/** A HEAD, a 304 and a body too large to be held have nothing that could be validated. */
function hasBody({ method }: WireRequest, { status, body }: WireResponse): boolean {
  return method !== 'HEAD' && status !== 304 && body !== undefined;
}

const SEVERITIES = ['Error', 'Warning', 'Information', 'Hint'] as const;

function toFinding(diagnostic: PrismDiagnostic, side: 'request' | 'response'): ValidatorFinding {
  const { path, severity, code, message } = diagnostic;
  return {
    location: [side, ...(path ?? []).map(String)],
    severity: SEVERITIES[severity] ?? 'Error',
    ...(code === undefined ? {} : { code }),
    message,
  };
}

/** Both branches of an allOf can say the same. */
function withoutRepetition(findings: ValidatorFinding[]): ValidatorFinding[] {
  if (findings.length < 2) return findings;
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}

const isNotOfBody = ({ path }: PrismDiagnostic): boolean => path?.[0] !== 'body';

/** A message in Prism's form, with what was read of its body. */
interface PrismMessage<T> {
  readonly message: T;
  readonly body: BodyCopy;
  readonly contentType: string | undefined;
}

/** The headers of a message by name, with what was read of its body. */
interface MessageCopy {
  readonly headers: Record<string, string>;
  readonly body: BodyCopy;
  readonly length: number;
}

/** At once where there is nothing to unpack. */
function copyOf(sent: WireRequest | WireResponse): MessageCopy | Promise<MessageCopy> {
  const headers = headerMap(sent.headers);
  const { body: bytes = NO_BYTES } = sent;
  const { length } = bytes;
  const read = readBody(bytes, headers);
  if (!(read instanceof Promise)) return { headers, body: read, length };
  return read.then((body) => ({ headers, body, length }));
}

const NO_BYTES = new Uint8Array(0);

/**
 * The request as Prism is to see it.
 *
 * @param isOnlyType Whether a media type is the only one that the document has for a route.
 */
function toPrismRequest(
  request: WireRequest,
  copy: MessageCopy,
  isOnlyType: (route: string, mediaType: string) => boolean,
): PrismMessage<PrismRequest> {
  const { body } = copy;
  const contentType = copy.headers['content-type'];
  const url = splitTarget(request.target);
  const headers = prismHeaders(copy);
  // Prism takes both types apart to compare them, unless there is no body to have a type; where
  // they are the same text it needn't.
  if (contentType !== undefined && isOnlyType(`${request.method} ${url.path}`, contentType)) {
    headers['content-length'] = '0';
  }
  // Prism's type lists the methods it knows; it compares any other as a string.
  const method = request.method.toLowerCase() as PrismRequest['method'];
  return { message: { method, url, headers, body: prismBody(body) }, body, contentType };
}

/** The response as Prism is to see it. */
function toPrismResponse(
  { status: statusCode }: WireResponse,
  copy: MessageCopy,
): PrismMessage<PrismResponse> {
  const { body } = copy;
  const contentType = copy.headers['content-type'];
  const headers = prismHeaders(copy);
  return { message: { statusCode, headers, body: prismBody(body) }, body, contentType };
}

function prismBody(body: BodyCopy): unknown {
  if (body.kind === 'json') return body.rounded;
  if (body.kind === 'text') return body.text;
  // Anything that isn't "no body"; what Prism says of it is dropped.
  return body.kind === 'none' ? undefined : {};
}

/** Changes the map. */
function prismHeaders({ headers: seen, body, length }: MessageCopy): Record<string, string> {
  // Prism looks at the media type only where a length says that there is a body; chunked has none.
  seen['content-length'] = body.kind === 'none' ? '0' : String(length);
  const contentType = seen['content-type'];
  if (contentType !== undefined) {
    if (contentType.trim() === '') delete seen['content-type'];
    else seen['content-type'] = readableContentType(contentType);
  }
  const { authorization } = seen;
  // An authentication scheme is case-insensitive (RFC 9110, 11.1); Prism wants "Bearer".
  if (authorization !== undefined) {
    seen['authorization'] = authorization.replace(/^bearer(?=\s)/i, 'Bearer');
  }
  return seen;
}

const WELL_FORMED = new RegExp(
  `^${TOKEN}/${TOKEN}(?:[ \\t]*;[ \\t]*${TOKEN}=(?:${TOKEN}|"(?:[^"\\\\]|\\\\.)*"))*$`,
);

/** Prism throws at a Content-Type that it can't parse: it gets the nearest that it can. */
function readableContentType(value: string): string {
  if (WELL_FORMED.test(value)) return value;
  return parseMediaType(value)?.essence ?? 'application/octet-stream';
}

function splitTarget(target: string): { path: string; query: Record<string, string | string[]> } {
  // Nothing to decode, no dots to remove.
  if (/^(?:\/[\w-]+)+$/.test(target)) return { path: target, query: {} };
  let url: URL;
  try {
    // A target that starts with two slashes is still a path.
    url = target.startsWith('/') ? new URL(`http://gateway${target}`) : new URL(target);
  } catch {
    return { path: target, query: {} };
  }
  const query: Record<string, string | string[]> = {};
  for (const key of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(key);
    query[key] = values.length === 1 ? values[0]! : values;
  }
  return { path: url.pathname, query };
}
