import { expect, it } from 'vitest';
import { operations } from '../../../src/model/operation.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import { reachedBy, verifiedBy } from '../../../src/verify/run/verified.ts';
import { type Parts, exchange, open } from '../checks/exchanges.ts';

const answers = { 200: { description: 'ok' }, 401: { description: 'who?' } };
const document = documentFromValue({
  paths: {
    '/things': {
      get: { operationId: 'list', responses: answers },
      post: { operationId: 'create', responses: answers },
    },
    '/login': { post: { operationId: 'login', responses: answers } },
  },
});
const sent = (id: string, parts: Parts): ReturnType<typeof exchange> =>
  exchange({ operation: operations(document).find((operation) => operation.id === id)!, ...parts });
const of = (...exchanges: ReturnType<typeof exchange>[]): ReturnType<typeof verifiedBy> =>
  verifiedBy({ document, exchanges, failed: [] });
const taken = { status: 200 };
const closed = documentFromValue({
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/things': {
      get: { operationId: 'list', responses: answers },
      post: { operationId: 'create', responses: answers },
    },
    '/users': { post: { operationId: 'login', security: [], responses: answers } },
  },
});
const refused = { status: 400, validity: open };
const denied = { status: 401, validity: open };

it('counts the operations that have taken a request', () => {
  expect(of(sent('list', taken), sent('create', taken), sent('create', refused))).toEqual({
    operations: 2,
    verified: 2,
    unverified: [],
  });
  expect(verifiedBy({ document, exchanges: [sent('list', taken)], failed: ['login'] })).toEqual({
    operations: 2,
    verified: 1,
    unverified: ['login'],
  });
});

it('is too little where what creates something never succeeded', () => {
  const { inconclusive } = of(sent('list', taken), sent('create', refused));
  expect(inconclusive).toBe('never succeeded: create');
  // What asks for another credential than the others, as a login does, is no gap.
  expect(of(sent('create', taken), sent('login', denied)).inconclusive).toBeUndefined();
  expect(of(sent('list', taken), sent('create', denied)).inconclusive).toBeDefined();
});

it('is too little where nobody is let in to what asks for a credential', () => {
  const toClosed = (id: string, parts: Parts): ReturnType<typeof exchange> =>
    exchange({ operation: operations(closed).find((operation) => operation.id === id)!, ...parts });
  const ofClosed = (...exchanges: ReturnType<typeof exchange>[]): string | undefined =>
    verifiedBy({ document: closed, exchanges, failed: [] }).inconclusive;
  const [entered, shut] = [toClosed('login', taken), toClosed('create', denied)];
  expect(ofClosed(entered, shut, toClosed('list', denied))).toBe(
    'no request was let in to create and list: give a credential (--token, --login …)',
  );
  expect(ofClosed(entered, shut, toClosed('list', taken))).toBeUndefined();
});

it('is no matter of requests that are unusual, nor of a sample that has others by chance', () => {
  const unusual = { ...refused, id: 'broken/create/no-credential' };
  expect(of(sent('list', taken), sent('create', unusual)).inconclusive).toBeUndefined();
  const exchanges = [sent('list', taken), sent('create', refused)];
  const sample = verifiedBy({ document, exchanges, failed: [], isSample: true });
  expect(sample.inconclusive).toBeUndefined();
});

it('is too little where hardly anything succeeded, unless somebody chose what is sent', () => {
  const exchanges = [sent('list', { status: 404, validity: open })];
  expect(of(...exchanges).inconclusive).toBe('0 of 1 operation succeeded (0 %)');
  const chosen = verifiedBy({ document, exchanges, failed: [], isChosen: true });
  expect(chosen.inconclusive).toBeUndefined();
});

it('is what --min-coverage says, and nothing else, where it is given', () => {
  const exchanges = [sent('list', taken), sent('create', refused)];
  const limited = [{ reason: 'max-creates', requests: 3, message: 'm' } as const];
  const given = { document, exchanges, failed: [], leftOut: limited };
  expect(verifiedBy({ ...given, minCoverage: 50 }).inconclusive).toBeUndefined();
  expect(verifiedBy({ ...given, minCoverage: 60 }).inconclusive).toMatch(/50 %/);
  expect(verifiedBy(given).inconclusive).toMatch(/3 requests left out \(max-creates\)/);
});

it('tells why no request of an operation succeeded, where nothing tells what it refers to', () => {
  const reason = 'nothing tells what ownerId is to refer to: give --value ownerId=…';
  const unknown: Parts = { status: 400, validity: { kind: 'open', reason, strictlyValid: false } };
  const planned = [
    { operation: 'create', level: 'chained', message: 'on what login creates' },
  ] as const;
  const found = { failed: new Map(), trials: new Map(), prerequisites: { of: () => undefined } };
  const told = (...exchanges: ReturnType<typeof exchange>[]): string | undefined =>
    reachedBy(planned, found, exchanges)?.[0]?.message;
  expect(told(sent('create', unknown))).toBe(`no request succeeded: ${reason}`);
  expect(told(sent('create', unknown), sent('create', taken))).toBe('on what login creates');
  expect(told(sent('create', { status: 400 }))).toBe('on what login creates');
});
