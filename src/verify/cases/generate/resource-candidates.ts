import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { JsonValue } from '../../../openapi/json/json-value.ts';
import type { Operation } from '../../../model/operation.ts';
import type { ResourceFamily } from '../../../model/resources/resource-family.ts';
import { effectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import type { CaseTemplate, Need } from '../case.ts';
import type { FreshValues } from '../../../model/requests/fresh-values.ts';
import type { Validity } from '../../../model/validity.ts';
import type { RequestParts } from '../../../http/compose-request.ts';
import type { Candidate } from './candidate.ts';
import { freshIdentity, hasFewIdentities } from '../../../model/requests/fresh-identity.ts';

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

function unknownResource(options: ResourceCandidateOptions): Candidate[] {
  const { document, operation, family, base } = options;
  const { parameter } = family;
  const own = operation.parameters.find(({ name, in: place }) => {
    return place === 'path' && name === parameter;
  });
  const pointers = own?.schemaPointer === undefined ? [] : [own.schemaPointer];
  const schema = effectiveSchema(document.root, pointers);
  // Any of them may be there.
  if (hasFewIdentities(schema)) return [];
  const draw = (fresh: FreshValues): JsonValue => freshIdentity(schema, fresh);
  return [
    {
      group: 'broken',
      title: `${parameter} of nothing`,
      aim: 'any',
      validity: absent(operation, 'unknown', `nothing has this ${parameter}`),
      parts: (fresh) => ({ ...base(fresh), parameters: { [parameter]: draw(fresh) } }),
    },
  ];
}

/** Whether the document itself says what becomes of a request for what isn't there. */
function absent(operation: Operation, keyword: string, reason: string): Validity {
  const response = operation.responses.find(({ status }) => status === '404' || status === '410');
  if (response === undefined) return { kind: 'open', reason, strictlyValid: false };
  return { kind: 'invalid', pointer: response.pointer, keyword, reason };
}
