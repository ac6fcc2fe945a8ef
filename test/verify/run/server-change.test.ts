import { expect, it } from 'vitest';
import type { Finding } from '../../../src/verify/checks/check.ts';
import type { RunResult } from '../../../src/verify/run/event.ts';
import type { TestServer } from '../../serve/http-helpers.ts';
import { type Fields, type Reply, startTrips, verifyTrips } from '../trips-server.ts';
import type { TransportFailure } from '../../../src/http/exchange.ts';
import { operations } from '../../../src/model/operation.ts';
import type { JudgedExchange } from '../../../src/verify/cases/case.ts';
import { Judge } from '../../../src/verify/run/judge.ts';
import { Streak, withoutAftermath } from '../../../src/verify/run/server-change.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import { thingsDocument } from '../../setup/things-document.ts';
import { runOnMock } from '../oracles/support.ts';
import { exchange, open } from '../checks/exchanges.ts';

const violations = ({ findings }: RunResult): readonly Finding[] =>
  findings.filter(({ severity }) => severity === 'violation');

/** The one violation of a run on trips that are another server from a request with such fields on. */
async function runUntil(
  isLast: (fields: Fields) => boolean,
  answer: (server: TestServer) => Reply | void,
): Promise<{ readonly finding: Finding | undefined; readonly result: RunResult }> {
  let isOver = false;
  await using server = await startTrips({
    answer: (reply, fields) => {
      isOver ||= fields !== undefined && isLast(fields);
      return isOver ? (answer(server) ?? undefined) : reply;
    },
  });
  const result = await verifyTrips(server.url);
  const [finding, ...others] = violations(result);
  expect(others).toEqual([]);
  return { finding, result };
}

it('a server that answers everything alike from some request on is one finding, with what did it', async () => {
  const isLong = ({ note }: Fields): boolean => typeof note === 'string' && note.length > 500;
  const down = { status: 503, value: { message: 'maintenance' } };
  const { finding, result } = await runUntil(isLong, () => down);
  expect(finding).toMatchObject({
    rule: 'R6',
    message: 'from here on every answer is a 503, whatever is sent',
    received: expect.stringContaining('maintenance'),
  });
  expect(finding?.suspects?.[0]?.case).toMatch(/large-body|long-note/);
  expect(result.stopped).toMatchObject({ reason: 'changed' });
  // What failed afterwards is no warning either.
  expect(result.findings.filter(({ severity }) => severity === 'warning')).toEqual([]);
});

const hasTitles = ({ title }: Fields): boolean => Array.isArray(title);

it('a server that a request kills is one finding, and that request is the first suspect', async () => {
  const { finding, result } = await runUntil(
    hasTitles,
    (server) => void server[Symbol.asyncDispose](),
  );
  expect(finding?.message).toBe('from here on nothing answers, whatever is sent');
  expect(finding?.suspects?.map(({ curl }) => curl).join('\n')).toContain('"title":[');
  expect(result.stopped).toMatchObject({ reason: 'unreachable' });
});

it('a server that takes nothing more before it ends is not held to have died of what it refused', async () => {
  // As servers end by themselves: what they have is never answered, and nothing new is taken.
  const { finding } = await runUntil(hasTitles, ({ retire }) => retire());
  expect(finding?.message).toBe('from here on nothing answers, whatever is sent');
  expect(finding?.received).not.toMatch(/no answer in/);
  expect(finding?.suspects?.[0]?.curl).toContain('"title":[');
});

it('a resource that nothing can be done with any more is no server that has become another', () => {
  const paths = { '/a/{id}': { get: { responses: { 200: {} } } } };
  const [operation] = operations(documentFromValue({ paths }));
  const suspects = (path: (i: number) => string): boolean => {
    const streak = new Streak();
    streak.add(exchange({ operation: operation!, path: path(0), status: 200 }));
    for (let i = 0; i < 20; i += 1)
      streak.add(exchange({ operation: operation!, path: path(i), status: 500, body: 'no' }));
    return streak.isSuspicious;
  };
  expect(suspects(() => '/a/7')).toBe(false);
  expect(suspects((i) => `/a/${i % 2}`)).toBe(true);
});

/** Two kinds of pets, each with a collection of its own. */
const PETS = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: Object.fromEntries(
    ['cats', 'dogs'].flatMap((pets) => {
      const schema = { $ref: `#/components/schemas/${pets}` };
      const content = { 'application/json': { schema } };
      const pet = { description: 'a pet', content };
      const refused = { description: 'refused' };
      const all = { schema: { type: 'array', items: schema } };
      const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
      const list = { responses: { 200: { ...pet, content: { 'application/json': all } } } };
      const post = {
        requestBody: { content, required: true },
        responses: { 201: pet, 400: refused },
      };
      const get = { responses: { 200: pet, 404: refused } };
      const put = { ...post, responses: { 200: pet, 400: refused, 404: refused } };
      return [
        [`/${pets}`, { get: list, post }],
        [`/${pets}/{id}`, { parameters, get, put }],
      ];
    }),
  ),
  components: {
    schemas: Object.fromEntries(
      ['cats', 'dogs'].map((pets) => {
        const id = { type: 'integer', readOnly: true };
        const properties = { id, name: { type: 'string' }, age: { type: 'integer' } };
        return [pets, { type: 'object', required: ['name', 'age'], properties }];
      }),
    ),
  },
});

/** Why a run on pets ended early, where each path below this one fails once so many were created. */
async function stoppedBy(path: string): Promise<RunResult['stopped']> {
  let creates = 0;
  const result = await runOnMock(PETS, async (request, next) => {
    creates += Number(request.method === 'POST' && request.url.endsWith('/cats'));
    const isBroken = creates > 12 && new URL(request.url).pathname.startsWith(path);
    return isBroken ? Response.json({ message: 'broken' }, { status: 500 }) : next(request);
  });
  return result.stopped;
}

it('one collection that a stored value breaks is no server that has become another', async () => {
  expect(await stoppedBy('/cats')).toBeUndefined();
  expect(await stoppedBy('/')).toMatchObject({ reason: 'changed' });
});

const judge = new Judge({ document: thingsDocument, strict: false, credential: { variable: 'T' } });

it('names the operation that most of those are sent to that may have done it', () => {
  const [make] = operations(thingsDocument);
  const reset: TransportFailure = { kind: 'reset', message: 'socket hang up' };
  const cutOff = (sequence: number, id: string): JudgedExchange =>
    exchange({
      sequence,
      startedAt: 10,
      operation: { ...make!, id: id.split(' ')[0]!, pointer: `/paths/${id.split(' ')[0]}` },
      id,
      validity: open,
      failure: reset,
    });
  const gone: TransportFailure = { kind: 'refused', message: 'connect ECONNREFUSED' };
  const after = [20, 21, 22].map((sequence) => exchange({ sequence, failure: gone, id: 'plain' }));
  const sent = [cutOff(11, 'read long'), cutOff(12, 'grant blank'), cutOff(13, 'grant empty')];
  const exchanges = [exchange({ sequence: 1 }), exchange({ sequence: 9 }), ...sent, ...after];
  const stopped = { reason: 'unreachable', message: 'gone' } as const;
  const { findings } = withoutAftermath({ exchanges, findings: [] }, stopped, judge);
  expect(findings).toMatchObject([
    {
      operation: 'grant',
      pointer: '/paths/grant/responses',
      message:
        'from here on nothing answers, whatever is sent: one of 3 requests to read and grant did it',
      suspects: [{ case: 'grant blank' }, { case: 'grant empty' }, { case: 'read long' }, {}],
    },
  ]);
});

it('is told where everything after it was cut off', () => {
  const failure: TransportFailure = { kind: 'timeout', message: 'no answer', isCutOff: true };
  const after = [11, 12, 13].map((sequence) => exchange({ sequence, failure }));
  const exchanges = [exchange({ sequence: 1 }), ...after];
  const stopped = { reason: 'hanging', message: 'no answers' } as const;
  const { findings } = withoutAftermath({ exchanges, findings: [] }, stopped, judge);
  expect(findings).toMatchObject([{ message: 'from here on nothing answers, whatever is sent' }]);
});

it('an operation that refuses everything from the start is no change', async () => {
  await using server = await startTrips({ refuse: () => 'no user found' });
  const result = await verifyTrips(server.url, { maxCases: 120 });
  expect(result.stopped).toBeUndefined();
  expect(result.causes.filter(({ severity }) => severity === 'violation')).toMatchObject([
    { message: expect.stringMatching(/^every valid request is refused: 400 .*no user found/) },
  ]);
});

it('a merge is told as one, and not as a value of another request', async () => {
  await using server = await startTrips({
    replace: (stored, fields) => ({ ...stored, ...fields }),
  });
  const { causes } = await verifyTrips(server.url);
  const [cause, ...others] = causes;
  expect(others).toEqual([]);
  expect(cause).toMatchObject({ impact: 'data', remedy: expect.stringContaining('PUT replaces') });
  expect(cause?.message).toMatch(/kept from before, as in a merge$/);
});
