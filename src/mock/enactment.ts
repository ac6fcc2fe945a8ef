import { identityInLocation } from '../model/resources/identity.ts';
import { pathAbove } from '../model/resources/names.ts';
import type { ResourceFamily } from '../model/resources/resources.ts';
import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import { textOf } from '../openapi/json/stringify-json.ts';
import type { ProblemAnswer } from './problem-kinds.ts';
import type { ResourceStore } from './resource-store.ts';

/** What an inspection may look at: a request body that is valid by the schema. */
export interface InspectedBody {
  readonly value: JsonObject;
  /** Numbers as they were spelled. Empty unless an inspection has `readsText`. */
  readonly numbers: readonly string[];
  /** Keys that stand twice in their object. Empty unless an inspection has `readsText`. */
  readonly duplicateKeys: readonly string[];
  /** Of the request. */
  readonly path: string;
  readonly store: Pick<ResourceStore, 'find'>;
  /** Where what is created at another path is kept. Default: nothing else is known. */
  readonly storeAt?: ((path: string) => ResourceStore) | undefined;
  /** Limits that enactments set, by the kind of the inspection that draws a line. */
  readonly limits: Readonly<Record<string, number>>;
}

/** A further reason to refuse a request. */
export interface Inspection {
  /** The kind of the problem that it finds; `problems` says how that is answered. */
  readonly kind: string;
  /** Whether it needs `numbers` or `duplicateKeys`, which cost time. Default false. */
  readonly readsText?: boolean;
  /** Whether it finds what another resource has: no change may bring that about either. Default false. */
  readonly isOfAnother?: boolean;
  /** What is wrong, in a specific sentence; `undefined` where nothing is. */
  find(body: InspectedBody): string | undefined;
}

/**
 * A change of the mock's behaviour: how it gives one answer to one open question. Enactments are
 * merged in order; the later one wins where two speak of the same thing.
 */
export interface Enactment {
  /** Nobody has asked for it: what the document itself says of a problem counts more. */
  readonly isUsual?: boolean;
  /** Other operations answer so: of several statuses that the document has for a problem, theirs counts. */
  readonly isAgreed?: boolean;
  /** Answers by problem kind; see `problem-kinds.ts` for the kinds and their defaults. */
  readonly problems?: Readonly<Record<string, ProblemAnswer>>;
  readonly inspections?: readonly Inspection[];
  /** Where inspections draw their line, by kind. Default: where they do by themselves. */
  readonly limits?: Readonly<Record<string, number>>;
  /** Changes the body before it is stored and returned. */
  readonly rewrite?: (body: JsonObject) => JsonObject;
  /** Request properties that a success repeats beyond those that its schema names. */
  readonly returned?: readonly string[];
  /** Whether a success repeats the properties that the request's schema doesn't name. */
  readonly returnsUnknown?: boolean;
  /** Added to every response. Names in lowercase. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Which value counts where a key stands twice. Default `last`. */
  readonly duplicateKey?: 'first' | 'last';
  /** Bytes of request body above which `body-too-large` is found. Default: none. */
  readonly bodyLimit?: number;
}

/**
 * What refuses a body refuses it among several, too.
 *
 * @param itemsOf Those in a body.
 */
export function enactedOnItems(
  { isUsual, problems = {}, inspections = [], limits }: Enactment,
  itemsOf: (body: JsonObject) => readonly JsonObject[],
): Enactment {
  const structural = inspections.filter(({ readsText }) => readsText !== true);
  const kinds = new Set(structural.map(({ kind }) => kind));
  const told = Object.entries(problems).filter(([kind]) => kinds.has(kind));
  return {
    ...(isUsual === undefined ? {} : { isUsual }),
    ...(limits === undefined ? {} : { limits }),
    problems: Object.fromEntries(told),
    inspections: structural.map((inspection) => ({
      kind: inspection.kind,
      find: (body) => {
        const found = itemsOf(body.value).map((value) => inspection.find({ ...body, value }));
        return found.find((message) => message !== undefined);
      },
    })),
  };
}

/**
 * What refuses a body for what another resource has, for a change of a resource: that of itself is no other's.
 *
 * @param statuses Those that the change may be refused with.
 */
export function enactedOnChange(
  { problems = {}, inspections = [] }: Enactment,
  family: ResourceFamily,
  statuses: readonly string[],
): Enactment {
  const { identity = '' } = family;
  const unique = inspections.filter(
    ({ kind, isOfAnother }) => isOfAnother === true && statuses.includes(`${problems[kind]}`),
  );
  // What a new one may have that another one has, one that is changed may have, too.
  const taken = Object.entries(problems).filter(
    ([kind, answer]) => kind.startsWith('used-') && answer === 'accepted',
  );
  if (unique.length === 0) return { problems: Object.fromEntries(taken) };
  return {
    problems,
    inspections: unique.map((inspection) => ({
      ...inspection,
      find: (body) => {
        const { path, storeAt } = body;
        const changed = identityInLocation(path, family);
        const find = (name: string, value: JsonValue): JsonObject | undefined => {
          const found = storeAt?.(pathAbove(path)).find(name, value);
          const isItself = found && textOf(found[identity] ?? null) === changed;
          return isItself ? undefined : found;
        };
        return inspection.find({ ...body, store: { find } });
      },
    })),
  };
}

/** All enactments of an operation in one. */
export interface MergedEnactment extends Required<
  Omit<Enactment, 'isUsual' | 'isAgreed' | 'problems' | 'rewrite'>
> {
  readonly problems: ReadonlyMap<string, ProblemAnswer>;
  /** Those that the document goes before. */
  readonly usualProblems: ReadonlyMap<string, ProblemAnswer>;
  /** Those that other operations agree about. */
  readonly agreedProblems: ReadonlyMap<string, ProblemAnswer>;
  readonly rewrites: readonly ((body: JsonObject) => JsonObject)[];
}

export function mergeEnactments(enactments: readonly Enactment[]): MergedEnactment {
  return {
    problems: problemsOf(enactments.filter(({ isUsual }) => isUsual !== true)),
    usualProblems: problemsOf(enactments.filter(({ isUsual }) => isUsual === true)),
    agreedProblems: problemsOf(enactments.filter(({ isAgreed }) => isAgreed === true)),
    inspections: enactments.flatMap(({ inspections }) => inspections ?? []),
    limits: Object.fromEntries(enactments.flatMap(({ limits = {} }) => Object.entries(limits))),
    rewrites: enactments.flatMap(({ rewrite }) => (rewrite === undefined ? [] : [rewrite])),
    returned: enactments.flatMap(({ returned }) => returned ?? []),
    returnsUnknown: enactments.some(({ returnsUnknown }) => returnsUnknown === true),
    headers: Object.fromEntries(enactments.flatMap(({ headers = {} }) => Object.entries(headers))),
    duplicateKey:
      enactments.findLast((enactment) => enactment.duplicateKey)?.duplicateKey ?? 'last',
    bodyLimit: Math.min(
      ...enactments.map((enactment) => enactment.bodyLimit ?? Number.POSITIVE_INFINITY),
    ),
  };
}

function problemsOf(enactments: readonly Enactment[]): Map<string, ProblemAnswer> {
  return new Map(enactments.flatMap(({ problems }) => Object.entries(problems ?? {})));
}
