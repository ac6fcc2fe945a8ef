import type { Case, FreshValues } from '../cases/case.ts';
import { freshIdentity } from '../cases/generate/fresh-identity.ts';
import { simplerValues } from '../cases/simpler-values.ts';
import type { Exchange } from '../checks/exchange.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonObject, isJsonObject } from '../openapi/json/json-value.ts';
import { stringifyJson } from '../openapi/json/stringify-json.ts';
import { identityOf, objectShape } from '../openapi/object-shape.ts';
import { familyCreatedBy } from '../openapi/resource-family.ts';
import { effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { compileSchema } from '../openapi/schema/compile-schema.ts';

/** Requests that shrinking one failing case may take. */
export const SHRINK_BUDGET = 40;

/** What shrinking works with. */
export interface ShrinkOptions {
  readonly document: OpenApiDocument;
  readonly fresh: FreshValues;
  /** Sends a smaller case; `undefined` where the run has been stopped. */
  readonly send: (smaller: Case) => Promise<Exchange | undefined>;
  /** Whether an exchange fails in the way that is being shrunk. */
  readonly fails: (exchange: Exchange) => boolean;
}

/**
 * The smallest request that still fails, found within {@link SHRINK_BUDGET} requests; the given
 * exchange itself where none is smaller. Every attempt is valid by the schema and has a fresh
 * identity, so that it can't fail for another reason.
 */
export async function shrink(exchange: Exchange, options: ShrinkOptions): Promise<Exchange> {
  const { operation, request } = exchange.case;
  const pointer = operation.requestBody?.content[0]?.schemaPointer;
  if (!isJsonObject(request.value) || pointer === undefined) return exchange;
  const validate = compileSchema(options.document.root, pointer);
  const { root } = options.document;
  const key = familyCreatedBy(options.document, operation)?.identity;
  const identity =
    key !== undefined && Object.hasOwn(request.value, key)
      ? key
      : identityOf(objectShape(options.document, pointer));
  const schemas = effectiveSchema(root, [pointer]).properties.get(identity ?? '') ?? [];
  const schema = effectiveSchema(root, schemas);
  let smallest = exchange;
  let left = SHRINK_BUDGET;
  for (let isSmaller = true; isSmaller && left > 0;) {
    isSmaller = false;
    for (const candidate of candidates(smallest.case, identity)) {
      if (left === 0) break;
      if (identity !== undefined) candidate[identity] = freshIdentity(schema, options.fresh);
      if (validate(candidate).length > 0) continue;
      left -= 1;
      const attempt = await options.send(withValue(exchange.case, candidate));
      if (attempt === undefined) return smallest;
      if (!options.fails(attempt)) continue;
      smallest = attempt;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

function* candidates({ request }: Case, identity: string | undefined): Generator<JsonObject> {
  const value = request.value as JsonObject;
  const { [identity ?? '']: _own, ...rest } = value;
  // The identity stays what it is: fresh.
  const free = identity === undefined ? value : rest;
  for (const simpler of simplerValues(free)) {
    if (isJsonObject(simpler))
      yield identity === undefined ? simpler : { [identity]: 0, ...simpler };
  }
}

const SUFFIX = '/smaller';

/** Whether a case is an attempt to shrink another one: what comes of it is judged by that one. */
export function isAttempt({ id }: Case): boolean {
  return id.endsWith(SUFFIX);
}

function withValue(original: Case, value: JsonObject): Case {
  const body = new TextEncoder().encode(stringifyJson(value));
  const id = original.id + SUFFIX;
  return { ...original, id, request: { ...original.request, value, body } };
}
