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
export function negotiator(
  operation: Operation,
  make: (negotiated: Operation) => Success,
): Negotiator {
  const response = successResponse(operation);
  const content = usualFirst(response?.content);
  const usual = make(operation);
  const made = new Map<MediaType, Success>();
  const successIn = (media: MediaType): Success => {
    const only = (candidate: ResponseObject): ResponseObject =>
      candidate === response ? { ...candidate, content: [media] } : candidate;
    return make({ ...operation, responses: operation.responses.map(only) });
  };
  return {
    usual,
    for: (accept) => {
      if (accept === undefined || content.length === 0) return usual;
      const media = acceptedOf(content, accept);
      if (media === undefined) return notAcceptable(content, accept);
      if (media === content[0]) return usual;
      const success = made.get(media) ?? successIn(media);
      made.set(media, success);
      // Of some types nothing is known that could be said.
      return success.mediaType === '' ? usual : success;
    },
  };
}

function notAcceptable(content: readonly MediaType[], accept = ''): Problem {
  const types = content.map(({ name }) => name).join(' or ');
  return { kind: 'not-acceptable', message: `Accept has ${accept}, and there is only ${types}` };
}

/** The documented types, the one in front in which the mock answers usually. */
export function usualFirst(content: readonly MediaType[] = []): readonly MediaType[] {
  const usual = jsonMediaType(content);
  return usual === undefined ? content : [usual, ...content.filter((type) => type !== usual)];
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
function preferenceOf(header: string | undefined): Preference | Problem | undefined {
  if (header === undefined) return undefined;
  const words = new Map(
    Array.from(header.matchAll(WORD), ([, name = '', quoted, plain = '']) => {
      return [name.toLowerCase(), quoted ?? plain] as const;
    }),
  );
  const code = words.get('code');
  if (code !== undefined && !/^[2-5]\d\d$/.test(code)) {
    return unmet(`code=${code} is no status from 200 to 599`);
  }
  const example = words.get('example');
  const dynamic = words.get('dynamic') ?? 'false';
  if (!/^(?:true|false)$/.test(dynamic)) {
    return unmet(`dynamic=${dynamic} is neither true nor false`);
  }
  const isDynamic = dynamic === 'true';
  if (code === undefined && example === undefined && !isDynamic) return undefined;
  return { code: code === undefined ? undefined : Number(code), example, isDynamic };
}

/** What only a mock can do is asked for by people: they must see that it can't. */
function unmet(reason: string): Problem {
  const message = `the header Prefer can't be followed: ${reason}`;
  return { kind: 'preference-unmet', message };
}

function lacking({ responses }: Operation, code: number): Problem {
  return unmet(`there is no ${code}, but ${responses.map(({ status }) => status).join(', ')}`);
}

/** As the answer tells that it was heeded (RFC 7240, 3). */
function showPreference({ code, example, isDynamic }: Preference): string {
  return [
    ...(code === undefined ? [] : [`code=${code}`]),
    ...(example === undefined || !/^[\w-]+$/.test(example) ? [] : [`example=${example}`]),
    ...(isDynamic ? ['dynamic=true'] : []),
  ].join(', ');
}

/** The types of a response that have the example that is asked for. */
function offeredBy(
  content: readonly MediaType[],
  status: number,
  { example }: Preference,
): readonly MediaType[] | Problem {
  if (example === undefined) return content;
  const offered = content.filter(({ examples }) => Object.hasOwn(examples, example));
  if (offered.length > 0) return offered;
  const known = new Set(content.flatMap(({ examples }) => Object.keys(examples)));
  const others = known.size === 0 ? '' : `, only ${[...known].join(', ')}`;
  return unmet(`${status} has no example "${example}"${others}`);
}

/**
 * Makes the answers of an operation that clients ask for: what the document has for them.
 *
 * @param refuse An error in the mock's own words, which fit any document.
 * @returns `undefined` where nothing is asked for, or the usual answer is as good; a problem where the document
 *   has nothing that is asked for.
 */
export function preferences(
  document: OpenApiDocument,
  operation: Operation,
  refuse: (status: number) => MockResponse,
): (request: MockRequest) => MockResponse | Problem | undefined {
  const success = successResponse(operation);
  const usualStatus = Number(/^[23]..$/.exec(success?.status ?? '') ?? 200);
  let dynamic = 0;
  const show = (
    media: MediaType | undefined,
    { example, isDynamic }: Preference,
  ): string | undefined => {
    const shown: Shown = { example, n: isDynamic ? (dynamic += 1) : undefined };
    return media && shownText(document, operation, media, shown);
  };
  const answer = (
    preference: Preference,
    accept: string | undefined,
  ): MockResponse | Problem | undefined => {
    const { code, example, isDynamic } = preference;
    const response = code === undefined ? success : documentedResponse(operation, code);
    const status = code ?? usualStatus;
    const offered = offeredBy(usualFirst(response?.content), status, preference);
    if ('kind' in offered) return offered;
    const isError = status >= 400;
    const media = acceptedOf(offered, accept) ?? (isError ? offered[0] : undefined);
    const isRefusal = isError && example === undefined && !isDynamic;
    if (isRefusal && Object.keys(media?.examples ?? {}).length === 0) return refuse(status);
    if (response === undefined) return code === undefined ? undefined : lacking(operation, code);
    if (media === undefined && offered.length > 0) return notAcceptable(offered, accept);
    const headers = requiredHeaders(document, response);
    const body = show(media, preference);
    if (body === undefined) return code === undefined ? undefined : { status, headers, body: '' };
    return { status, headers: { 'content-type': contentTypeFor(media), ...headers }, body };
  };
  return (request) => {
    const preference = preferenceOf(request.header('prefer'));
    if (preference === undefined || 'kind' in preference) return preference;
    const answered = answer(preference, request.header('accept'));
    if (answered === undefined || 'kind' in answered) return answered;
    const applied = { 'preference-applied': showPreference(preference) };
    return { ...answered, headers: { ...answered.headers, ...applied } };
  };
}

/** What a success tells of its resource. */
type SuccessKind = 'created' | 'changed';

const STATUSES: Readonly<Record<SuccessKind, RegExp>> = { created: /^201$/, changed: /^2(?!01)/ };

/** An operation with the successes of what creates, or of what doesn't, alone; as it is where it has none of them. */
export function succeeding(operation: Operation, kind: SuccessKind): Operation {
  const { responses } = operation;
  const statuses = STATUSES[kind];
  if (!responses.some(({ status }) => statuses.test(status))) return operation;
  const left = responses.filter(({ status }) => !status.startsWith('2') || statuses.test(status));
  return { ...operation, responses: left };
}
