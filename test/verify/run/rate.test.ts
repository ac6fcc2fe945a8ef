import { expect, it } from 'vitest';
import { verify } from '../../../src/index.ts';
import { loadDocument } from '../../../src/model/load-document.ts';
import { serve } from '../../serve/http-helpers.ts';

const create = (operation: string): object => ({
  post: {
    operationId: operation,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { type: 'object', required: ['text'] } } },
    },
    responses: { 201: { description: 'made' }, default: { description: 'no' } },
  },
});
const document = loadDocument(
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: { '/notes': create('addNote'), '/mails': create('addMail') },
  }),
  'notes.json',
);

/** What a server has received. */
interface Received {
  readonly path: string;
  /** Milliseconds since the Epoch. */
  readonly at: number;
  readonly status: number;
}

/** Verifies a server that says at which requests it wants a second's pause. */
async function paused(isTooMany: (path: string, before: readonly Received[]) => boolean) {
  const received: Received[] = [];
  await using server = await serve((request, response) => {
    request.resume();
    const { url: path = '' } = request;
    const status = isTooMany(path, received) ? 429 : 201;
    received.push({ path, at: Date.now(), status });
    const headers = status === 429 ? { 'retry-after': '1' } : undefined;
    response.writeHead(status, headers).end();
  });
  const { leftOut } = await verify({ document, baseUrl: server.url, seed: 1 }).result;
  const first = received.find(({ status }) => status === 429)!;
  // Those that were under way are not held back any more.
  const isLater = (request: Received): boolean =>
    request.path !== first.path || request.at > first.at + 100;
  const since = received.slice(received.indexOf(first) + 1);
  const during = since.filter((request) => isLater(request) && request.at < first.at + 900);
  const after = received.filter(({ at }) => at >= first.at + 900);
  const count = (part: readonly Received[], path: string): number =>
    part.filter((request) => request.path === path).length;
  return { during, after, count, leftOut };
}

it('a pause that one operation asks for holds back no other', async () => {
  const { during, after, count, leftOut } = await paused(
    (path, before) =>
      path === '/mails' && before.filter((received) => received.path === '/mails').length === 3,
  );
  expect(count(during, '/mails')).toBe(0);
  expect(count(during, '/notes')).toBeGreaterThan(10);
  expect(count(after, '/mails')).toBeGreaterThan(10);
  expect(leftOut).toBeUndefined();
});

it('a pause that two operations ask for holds back all', async () => {
  const { during, after, count, leftOut } = await paused(
    (_, before) => before.length >= 40 && Date.now() < before[39]!.at + 100,
  );
  // Under way before.
  expect(during.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(8);
  expect(count(after, '/notes')).toBeGreaterThan(10);
  expect(leftOut).toBeUndefined();
});
