import type { ServerResponse } from 'node:http';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { jsonText } from '../../openapi/json/long-text.ts';
import { answerEarly, canWait, writeLong } from '../write-response.ts';

/** What the control API answers. */
export interface Reply {
  readonly status: number;
  /** Left out: no body. */
  readonly body?: unknown;
  /** Media type of a body that is a text as it is. Default: JSON. */
  readonly type?: string;
}

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** Writes a reply; the connection is closed where the request has not ended. */
export function writeReply(
  outgoing: ServerResponse,
  { status, body, type: mediaType = 'application/json' }: Reply,
  extra: Readonly<Record<string, string>> = {},
): void {
  const type = body === undefined ? {} : { 'content-type': mediaType };
  const text = textOf(body, mediaType);
  const headers: Record<string, string> = { ...HEADERS, ...type, ...extra };
  if (typeof text !== 'string') {
    writeLong(outgoing, status, headers, text);
    return;
  }
  if (!outgoing.req.complete) {
    answerEarly(outgoing, status, Object.entries(headers).flat(), text);
    return;
  }
  if (!canWait(outgoing, text)) return;
  if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(text));
  outgoing.writeHead(status, headers).end(text);
}

function textOf(body: unknown, type: string): ReturnType<typeof jsonText> {
  if (body === undefined) return '';
  return typeof body === 'string' && type !== 'application/json'
    ? body
    : jsonText(body as JsonValue);
}

/** A refusal of the control API. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: number;
  /** Stable and kebab-case. */
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  /** @param message What was wrong, where, and what to do. */
  constructor(
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** Writes a refusal. */
export function writeRefusal(
  outgoing: ServerResponse,
  { status, code, message, headers }: ControlError,
): void {
  writeReply(outgoing, { status, body: { error: { code, message } } }, headers);
}
