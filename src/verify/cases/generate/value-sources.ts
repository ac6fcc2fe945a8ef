/** Which value each parameter in an operation's path gets, and where it comes from. */
import { type Operation, pathParameters, operationAt } from '../../../model/operation.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import {
  type Attempt,
  type CaseTemplate,
  type Need,
  type NeedStep,
  type Trial,
  parameterOf,
} from '../case.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { JsonValue } from '../../../openapi/json/json-value.ts';
import { schemaOf } from '../../../model/requests/required-parameters.ts';
import { type BodyReference, referenceKey } from '../../../model/resources/body-references.ts';
import { makeableFamilies, putFamilies } from '../../../model/resources/put-families.ts';
import { asCreated } from '../../../model/resources/envelopes-in.ts';
import { type ItemFamily, effectOf } from '../../../model/resources/resources.ts';
import { namesakeOf, relatingAt } from '../../../model/resources/relations.ts';
import { namingParameters, wordParameters } from '../../../model/resources/naming-parameters.ts';
import {
  type Provider,
  type Wanted,
  creatorOf,
  exampleFrom,
  providersOf,
} from '../../../model/resources/value-providers.ts';
import type { Variation } from './candidate.ts';
import { isPathWithin, endsInParameter } from '../../../model/resources/names.ts';
import { underNewName } from './resource-candidates.ts';

/** Options of {@link valueSources}. */
export interface SourceOptions {
  readonly document: OpenApiDocument;
  readonly operation: Operation;
  /** Whether nothing is sent before it. */
  readonly isAlone: boolean;
  /** Whether it may change only what the run has created. */
  readonly spares: boolean;
  /** The value that the user gives for a parameter, if any. */
  readonly givenFor: (operation: Operation, name: string) => JsonValue | undefined;
  /** What its own body refers to. */
  readonly references: readonly BodyReference[];
  /** A plain valid request of another operation, if one can be made up. */
  readonly plainOf: (
    operation: Operation,
    needs: Need | undefined,
    variation?: Variation,
  ) => CaseTemplate | undefined;
}

/** How the parameters of an operation's path get their values. */
export interface ValueSources {
  /** Requests that create what the path names, and values that the user gives; absent where there are none. */
  readonly needs?: Need | undefined;
  /** Parameters whose values those have created. */
  readonly created: ReadonlySet<string>;
  /** Whether the last one is among them. */
  readonly isOwn: boolean;
  /** Parameters of which nothing tells for sure a value that names something. */
  readonly unsure: readonly Parameter[];
  /** Where values for these may come from; absent where there is nothing to try. */
  readonly trial?: Omit<Trial, 'probe'> | undefined;
}

/**
 * Finds out how an operation's path can be filled in. What the run creates comes first, then what the
 * user gives, what lists, links and other answers have, what examples show; a made-up value is the last
 * resort. What the operation changes comes from what the run creates, and from nowhere else.
 */
export function valueSources(options: SourceOptions): ValueSources {
  const { document, operation, isAlone } = options;
  const open = namingParameters(document, operation);
  if (isAlone) return { created: new Set(), isOwn: false, unsure: open };
  const steps = creatingSteps(options, operation.path);
  // What the path goes through may lie below others elsewhere: a parameter of theirs names nothing here.
  const here = steps.filter(({ creates }) => isPathWithin(operation.path, creates?.item ?? ''));
  const created = new Set(here.map(parameterOf));
  const unsure = open.filter(({ name }) => !created.has(name));
  const values = givenValues(options, unsure);
  const isOwn = created.has(open.at(-1)?.name ?? '');
  const trial = trialOf(options, open, unsure, isOwn);
  const all = withReferenced(options, steps, trial?.attempts ?? []);
  if (isOwn) all.push(...putting(options));
  const hasNeeds = all.length > 0 || Object.keys(values).length > 0;
  const needs: Need | undefined = hasNeeds ? { key: operation.id, values, steps: all } : undefined;
  return { needs, created, isOwn, unsure, trial };
}

/**
 * The steps, with those that make what bodies refer to: theirs, those of attempts, the operation's own.
 * What lies below others comes just after them, before what may refer to it there, and is made before what it lies
 * below is made for itself.
 */
function withReferenced(
  options: SourceOptions,
  steps: readonly NeedStep[],
  attempts: readonly Attempt[],
): NeedStep[] {
  const { references } = options;
  const made = new Set(steps.map(({ creates }) => creates && referenceKey(creates.collection, 0)));
  // Others may be called by the same parameter: `{id}`.
  const named = new Set(steps.map(({ creates, reads }) => creates?.item ?? reads?.parameter));
  const before: NeedStep[] = [];
  /** By the last of the steps that it lies below. */
  const below = steps.map((): NeedStep[] => []);
  const after: NeedStep[] = [];
  const isDeep = ({ provider }: BodyReference): boolean => provider.operation.path.includes('{');
  const add = (wanted: readonly BodyReference[] = []): void => {
    for (const reference of wanted.toSorted((a, b) => Number(isDeep(b)) - Number(isDeep(a)))) {
      const { key, nth, isCreated, provider } = reference;
      const template = made.has(key) ? undefined : plainNew(options, provider.operation);
      if (template === undefined) continue;
      made.add(key);
      const parents = creatingSteps(options, provider.operation.path);
      const around = parents.filter(({ creates }) => !named.has(creates?.item));
      for (const used of [...around.map((step) => step.template), template]) add(used.references);
      const path = provider.path.map((part) => (part === '*' && nth > 0 ? String(nth) : part));
      const reads = { ...provider, parameter: key, path, isOwn: isCreated, isReference: true };
      const isBelow = isDeep(reference) && around.length < Math.max(1, parents.length);
      const items = new Set(parents.map(({ creates }) => creates?.item));
      const last = steps.findLastIndex(({ creates }) => items.has(creates?.item));
      (isBelow ? (below[last] ?? after) : before).push({ template, reads, around });
    }
  };
  for (const { template } of [...steps, ...attempts.flatMap((attempt) => attempt.steps)])
    add(template.references);
  add(references);
  return [...before, ...steps.flatMap((step, i) => [step, ...below[i]!]), ...after];
}

function trialOf(
  options: SourceOptions,
  open: readonly Parameter[],
  unsure: readonly Parameter[],
  isOwn: boolean,
): ValueSources['trial'] {
  const { spares } = options;
  if (spares && !isOwn) {
    const attempt = ownAttempt(options, unsure);
    return attempt && { attempts: [attempt], holdsBack: true };
  }
  if (unsure.length > 0) return { attempts: attemptsFor(options, unsure) };
  // What can't be created may be there all the same.
  if (open.length === 0 || spares) return undefined;
  const attempts = attemptsFor(options, open, false).filter((attempt) => isFound(attempt));
  return attempts.length === 0 ? undefined : { attempts, isFallback: true };
}

function isFound({ values, steps }: Attempt): boolean {
  return steps.length > 0 || Object.keys(values).length > 0;
}

/** What creates the things that a path goes through, the outermost first. */
function creatingSteps(options: SourceOptions, path: string): NeedStep[] {
  const steps: NeedStep[] = [];
  const { document, operation } = options;
  const words = path === operation.path ? wordParameters(document, operation) : new Set();
  const families = [...makeableFamilies(document).values()];
  const through = families.filter(
    ({ item, parameter }) => isPathWithin(path, item) && !words.has(parameter),
  );
  const all = ancestors(through, families).flatMap((family) => [
    ...[namesakeOf(document, family)].filter((other) => other !== undefined),
    family,
  ]);
  for (const family of new Set(all)) {
    const before = steps.length === 0 ? undefined : { steps: [...steps] };
    const template = plainNew(options, family.create, before);
    if (template !== undefined) steps.push({ creates: asCreated(document, family), template });
  }
  return steps;
}

/** The families whose item a path names or goes through, and those that these are created in, the outermost first. */
function ancestors(through: readonly ItemFamily[], families: readonly ItemFamily[]): ItemFamily[] {
  const others = families.filter((family) => !through.includes(family));
  const inOrder = through.toSorted((a, b) => a.item.length - b.item.length);
  return [
    ...new Set(
      inOrder.flatMap((family) => {
        const above = others.filter(({ item }) => isPathWithin(family.collection, item));
        return [...ancestors(above, others), family];
      }),
    ),
  ];
}

/** The first value that the user gives for each. */
function givenValues(
  { operation, givenFor }: SourceOptions,
  parameters: readonly Parameter[],
): Record<string, JsonValue> {
  return Object.fromEntries(
    parameters.flatMap(({ name }) => {
      const value = givenFor(operation, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** One way to come by one value. */
interface Source extends Pick<Attempt, 'words'> {
  readonly value?: JsonValue | undefined;
  readonly steps?: readonly NeedStep[] | undefined;
}

/** All that the path names is created elsewhere; `undefined` where something isn't. */
function ownAttempt(options: SourceOptions, unsure: readonly Parameter[]): Attempt | undefined {
  const sources = unsure.map((parameter) => creation(options, parameter));
  const found = sources.filter((source) => source !== undefined);
  if (found.length === 0 || found.length < unsure.length) return undefined;
  const attempt = attemptOf(unsure, found);
  return { ...attempt, steps: [...attempt.steps, ...relating(options)] };
}

/** So many are made at the most; the last is with values that are made up. */
const ATTEMPTS = 4;

/** @param creates Whether what the run creates is among them. */
function attemptsFor(
  options: SourceOptions,
  parameters: readonly Parameter[],
  creates = true,
): Attempt[] {
  const sources = parameters.map((parameter) => sourcesOf(options, parameter, creates));
  const most = Math.max(...sources.map((list) => list.length));
  const ranks = Array.from({ length: most }, (_, i) => i);
  return [...ranks.slice(0, -1).slice(0, ATTEMPTS - 1), most - 1].map((rank) =>
    attemptOf(
      parameters,
      sources.map((list) => list[Math.min(rank, list.length - 1)]!),
    ),
  );
}

function attemptOf(parameters: readonly Parameter[], sources: readonly Source[]): Attempt {
  const values = sources.flatMap(({ value }, i) =>
    value === undefined ? [] : [[parameters[i]!.name, value] as const],
  );
  return {
    values: Object.fromEntries(values),
    steps: sources.flatMap(({ steps = [] }) => steps),
    words: [...new Set(sources.map(({ words }) => words))].join(' and '),
  };
}

/** The best first; the last is what the user gives, or a value that its example has, or that is made up. */
function sourcesOf(options: SourceOptions, parameter: Parameter, creates: boolean): Source[] {
  const { document, operation, spares, givenFor } = options;
  const { name, example } = parameter;
  const value = givenFor(operation, name);
  const source = (creates ? creation(options, parameter) : undefined) ?? [];
  if (value !== undefined) return [source, { value, words: `the given ${name}` }].flat();
  const last = { words: example === undefined ? `a made-up ${name}` : `the example of ${name}` };
  // Nothing is added to what is somebody else's, unless the user names it.
  const isFree = effectOf(document, operation) !== 'creates' && !spares;
  const read = isFree ? found(options, parameter) : [];
  return [source, read, last].flat();
}

function creation(options: SourceOptions, parameter: Parameter): Source | undefined {
  const { document, operation, plainOf } = options;
  const creator = creatorOf(document, operation, wantedOf(document, operation, parameter));
  if (creator === undefined) return undefined;
  const before = creatingSteps(options, creator.operation.path);
  const template = plainOf(creator.operation, before.length > 0 ? { steps: before } : undefined);
  if (template === undefined) return undefined;
  const reads = { ...creator, parameter: parameter.name, isOwn: true };
  // What the path goes through is made for it already: this is made there, too.
  const around = before.filter(({ creates }) => !isPathWithin(operation.path, creates!.item!));
  const steps = [...around, { template, reads }];
  return { steps, words: `what ${creator.operation.id} creates` };
}

/** So many answers are looked into for one value. */
const PROVIDERS = 2;

/** In the answers of others, and in their examples. */
function found({ document, operation, plainOf }: SourceOptions, parameter: Parameter): Source[] {
  const wanted = wantedOf(document, operation, parameter);
  // What there is but one of is no item to be deleted: it may be who asks.
  const isMeant = ({ path }: Provider): boolean =>
    operation.method !== 'DELETE' || path.includes('*');
  const providers = providersOf(document, operation, wanted).filter(isMeant);
  const known = new Set(operation.parameters.map(({ name }) => name));
  const strange = ({ operation: other }: Provider): number =>
    pathParameters(other).filter(({ name }) => !known.has(name)).length;
  const best = providers.toSorted((a, b) => strange(a) - strange(b)).slice(0, PROVIDERS);
  const read = best.flatMap((provider): Source[] => {
    const template = plainOf(provider.operation, undefined);
    if (template === undefined) return [];
    const reads = { ...provider, parameter: parameter.name };
    return [{ steps: [{ template, reads }], words: `what ${provider.operation.id} answers` }];
  });
  if (parameter.example !== undefined) return read;
  const shown = exampleFrom(document, operation, wanted, providers);
  return shown === undefined
    ? read
    : [...read, { value: shown, words: `the example of ${parameter.name}` }];
}

/** What a value is looked for where a path parameter names something, in the collection before it. */
export function wantedOf(
  document: OpenApiDocument,
  { path }: Operation,
  parameter: Parameter,
): Wanted {
  const before = path.slice(0, path.indexOf(`{${parameter.name}}`));
  const collection = before.endsWith('/') ? before.slice(0, -1) : undefined;
  return { name: parameter.name, collection, schema: schemaOf(document, parameter) };
}

interface Creation {
  readonly document: OpenApiDocument;
  readonly plainOf: (
    operation: Operation,
    needs: Need | undefined,
    variation?: Variation,
  ) => CaseTemplate | undefined;
}

/**
 * A plain request that creates one; what clients name is put under a new name, unless that is created before it.
 *
 * @param before What creates that which it lies below.
 */
export function plainNew(
  { document, plainOf }: Creation,
  create: Operation,
  before?: Need,
): CaseTemplate | undefined {
  const put = create.method === 'PUT' ? putFamilies(document).get(create.path) : undefined;
  const isNamed = before?.steps.some((step) => parameterOf(step) === put?.parameter) ?? false;
  const naming =
    put === undefined || isNamed
      ? {}
      : underNewName(document, put, { isBelowNew: before !== undefined });
  return naming && plainOf(create, before, naming);
}

interface Deletion {
  readonly document: OpenApiDocument;
  readonly operation: Operation;
  readonly plainOf: (operation: Operation, needs: undefined) => CaseTemplate | undefined;
}

/** Relates what it takes apart. */
export function relating(deletion: Deletion): NeedStep[] {
  const { document, operation } = deletion;
  return stepsOf(deletion, relatingAt(document, operation));
}

/** Puts what each resource has one of. */
export function putting(deletion: Deletion): NeedStep[] {
  const { document, operation } = deletion;
  const isOfMany = endsInParameter(operation.path);
  return stepsOf(deletion, isOfMany ? undefined : operationAt(document, 'PUT', operation.path));
}

function stepsOf({ operation, plainOf }: Deletion, put: Operation | undefined): NeedStep[] {
  const template = operation.method === 'DELETE' && put ? plainOf(put, undefined) : undefined;
  return template === undefined ? [] : [{ template }];
}
