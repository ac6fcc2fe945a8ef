import type { NewPlant, Plant, PlantError } from 'plant-store-kit/mocks';

/** Where the store is, and who asks. */
export interface Store {
  /** Such as `http://127.0.0.1:4010`; `''` for the page's own address. */
  readonly baseUrl: string;
  readonly token: string;
}

/** The store's refusal, in its own words. */
export class PlantRefused extends Error {
  readonly status: number;

  constructor(status: number, { message }: PlantError) {
    super(message);
    this.status = status;
  }
}

/**
 * Creates a plant.
 *
 * @throws {PlantRefused} where the store refuses it.
 */
export async function createPlant(plant: NewPlant, { baseUrl, token }: Store): Promise<Plant> {
  const response = await fetch(`${baseUrl}/plants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: toJson(plant),
  });
  if (response.ok) return (await response.json()) as Plant;
  throw new PlantRefused(response.status, (await response.json()) as PlantError);
}

/** Exact over the whole of int64: `JSON.stringify` takes no bigint, and a number would round it. */
function toJson({ id, ...rest }: NewPlant): string {
  return `{"id":${id},${JSON.stringify(rest).slice(1)}`;
}
