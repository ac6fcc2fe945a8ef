import { PlantStore } from 'plant-store-kit/mocks';
import { setupServer } from 'plant-store-kit/mocks/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPlant } from '../src/create-plant.ts';

const baseUrl = 'https://store.example';
const plants = new PlantStore();
const server = setupServer({ store: plants, baseUrl, token: 'good' });

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => plants.reset());
afterAll(() => server.close());

describe('createPlant', () => {
  it('creates a plant, its number exact', async () => {
    const fern = { id: 2n ** 63n - 1n, name: 'Fern', tag: 'shade' };
    const created = await createPlant(fern, { baseUrl, token: 'good' });
    expect(created).toEqual({ name: 'Fern', tag: 'shade' });
    expect(plants.list()).toEqual([fern]);
  });

  it('says what the store refused', async () => {
    plants.seed([{ id: 1, name: 'Fern' }]);
    const again = createPlant({ id: 1, name: 'Ivy' }, { baseUrl, token: 'good' });
    await expect(again).rejects.toThrow('id 1 is already used');
    const stranger = createPlant({ id: 2, name: 'Ivy' }, { baseUrl, token: 'bad' });
    await expect(stranger).rejects.toMatchObject({ status: 400 });
  });
});
