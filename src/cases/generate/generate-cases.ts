import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Operation } from '../../openapi/operation.ts';
import type { CaseTemplate } from '../case.ts';
import { contentTypeOf, jsonMediaType } from '../media-type.ts';
import { createFaultFinder } from '../request-faults.ts';
import { withoutDuplicates } from '../without-duplicates.ts';
import { type BodyBase, createBodyBase, freshBody } from './body-base.ts';
import { boundaryCandidates } from './boundary-candidates.ts';
import { brokenBodyCandidates } from './broken-body-candidates.ts';
import { brokenValueCandidates } from './broken-value-candidates.ts';
import { type Candidate, settleCandidate } from './candidate.ts';
import { exampleCandidates } from './example-candidates.ts';
import { mediaTypeCandidates } from './media-type-candidates.ts';
import { parameterCandidates, requiredParameters } from './parameter-candidates.ts';
import { randomCandidates } from './random-candidates.ts';

/** Options of {@link generateCases}. */
export interface GenerateOptions {
  readonly document: OpenApiDocument;
  readonly operation: Operation;
  /** Decides the random cases. */
  readonly seed: number;
  /** How many random cases. Default {@link DEFAULT_RANDOM_CASES}. */
  readonly randomCases?: number | undefined;
  /** Whether bodies of more than some kilobytes are among them. Default true. */
  readonly large?: boolean | undefined;
}

export const DEFAULT_RANDOM_CASES = 24;

/**
 * Cases made from an operation's request body schema, parameters, media types and security. Each
 * says why it is valid or invalid, and a broken one differs from a valid one in one thing only. The
 * same options give the same cases in the same order.
 */
export function generateCases(options: GenerateOptions): CaseTemplate[] {
  const { document, operation } = options;
  const mediaType = jsonMediaType(operation);
  const base = mediaType && createBodyBase(document, mediaType);
  const context = {
    operation,
    findFaults: createFaultFinder(document, operation),
    identity: base?.identity.map(({ path }) => path[0]!) ?? [],
    parameters: requiredParameters(document, operation),
  };
  const templates = candidates(options, base).flatMap(
    (candidate) => settleCandidate(candidate, context) ?? [],
  );
  return withoutDuplicates(templates);
}

function candidates(options: GenerateOptions, base: BodyBase | undefined): Candidate[] {
  const { document, operation, seed, large = true } = options;
  const mediaType = jsonMediaType(operation);
  if (base === undefined || mediaType === undefined) {
    const bare: Candidate = {
      group: 'boundary',
      title: 'the least request',
      aim: 'allowed',
      parts: () => ({}),
    };
    return [bare, ...parameterCandidates(document, operation, () => ({}))];
  }
  return [
    ...exampleCandidates(base, mediaType),
    ...boundaryCandidates(base, large),
    ...brokenValueCandidates(base),
    ...brokenBodyCandidates(base, large),
    ...mediaTypeCandidates(base, contentTypeOf(mediaType)),
    ...parameterCandidates(document, operation, (fresh) => ({ value: freshBody(base, fresh) })),
    ...randomCandidates(base, seed, options.randomCases ?? DEFAULT_RANDOM_CASES),
  ];
}
