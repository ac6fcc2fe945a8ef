/** Lists that go on behind the identity of the item that was read last. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from './support.ts';
import { ADDING, NOTE, PLAIN_NOTE, READING, of } from './notes.ts';

const notes = `
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get:
      operationId: list
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 10 } }
        - { name: ending_before, in: query, schema: { type: string }, description: The id of the note that comes next }
        - { name: starting_after, in: query, schema: { type: string }, description: The id of the note that was read last }
      responses:
        '200':
          description: notes
          ${of(`{ type: object, required: [data, has_more], properties: { data: { type: array, items: ${NOTE} }, has_more: { type: boolean } } }`)}
    ${ADDING}${READING}${PLAIN_NOTE}
`;

const only = ['oracle/lists/list/has-everything-once-over-all-pages'];

/** Answers with another page than the one that was asked for. */
const turning =
  (turn: (query: URLSearchParams) => void, change = (page: Page): Page => page): Change =>
  async (request, next) => {
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.pathname !== '/notes') return next(request);
    turn(url.searchParams);
    const page = (await (await next(new Request(url, request))).json()) as Page;
    return Response.json(change(page));
  };

interface Page {
  readonly data: readonly unknown[];
  readonly has_more: boolean;
}

const told = async (change?: Change): Promise<string[]> => {
  const { findings, counts } = await runOnMock(notes, change, { only });
  expect(counts.exchanges).toBeGreaterThan(5);
  return findings.flatMap(({ severity, message }) =>
    severity === 'note' ? [] : [`${severity}: ${message}`],
  );
};

it('is no fault where each page begins behind it', async () => {
  expect(await told()).toEqual([]);
});

it('is no fault where a server takes a cursor of its own only', async () => {
  const refusing: Change = async (request, next) =>
    new URL(request.url).searchParams.has('starting_after')
      ? Response.json({ message: 'no cursor of this list' }, { status: 400 })
      : next(request);
  expect(await told(refusing)).toEqual([]);
});

it.each([
  ['it is not read', turning((query) => query.delete('starting_after'))],
  [
    'the last item comes again',
    turning(
      () => {},
      (page) => ({ ...page, data: [...page.data, ...page.data.slice(-1)] }),
    ),
  ],
  [
    'the last page is left out',
    turning(
      () => {},
      (page) => (page.has_more ? page : { ...page, data: [] }),
    ),
  ],
])('finds that %s', async (_, change) => {
  expect(await told(change)).not.toEqual([]);
});

it.each([
  ['is no fault where it leads to the page before', undefined, []],
  [
    'finds that it is not read',
    turning((query) => query.delete('ending_before')),
    ['violation: ending_before leads to another page than the one before'],
  ],
])('the identity of the first item leads back: %s', async (_, change, told) => {
  const { findings } = await runOnMock(notes, change, { only: ['oracle/lists/list/leads-back*'] });
  expect(findings.map(({ severity, message }) => `${severity}: ${message}`)).toEqual(told);
});

/** There is more, as long as a page is full. */
const guessing: Change = async (request, next) => {
  const response = await next(request);
  const limit = new URL(request.url).searchParams.get('limit');
  if (limit === null) return response;
  const page = (await response.json()) as Page;
  return Response.json({ ...page, has_more: page.data.length === Number(limit) });
};

it.each([
  [' }', ['warning: has_more is true of the last page']],
  [', description: Whether there are more. }', ['violation: has_more is true of the last page']],
])('a full page that is the last one says so: has_more%s', async (said, told) => {
  const text = notes.replace('has_more: { type: boolean }', `has_more: { type: boolean${said}`);
  const { findings } = await runOnMock(text, guessing, { only });
  expect(findings.map(({ severity, message }) => `${severity}: ${message}`)).toEqual(told);
});
