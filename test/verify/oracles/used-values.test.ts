/** Values that only one may have, where something is changed to them. */
import { expect, it } from 'vitest';
import { repeats } from '../../rich/faults/repeats.ts';
import { tickets } from '../../rich/tickets.ts';
import { trips } from '../../rich/trips.ts';
import { shop } from '../../rich/shop.ts';
import { type Change, runOnMock, toldBy } from './support.ts';

const only = ['gives-nobody-a-used-value'];

it.each([trips, tickets, shop])('is silent where what is used is refused', async (service) => {
  expect(await toldBy('races', service, undefined, { only })).toEqual([]);
});

it.each([['stations-get-a-used-code', 'replaceStation: two have the same code']])(
  'finds %s',
  async (id, message) => {
    const { service, change } = repeats.find((fault) => fault.id === id)!;
    expect(await toldBy('races', service, change, { only })).toEqual([
      `warning ${message} then, though a new one with it is refused`,
    ]);
  },
);

it('finds that a resource is refused the value that it has', async () => {
  const { service, change } = repeats.find(({ id }) => id.startsWith('stations-are-refused'))!;
  expect(await toldBy('races', service, change, { only })).toEqual([
    'violation replaceStation: the code that it has is refused as if another one had it',
  ]);
});

const answer = (status: number): string =>
  `'${status}': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Member' } } } }`;
const TAKES = `requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Member' } } } }`;
const document = (said: string): string => `
openapi: 3.1.0
info: { title: Members, version: '1' }
paths:
  /members:
    post: { operationId: addMember, ${TAKES}, responses: { ${answer(201)}, '409': { description: The email is in use }, '400': { description: bad } } }
  /members/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }]
    get: { operationId: getMember, responses: { ${answer(200)}, '404': { description: none } } }
    put: { operationId: replaceMember, ${TAKES}, responses: { ${answer(200)}, ${said} '404': { description: none }, '400': { description: bad } } }
components: { schemas: { Member: { type: object, required: [email], properties: { id: { type: integer, readOnly: true }, email: { type: string, format: email, maxLength: 200 }, note: { type: string, maxLength: 200 } } } } }
`;

/** What is used is taken by the mock itself. */
const TAKEN = { addMember: { 'used-email': 'accepted' } };

/** Refuses what is used, for some methods. */
const refusing = (methods: readonly string[], status: number): Change => {
  const used = new Map<string, string>();
  return async (request, next) => {
    if (!['POST', 'PUT'].includes(request.method)) return next(request);
    const { email } = (await request.clone().json()) as { email: string };
    const isUsed = used.has(email) && !request.url.endsWith(`/${used.get(email)}`);
    if (isUsed && methods.includes(request.method)) {
      return Response.json({ message: 'This email is taken' }, { status });
    }
    const response = await next(request);
    const { id } = (await response.clone().json()) as { id: number };
    if (response.ok) used.set(email, String(id));
    return response;
  };
};

async function told(change: Change, said = ''): Promise<string[]> {
  const { findings } = await runOnMock(document(said), change, { only }, TAKEN);
  return findings
    .filter(({ message }) => message.startsWith('two have'))
    .map(({ severity, operation }) => `${severity} ${operation}`);
}

it('is told as the document carries it', async () => {
  expect(await told(refusing(['POST', 'PUT'], 409))).toEqual([]);
  expect(await told(refusing([], 409))).toEqual([]);
  expect(await told(refusing(['POST'], 400))).toEqual(['warning replaceMember']);
  const said = `'409': { description: conflict },`;
  expect(await told(refusing(['POST'], 409), said)).toEqual(['violation replaceMember']);
});

it('nobody is blamed who leaves the old value', async () => {
  const refuse = refusing(['POST'], 409);
  const change: Change = (request, next) =>
    refuse(request, async (asked) => {
      if (asked.method !== 'PUT') return next(asked);
      return next(new Request(asked.url));
    });
  expect(await told(change)).toEqual([]);
});

it('is told of no time: other hours may be taken that lie in the same span', async () => {
  const text = document("'409': { description: taken },")
    .replaceAll('required: [email]', 'required: [start, end]')
    .replace(
      'email: { type: string, format: email, maxLength: 200 }',
      'start: { type: string, format: date-time }, end: { type: string, format: date-time }',
    );
  const booked = new Map<string, readonly [start: string, end: string]>();
  const change: Change = async (request, next) => {
    if (!['POST', 'PUT'].includes(request.method)) return next(request);
    const { start, end } = (await request.clone().json()) as { start: string; end: string };
    const place = new URL(request.url).pathname.split('/').at(-1)!;
    const isTaken = booked
      .entries()
      .some(([id, [from, to]]) => id !== place && from < end && start < to);
    if (isTaken) return Response.json({ message: 'These hours are taken' }, { status: 409 });
    const response = await next(request);
    const { id } = (await response.clone().json()) as { id: number };
    if (response.ok) booked.set(String(id), [start, end]);
    return response;
  };
  const { findings } = await runOnMock(text, change, { only });
  expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
});
