/** What tests do with a mock is the same in each of its forms, for a document of the user's own. */
import type { RequestHandler } from 'msw';
import { setupServer as setupMswServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { createFetch } from '../../mocks/fetch.ts';
import { createHandlers, fill } from '../../mocks/index.ts';
import { setupServer } from '../../mocks/node.ts';
import { createMockServer } from '../../mocks/server.ts';
import { createMock } from '../../src/index.ts';
import { SandboxClient } from '../../src/serve/control/sandbox-client.ts';
import type { OpenApiDocument } from '../../src/openapi/document.ts';
import type { JsonValue } from '../../src/openapi/json/json-value.ts';
import type { TestControls } from '../../src/mock/test-controls.ts';
import {
  ADDRESS,
  type Form,
  bookings as document,
  deeds,
  onlyBookings,
  sizes,
} from './control-deeds.ts';

/** As openapi-typescript writes them. */
interface Paths {
  '/bookings': {
    post: {
      requestBody: { content: { 'application/json': { name: string; seats?: number } } };
      responses: { 201: { content: { 'application/json': { id: number; name: string } } } };
    };
  };
  '/bookings/{id}/guests': {
    post: { requestBody: { content: { 'application/json': { name: string } } } };
  };
}

type LocalControls = TestControls & { sandbox(name: string): TestControls };

interface OpenForm extends Form {
  readonly close: () => Promise<void> | void;
}

/** What is within the process. */
function local(
  controls: LocalControls,
  { url = ADDRESS, ...more }: Partial<OpenForm> & Pick<OpenForm, 'close'>,
): OpenForm {
  const wait = (latency: number): void => {
    controls.latency = latency;
  };
  return { controls, wait, url, fetch: (address, init) => fetch(address, init), ...more };
}

/** Handlers of msw, in its own server. */
function inMsw(handlers: RequestHandler[], controls: LocalControls): OpenForm {
  const network = setupMswServer(...handlers);
  network.listen({ onUnhandledFrame: 'bypass' });
  return local(controls, { close: () => network.close() });
}

const forms: Record<string, (document: OpenApiDocument) => Promise<OpenForm> | OpenForm> = {
  'createHandlers in msw': (document) => {
    const handlers = createHandlers<unknown>({ document });
    return inMsw(handlers, handlers);
  },
  setupServer: (document) => {
    const server = setupServer<unknown>({ document });
    server.listen({ onUnhandledFrame: 'bypass' });
    return local(server, { close: () => server.close() });
  },
  createFetch: (document) => {
    const mock = createFetch<unknown>({ document });
    const answer = async (url: string, init?: RequestInit): Promise<Response> =>
      (await mock(new Request(url, init))) ?? Response.error();
    return local(mock, { fetch: answer, close: () => {} });
  },
  'the handlers of createMock': (document) => {
    const mock = createMock({ document });
    return inMsw([...mock.handlers], mock);
  },
  createMockServer: async (document) => {
    const server = await createMockServer<unknown>({ document });
    return local(server, { url: server.url, close: () => server.close() });
  },
  'SandboxClient, of a mock that runs elsewhere': async (document) => {
    const server = await createMockServer<unknown>({ document });
    const client = new SandboxClient(server.url, 'default');
    const sandbox = (name: string): SandboxClient => new SandboxClient(server.url, name);
    return {
      controls: Object.assign(client, { sandbox }),
      wait: (latency) => client.setLatency(latency),
      url: server.url,
      fetch: (address, init) => fetch(address, init),
      close: () => server.close(),
    };
  },
};

describe.each(Object.entries(forms))('%s', (_name, open) => {
  let form: OpenForm;
  beforeAll(async () => {
    form = await open(document);
  });
  beforeEach(async () => form.controls.reset());
  afterAll(async () => form.close());

  it.each(deeds)('$name', async ({ does, expected }) => {
    expect(JSON.parse(JSON.stringify(await does(form)))).toEqual(expected);
  });

  it('has one collection, where one operation creates', async () => {
    const single = await open(onlyBookings);
    await single.controls.collection('/bookings').seed([{ name: 'Ann' }]);
    expect(await sizes(single)).toEqual({ '/bookings': 1 });
    await single.close();
  });
});

it('types what is at a path', () => {
  const handlers = createHandlers<Paths>({ document });
  const bookings = handlers.collection('/bookings');
  bookings.seed([{ id: 7, name: 'Ann' }]);
  expectTypeOf(bookings.get(7)!).toExtend<{ name: string; seats?: number; id?: number }>();
  // @ts-expect-error what the document doesn't have
  expect(bookings.get(7)!.title).toBeUndefined();
  const guests = handlers.collection('/bookings/7/guests');
  guests.seed([{ name: 'Bea' }]);
  expectTypeOf(guests.list()[0]!.name).toEqualTypeOf<string>();
  const list = (client: SandboxClient<Paths>) => client.collection('/bookings/7/guests').list();
  expectTypeOf(list).returns.resolves.items.toExtend<{ name: string }>();
  const get = (client: SandboxClient) => client.collection<{ id: bigint }>('/bookings').get(7);
  expectTypeOf(get).returns.resolves.toEqualTypeOf<{ id: bigint } | undefined>();
  const [untyped] = createHandlers({ document, collections: { '/bookings': [{ name: 'Cy' }] } })
    .collection('/bookings')
    .list();
  expectTypeOf(untyped!['name']).toEqualTypeOf<JsonValue | undefined>();
});

it('begins with what is given, and with full collections', () => {
  const collections = { '/bookings': [{ id: 7, name: 'Ann' }] };
  const handlers = createHandlers<Paths>({ document, collections, fill: fill(5) });
  expect(handlers.collection('/bookings').list()).toEqual([{ id: 7, name: 'Ann' }]);
  expect(handlers.collection('/bookings/7/guests').list().length).toBeGreaterThan(0);
  handlers.collection('/bookings').clear();
  handlers.reset();
  expect(handlers.collection('/bookings').size).toBe(1);
});
