import type { Case, JudgedExchange } from '../../../src/verify/cases/case.ts';
import type { Validity } from '../../../src/model/validity.ts';
import type { CheckContext } from '../../../src/verify/checks/check.ts';
import type { HeaderList, TransportFailure } from '../../../src/http/exchange.ts';
import type { JsonValue } from '../../../src/openapi/json/json-value.ts';
import { type Operation, operations } from '../../../src/model/operation.ts';
import { thingsDocument } from '../../setup/things-document.ts';

const createThing = operations(thingsDocument)[0]!;

/** What checks know in these tests. */
export const context: CheckContext = { document: thingsDocument, strict: false };

/** Taking the document by its letter. */
export const strict: CheckContext = { document: thingsDocument, strict: true };

export const invalid: Validity = {
  kind: 'invalid',
  pointer: '/components/schemas/NewThing/allOf/1/required',
  keyword: 'required',
  reason: 'id is required',
};
export const outOfRange: Validity = {
  kind: 'invalid',
  pointer: '/components/schemas/NewThing/allOf/1/properties/id/format',
  keyword: 'format',
  reason: 'id must fit an int64',
};
export const open: Validity = { kind: 'open', reason: 'nothing says' };

/** The parts of an exchange that a test cares for. */
export interface Parts {
  readonly validity?: Validity;
  readonly sent?: JsonValue;
  readonly status?: number;
  readonly type?: string | null;
  readonly body?: string | Uint8Array;
  readonly headers?: HeaderList;
  readonly requestHeaders?: HeaderList;
  readonly decodingError?: string;
  readonly failure?: TransportFailure;
  readonly id?: string;
  readonly fixedIdentity?: boolean;
  readonly question?: string;
  readonly outsideOperation?: boolean;
  readonly operation?: Operation;
  /** What requests before it have left. Default: nothing. */
  readonly given?: Case['given'];
  /** The path that it is sent to. Default: that of the operation. */
  readonly path?: string;
  readonly method?: string;
  readonly sequence?: number;
  readonly startedAt?: number;
  readonly durationMs?: number;
}

/** An exchange: a valid case that is answered as documented, but for what the parts say. */
export function exchange(parts: Parts = {}): JudgedExchange {
  const { sequence = 0, startedAt = sequence, durationMs = 1, path = '/things' } = parts;
  return {
    case: caseOf(parts),
    sequence,
    connection: { id: 0, request: sequence },
    request: { method: 'POST', url: `http://store.test${path}`, headers: [] },
    outcome: outcomeOf(parts),
    startedAt,
    durationMs,
  };
}

function caseOf(parts: Parts): Case {
  const { validity = { kind: 'valid' }, sent = thing, id = 'a', operation = createThing } = parts;
  const {
    method = 'POST',
    path = '/things',
    fixedIdentity,
    question,
    outsideOperation,
    given,
  } = parts;
  return {
    id,
    title: id,
    operation,
    validity,
    request: { method, target: path, headers: parts.requestHeaders ?? [], value: sent },
    ...(given === undefined ? {} : { given }),
    ...(fixedIdentity === undefined ? {} : { fixedIdentity }),
    ...(question === undefined ? {} : { question }),
    ...(outsideOperation === undefined ? {} : { outsideOperation }),
  };
}

const thing: JsonValue = { id: 1, name: 'Rosa', tag: 'shrub' };

function outcomeOf(parts: Parts): JudgedExchange['outcome'] {
  if (parts.failure) return { kind: 'failure', failure: parts.failure };
  const { status = 200, type = 'application/json', body = '{"name":"Rosa","tag":"shrub"}' } = parts;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const headers: HeaderList = [
    ...(type === null ? [] : [['Content-Type', type] as const]),
    ...(parts.headers ?? []),
  ];
  const decodingError =
    parts.decodingError === undefined ? {} : { decodingError: parts.decodingError };
  const response = {
    status,
    statusText: '',
    headers,
    rawBody: bytes,
    body: bytes,
    ...decodingError,
  };
  return { kind: 'response', response };
}
