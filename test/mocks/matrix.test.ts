import type { SetupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setupServer } from '../../mocks/node.ts';
import { type MockServer, createMockServer } from '../../mocks/server.ts';
import { PlantStore } from '../../mocks/store.ts';
import { type BodyCase, invalidBodies, validBodies } from './bodies.ts';

const IN_PROCESS = 'https://store.example';

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly type: string | null;
  readonly origin: string | null;
}

async function send(
  base: string,
  { body, contentType = 'application/json' }: BodyCase,
): Promise<Answer> {
  const headers = new Headers({ authorization: 'Bearer t', origin: 'https://page.example' });
  if (contentType !== null) headers.set('content-type', contentType);
  // A Blob without a type: fetch adds no Content-Type of its own.
  const content = new Blob([typeof body === 'string' ? body : Uint8Array.from(body)]);
  const response = await fetch(`${base}/plants`, { method: 'POST', headers, body: content });
  return {
    status: response.status,
    body: await response.text(),
    type: response.headers.get('content-type'),
    origin: response.headers.get('access-control-allow-origin'),
  };
}

let server: MockServer;
let network: SetupServer;
const memory = new PlantStore();

beforeAll(async () => {
  server = await createMockServer();
  network = setupServer({ store: memory, baseUrl: IN_PROCESS });
  network.listen({ onUnhandledFrame: 'bypass' });
});

afterAll(async () => {
  network.close();
  await server.close();
});

describe.each(['in process', 'over HTTP'])('%s', (transport) => {
  const base = (): string => (transport === 'in process' ? IN_PROCESS : server.url);

  it.each(validBodies)('takes a valid body: $name', async (one) => {
    expect(await send(base(), one)).toEqual({
      status: 200,
      body: one.expected,
      type: 'application/json',
      origin: 'https://page.example',
    });
  });

  it.each(invalidBodies)('refuses an invalid body: $name', async (one) => {
    const answer = await send(base(), one);
    expect(answer).toMatchObject({ status: 400, type: 'application/json' });
    const error = JSON.parse(answer.body) as { error: unknown; message: unknown };
    expect(Object.keys(error)).toEqual(['error', 'message']);
    expect(error.error).toSatisfy((code: unknown) => Number.isInteger(code));
    expect(error.message).toMatch(one.expected);
  });
});

describe('both', () => {
  it.each([...invalidBodies, ...validBodies])('answer alike: $name', async (one) => {
    // By now every valid id is used, which must be said alike as well.
    expect(await send(server.url, one)).toEqual(await send(IN_PROCESS, one));
  });

  it('keep the same plants, ids exact', () => {
    expect(server.store.list()).toEqual(memory.list());
    expect(memory.list().map(({ id }) => String(id))).toEqual([
      '1',
      '2',
      '0',
      '-1',
      '9007199254740993',
      '9223372036854775807',
      '-9223372036854775808',
      '3',
      '100',
      '4',
      '5',
      '6',
      '7',
      '8',
    ]);
  });

  it('leave other paths alone in process, and have none over HTTP', async () => {
    const other = await fetch(`${server.url}/other`);
    expect(other.status).toBe(404);
    expect(network.listHandlers()).toHaveLength(1);
  });
});
