import type { Variation } from './candidate.ts';
import { CaseGenerator, type GenerateContext, type GenerateOptions } from './case-generator.ts';
import type { Operation } from '../../../model/operation.ts';
import type { FreshValues } from '../../../model/requests/fresh-values.ts';
import { ordinaryValue } from '../../../model/requests/required-parameters.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import { Recent, onceFor } from '../../../openapi/once.ts';
import type { JsonValue } from '../../../openapi/json/json-value.ts';
import type { CaseTemplate, Need, Reach } from '../case.ts';
import type { GivenFor } from '../given-values.ts';
import { nothingGiven } from '../given-values.ts';
import { withoutDuplicates } from '../without-duplicates.ts';

/**
 * Cases made from an operation's request body schema, parameters, media types and security. Each
 * says why it is valid or invalid, and a broken one differs from a valid one in one thing only. The
 * same options give the same cases in the same order. A case is made up when it is asked for.
 *
 * @param seen As {@link withoutDuplicates} has it.
 */
export function* generateCases(
  options: GenerateOptions,
  seen?: Set<number>,
): Generator<CaseTemplate, void, undefined> {
  const generator = generatorOf(options);
  if (generator instanceof CaseGenerator) yield* withoutDuplicates(generator.cases(), seen);
}

/** How far {@link generateCases} goes with an operation. */
export function reachOf(options: GenerateOptions): Reach {
  const generator = generatorOf(options);
  if (generator instanceof CaseGenerator) return generator.reach();
  const message = `nothing can be made up for it: ${generator.message}`;
  return { operation: options.operation.id, level: 'none', message };
}

/** One operation that nothing can be made up for must not end the run of all others. */
function generatorOf(options: GenerateOptions): CaseGenerator | Error {
  try {
    return new CaseGenerator(options, plainOf);
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

/**
 * A plain valid request; `undefined` where none can be made up.
 *
 * @param variation What is different all the same. Default: nothing.
 */
export function plainOf(
  options: GenerateOptions,
  needs?: Need,
  variation?: Variation,
): CaseTemplate | undefined {
  const { operation, isAlone, givenFor = nothingGiven } = options;
  const isCommon = isAlone === true && needs === undefined && variation === undefined;
  const known = alone.get(operation) ?? new WeakMap<GivenFor, CaseTemplate | undefined>();
  if (isCommon && known.has(givenFor)) return known.get(givenFor);
  const generator = generatorOf(options);
  const template =
    generator instanceof CaseGenerator ? generator.plain(needs, variation) : undefined;
  if (isCommon) alone.set(operation, known.set(givenFor, template));
  return template;
}

/**
 * A request of an operation, with what it needs made for it alone; `undefined` where none can be made up, or
 * none may be sent. What differs in nothing that is sent is made up once.
 *
 * @param alike What all requests of a run have in common.
 * @param named Parameters of its path that name what is there: then it needs nothing else.
 */
export function variationOf(
  alike: GenerateContext,
  operation: Operation,
  variation: Variation,
  named?: ReadonlySet<string>,
): CaseTemplate | undefined {
  const isAlone = named !== undefined;
  const generators = generatorsOf(alike)[isAlone ? 'alone' : 'needy'];
  const known = generators.get(operation) ?? {
    generator: generatorOf({ ...alike, operation, isAlone }),
    plain: new Map(),
  };
  generators.set(operation, known);
  const { generator, plain } = known;
  if (generator instanceof Error) return undefined;
  const { change, absent, validity } = variation;
  if (change !== undefined || absent !== undefined) return generator.variation(variation, named);
  const key = JSON.stringify([named && [...named], validity]);
  if (!plain.has(key)) plain.set(key, generator.variation(variation, named));
  return plain.get(key);
}

/** What makes up the requests of an operation, and those of its own that differ in nothing that is sent. */
interface KnownGenerator {
  readonly generator: CaseGenerator | Error;
  readonly plain: Map<string, CaseTemplate | undefined>;
}

type KnownGenerators = Record<'alone' | 'needy', Map<Operation, KnownGenerator>>;

const recentGenerators = new Recent<KnownGenerators>(4);

/** What varies an operation is asked for again and again in a run, and in the next one of the same document. */
const generatorsOf = onceFor((alike: GenerateContext) => {
  const { document, seed, randomCases, large, turn, givenFor, allowChanges } = alike;
  const parts = [document, seed, randomCases, large, turn, givenFor, allowChanges];
  return recentGenerators.of(parts, () => ({ alone: new Map(), needy: new Map() }));
});

/** What many others begin with is made up once. */
const alone = new WeakMap<Operation, WeakMap<GivenFor, CaseTemplate | undefined>>();

/** What a valid request of an operation sends, as far as the document tells. */
export interface PlainValues {
  /** JSON, with fresh identities; absent where the operation takes none, or none is found. */
  readonly body?: JsonValue | undefined;
  /** Of the headers that the document describes. */
  readonly headers: Readonly<Record<string, JsonValue>>;
}

/** Makes up what a request needs that isn't broken. */
export function plainValues(
  document: OpenApiDocument,
  operation: Operation,
  fresh: FreshValues,
): PlainValues {
  const headers = operation.parameters.filter((parameter) => parameter.in === 'header');
  const plain = plainOf({ document, operation, seed: 0 });
  return {
    body: plain?.build(fresh).value,
    headers: Object.fromEntries(
      headers.map((header) => [header.name, ordinaryValue(document, header)]),
    ),
  };
}
