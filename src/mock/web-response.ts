import { bytesOfBody } from '../http/body-text.ts';
import type { MockRequest, MockResponse } from '../http/message.ts';
import { pause } from '../http/pause.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { isPreflight } from './cors.ts';
import { faultAnswer } from './fault-answer.ts';
import { type Fault, type Faults, MAX_WAIT } from './faults.ts';

/** One request, and what answers it. */
export interface WebVisit {
  readonly document: OpenApiDocument;
  readonly asked: MockRequest;
  /** Id of the operation, if the request is for one. */
  readonly operation: string | undefined;
  /** Answers it where no fault does. */
  readonly respond: (asked: MockRequest) => MockResponse;
  /** Milliseconds before the answer. Default 0. */
  readonly latency?: number | undefined;
  /** Answers that go wrong on purpose. Default: none. */
  readonly faults?: Faults | undefined;
}

/** An answer of the web's own kind, and how it came about. */
export interface WebAnswer {
  readonly response: Response;
  /** Status 0 stands for a dropped connection. */
  readonly outcome: MockResponse;
  readonly fault: Fault | undefined;
}

/** A request that was answered. */
export interface Answered extends WebAnswer {
  readonly request: Request;
  /** The same as the responder has seen it. */
  readonly asked: MockRequest;
  /** Id of the operation, if the request is for one. */
  readonly operation: string | undefined;
  /** When it came, by the process's clock (`performance.now()`). */
  readonly start: number;
}

const DROPPED: MockResponse = { status: 0, headers: {}, body: '' };

/**
 * Answers one request as fetch has answers: after the latency, and with its fault.
 *
 * @param Answer The class of the answer: msw has one of its own.
 */
export async function answerWeb(
  { document, asked, operation, respond, latency = 0, faults }: WebVisit,
  Answer: typeof Response = Response,
): Promise<WebAnswer> {
  const fault = isPreflight(asked) ? undefined : faults?.take(operation);
  const wait = Math.min(latency + (fault?.latency ?? 0), MAX_WAIT);
  if (wait > 0) await pause(wait);
  if (fault?.kind === 'drop') return { response: Response.error(), outcome: DROPPED, fault };
  const outcome =
    fault?.kind === 'answer' ? faultAnswer(fault, asked, document, operation) : respond(asked);
  const isCut = fault?.kind === 'truncate' && outcome.body.length > 1 && asked.method !== 'HEAD';
  const response = isCut
    ? truncated(outcome, Answer)
    : new Answer(hasBody(outcome, asked) ? outcome.body : null, outcome);
  return { response, outcome, fault };
}

/** "Null body statuses" (Fetch Standard, 2.2.3). */
function hasBody({ status }: MockResponse, { method }: MockRequest): boolean {
  return ![204, 205, 304].includes(status) && method !== 'HEAD';
}

/** Milliseconds between the first half of a body and its end. */
const CUT_MS = 20;

/** Announces the whole body; half of it comes, then a network error. */
function truncated({ status, headers, body }: MockResponse, Answer: typeof Response): Response {
  const bytes = bytesOfBody(body);
  const half = new ReadableStream({
    start: (controller) => controller.enqueue(bytes.subarray(0, bytes.length >> 1)),
    pull: async (controller) => {
      // At once, msw in Node would end the connection before status and first half have arrived.
      await pause(CUT_MS);
      controller.error(new TypeError('the body was cut: a fault of the mock'));
    },
  });
  return new Answer(half, { status, headers: { ...headers, 'content-length': `${bytes.length}` } });
}
