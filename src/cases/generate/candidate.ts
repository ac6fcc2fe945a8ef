import type { JsonValue } from '../../openapi/json/json-value.ts';
import type { Operation } from '../../openapi/operation.ts';
import type { CaseTemplate, FreshValues, Validity } from '../case.ts';
import { type RequestParts, composeRequest } from '../compose-request.ts';
import { hasFixedIdentity } from '../fixed-identity.ts';
import { createFreshValues } from '../fresh-values.ts';
import { kebabCase } from '../kebab-case.ts';
import { unusualText } from '../plain-text.ts';
import { type FaultFinder, type RequestFault, distinctFaults } from '../request-faults.ts';

/** A case that a generator proposes. What the document says of its request is found out. */
export interface Candidate {
  readonly group: 'examples' | 'boundary' | 'broken' | 'random';
  /** For people; with the group, it makes the id. */
  readonly title: string;
  parts(fresh: FreshValues): RequestParts;
  /** What the generator means the request to be; where it isn't, the candidate is dropped. */
  readonly aim: 'allowed' | 'broken' | 'any';
  /** Why the request is an open question, although the document's schema takes it. */
  readonly open?: string | undefined;
  /** In place of the schema's own words, which would show a fresh value. */
  readonly reason?: string | undefined;
  /** It breaks several rules on purpose: what is told apart is only whether it is taken at all. */
  readonly breaksSeveral?: boolean | undefined;
  /** Known beforehand, where it isn't about the body. */
  readonly validity?: Validity | undefined;
}

/** What candidates are held against. */
export interface SettleContext {
  readonly operation: Operation;
  readonly findFaults: FaultFinder;
  /** Top-level properties that identify what a body is about. */
  readonly identity: readonly string[];
  /** Values of the parameters that the operation requires. */
  readonly parameters: Readonly<Record<string, JsonValue>>;
}

/** The case of a candidate; `undefined` where it isn't what it is meant to be. */
export function settleCandidate(
  candidate: Candidate,
  context: SettleContext,
): CaseTemplate | undefined {
  const { operation, parameters } = context;
  const build: CaseTemplate['build'] = (fresh) => {
    const parts = candidate.parts(fresh);
    return composeRequest(operation, { parameters, ...parts });
  };
  const request = build(createFreshValues({ seed: 0, runId: 'probe' }));
  const faults = distinctFaults(context.findFaults(request));
  const validity = candidate.validity ?? judge(candidate, faults, request.value);
  if (validity === undefined) return undefined;
  const template: CaseTemplate = {
    id: `${candidate.group}/${kebabCase(candidate.title)}`,
    title: candidate.title,
    operation,
    validity,
    build,
  };
  const isFixed = validity.kind !== 'invalid' && hasFixedIdentity(build, context.identity);
  return isFixed ? { ...template, fixedIdentity: true } : template;
}

function judge(
  { aim, open, reason: words, breaksSeveral }: Candidate,
  faults: readonly RequestFault[],
  value: JsonValue | undefined,
): Validity | undefined {
  const certain = faults.filter(({ isOpen }) => !isOpen);
  if (certain.length === 0) {
    const loose = faults[0];
    if (loose) return { kind: 'open', reason: open ?? loose.reason, strictlyValid: false };
    if (aim === 'broken') return undefined;
    const reason = open ?? unusualText(value ?? null);
    return reason === undefined ? { kind: 'valid' } : { kind: 'open', reason };
  }
  // Of two faults in one request, one would hide the other.
  if (aim === 'allowed' || (faults.length > 1 && !breaksSeveral)) return undefined;
  const { pointer, keyword, reason } = certain[0]!;
  return { kind: 'invalid', pointer, keyword, reason: words ?? reason };
}
