/** What is not answered in time is sent again by itself. */
import { expect, it } from 'vitest';
import { loadDocument, verify } from '../../../src/index.ts';
import { serve } from '../../serve/http-helpers.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Towns, version: '1' }
paths:
  /towns:
    get:
      operationId: list-towns
      parameters: [{ name: size, in: query, schema: { type: integer } }]
      responses: { '200': { description: it } }
  /maps: { get: { operationId: list-maps, responses: { '200': { description: it } } } }
`;

/** What a run tells of a server that answers nothing in time for `busyMs` from the first odd request on, or never that. */
async function toldOf(busyMs: number, isDeaf = false): Promise<string[]> {
  let busyUntil: number | undefined;
  await using server = await serve((request, response) => {
    const isOdd = request.method === 'GET' && request.url === '/towns?size=-1';
    if (isOdd) busyUntil ??= performance.now() + busyMs;
    if (isOdd && isDeaf) return;
    setTimeout(() => response.end(), Math.max(0, (busyUntil ?? 0) - performance.now()));
  });
  const document = await loadDocument({ text: DOCUMENT, file: 'towns.yaml' });
  const options = { document, baseUrl: server.url, questions: false, timeoutMs: 400 };
  const { findings } = await verify(options).result;
  const late = findings.filter(({ message }) => message.includes('answer in time'));
  return late.map(({ severity, message }) => `${severity}: ${message}`);
}

it('is a warning where the server was busy and answers then', async () => {
  expect(new Set(await toldOf(600))).toEqual(
    new Set([
      'warning: the server does not answer in time, but does when it is asked alone: another request may have kept it busy',
    ]),
  );
});

it.each([0, 600])(
  'is a violation where it is not answered then either (busy: %i ms)',
  async (ms) => {
    expect(await toldOf(ms, true)).toContain('violation: the server does not answer in time');
  },
);
