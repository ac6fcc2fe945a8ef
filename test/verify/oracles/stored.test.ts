import { describe, expect, it } from 'vitest';
import { createMock, loadDocument, verify } from '../../../src/index.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { shopping } from '../../rich/faults/shopping.ts';
import { besides, named, operating } from '../../rich/faults/slips.ts';
import { act } from '../../rich/operations.ts';
import { type Change, type Fields, all } from '../../rich/service.ts';
import { shop } from '../../rich/shop.ts';
import { tickets } from '../../rich/tickets.ts';
import { trips } from '../../rich/trips.ts';
import { PROJECTS } from './projects.ts';
import { runOnMock, toldBy } from './support.ts';

describe('what an answer tells', () => {
  it.each([trips, tickets])(
    'is what is read then, where a server keeps its contract',
    async (service) => {
      expect(await toldBy('stored', service)).toEqual([]);
    },
  );

  it('has to be stored', async () => {
    const change: Change = (plain) => ({
      view: (resource, call) => {
        const view = plain.view(resource, call) as Fields;
        return call.operation === 'getTrip' ? { ...view, notes: null, seats: 1 } : view;
      },
    });
    const told = await toldBy('stored', trips, change, { only: ['oracle/stored/create-trip'] });
    expect([...new Set(told)]).toEqual([
      'violation createTrip: seats is read not as it was answered',
      'violation createTrip: notes is read not as it was answered',
    ]);
  });

  it.each<[what: string, keep: (title: string) => string]>([
    ['is cut', (title) => title.slice(0, 100)],
    ['loses what is not ASCII', (title) => title.replaceAll(/[^ -~]/g, '?')],
    ['loses blanks', (title) => title.replaceAll(/ +/g, ' ')],
  ])('has to be stored whatever it is: a title %s', async (_, keep) => {
    const change: Change = (plain) => ({
      view: (resource, call) => {
        const view = plain.view(resource, call) as Fields & { title?: string };
        const isTold = call.operation === 'getTrip' && view.title !== undefined;
        return isTold ? { ...view, title: keep(view.title!) } : view;
      },
    });
    const only = ['oracle/stored/create-trip', 'oracle/stored/change-trip'];
    const told = await toldBy('stored', trips, change, { only });
    expect(new Set(told)).toEqual(
      new Set([
        'violation createTrip: title is read not as it was answered',
        'violation changeTrip: title is read not as it was answered',
      ]),
    );
  });

  it('has to be done', async () => {
    const change: Change = (plain) => ({
      view: (resource, call) => {
        const view = plain.view(resource, call) as Fields;
        return call.operation === 'getTrip' ? { ...view, state: 'planned' } : view;
      },
    });
    expect(await toldBy('stored', trips, change, { only: ['oracle/stored/cancel-trip'] })).toEqual([
      'violation cancelTrip: state is read as it was before, though the answer says that it is another',
    ]);
  });
});

it('an action may answer with what became of it, in words that the resource has for others', async () => {
  const change: Change = (plain) => ({
    view: (resource, call) => {
      if (call.operation !== 'cancelTrip') return plain.view(resource, call);
      return { state: 'received', receipt: 7 };
    },
  });
  const told = await toldBy('stored', trips, change, { only: ['oracle/stored/cancel-trip'] });
  expect(told.filter((words) => words.includes('is read as it was before'))).toEqual([]);
});

it('what goes on by itself while an action is done to another one goes on by itself', async () => {
  const change: Change = (plain) => ({
    view: (resource, call) => {
      const shown = plain.view(resource, call) as Fields;
      const isNew = resource.kind !== 'booking' || Date.now() < resource.createdAt + 30;
      return isNew ? shown : { ...shown, state: 'confirmed' };
    },
    finish: (reply, call, refusal) => {
      // The server is slow.
      const until = call.operation === 'confirmBooking' ? Date.now() + 40 : 0;
      while (Date.now() < until);
      return plain.finish(reply, call, refusal);
    },
  });
  const only = ['oracle/siblings/confirm-booking'];
  expect(await toldBy('siblings', trips, change, { only })).toEqual([]);
});

it('an action on one resource is none on others', async () => {
  const change: Change = (plain, world) => ({
    finish: (reply, call, refusal) => {
      if (call.operation === 'confirmBooking' && refusal === undefined)
        for (const resource of all(world, 'booking'))
          resource.fields = { ...resource.fields, state: 'confirmed' };
      return plain.finish(reply, call, refusal);
    },
  });
  const only = ['oracle/siblings/confirm-booking'];
  expect(await toldBy('siblings', trips, change, { only })).toEqual([
    'violation confirmBooking: state of another resource changes with an action on one',
  ]);
});

it('an action below another parent is refused', async () => {
  const change: Change = (plain, world) => ({
    find: (call, kind) =>
      all(world, kind.name).find(({ key }) => key === String(call.parameters[kind.parameter])) ??
      plain.find(call, kind),
  });
  const told = await toldBy('parents', tickets, change, { only: ['oracle/parents/close-ticket'] });
  expect(told).toEqual(['violation close_ticket: POST takes the resource of another parent']);
});

it('what an action answers as before is read as before', async () => {
  const service = besides(shop, 'cancelOrder', (call, world) => {
    const resource = named(call, world, 'order')!;
    resource.fields = { ...resource.fields, lines: [] };
  });
  expect(await toldBy('stored', service)).toEqual([
    'violation cancelOrder: lines is read as another, though the answer says that it is as before',
  ]);
});

it('an action may change what its answer shows', async () => {
  const service = operating(shop, 'cancelOrder', () =>
    act('order', { status: 'open' }, { status: 'cancelled', lines: [] }),
  );
  expect(await toldBy('stored', service)).toEqual([]);
});

it('a read may have another fixed value than the answer to what creates', async () => {
  const schema = (kind: string): JsonObject => ({
    type: 'object',
    required: ['id', 'name', 'object'],
    properties: { id: { type: 'string' }, name: { type: 'string' }, object: { const: kind } },
  });
  const content = (kind: string): JsonObject => ({ 'application/json': { schema: schema(kind) } });
  const taken = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
  const root = {
    openapi: '3.1.0',
    info: { title: 'Talks', version: '1' },
    paths: {
      '/talks': {
        post: {
          requestBody: { required: true, content: { 'application/json': { schema: taken } } },
          responses: { 201: { description: 'Made', content: content('talk.response') } },
        },
      },
      '/talks/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: { 200: { description: 'It', content: content('talk') } } },
      },
    },
  };
  const document = await loadDocument({ text: JSON.stringify(root), file: 'talks.json' });
  await using server = await createMock({ document }).listen({ port: 0 });
  const { findings } = await verify({ document, baseUrl: server.url }).result;
  expect(findings.filter(({ severity }) => severity === 'violation')).toEqual([]);
});

it('an action may tell of a resource in another form than a read', async () => {
  const content = (id: string, isDone: string): JsonObject => ({
    'application/json': {
      schema: { type: 'object', properties: { id: { type: id }, isDone: { type: isDone } } },
    },
  });
  const operation = (answer: JsonObject): JsonObject => ({
    responses: { 200: { description: 'It', content: answer } },
  });
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const root = {
    openapi: '3.1.0',
    info: { title: 'Payments', version: '1' },
    paths: {
      '/payments': { post: operation(content('string', 'integer')) },
      '/payments/{id}': { parameters, get: operation(content('integer', 'boolean')) },
      '/payments/{id}/void': { parameters, post: operation(content('string', 'integer')) },
    },
  };
  const { findings } = await runOnMock(JSON.stringify(root));
  expect(findings.filter(({ check }) => check === 'stored')).toEqual([]);
});

it('finds a state that is not the one to which the document says that an action leads', async () => {
  const { service } = shopping.find(({ id }) => id === 'cancelling-an-order-ships-it')!;
  expect(await toldBy('stored', service)).toEqual([
    'violation cancelOrder: status is not what the document says that the action makes of it',
  ]);
  expect(await toldBy('stored', shop)).toEqual([]);
});

it('of alternatives, a read may have one, though an answer that says less has both', async () => {
  const part = (name: string): JsonObject => ({ required: [name] });
  const name = { type: 'string' };
  const properties = { id: { type: 'string' }, name, card: name, iban: name };
  const open = { type: 'object', required: ['name'], properties };
  const either = { ...open, oneOf: [part('card'), part('iban')] };
  const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
  const answer = (status: string, schema: JsonObject): JsonObject => ({
    responses: { [status]: { description: 'It', content: content(schema) } },
  });
  const requestBody = { required: true, content: content(open) };
  const payer = {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    get: answer('200', either),
    put: { requestBody, ...answer('200', { type: 'object' }) },
    patch: { requestBody, ...answer('200', { type: 'object' }) },
  };
  const root = {
    openapi: '3.1.0',
    info: { title: 'Payers', version: '1' },
    paths: {
      '/payers': { post: { requestBody, ...answer('201', either) } },
      '/payers/{id}': payer,
    },
  };
  const { findings } = await runOnMock(JSON.stringify(root));
  expect(findings.filter(({ severity }) => severity === 'violation')).toEqual([]);
});

/** Errands that are closed, reopened and marked, each time with a new version. */
const ERRANDS = ((): string => {
  const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
  const name = { type: 'string', minLength: 1 };
  const properties = {
    id: { type: 'string', format: 'uuid', readOnly: true },
    name,
    state: { type: 'string', enum: ['open', 'closed'], readOnly: true },
    urgent: { type: 'boolean', readOnly: true, default: false },
    version: { type: 'integer', readOnly: true },
  };
  const errand = { type: 'object', required: Object.keys(properties), properties };
  const responses = { 200: { description: 'It', content: content(errand) } };
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
  ];
  const act = (operationId: string, description: string): JsonObject => ({
    parameters,
    post: { operationId, description, responses },
  });
  const taken = { type: 'object', required: ['name'], properties: { name } };
  const created = { 201: { description: 'Made', content: content(errand) } };
  const requestBody = { required: true, content: content(taken) };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Errands', version: '1' },
    paths: {
      '/errands': { post: { operationId: 'add', requestBody, responses: created } },
      '/errands/{id}': { parameters, get: { operationId: 'get', responses } },
      '/errands/{id}/close': act('close', 'Closes it.'),
      '/errands/{id}/reopen': act('reopen', 'Opens it again.'),
      '/errands/{id}/hurry': act('hurry', 'Marks the errand as urgent.'),
    },
  });
})();

it.each([
  ['nothing', []],
  ['close', ['close: state stays as it was, and so does all else']],
  ['reopen', ['reopen: state stays as it was, and so does all else']],
  [
    'hurry',
    [
      'hurry: urgent is not what the document says that the action makes of it',
      'hurry: urgent stays as it was, and so does all else',
    ],
  ],
])('an action that changes the version alone has done nothing: %s', async (idle, told) => {
  const versions = new Map<string, number>();
  const { findings } = await runOnMock(
    ERRANDS,
    async (request, next) => {
      const [, , id = '', action] = new URL(request.url).pathname.split('/');
      const isIdle = action === idle;
      const target = new URL(`/errands/${id}`, request.url);
      const response = await next(isIdle ? new Request(target) : request);
      if (!response.ok || id === '') return response;
      const version = (versions.get(id) ?? 0) + (action === undefined ? 0 : 1);
      versions.set(id, version);
      return Response.json({ ...((await response.json()) as JsonObject), version });
    },
    { only: ['oracle/stored'] },
  );
  expect(findings.map(({ operation, message }) => `${operation}: ${message}`)).toEqual(told);
});

it.each([
  [false, []],
  [true, ['moveTask: projectId is not read as it was sent']],
])('what is moved lies in another one than before: %s', async (isIdle, told) => {
  const { findings } = await runOnMock(
    PROJECTS,
    (request, next) => {
      const target = request.url.replace(/\/move$/, '');
      return next(isIdle && target !== request.url ? new Request(target) : request);
    },
    { only: ['oracle/stored/move-task'] },
  );
  expect(findings.map(({ operation, message }) => `${operation}: ${message}`)).toEqual(told);
});
