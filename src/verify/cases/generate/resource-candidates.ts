import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { JsonValue } from '../../../openapi/json/json-value.ts';
import { dangerOf } from '../../../model/resources/danger.ts';
import { namingParameters } from '../../../model/resources/naming-parameters.ts';
import { type Operation, parameterNamed, pathParameters } from '../../../model/operation.ts';
import { isOfFew } from '../../../model/resources/of-few.ts';
import { makeableFamilies } from '../../../model/resources/put-families.ts';
import type { ResourceFamily } from '../../../model/resources/resources.ts';
import { type CaseTemplate, type Need, type Trial, notPromised } from '../case.ts';
import {
  type Draw,
  type FreshValues,
  createFreshValues,
} from '../../../model/requests/fresh-values.ts';
import { schemaOf } from '../../../model/requests/required-parameters.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import type { Validity } from '../../../model/validity.ts';
import { type Candidate, type MakeBase, type Variation, withParameter } from './candidate.ts';
import {
  absentIdentity,
  freshIdentity,
  hasFewIdentities,
} from '../../../model/requests/fresh-identity.ts';

/** What is asked about one resource, beyond its parameters and its body. */
interface ResourceCandidateOptions {
  readonly document: OpenApiDocument;
  readonly operation: Operation;
  readonly family: ResourceFamily;
  readonly needs: Need;
  /** A valid request, but for what stands in the path. */
  readonly base: MakeBase;
  /** Valid requests of the other operations on the same path, by method. */
  readonly siblings: ReadonlyMap<string, CaseTemplate>;
}

/** One that was never there, one that was changed, one that was deleted. */
export function resourceCandidates(options: ResourceCandidateOptions): Candidate[] {
  const { operation, needs, siblings, family } = options;
  const candidates = unknownResource(options);
  if (operation.method !== 'GET') return candidates;
  const after = (template: CaseTemplate): Need => ({
    steps: [...needs.steps, { template, changes: family }],
  });
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const sibling = siblings.get(method);
    if (sibling === undefined) continue;
    const isRemoval = method === 'DELETE';
    if (isRemoval && isOfFew(options.document, family)) continue;
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
  const parameter = parameterNamed(operation, 'path', family.parameter);
  return parameter === undefined ? [] : nothingNamed(document, operation, parameter, base);
}

/** A request of which the path names nothing; none where whatever it could name may be there. */
export function nothingNamed(
  document: OpenApiDocument,
  operation: Operation,
  parameter: Parameter,
  base: MakeBase,
): Candidate[] {
  const { name } = parameter;
  const draw = absentValue(document, parameter) ?? unusedValue(document, operation, parameter);
  if (draw === undefined) return [];
  return [
    {
      group: 'broken',
      title: `${name} of nothing`,
      validity: absent(document, operation, 'unknown', `nothing has this ${name}`),
      absent: [name],
      parts: (fresh) => ({ ...base(fresh), parameters: { [name]: draw(fresh) } }),
    },
  ];
}

/** Draws values of a path parameter that name nothing; `undefined` where each may name something. */
export function absentValue(document: OpenApiDocument, parameter: Parameter): Draw | undefined {
  const schema = schemaOf(document, parameter);
  const probe = absentIdentity(schema, createFreshValues({ seed: 0, runId: 'probe' }));
  return probe === undefined ? undefined : (fresh) => absentIdentity(schema, fresh) ?? probe;
}

interface Naming extends Variation {
  /** Whether it lies below what was just created, where no name is of anything yet. Default: `false`. */
  readonly isBelowNew?: boolean | undefined;
}

/** A request that puts one of a family under a name that nothing has; `undefined` where each may be of something. */
export function underNewName(
  document: OpenApiDocument,
  { create, parameter: name }: ResourceFamily,
  { change = (parts) => parts, isBelowNew = false }: Naming = {},
): Variation | undefined {
  const parameter = parameterNamed(create, 'path', name);
  const absent = parameter && absentValue(document, parameter);
  if (parameter === undefined || (absent === undefined && !isBelowNew)) return undefined;
  const draw = absent ?? ((fresh) => freshIdentity(schemaOf(document, parameter), fresh));
  return {
    absent: [name],
    change: (parts, fresh) => withParameter(name, draw)(change(parts, fresh), fresh),
  };
}

/** To read what may be there after all harms nobody. */
function unusedValue(
  document: OpenApiDocument,
  { method }: Operation,
  parameter: Parameter,
): Draw | undefined {
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
  operation: Operation,
  keyword: string,
  reason: string,
): Validity {
  const { path, responses } = operation;
  const response = responses.find(({ status }) => status === '404' || status === '410');
  const create = makeableFamilies(document).get(path)?.create;
  if (response === undefined || create === undefined || create === operation)
    return notPromised(reason);
  return { kind: 'invalid', pointer: response.pointer, keyword, reason };
}

/** Requests of an operation would change what the run has not created. */
export interface Harm {
  readonly message: string;
  /** A parameter of the path that can be given values which name nothing. */
  readonly absent: Parameter | undefined;
  /** All such parameters. */
  readonly names: readonly string[];
  /** Values for them; whoever takes them changes nothing. */
  draw(this: void, fresh: FreshValues): Record<string, JsonValue>;
}

/**
 * What to do without in an operation that changes something of which the run creates nothing.
 *
 * @param created Parameters whose values the run has created after all.
 */
export function harmOf(
  document: OpenApiDocument,
  operation: Operation,
  created: ReadonlySet<string>,
): Harm {
  const { path } = operation;
  const inPath = pathParameters(operation);
  const naming = namingParameters(document, operation);
  const danger = dangerOf(document, operation);
  const draws = naming.flatMap((parameter) => {
    const isOpen = danger?.spreads !== true && !created.has(parameter.name);
    const draw = isOpen ? absentValue(document, parameter) : undefined;
    return draw === undefined ? [] : [{ parameter, draw }];
  });
  const last = draws.at(-1)?.parameter;
  const absent = last === naming.at(-1) ? last : undefined;
  const draw: Harm['draw'] = (fresh) =>
    Object.fromEntries(draws.map((drawing) => [drawing.parameter.name, drawing.draw(fresh)]));
  const parts = { absent, names: draws.map(({ parameter }) => parameter.name), draw };
  const rule = 'and a run changes only what it has created';
  if (danger !== undefined && (danger.spreads || inPath.length === 0)) {
    return { ...parts, message: `${danger.reason}, ${rule}` };
  }
  if (inPath.length === 0) {
    return { ...parts, message: `it would change what is at ${path}, ${rule}` };
  }
  const why = `no operation creates what ${inPath.map(({ name }) => name).join(' and ')} names`;
  const refusals = `so that it only gets requests that must be refused, with a ${absent?.name} that nothing has`;
  return { ...parts, message: `${why}, ${absent === undefined ? rule : refusals}` };
}

/**
 * Requests about what can't be there are tried out: whoever takes one makes it, or has nothing to
 * refuse, and that harms nobody. `undefined` where the document says that they are refused.
 */
export function absentTrial(
  document: OpenApiDocument,
  operation: Operation,
  harm: Harm | undefined,
): Omit<Trial, 'probe'> | undefined {
  if (harm?.absent === undefined) return undefined;
  if (absent(document, operation, 'unknown', '').kind === 'invalid') return undefined;
  const words = `a ${harm.absent.name} that nothing has`;
  return { attempts: [{ values: {}, steps: [], words }], holdsBack: true };
}
