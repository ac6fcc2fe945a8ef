import { compileSchema } from '../src/openapi/schema/compile-schema.ts';
import type { JsonObject } from '../src/openapi/json/json-value.ts';
import type { SchemaIssue } from '../src/openapi/schema/schema-issue.ts';
import { MemoryStore } from '../src/mock/resource-store.ts';
import { roundedNumber } from '../src/mock/rounded-number.ts';
import { StateError } from '../src/mock/state-error.ts';
import { documentRoot } from './document.generated.ts';
import type { NewPlant } from './plant.generated.ts';

/** Plants in memory, in order of creation. Ids are exact over the whole of int64. */
export class PlantStore extends MemoryStore<NewPlant> {
  /** Whether a plant with this id is stored. */
  has(id: number | bigint): boolean {
    return this.get(id) !== undefined;
  }

  /** The first plant with this id; a copy. */
  get(id: number | bigint): NewPlant | undefined {
    const plant = this.find('id', id);
    return plant === undefined ? undefined : ({ ...plant } as unknown as NewPlant);
  }

  /**
   * Stores plants without a request.
   *
   * @throws {StateError} where one isn't a NewPlant, repeats an id or has a rounded one (a `number` beyond
   *   2^53); none of them is stored then.
   */
  seed(plants: readonly NewPlant[]): void {
    if (!Array.isArray(plants)) throw notSeeded('plants: they must be a list');
    const seen = new Set<string>();
    for (const [i, plant] of plants.entries()) {
      const value = plant as unknown as JsonObject;
      const [issue] = plantIssues(value);
      const problem = issue?.message ?? roundedNumber(value) ?? this.#repeated(plant.id, seen);
      if (problem === undefined) continue;
      throw notSeeded(`plant ${i + 1}: ${problem}`);
    }
    this.addAll(plants.map((plant) => ({ ...plant })));
  }

  #repeated(id: number | bigint, seen: Set<string>): string | undefined {
    if (this.has(id) || seen.has(String(id))) return `id ${id} is already used`;
    seen.add(String(id));
    return undefined;
  }
}

function notSeeded(problem: string): StateError {
  return new StateError('invalid-resource', `Failed to seed ${problem}. No plant was stored.`);
}

/** How a value breaks the schema of a plant to create. */
export const plantIssues: (value: JsonObject) => SchemaIssue[] = compileSchema(
  documentRoot,
  '/components/schemas/NewPlant',
);
