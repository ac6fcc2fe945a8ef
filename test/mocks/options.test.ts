import { http } from 'msw/http';
import { expect, it } from 'vitest';
import { PlantStore, StateError, createHandlers } from '../../mocks/index.ts';
import { setupServer } from '../../mocks/node.ts';
import { createMockServer } from '../../mocks/server.ts';

/** What a form of the mock that is set up with options throws. */
async function refusal(set: () => unknown): Promise<string> {
  try {
    await set();
  } catch (error) {
    if (error instanceof StateError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return '';
}

it.each([
  ['createMockServer', createMockServer],
  ['setupServer', setupServer],
  ['createHandlers', createHandlers],
] as const)('%s refuses an option that it does not know', async (_, set) => {
  expect(await refusal(() => set({ maxResource: 1 } as object))).toBe(
    'unknown-option: Failed to use the option "maxResource". Did you mean "maxResources"?',
  );
  expect(await refusal(() => set({ maxPlants: 1 } as object))).toBe(
    'unknown-option: Failed to use the option "maxPlants". It was renamed: write maxResources.',
  );
  expect(await refusal(() => set({ zzz: undefined } as object))).toMatch(/Choose from: .*profile/);
});

it('the nearest option is named: seed for sed', async () => {
  const message = await refusal(() => createMockServer({ sed: [] } as object));
  expect(message).toMatch(/Did you mean "seed"\?$/);
});

it.each([
  [{ maxResources: -1 }, 'a whole number, 0 or more'],
  [{ maxResources: '5' }, 'a whole number, 0 or more'],
  [{ token: '' }, 'a text that a request can carry'],
  [{ token: 'a\nb' }, 'a text that a request can carry'],
  [{ store: [] }, 'an object'],
])('%j is refused in Node', async (options, must) => {
  const [[name]] = Object.entries(options) as [[string, unknown]];
  const message = `invalid-option: Failed to use the option "${name}": it must be ${must}.`;
  expect(await refusal(() => createMockServer(options as object))).toBe(message);
  expect(await refusal(() => setupServer(options as object))).toBe(message);
});

it.each([
  [{ seed: {} }, 'seed'],
  [{ latency: -1 }, 'latency'],
  [{ collections: [] }, 'collections'],
  [{ handlers: http.get('/a', () => undefined) }, 'handlers'],
])('%j is refused by a server', async (options, name) => {
  expect(await refusal(() => createMockServer(options as object))).toContain(`"${name}": it must`);
});

it('so it is when a server reads its inputs again', async () => {
  await using server = await createMockServer();
  expect(await refusal(() => server.reload({ latncy: 1 } as object))).toContain('"latency"');
});

it.each([[{ baseUrl: 'nope' }], [{ baseUrl: 'store.example' }], [{ scenario: 'busy' }]])(
  '%j is refused by handlers in Node',
  async (options) => {
    expect(await refusal(() => setupServer(options as object))).toMatch(/^invalid-option: /);
  },
);

it.each(['https://store.example/v1/', '/api', '*/api'])('%s is a base', (baseUrl) => {
  expect(() => setupServer({ baseUrl, maxResources: 0, token: 'a b' })).not.toThrow();
});

it.each([
  ['profile', () => createMockServer({ profile: 'nope' } as object), 'unknown-profile'],
  ['profile of handlers', () => createHandlers({ profile: 'nope' } as object), 'unknown-profile'],
  ['answer', () => createHandlers({ profile: { nope: {} } } as object), 'invalid-answer'],
  ['seed', () => new PlantStore().seed({} as []), 'invalid-resource'],
])('a wrong %s has a code', async (_, set, code) => {
  expect(await refusal(set)).toMatch(`${code}: Failed to `);
});

it('what is seeded into a server must be a list', async () => {
  await using server = await createMockServer();
  expect(await refusal(() => server.plants.seed({} as []))).toMatch(/^invalid-resource: .* a list/);
});
