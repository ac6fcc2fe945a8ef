import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { JsonValue } from '../../../openapi/json/json-value.ts';
import type { Operation } from '../../../model/operation.ts';
import { type ResourceFamily, resourceFamilies } from '../../../model/resources/resources.ts';
import { type CaseTemplate, type Need, type NeedStep, notPromised } from '../case.ts';
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
import { effectiveSchema } from '../../../openapi/schema/effective-schema.ts';

/** What is asked about one resource, beyond its parameters and its body. */
interface ResourceCandidateOptions {
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
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const sibling = siblings.get(method);
    if (sibling === undefined) continue;
    const isRemoval = method === 'DELETE';
    const title = `what ${sibling.operation.id} has ${isRemoval ? 'deleted' : 'changed'}`;
    const shared = { title, needs: after(sibling), parts: options.base };
    if (isRemoval) {
      const reason = `${title} is not there any more`;
      const validity = absent(options.document, operation, 'deleted', reason);
      candidates.push({ ...shared, group: 'broken', validity });
    } else candidates.push({ ...shared, group: 'boundary' });
  }
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
      validity: absent(document, operation, 'unknown', `nothing has this ${name}`),
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

/**
 * Whether the document itself says what becomes of a request for what isn't there: that there is an
 * answer to it, and how anything comes to be there. Without the latter, a server may take any name.
 */
function absent(
  document: OpenApiDocument,
  { path, responses }: Operation,
  keyword: string,
  reason: string,
): Validity {
  const response = responses.find(({ status }) => status === '404' || status === '410');
  const isCreated = resourceFamilies(document).get(path)?.identity !== undefined;
  if (response === undefined || !isCreated) return notPromised(reason);
  return { kind: 'invalid', pointer: response.pointer, keyword, reason };
}

/** How the parameters of an operation's path get their values. */
export interface PathSource {
  /** Requests that create what the path names; absent where it names nothing. */
  readonly needs?: Need | undefined;
  /** Parameters whose values those have created. */
  readonly created: ReadonlySet<string>;
  /** Parameters of which nothing tells an existing value. */
  readonly unknown: readonly string[];
  /** Those that have an example: it may name what is there. */
  readonly exemplary: readonly string[];
}

/**
 * Finds out how an operation's path can be filled in: by creating what it names, or by values that
 * the document lists.
 *
 * @param createWith A plain valid request of an operation, if one can be made up.
 */
export function pathSource(
  document: OpenApiDocument,
  operation: Operation,
  families: Iterable<ResourceFamily>,
  createWith: (create: Operation, needs: Need | undefined) => CaseTemplate | undefined,
): PathSource {
  const steps: NeedStep[] = [];
  for (const family of ancestors(operation.path, families)) {
    const before = steps.length === 0 ? undefined : { steps: [...steps] };
    const template = createWith(family.create, before);
    if (template !== undefined) steps.push({ template, creates: family });
  }
  const created = new Set(steps.flatMap(({ creates }) => creates?.parameter ?? []));
  const left = operation.parameters.filter(
    ({ in: place, name, schemaPointer }) =>
      place === 'path' && !created.has(name) && !isListed(document, schemaPointer),
  );
  const needs = steps.length === 0 ? undefined : { key: operation.id, steps };
  const named = (hasExample: boolean): string[] =>
    left.filter(({ example }) => (example !== undefined) === hasExample).map(({ name }) => name);
  return { needs, created, unknown: named(false), exemplary: named(true) };
}

/** The families whose item the path names or goes through, the outermost first. */
function ancestors(path: string, families: Iterable<ResourceFamily>): ResourceFamily[] {
  return [...families]
    .filter(({ item, identity }) => {
      return identity !== undefined && (path === item || path.startsWith(`${item}/`));
    })
    .toSorted((a, b) => a.item.length - b.item.length);
}

/** Every value of a list is one that is there. */
function isListed({ root }: OpenApiDocument, schemaPointer: string | undefined): boolean {
  return effectiveSchema(root, schemaPointer).values !== undefined;
}

/** Requests of an operation would change what the run has not created. */
export interface Harm {
  readonly message: string;
  /** A parameter of the path that can be given values which name nothing. */
  readonly absent: Parameter | undefined;
}

/** What to do without in an operation that changes something of which the run creates nothing. */
export function harmOf(document: OpenApiDocument, { path, parameters }: Operation): Harm {
  const inPath = parameters.filter(({ in: place }) => place === 'path');
  const absent = inPath.findLast((one) => absentValue(document, one) !== undefined);
  if (inPath.length === 0) {
    const message = `it would change what is at ${path}, and a run changes only what it has created`;
    return { message, absent };
  }
  const why = `no operation creates what ${inPath.map(({ name }) => name).join(' and ')} names`;
  const message =
    absent === undefined
      ? `${why}, and a run changes only what it has created`
      : `${why}, so that it only gets requests that must be refused, with a ${absent.name} that nothing has`;
  return { message, absent };
}
