import { expect, it } from 'vitest';
import { wait } from '../../family/changes.ts';
import { both } from '../../rich/changes.ts';
import { change as changed } from '../../rich/operations.ts';
import { type Change, Refusal, type Service, type Stages } from '../../rich/service.ts';
import { tickets } from '../../rich/tickets.ts';
import { trips } from '../../rich/trips.ts';
import { runOnMock, toldBy } from './support.ts';

const told = (service: Service, change?: Change): Promise<string[]> =>
  toldBy('conditional', service, change);

/** Headers that say on which condition a request is made are of no effect for some operations. */
function unconditional(operations: RegExp): Change {
  return (plain) => ({
    condition: (call, resource) =>
      operations.test(call.operation) ? undefined : plain.condition(call, resource),
  });
}

const weak: Change = (plain) => ({ etag: (resource) => `W/${plain.etag(resource)}` });

it.each([
  ['strong ETags', trips, undefined],
  ['envelopes', tickets, undefined],
  ['weak ETags', tickets, weak],
  ['no ETags', trips, both(unconditional(/./), (plain) => ({ finish: withoutEtag(plain) }))],
])('is silent about a server that heeds conditions: %s', async (_, service, change) => {
  expect(await told(service, change)).toEqual([]);
});

function withoutEtag(plain: Stages): Stages['finish'] {
  return async (reply, call, refusal) => {
    const { headers, ...rest } = await plain.finish(reply, call, refusal);
    const { ETag: _, ...others } = headers;
    return { ...rest, headers: others };
  };
}

it('says nothing of weak ETags that If-Match never matches', async () => {
  const strict: Change = (plain, world) => ({
    ...weak(plain, world),
    condition: (call, resource) =>
      call.headers['if-match'] === undefined
        ? plain.condition(call, resource)
        : world.refuse('condition', 'a weak ETag never matches'),
  });
  expect(await told(tickets, strict)).toEqual([]);
});

it('finds an ETag that stays as it is', async () => {
  const change: Change = () => ({ etag: ({ key }) => `"${key}"` });
  expect(await told(trips, change)).toEqual(
    expect.arrayContaining([
      'violation changeTrip: the ETag stays as it is when the resource changes',
      'violation replaceStation: the ETag stays as it is when the resource changes',
    ]),
  );
});

it.each([
  [trips, 'changeTrip'],
  [trips, 'deleteTrip'],
  [tickets, 'replace_ticket'],
])('finds that If-Match is of no effect', async (service, operation) => {
  expect(await told(service, unconditional(new RegExp(`^${operation}$`)))).toEqual([
    `violation ${operation}: If-Match with the ETag of an earlier version has no effect`,
  ]);
});

it('finds that the current ETag is refused', async () => {
  const change: Change = (plain, world) => ({
    condition: (call, resource) =>
      call.headers['if-match'] === undefined
        ? plain.condition(call, resource)
        : world.refuse('condition', 'it was changed since'),
  });
  expect(await told(trips, change)).toEqual(
    expect.arrayContaining(['violation changeTrip: If-Match with the current ETag is refused']),
  );
});

it('finds that If-None-Match is of no effect, and a 304 that comes always', async () => {
  expect(await told(trips, unconditional(/^getTrip$/))).toEqual([
    'violation getTrip: what the client has is sent again, in spite of If-None-Match',
  ]);
  const always: Change = (plain) => ({
    condition: (call, resource) =>
      call.headers['if-none-match'] === undefined
        ? plain.condition(call, resource)
        : { status: 304, headers: { ETag: '"v"' } },
  });
  expect(await told(trips, always)).toEqual([
    'violation getTrip: a 304 says that nothing is new, though the resource has changed',
  ]);
});

it('finds a refused change that is made all the same', async () => {
  const change: Change = (plain) => ({
    condition: (call, resource) => {
      const refusal = plain.condition(call, resource);
      if (refusal instanceof Refusal && call.operation === 'changeTrip')
        changed(resource, { ...resource.fields, ...(call.body as object) });
      return refusal;
    },
  });
  expect(await told(trips, change)).toEqual([
    'violation changeTrip: a change that is refused is made all the same',
  ]);
});

it('finds changes of one version that are all taken when they come together', async () => {
  // The version is looked at, and another moment later the change is made.
  const seen = new WeakMap<object, string>();
  const change: Change = (plain) => ({
    parse: async (call) => {
      const body = await plain.parse(call);
      const { 'if-match': match } = call.headers;
      if (match !== undefined && call.operation === 'changeTrip') {
        const tags = [...current()].map((resource) => plain.etag(resource));
        if (tags.includes(match)) seen.set(call, match);
        await wait(60);
      }
      return body;
    },
    condition: (call, resource) => (seen.has(call) ? undefined : plain.condition(call, resource)),
  });
  let current: () => Iterable<Parameters<Stages['etag']>[0]> = () => [];
  const watching: Change = (_, world) => {
    current = () => world.resources;
    return {};
  };
  expect(await told(trips, both(watching, change))).toEqual([
    'violation changeTrip: several changes of one version are taken when they come together',
  ]);
});

it('finds a deletion that is refused and made', async () => {
  const change: Change = (plain, world) => ({
    condition: (call, resource) => {
      const refusal = plain.condition(call, resource);
      if (refusal && call.method === 'DELETE') world.resources.delete(resource);
      return refusal;
    },
  });
  expect(await told(trips, change)).toEqual([
    'violation deleteTrip: a deletion that is refused is made all the same',
  ]);
});

const LAMPS = `
openapi: 3.1.0
info: { title: Lamps, version: '1' }
paths:
  /lamps:
    post:
      operationId: addLamp
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Lamp' } } } }
      responses: { '201': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Lamp' } } } } }
  /lamps/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getLamp
      responses: { '200': { description: it, headers: { ETag: { schema: { type: string } } }, content: { application/json: { schema: { $ref: '#/components/schemas/Lamp' } } } }, '404': { description: none } }
    put:
      operationId: replaceLamp
      parameters: [{ name: If-Match, in: header, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Lamp' } } } }
      responses: { '200': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Lamp' } } } }, '404': { description: none }, '412': { description: stale } }
components:
  schemas:
    Lamp: { type: object, required: [color, level], properties: { id: { type: integer, readOnly: true }, color: { enum: [red, green] }, level: { type: integer, minimum: 0, maximum: 3 } } }
`;

it('changes what has nothing but a few values to others, so that a condition can tell', async () => {
  const only = ['oracle/conditional/'];
  expect((await runOnMock(LAMPS, undefined, { only })).findings).toEqual([]);
  const unread = await runOnMock(
    LAMPS,
    (request, next) => {
      request.headers.delete('if-match');
      return next(request);
    },
    { only },
  );
  expect(unread.findings.map(({ message }) => message)).toEqual([
    'If-Match with the ETag of an earlier version has no effect',
  ]);
});
