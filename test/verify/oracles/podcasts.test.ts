/** Podcasts: what is created below a parent and read without it, relations with a list of their own, and jobs. */
import { expect, it } from 'vitest';
import type { RunResult } from '../../../src/index.ts';
import { type Change, runOnMock } from './support.ts';

const schemaOf = (status: number, schema: string): string =>
  `'${status}': { description: it, content: { application/json: { schema: { type: object, required: [data], properties: { data: { $ref: '#/components/schemas/${schema}' } } } } } }`;
const NONE = `'404': { description: none }`;
const takes = (schema: string, ...types: readonly string[]): string => {
  const content = types.map(
    (type) => `${type}: { schema: { $ref: '#/components/schemas/${schema}' } }`,
  );
  return `requestBody: { required: true, content: { ${content.join(', ')} } }`;
};
const JSON_TYPE = 'application/json';
const id = (...names: readonly string[]): string =>
  `parameters: [${names.map((name) => `{ name: ${name}, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 2147483647 } }`).join(', ')}]`;

const DOCUMENT = `
openapi: 3.0.3
info: { title: Podcasts, version: '1' }
paths:
  /hosts:
    post: { operationId: addHost, ${takes('Host', JSON_TYPE)}, responses: { ${schemaOf(201, 'Host')}, '400': { description: bad } } }
  /hosts/{host_id}:
    get: { operationId: getHost, ${id('host_id')}, responses: { ${schemaOf(200, 'Host')}, ${NONE} } }
  /shows:
    post: { operationId: addShow, ${takes('Show', JSON_TYPE)}, responses: { ${schemaOf(201, 'Show')}, '400': { description: bad } } }
  /shows/{show_id}:
    get: { operationId: getShow, ${id('show_id')}, responses: { ${schemaOf(200, 'Show')}, ${NONE} } }
    patch: { operationId: changeShow, ${id('show_id')}, ${takes('Change', JSON_TYPE, 'application/merge-patch+json')}, responses: { ${schemaOf(200, 'Show')}, ${NONE}, '400': { description: bad } } }
  /shows/{show_id}/guests:
    get:
      operationId: listGuests
      ${id('show_id')}
      responses:
        ${NONE}
        '200': { description: all, content: { application/json: { schema: { type: object, required: [data], properties: { data: { type: array, items: { $ref: '#/components/schemas/Host' } } } } } } }
  /shows/{show_id}/guests/{host_id}:
    put: { operationId: addGuest, ${id('show_id', 'host_id')}, responses: { '204': { description: done }, ${NONE} } }
    delete: { operationId: removeGuest, ${id('show_id', 'host_id')}, responses: { '204': { description: done }, ${NONE} } }
  /shows/{show_id}/episodes:
    post: { operationId: addEpisode, ${id('show_id')}, ${takes('Episode', JSON_TYPE)}, responses: { ${schemaOf(201, 'Episode')}, ${NONE}, '400': { description: bad } } }
  /episodes/{episode_id}:
    get: { operationId: getEpisode, ${id('episode_id')}, responses: { ${schemaOf(200, 'Episode')}, ${NONE} } }
  /episodes/{episode_id}/audio:
    get: { operationId: getAudio, ${id('episode_id')}, responses: { '200': { description: it, content: { audio/x-tape: {} } }, ${NONE} } }
    put: { operationId: putAudio, ${id('episode_id')}, requestBody: { required: true, content: { audio/x-tape: {} } }, responses: { '204': { description: done }, ${NONE}, '400': { description: bad }, '415': { description: bad } } }
  /episodes/{episode_id}/transcripts:
    post: { operationId: transcribe, ${id('episode_id')}, ${takes('Order', JSON_TYPE)}, responses: { ${schemaOf(202, 'Transcript')}, ${NONE}, '400': { description: bad } } }
  /transcripts/{transcript_id}:
    get: { operationId: getTranscript, ${id('transcript_id')}, responses: { ${schemaOf(200, 'Transcript')}, ${NONE} } }
  /favourites:
    post: { operationId: addFavourite, ${takes('Favourite', JSON_TYPE)}, responses: { ${schemaOf(201, 'Favourite')}, '400': { description: bad }, '422': { description: unknown } } }
  /favourites/{favourite_id}:
    get: { operationId: getFavourite, ${id('favourite_id')}, responses: { ${schemaOf(200, 'Favourite')}, ${NONE} } }
components:
  schemas:
    Host: { type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string, minLength: 1, maxLength: 200 } } }
    Pricing: { type: object, required: [kind], properties: { kind: { type: string, enum: [free, paid] }, cents: { type: integer, minimum: 0, maximum: 9000 } } }
    Show: { type: object, required: [title], properties: { id: { type: integer, readOnly: true }, title: { type: string, minLength: 1, maxLength: 200 }, pricing: { $ref: '#/components/schemas/Pricing' } } }
    Change: { type: object, minProperties: 1, properties: { title: { type: string, minLength: 1, maxLength: 200 }, pricing: { $ref: '#/components/schemas/Pricing' } } }
    Episode: { type: object, required: [title], properties: { id: { type: integer, readOnly: true }, title: { type: string, minLength: 1, maxLength: 200 } } }
    Order: { type: object, required: [language], properties: { language: { type: string, enum: [en, de, fr] } } }
    Transcript: { type: object, required: [id, language], properties: { id: { type: integer }, language: { type: string }, lines: { type: integer } } }
    Favourite: { type: object, required: [episode_id], properties: { id: { type: integer, readOnly: true }, episode_id: { type: integer, minimum: 1, maximum: 2147483647 }, note: { type: string, maxLength: 200 } } }
`;

const run = (change?: Change, only?: string[]): Promise<RunResult> =>
  runOnMock(DOCUMENT, change, { only, ...(only ? {} : { maxCases: 400 }) });

const told = ({ findings }: RunResult): string[] =>
  findings
    .filter(({ severity }) => severity !== 'note')
    .map(({ severity, operation, message }) => `${severity} ${operation}: ${message}`);

const isAt = ({ method, url }: Request, wanted: string, path: RegExp): boolean =>
  method === wanted && path.test(new URL(url).pathname);

it('reaches all of it, and blames nobody who knows which episodes there are', async () => {
  const result = await run(async (request, next) => {
    if (!isAt(request, 'POST', /^\/favourites$/)) return next(request);
    const response = await next(request.clone());
    if (!response.ok) return response;
    const episode = parsed(await request.text())?.episode_id;
    const known = await next(new Request(`http://mock.test/episodes/${String(episode)}`));
    return known.ok ? response : new Response('', { status: 422 });
  });
  expect(told(result)).toEqual([]);
  const partly = result.operations?.filter(({ level }) => !/full|chained/.test(level));
  expect(partly?.map(({ operation }) => operation)).toEqual(['putAudio']);
});

it('lets a change that is no merge patch replace an object', async () => {
  const result = await run(
    async (request, next) => {
      const isPlain = request.headers.get('content-type') === 'application/json';
      if (!isAt(request, 'PATCH', /./) || !isPlain) return next(request);
      const headers = new Headers(request.headers);
      headers.set('content-type', 'application/merge-patch+json');
      const read = await next(new Request(request.url));
      const body = await request.text();
      const { data } = (await read.json().catch(() => ({}))) as { data?: { pricing?: object } };
      const gone = Object.fromEntries(Object.keys(data?.pricing ?? {}).map((name) => [name, null]));
      const value = parsed(body);
      const whole = value?.pricing ? { ...value, pricing: { ...gone, ...value.pricing } } : value;
      const changed = { method: 'PATCH', headers, body: whole ? JSON.stringify(whole) : body };
      return next(new Request(request.url, changed));
    },
    ['oracle/changes/change-show/'],
  );
  expect(told(result)).toEqual([]);
});

interface Sent {
  readonly episode_id?: unknown;
  readonly pricing?: object;
}

function parsed(text: string): Sent | undefined {
  try {
    return JSON.parse(text) as Sent;
  } catch {
    return undefined;
  }
}

it.each<[message: string, change: Change]>([
  [
    'addGuest: guests lacks what was there before',
    async (request, next) => {
      if (!isAt(request, 'PUT', /guests/)) return next(request);
      const list = new URL(request.url).pathname.replace(/\/\d+$/, '');
      const at = `http://mock.test${list}`;
      const { data = [] } = (await (await next(new Request(at))).json()) as {
        data?: { id: number }[];
      };
      for (const guest of data) await next(new Request(`${at}/${guest.id}`, { method: 'DELETE' }));
      return next(request);
    },
  ],
  [
    'addGuest: guests lacks what was put there',
    async (request, next) => {
      const answer = await next(request);
      if (!isAt(request, 'PUT', /guests/) || !answer.ok) return answer;
      const at = `http://mock.test${new URL(request.url).pathname}`;
      await next(new Request(at, { method: 'DELETE' }));
      return answer;
    },
  ],
  [
    'removeGuest: guests still has what was taken away',
    async (request, next) =>
      isAt(request, 'DELETE', /guests/) ? new Response(null, { status: 204 }) : next(request),
  ],
  [
    'addGuest: guests of another resource has what was put below one',
    async (request, next) => {
      const at = isAt(request, 'GET', /guests/) ? await next(new Request(request.url)) : undefined;
      if (at?.ok !== true) return next(request);
      const all: object[] = [];
      for (let show = 1; show < 40; show += 1) {
        const list = await next(new Request(`http://mock.test/shows/${show}/guests`));
        if (list.ok) all.push(...((await list.json()) as { data: object[] }).data);
      }
      return Response.json({ data: all });
    },
  ],
])('finds of a relation with a list of its own: %s', async (message, change) => {
  expect(told(await run(change, ['oracle/changes/add-guest/']))).toEqual([`violation ${message}`]);
});

it('lets a job come on while it is read, whatever tells so, but not become another', async () => {
  let lines = 0;
  const change: Change = async (request, next) => {
    const response = await next(request);
    if (!/transcri/.test(request.url) || !response.ok) return response;
    const { data } = (await response.json()) as { data: object };
    lines += 1;
    const language = request.method === 'GET' ? { language: 'xx' } : {};
    return Response.json({ data: { ...data, lines, ...language } }, { status: response.status });
  };
  expect(new Set(told(await run(change, ['oracle/stored/transcribe/'])))).toEqual(
    new Set(['violation transcribe: language is read not as it was answered']),
  );
});

it('finds that a job is forgotten', async () => {
  const result = await run(async (request, next) =>
    isAt(request, 'GET', /transcripts/) ? new Response('', { status: 404 }) : next(request),
  );
  expect(told(result).join('\n')).toMatch(/^violation (?:transcribe|getTranscript): /m);
});
