import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import type { ResourceFamily } from '../openapi/resource-family.ts';
import type { CaseTemplate } from './case.ts';

/** What earlier requests have left for a case. */
export interface Given {
  /** Values of path parameters. */
  readonly parameters: Readonly<Record<string, JsonValue>>;
  /** The resource that they name, as far as it is known. */
  readonly resource: JsonObject;
}

/** What must be there before a case can be sent: requests that make it. */
export interface Need {
  /**
   * Cases with the same key share one resource; those without one get one of their own each time,
   * since they change or delete it.
   */
  readonly key?: string | undefined;
  /** In this order; each gets what those before it have given. */
  readonly steps: readonly NeedStep[];
}

/** One request of a {@link Need}. */
export interface NeedStep {
  readonly template: CaseTemplate;
  /** What it creates; absent where it changes what is there. */
  readonly creates?: ResourceFamily | undefined;
}

/** The template of a case for which its need is met. */
export function withGiven(template: CaseTemplate, given: Given): CaseTemplate {
  return {
    ...template,
    needs: undefined,
    given,
    build: (fresh) => template.build({ ...fresh, given: given.parameters }),
  };
}
