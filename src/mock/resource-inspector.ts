import { createdSchema } from '../openapi/created-schema.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { showJson } from '../openapi/json/stringify-json.ts';
import { identityOf, objectShape } from '../openapi/object-shape.ts';
import { type SchemaValidator, compileSchema } from '../openapi/schema/compile-schema.ts';
import { DEFAULT_MAX_RESOURCES } from './resource-limit.ts';
import type { ResourceStore } from './resource-store.ts';
import { StateError } from './state-error.ts';

/** What of a service bears on them. */
interface ServiceFacts {
  readonly document: OpenApiDocument;
  /** How many resources a store takes. Default 1,000,000. */
  readonly maxResources?: number | undefined;
}

/** Says what is wrong with resources that someone wants stored without a request. */
export class ResourceInspector {
  readonly #validate: SchemaValidator | undefined;
  readonly #identity: string | undefined;
  readonly #max: number;

  constructor({ document, maxResources = DEFAULT_MAX_RESOURCES }: ServiceFacts) {
    this.#max = maxResources;
    const pointer = createdSchema(document);
    if (pointer === undefined) return;
    this.#validate = compileSchema(document.root, pointer);
    this.#identity = identityOf(objectShape(document, pointer));
  }

  /** @throws {StateError} where they can't all be stored beside what is. */
  demand(resources: readonly JsonValue[], store: ResourceStore): void {
    this.demandRoom('seed', store.size + resources.length);
    const problem = this.problem(resources) ?? this.repetition(resources, store);
    if (problem !== undefined) throw resourceError('seed', problem);
  }

  /**
   * @param act As {@link resourceError} has it.
   * @throws {StateError} where the store doesn't take so many.
   */
  demandRoom(act: string, count: number): void {
    if (count <= this.#max) return;
    const problem = `there would be ${count} and the store takes ${this.#max}`;
    throw resourceError(act, problem, 'store-full');
  }

  /** The first thing wrong by the document, with the place: `resource 2: id must be an int64, …`. */
  problem(resources: readonly JsonValue[]): string | undefined {
    if (resources.length > 0 && this.#validate === undefined) {
      return 'the document has no operation that creates something from JSON';
    }
    for (const [i, resource] of resources.entries()) {
      const [issue] = this.#validate?.(resource) ?? [];
      if (issue !== undefined) return `resource ${i + 1}: ${issue.message}`;
      if (!isJsonObject(resource)) return `resource ${i + 1} must be an object`;
    }
    return undefined;
  }

  /** The first identity that stands there twice or is stored already. */
  repetition(resources: readonly JsonValue[], store: ResourceStore): string | undefined {
    const identity = this.#identity;
    if (identity === undefined) return undefined;
    const seen = new Set<string>();
    for (const [i, resource] of resources.filter(isJsonObject).entries()) {
      const value = resource[identity] ?? null;
      const key = showJson(value);
      if (seen.has(key) || store.find(identity, value) !== undefined) {
        return `resource ${i + 1}: ${identity} ${key} is already used`;
      }
      seen.add(key);
    }
    return undefined;
  }
}

/** @param act What failed, as in «Failed to ‹act› resources». */
export function resourceError(act: string, problem: string, code = 'invalid-resource'): StateError {
  const message = `Failed to ${act} resources: ${problem}. Nothing was changed.`;
  return new StateError(code, message);
}
