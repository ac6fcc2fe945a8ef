import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { Operation } from '../../../model/operation.ts';
import type { ResourceFamily } from '../../../model/resources/resources.ts';
import { effectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import type { CaseTemplate, Need, NeedStep } from '../case.ts';
import { absentValue } from './resource-candidates.ts';

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
