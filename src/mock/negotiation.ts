import type { MockRequest, MockResponse, Problem } from '../http/message.ts';
import { acceptedOf } from '../model/accept.ts';
import { contentTypeFor, jsonMediaType } from '../model/media-type.ts';
import {
  type MediaType,
  type Operation,
  type ResponseObject,
  documentedResponse,
  successResponse,
} from '../model/operation.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { requiredHeaders } from './required-headers.ts';
import { type Shown, type Success, shownText } from './success-body.ts';

/** How an operation's success is answered; a problem where a client takes no type that there is. */
export interface Negotiator {
  /** As it is where a client takes anything. */
  readonly usual: Success;
  /** @param accept The header Accept. */
  for(accept: string | undefined): Success | Problem;
}

/** @param make Makes the success of an operation, in the type that is usual for the mock. */
export function negotiator(operation: Operation, make: (one: Operation) => Success): Negotiator {
  const response = successResponse(operation);
  const content = usualFirst(response?.content);
  const usual = make(operation);
  const made = new Map<MediaType, Success>();
  const successIn = (media: MediaType): Success => {
    const only = (one: ResponseObject): ResponseObject =>
      one === response ? { ...one, content: [media] } : one;
    return make({ ...operation, responses: operation.responses.map(only) });
  };
  return {
    usual,
    for: (accept) => {
      if (accept === undefined || content.length === 0) return usual;
      const media = acceptedOf(content, accept);
      if (media === undefined) {
        const types = content.map(({ name }) => name).join(' or ');
        return { kind: 'not-acceptable', message: `there is only ${types}, not what Accept has` };
      }
      if (media === content[0]) return usual;
      const success = made.get(media) ?? successIn(media);
      made.set(media, success);
      // Of some types nothing is known that could be said.
      return success.mediaType === '' ? usual : success;
    },
  };
}

/** The documented types, the one in front in which the mock answers usually. */
export function usualFirst(content: readonly MediaType[] = []): readonly MediaType[] {
  const usual = jsonMediaType(content);
  return usual === undefined ? content : [usual, ...content.filter((one) => one !== usual)];
}

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
