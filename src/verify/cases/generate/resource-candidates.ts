import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { JsonValue } from '../../../openapi/json/json-value.ts';
import type { Operation } from '../../../model/operation.ts';
import type { ResourceFamily } from '../../../model/resources/resources.ts';
import type { CaseTemplate, Need } from '../case.ts';
import { type FreshValues, createFreshValues } from '../../../model/requests/fresh-values.ts';
import { schemaOf } from '../../../model/requests/required-parameters.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import type { Validity } from '../../../model/validity.ts';
import type { RequestParts } from '../../../http/compose-request.ts';
import type { Candidate } from './candidate.ts';
import {
  absentIdentity,
  freshIdentity,
  hasFewIdentities,
} from '../../../model/requests/fresh-identity.ts';

/** What is asked about one resource, beyond its parameters and its body. */
export interface ResourceCandidateOptions {
  readonly document: OpenApiDocument;
  readonly operation: Operation;
  readonly family: ResourceFamily;
  readonly needs: Need;
  /** A valid request, but for what stands in the path. */
  readonly base: (fresh: FreshValues) => RequestParts;
  /** Valid requests of the other operations on the same path, by method. */
  readonly siblings: ReadonlyMap<string, CaseTemplate>;
}

/** One that was never there, one that was changed, one that was deleted. */
export function resourceCandidates(options: ResourceCandidateOptions): Candidate[] {
  const { operation, needs, siblings } = options;
  const candidates = unknownResource(options);
  if (operation.method !== 'GET') return candidates;
  const after = (template: CaseTemplate): Need => ({ steps: [...needs.steps, { template }] });
  for (const method of ['PUT', 'PATCH']) {
    const change = siblings.get(method);
    if (change === undefined) continue;
    candidates.push({
      group: 'boundary',
      title: `what ${change.operation.id} has changed`,
      aim: 'allowed',
      needs: after(change),
      parts: options.base,
    });
  }
  const remove = siblings.get('DELETE');
  if (remove === undefined) return candidates;
  const what = `what ${remove.operation.id} has deleted`;
  const validity = absent(operation, 'deleted', `${what} is not there any more`);
  candidates.push({
    group: 'broken',
    title: what,
    aim: 'any',
    validity,
    needs: after(remove),
    parts: options.base,
  });
  return candidates;
}

function unknownResource({
  document,
  operation,
  family,
  base,
}: ResourceCandidateOptions): Candidate[] {
  const parameter = operation.parameters.find(({ name, in: place }) => {
    return place === 'path' && name === family.parameter;
  });
  return parameter === undefined ? [] : nothingNamed(document, operation, parameter, base);
}

/** A request of which the path names nothing; none where whatever it could name may be there. */
export function nothingNamed(
  document: OpenApiDocument,
  operation: Operation,
  parameter: Parameter,
  base: (fresh: FreshValues) => RequestParts,
): Candidate[] {
  const { name } = parameter;
  const draw = absentValue(document, parameter) ?? unusedValue(document, operation, parameter);
  if (draw === undefined) return [];
  return [
    {
      group: 'broken',
      title: `${name} of nothing`,
      aim: 'any',
      validity: absent(operation, 'unknown', `nothing has this ${name}`),
      namesNothing: true,
      parts: (fresh) => ({ ...base(fresh), parameters: { [name]: draw(fresh) } }),
    },
  ];
}

/** Draws values of a path parameter that name nothing; `undefined` where each may name something. */
export function absentValue(
  document: OpenApiDocument,
  parameter: Parameter,
): ((fresh: FreshValues) => JsonValue) | undefined {
  const schema = schemaOf(document, parameter);
  const probe = absentIdentity(schema, createFreshValues({ seed: 0, runId: 'probe' }));
  return probe === undefined ? undefined : (fresh) => absentIdentity(schema, fresh) ?? probe;
}

/** To read what may be there after all harms nobody. */
function unusedValue(
  document: OpenApiDocument,
  { method }: Operation,
  parameter: Parameter,
): ((fresh: FreshValues) => JsonValue) | undefined {
  const schema = schemaOf(document, parameter);
  if (method !== 'GET' || hasFewIdentities(schema)) return undefined;
  return (fresh) => freshIdentity(schema, fresh);
}

/** Whether the document itself says what becomes of a request for what isn't there. */
function absent(operation: Operation, keyword: string, reason: string): Validity {
  const response = operation.responses.find(({ status }) => status === '404' || status === '410');
  if (response === undefined) return { kind: 'open', reason, strictlyValid: false };
  return { kind: 'invalid', pointer: response.pointer, keyword, reason };
}
