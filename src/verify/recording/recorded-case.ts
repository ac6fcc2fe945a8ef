import { jsonOf } from '../../http/body-text.ts';
import { type RelativeRequest, headerValue } from '../../http/exchange.ts';
import type { Operation } from '../../model/operation.ts';
import { matchOperation } from '../../model/routes.ts';
import type { Validity } from '../../model/validity.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  type JsonValue,
  isIntegerValue,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import type { Case } from '../cases/case.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import type { EntryMask } from './entry-mask.ts';
import type { HarNode } from './har-log.ts';
import type { ReadRequest } from './read-exchange.ts';
import { recordedValidity } from './recorded-validity.ts';

/** Options of {@link readHar}. */
export interface ReadHarOptions {
  readonly document: OpenApiDocument;
  /** Name of the environment variable that stands for credentials. */
  readonly tokenVariable: string;
  /** What is judged lies below this address, without a slash at its end. Default: anywhere. */
  readonly baseUrl?: string | undefined;
}

/** What reading one entry takes. */
export interface EntryContext extends ReadHarOptions {
  readonly operations: readonly Operation[];
  readonly index: number;
  /** When the first entry was sent. */
  readonly epoch: number;
  /** What earlier requests were about; filled on the way. */
  readonly identities: Set<string>;
  readonly mask: EntryMask;
}

const KINDS: ReadonlySet<string> = new Set(['valid', 'invalid', 'open']);

/** The case that a recording of ours knows; `undefined` where the document lacks its operation. */
export function ownCase(
  entry: HarNode,
  { sent }: ReadRequest,
  { operations }: EntryContext,
): Case | undefined {
  const node = entry.at('_case');
  const { operation: _operation, request: _request, hasValue: _hasValue, ...own } = node.object();
  const name = node.at('operation').text();
  const operation = operations.find(({ id }) => id === name);
  if (!operation) return undefined;
  const kind = node.at('validity').at('kind');
  if (!KINDS.has(kind.text())) kind.fail('must be valid, invalid or open');
  const described = node.at('request').object() as unknown as RelativeRequest;
  const hasValue = node.object()['hasValue'] === true;
  return {
    ...own,
    id: node.at('id').text(),
    title: node.at('title').text(),
    validity: node.at('validity').object() as unknown as Validity,
    operation,
    request: { ...described, body: sent.body, value: hasValue ? jsonOf(sent.body) : undefined },
  };
}

/** A case for a request of which only the recording is known. */
export function foreignCase({ sent }: ReadRequest, context: EntryContext): Case | undefined {
  const { method, url, headers, body } = sent;
  const { pathname, search, searchParams } = new URL(url);
  const basePath =
    context.baseUrl === undefined
      ? undefined
      : new URL(context.baseUrl).pathname.replace(/\/$/, '');
  const match = matchOperation(context.operations, method, pathname, basePath);
  if (!match) return undefined;
  const { operation, pathParameters } = match;
  const value = jsonOf(body);
  const request: RelativeRequest = {
    method,
    target: pathname + search,
    headers,
    body,
    value,
    withCredential: headerValue(headers, 'authorization') !== undefined,
  };
  const source = { headers, query: searchParams, pathParameters };
  return {
    id: `recorded/${context.index + 1}`,
    title: `entry ${context.index + 1} of the recording`,
    operation,
    validity: recordedValidity(context.document, operation, request, source),
    request,
    ...(isRepeated(operation.id, value, context.identities) && { fixedIdentity: true }),
  };
}

/** Whether an earlier request of the recording had the same integers: it may be the same thing. */
function isRepeated(
  operation: string,
  value: JsonValue | undefined,
  identities: Set<string>,
): boolean {
  if (!isJsonObject(value)) return false;
  const integers = Object.entries(value).filter(([, own]) => {
    return isJsonNumber(own) && isIntegerValue(own);
  });
  if (integers.length === 0) return false;
  const key = `${operation} ${showJson(Object.fromEntries(integers), 10_000)}`;
  const isKnown = identities.has(key);
  identities.add(key);
  return isKnown;
}

/**
 * A refusal of a valid request proves nothing here: that an identity was in use, or a thing was
 * not there, is what the server knew and no recording shows.
 */
export function judgedByOutcome(known: Case, outcome: JudgedExchange['outcome']): Case {
  const status = outcome.kind === 'response' ? outcome.response.status : 0;
  if (known.validity.kind !== 'valid' || status < 400 || status >= 500) return known;
  const reason = 'a recording does not show what the server knew, such as an identity in use';
  const validity: Validity = { kind: 'open', reason, otherwiseValid: true };
  return { ...known, validity, fixedIdentity: true };
}
