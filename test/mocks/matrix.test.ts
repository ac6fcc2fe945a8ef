import type { SetupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setupServer } from '../../mocks/node.ts';
import { type MockServer, createMockServer } from '../../mocks/server.ts';
import { PlantStore } from '../../mocks/plant-store.ts';
import { type BodyCase, bytesOf, invalidBodies, storedIds, validBodies } from './bodies.ts';
import { expectAnswer } from './expect-answer.ts';
import { type Answer, sendBody } from './send-body.ts';

const IN_PROCESS = 'https://store.example';

function send(base: string, bodyCase: BodyCase): Promise<Answer> {
  return sendBody(base, bytesOf(bodyCase), bodyCase.contentType);
}

let server: MockServer;
let validated: MockServer;
let network: SetupServer;
const memory = new PlantStore();

beforeAll(async () => {
  server = await createMockServer();
  validated = await createMockServer({ prism: true });
  await validated.ready;
  network = setupServer({ store: memory, baseUrl: IN_PROCESS });
  network.listen({ onUnhandledFrame: 'bypass' });
});

afterAll(async () => {
  network.close();
  await server.close();
  await validated.close();
});

const bases = {
  'in process': () => IN_PROCESS,
  'over HTTP': () => server.url,
  'over HTTP, behind Prism': () => validated.url,
};

describe.each(Object.entries(bases))('%s', (_, base) => {
  it.each(validBodies)('takes a valid body: $name', async (bodyCase) => {
    const answer = await send(base(), bodyCase);
    expectAnswer(answer, bodyCase);
    expect(answer.origin).toBe('https://page.example');
  });

  it.each(invalidBodies)('refuses an invalid body: $name', async (bodyCase) => {
    expectAnswer(await send(base(), bodyCase), bodyCase);
  });
});

describe('all', () => {
  it.each([...invalidBodies, ...validBodies])('answer alike: $name', async (bodyCase) => {
    // By now every valid id is used, which must be said alike as well.
    const inProcess = await send(IN_PROCESS, bodyCase);
    expect(await send(server.url, bodyCase)).toEqual(inProcess);
    expect(await send(validated.url, bodyCase)).toEqual(inProcess);
  });

  it('keep the same plants, ids exact', () => {
    expect(server.store.list()).toEqual(memory.list());
    expect(validated.store.list()).toEqual(memory.list());
    expect(memory.list().map(({ id }) => String(id))).toEqual(storedIds);
  });

  it('leave other paths alone in process, and have none over HTTP', async () => {
    const other = await fetch(`${server.url}/other`);
    expect(other.status).toBe(404);
    expect(network.listHandlers()).toHaveLength(1);
  });
});
