/** What a client wants to see (RFC 7240), in the words that Prism has for it. */
import type { MockRequest, MockResponse } from '../http/message.ts';
import { acceptedOf } from '../model/accept.ts';
import { contentTypeFor } from '../model/media-type.ts';
import { type Operation, documentedResponse, successResponse } from '../model/operation.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { usualFirst } from './negotiation.ts';
import { requiredHeaders } from './required-headers.ts';
import { type Shown, shownText } from './success-body.ts';

interface Preference {
  /** The status. Default: that of a success. */
  readonly code?: number | undefined;
  /** The name of one of the document's examples. Default: what the mock usually says. */
  readonly example?: string | undefined;
  /** Whether it is another one each time. */
  readonly isDynamic: boolean;
}

const WORD = /(?:^|[,;])\s*(code|example|dynamic)\s*=\s*(?:"([^"]*)"|([^\s,;"]+))/gi;

/** @returns `undefined` where the header Prefer asks for nothing that a mock could do. */
function preferenceOf(header: string | undefined): Preference | undefined {
  if (header === undefined) return undefined;
  const words = new Map(
    Array.from(header.matchAll(WORD), ([, name = '', quoted, plain = '']) => {
      return [name.toLowerCase(), quoted ?? plain] as const;
    }),
  );
  const code = words.get('code') ?? '';
  const preference: Preference = {
    code: /^[2-5]\d\d$/.test(code) ? Number(code) : undefined,
    example: words.get('example'),
    isDynamic: words.get('dynamic') === 'true',
  };
  const { code: status, example, isDynamic } = preference;
  return status === undefined && example === undefined && !isDynamic ? undefined : preference;
}

/** As the answer tells that it was heeded (RFC 7240, 3). */
function showPreference({ code, example, isDynamic }: Preference): string {
  return [
    ...(code === undefined ? [] : [`code=${code}`]),
    ...(example === undefined || !/^[\w-]+$/.test(example) ? [] : [`example=${example}`]),
    ...(isDynamic ? ['dynamic=true'] : []),
  ].join(', ');
}

/**
 * Makes the answers of an operation that clients ask for: what the document has for them.
 *
 * @param refuse An error in the mock's own words, which fit any document.
 * @returns `undefined` where nothing is asked for, or the document has nothing that is.
 */
export function preferences(
  document: OpenApiDocument,
  operation: Operation,
  refuse: (status: number) => MockResponse,
): (request: MockRequest) => MockResponse | undefined {
  const success = successResponse(operation);
  let dynamic = 0;
  const answer = (preference: Preference, accept: string | undefined): MockResponse | undefined => {
    const { code, example, isDynamic } = preference;
    const response = code === undefined ? success : documentedResponse(operation, code);
    const status = code ?? Number(/^[23]..$/.exec(success?.status ?? '') ?? 200);
    const isRefusal = status >= 400 && example === undefined && !isDynamic;
    const media = acceptedOf(usualFirst(response?.content), accept);
    if (isRefusal && Object.keys(media?.examples ?? {}).length === 0) return refuse(status);
    if (response === undefined || (media === undefined && code === undefined)) return undefined;
    const headers = requiredHeaders(document, response);
    if (media === undefined) return { status, headers, body: '' };
    const shown: Shown = { example, n: isDynamic ? (dynamic += 1) : undefined };
    const body = shownText(document, operation, media, shown);
    if (body === undefined) return undefined;
    return { status, headers: { 'content-type': contentTypeFor(media), ...headers }, body };
  };
  return (request) => {
    const preference = preferenceOf(request.header('prefer'));
    const answered = preference && answer(preference, request.header('accept'));
    if (preference === undefined || answered === undefined) return undefined;
    const applied = { 'preference-applied': showPreference(preference) };
    return { ...answered, headers: { ...answered.headers, ...applied } };
  };
}
