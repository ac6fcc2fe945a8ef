import { expect, it, vi } from 'vitest';
import { MemoryStore } from '../../../src/mock/resource-store.ts';
import { serveThings } from '../serve-things.ts';
import { createRequest, exchange, freshBody } from './fronts.ts';

const MARKER = 'm4rker-t0ken-7f3a';

it('a token is not in what is told of a request that could not be answered', async () => {
  await using server = await serveThings({}, { control: false });
  const told: string[] = [];
  server.events.on('failure', (message) => told.push(message));
  const broken = vi.spyOn(MemoryStore.prototype, 'add').mockImplementation(() => {
    throw new Error(`no room for ${MARKER}`);
  });
  try {
    const request = createRequest(freshBody(), ['Connection: close']);
    const bearer = 'Authorization: Bearer ';
    await exchange(server.port, request.replace(`${bearer}t`, `${bearer}${MARKER}`));
  } finally {
    broken.mockRestore();
  }
  expect(told).toEqual(['Failed to answer a request: no room for ***']);
});
