/** Searches that are asked in a body, in the words of several APIs. */
import { describe, expect, it } from 'vitest';
import { searching } from '../../rich/faults/searching.ts';
import { shop } from '../../rich/shop.ts';
import { type Change, runOnMock, toldBy } from './support.ts';
import { NOTE, READING, of } from './notes.ts';
import { PROJECTS } from './projects.ts';

const ofSearch = { only: ['oracle/lists/search-products', 'oracle/queries/search-products'] };

describe('a search in a body', () => {
  it('finds what it is asked for', async () => {
    expect(await toldBy('queries', shop, undefined, ofSearch)).toEqual([]);
  });

  it.each([
    ['search-ignores-categoryIds', "categoryIds doesn't leave out what has another categoryId"],
    ['search-ignores-the-least-price', "price.min doesn't leave out what has another price"],
    ['search-sorts-one-way', 'the list is not in the order of price, descending'],
    ['search-ignores-its-limit', 'a page has more items than its page.size says'],
  ])('is read: %s', async (id, message) => {
    const { change } = searching.find((member) => member.id === id)!;
    expect(await toldBy('queries', shop, change, ofSearch)).toContain(
      `violation searchProducts: ${message}`,
    );
  });
});

const DOCUMENT = `
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    post:
      operationId: add
      requestBody: { required: true, ${of(NOTE)} }
      responses: { '201': { description: it, ${of(NOTE)} } }
  /notes/query:
    post:
      operationId: find
      requestBody:
        required: true
        ${of(`
          { type: object, required: [limit], properties: {
            where: { type: object, properties: { mood: { enum: [glad, sad] }, minStars: { type: integer } } },
            after: { type: string }, limit: { type: integer, minimum: 1, maximum: 50 } } }`)}
      responses:
        '200':
          description: found
          ${of(`
            { type: object, required: [data, cursor], properties: {
              data: { type: array, items: ${NOTE} }, cursor: { type: [string, 'null'] } } }`)}${READING}
components:
  schemas:
    Note:
      type: object
      required: [text, mood, stars]
      properties:
        id: { type: string, readOnly: true }
        text: { type: string, maxLength: 200 }
        mood: { enum: [glad, sad] }
        stars: { type: integer, minimum: 0, maximum: 1000 }
`;

/** What is told of a server that is asked for something else than a body says. */
async function toldWhere(
  change: (asked: Record<string, unknown>) => unknown,
): Promise<readonly string[]> {
  const asking: Change = async (request, next) => {
    if (!request.url.endsWith('/notes/query')) return await next(request);
    const asked = (await request.json()) as Record<string, unknown>;
    const { url, method, headers } = request;
    return await next(new Request(url, { method, headers, body: JSON.stringify(change(asked)) }));
  };
  const only = ['oracle/lists/find', 'oracle/queries/find'];
  const { findings } = await runOnMock(DOCUMENT, asking, { only });
  return findings.map(({ message }) => message);
}

describe('a search with a cursor', () => {
  it('is gone through', async () => {
    expect(await toldWhere((asked) => asked)).toEqual([]);
  });

  it.each([
    ['where', "minStars doesn't leave out what has another stars"],
    ['after', 'an item is on two pages'],
  ])('has to read %s', async (lost, message) => {
    expect(await toldWhere((asked) => ({ ...asked, [lost]: undefined }))).toContain(message);
  });

  it('may find nothing where nothing is asked for', async () => {
    const nothing = { limit: 1, where: { mood: 'glad', minStars: 5000 } };
    expect(await toldWhere((asked) => (asked['where'] ? asked : nothing))).toEqual([]);
  });
});

/** A search whose conditions are changed before they are read. */
const conditioned =
  (change: (conditions: readonly Condition[]) => readonly Condition[]): Change =>
  async (request, next) => {
    if (!request.url.endsWith('/search')) return next(request);
    const { filters = [] } = (await request.json()) as { filters?: readonly Condition[] };
    const { url, headers } = request;
    const body = JSON.stringify({ filters: change(filters) });
    return next(new Request(url, { method: 'POST', headers, body }));
  };

/** Conditions that there have to be, of one value or several, and not too many of them; on pages. */
const CONDITIONS = [
  ['["eq","ne","gt","<="]', '["eq","ne","gt","in"]'],
  [
    '"value":{"type":["string","integer"]}',
    '"value":{"type":["string","integer","array"],"items":{"type":["string","integer"]}}',
  ],
  [
    '{"type":"object","properties":{"filters":{',
    '{"type":"object","required":["filters"],"properties":{"after":{"type":"string"},"limit":{"type":"integer","minimum":1,"maximum":50},"filters":{"minItems":1,"maxItems":3,',
  ],
].reduce((text, [old = '', other = '']) => text.replace(old, other), PROJECTS);

interface Condition {
  readonly field: string;
  readonly op: string;
  readonly value: unknown;
}

describe('a search by conditions', () => {
  it.each<[what: string, change: Change | undefined, told: readonly string[]]>([
    ['all are read', undefined, []],
    [
      'none is read',
      conditioned(() => []),
      [
        "title doesn't leave out what has another title",
        "title ne doesn't leave out what has that title",
        "estimate doesn't leave out what has another estimate",
        "estimate ne doesn't leave out what has that estimate",
        "estimate gt doesn't leave out what has another estimate",
        "estimate lte doesn't leave out what has another estimate",
      ],
    ],
    [
      'more than is less or equal',
      conditioned((all) => all.map((one) => (one.op === 'gt' ? { ...one, op: '<=' } : one))),
      ["estimate gt doesn't leave out what has another estimate"],
    ],
    [
      'only the first is read',
      conditioned((all) => all.slice(0, 1)),
      ["filters together don't leave out what fits one of them only"],
    ],
  ])('finds what meets them: %s', async (_, change, told) => {
    const only = ['oracle/queries/search-tasks/is-filtered*'];
    const { findings } = await runOnMock(PROJECTS, change, { only });
    const said = findings.filter(({ severity }) => severity === 'violation');
    expect(said.map(({ message }) => message)).toEqual(told);
  });

  it.each<[what: string, change: Change | undefined, told: readonly string[]]>([
    ['all are read', undefined, []],
    [
      'ne is eq',
      conditioned((all) => all.map((one) => (one.op === 'ne' ? { ...one, op: 'eq' } : one))),
      [
        "title ne doesn't leave out what has that title",
        "estimate ne doesn't leave out what has that estimate",
      ],
    ],
    [
      'only the first value of several is read',
      conditioned((all) =>
        all.map((one) => (Array.isArray(one.value) ? { ...one, value: [one.value[0]] } : one)),
      ),
      [
        'title in leaves out what has the wanted title',
        'estimate in leaves out what has the wanted estimate',
      ],
    ],
    [
      'only the first is read',
      conditioned((all) => all.slice(0, 1)),
      ["filters together don't leave out what fits one of them only"],
    ],
  ])('finds what meets those that there have to be: %s', async (_, change, told) => {
    const only = ['oracle/queries/search-tasks/is-filtered*'];
    const { findings } = await runOnMock(CONDITIONS, change, { only });
    const said = findings.filter(({ severity }) => severity === 'violation');
    expect(said.map(({ message }) => message)).toEqual(told);
  });

  it('may be refused for what only the server knows of them, and of cursors', async () => {
    const picky: Change = async (request, next) => {
      if (!request.url.endsWith('/search')) return next(request);
      const body = await request.clone().text();
      const refusal = body.includes('"after"') ? 'after is unknown' : 'Bad filters';
      const isOdd = body.includes('"after"') || body.includes('"value":["');
      return isOdd ? Response.json({ error: refusal }, { status: 400 }) : next(request);
    };
    const { findings } = await runOnMock(CONDITIONS, picky, { only: ['searchTasks'] });
    const said = findings.filter(({ severity }) => severity === 'violation');
    expect(said.map(({ message }) => message)).toEqual([]);
  });
});
