import type { OpenApiDocument } from '../../../openapi/document.ts';
import { versionPath } from '../../../model/resources/body-versions.ts';
import { once } from '../../../openapi/once.ts';
import type { JsonValue } from '../../../openapi/json/json-value.ts';
import { type Operation, operations } from '../../../model/operation.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import { wordParameters } from '../../../model/resources/naming-parameters.ts';
import { type Danger, changesStored, dangerOf } from '../../../model/resources/danger.ts';
import { type ResourceFamily, isAction } from '../../../model/resources/resources.ts';
import { makeableFamilies } from '../../../model/resources/put-families.ts';
import { type CaseTemplate, type Need, type Reach, parameterOf } from '../case.ts';
import type { FreshValues } from '../../../model/requests/fresh-values.ts';
import type { RequestParts } from '../../../http/compose-request.ts';
import { kebabCase } from '../../../model/kebab-case.ts';
import { createFaultFinder } from '../request-faults.ts';
import { type BodyBase, namesThatRefer } from '../../../model/requests/body-base.ts';
import { freshBody } from '../../../model/requests/fresh-body.ts';
import {
  bodyCandidates,
  bodyTrouble,
  otherBodyCandidates,
  randomBodyCandidates,
} from './body-candidates.ts';
import {
  type Candidate,
  type MakeBase,
  type SettleContext,
  type Variation,
  idOf,
  settleCandidate,
} from './candidate.ts';
import { acceptCandidates, credentialCandidates } from './other-candidates.ts';
import { type ReferringBases, bodyContext, referringBases } from './body-bases.ts';
import { repeatedIn } from './repeated-identities.ts';
import { takingTurns } from '../in-shares.ts';
import { type GivenFor, givenBesidePath, nothingGiven } from '../given-values.ts';
import { type PathRole, parameterCandidates, targetCandidates } from './parameter-candidates.ts';
import { freshKeysOf, requiredParameters } from '../../../model/requests/required-parameters.ts';
import {
  absentTrial,
  nothingNamed,
  resourceCandidates,
  type Harm,
  harmOf,
} from './resource-candidates.ts';
import { fewTrouble, operationReach, pathTrouble } from './operation-reach.ts';
import { type ValueSources, valueSources } from './value-sources.ts';

/** What cases of any operation are made from. */
export interface GenerateContext {
  readonly document: OpenApiDocument;
  /** Decides the random cases. */
  readonly seed: number;
  /** How many random cases. Default {@link DEFAULT_RANDOM_CASES}. */
  readonly randomCases?: number | undefined;
  /** Whether bodies of more than some kilobytes are among them. Default true. */
  readonly large?: boolean | undefined;
  /** Whether nothing is created first for what the path names. Default false. */
  readonly isAlone?: boolean | undefined;
  /**
   * The kinds of cases take turns, this one first, so that some of every kind are among the first few.
   * Default: one kind after the other.
   */
  readonly turn?: number | undefined;
  /** The value that the user gives for a parameter of an operation. Default: none. */
  readonly givenFor?: GivenFor | undefined;
  /** Whether what the run has not created may be changed, too. Default false. */
  readonly allowChanges?: boolean | undefined;
  /** Whether a case of these names is made at all: one that is left out costs next to nothing. Default: each is. */
  readonly isWanted?: ((names: readonly string[], operation: Operation) => boolean) | undefined;
}

/** What cases of one operation are made from. */
export interface GenerateOptions extends GenerateContext {
  readonly operation: Operation;
}

export const DEFAULT_RANDOM_CASES = 24;

/** Makes a plain valid request of another operation, if it can. */
type PlainMaker = (
  options: GenerateOptions,
  needs?: Need,
  variation?: Variation,
) => CaseTemplate | undefined;

/** Makes the cases of one operation. */
export class CaseGenerator {
  readonly #options: GenerateOptions;
  readonly #operation: Operation;
  readonly #plainOf: PlainMaker;
  /** Of each media type that a body can be made up in, the most usual first. */
  readonly #referring: ReferringBases;
  readonly #base: BodyBase | undefined;
  readonly #source: ValueSources;
  /** The family of which the path names one. */
  readonly #item: ResourceFamily | undefined;
  /** Whether it may change only what the run has created. */
  readonly #spares: boolean;
  readonly #harm: Harm | undefined;
  readonly #danger: Danger | undefined;
  readonly #given: Readonly<Record<string, JsonValue>>;

  constructor(options: GenerateOptions, plainOf: PlainMaker) {
    this.#plainOf = plainOf;
    const { document, operation, isAlone = false } = options;
    this.#options = options;
    this.#operation = operation;
    this.#item = makeableFamilies(document).get(operation.path);
    const { givenFor = nothingGiven, allowChanges = false } = options;
    this.#danger = dangerOf(document, operation);
    this.#spares = !allowChanges && changesStored(document, operation);
    this.#given = givenBesidePath(document, operation, givenFor);
    this.#referring = referringBases(document, operation, this.#given);
    this.#base = this.#referring.bases[0];
    this.#source = valueSources({
      document,
      operation,
      isAlone,
      spares: this.#spares,
      givenFor,
      references: this.#referring.references,
      plainOf: (other, ...rest) =>
        plainOf({ ...options, operation: other, isAlone: true }, ...rest),
    });
    const { isOwn, trial, created } = this.#source;
    const isSafe = !this.#spares || isOwn || trial !== undefined;
    this.#harm = isSafe ? undefined : harmOf(document, operation, created);
  }

  cases(): Iterable<CaseTemplate> {
    const [harm, context] = [this.#harm, this.#contextWithNeeds()];
    return harm ? this.#refusals(harm, context) : this.#settled(this.#candidates(), context);
  }

  *#settled(candidates: readonly Candidate[], context: SettleContext): Iterable<CaseTemplate> {
    const { turn, isWanted = () => true } = this.#options;
    for (const candidate of turn === undefined ? candidates : takingTurns(candidates, turn)) {
      if (!isWanted([idOf(candidate, context), candidate.title], this.#operation)) continue;
      const template = settleCandidate(candidate, context);
      if (template !== undefined) yield template;
    }
  }

  /** What must be refused, about what isn't there: whoever takes it all the same changes nothing. */
  *#refusals({ absent, names, draw }: Harm, context: SettleContext): Iterable<CaseTemplate> {
    const { document } = this.#options;
    if (absent === undefined) return;
    const ofNothing = (candidate: Candidate): Candidate => {
      const parts = (fresh: FreshValues): RequestParts => {
        const ownParts = candidate.parts(fresh);
        return { ...ownParts, parameters: { ...draw(fresh), ...ownParts.parameters } };
      };
      return { ...candidate, parts, absent: names };
    };
    // What the trial sends is of that kind, too.
    const plain = this.#plainParts;
    const named = nothingNamed(document, this.#operation, absent, plain).map(ofNothing);
    yield* this.#settled(
      named.map((candidate) => ({ ...candidate, isPlain: true })),
      context,
    );
    for (const template of this.#settled(this.#candidates().map(ofNothing), context)) {
      // An odd path names nothing, too.
      const isOdd = template.outsideOperation === true || template.isProvable === true;
      if (isOdd || template.validity.kind === 'invalid') yield template;
    }
  }

  /**
   * A plain valid request; `undefined` where none can be made up, or none may be sent.
   *
   * @param variation What is different all the same. Default: nothing.
   */
  plain(needs?: Need, variation: Variation = {}): CaseTemplate | undefined {
    if (this.#spares && this.#danger !== undefined) return undefined;
    const { absent = [] } = variation;
    const named = new Set([...(needs?.steps.map(parameterOf) ?? []), ...absent]);
    const template = this.#settle(variation, { ...this.#contextNaming(named), needs });
    return template?.validity.kind === 'invalid' ? undefined : template;
  }

  /** As {@link variationOf} has it. */
  variation(variation: Variation, named?: ReadonlySet<string>): CaseTemplate | undefined {
    if (this.#spares && this.#danger?.spreads === true) return undefined;
    if (named !== undefined) return this.#settle(variation, this.#contextNaming(named));
    if (this.#harm !== undefined) return undefined;
    const context = this.#contextWithNeeds();
    const needs = context.needs && { ...context.needs, key: undefined };
    return this.#settle(variation, { ...context, needs });
  }

  #settle(
    { change = (parts) => parts, ...known }: Variation,
    context: SettleContext,
  ): CaseTemplate | undefined {
    // Which files are taken, the answer tells.
    if (this.#operation.requestBody !== undefined && this.#base === undefined) return undefined;
    const parts = (fresh: FreshValues): RequestParts => change(this.#plainParts(fresh), fresh);
    const title = 'what other requests are about';
    return settleCandidate({ ...known, group: 'setup', title, aim: 'any', parts }, context);
  }

  /** Where these parameters of its path name what is there. */
  #contextNaming(named: ReadonlySet<string>): SettleContext {
    const unsure = this.#source.unsure.filter(({ name }) => !named.has(name));
    const context = { ...this.#context(), unsure: pathTrouble(unsure) };
    // What is named may be changed.
    const isNamed = this.#harm?.names.every((name) => named.has(name)) === true;
    return isNamed ? { ...context, lesser: this.#lesser(context) } : context;
  }

  /** What comes first, with the request that shows whether values name something. */
  #needsOf(context: SettleContext): Need | undefined {
    const { document } = this.#options;
    const { needs, trial = absentTrial(document, this.#operation, this.#harm) } = this.#source;
    const probe = trial && this.#probe(context, this.#harm);
    if (trial === undefined || probe === undefined) return needs;
    return { key: this.#operation.id, steps: [], ...needs, trial: { ...trial, probe } };
  }

  /** @param harm What its path may not name. */
  #probe(context: SettleContext, { draw, names }: Partial<Harm> = {}): CaseTemplate | undefined {
    const template = settleCandidate(
      {
        group: 'setup',
        title: 'whether it is taken at all',
        parts: (fresh) => ({ ...this.#plainParts(fresh), parameters: draw?.(fresh) }),
        absent: names,
      },
      // What it names may be there: the answer tells.
      {
        ...context,
        needs: undefined,
        unsure: context.unsure ?? 'nothing tells whether what it names is there',
      },
    );
    const isBroken = bodyTrouble(this.#operation, this.#base) !== undefined;
    return isBroken || template?.validity.kind === 'invalid' ? undefined : template;
  }

  reach(): Reach {
    const { needs, isProvable } = this.#contextWithNeeds();
    return operationReach({
      operation: this.#operation,
      needs,
      isProvable,
      harm: this.#harm,
      unsure: this.#source.unsure,
      trouble: this.#trouble(),
      hasBody: bodyTrouble(this.#operation, this.#base) === undefined,
    });
  }

  #trouble(): string | undefined {
    const few = this.#source.needs?.steps.find(({ template }) => template.fixedIdentity)?.creates;
    return (
      pathTrouble(this.#source.unsure) ??
      fewTrouble(few?.parameter) ??
      bodyTrouble(this.#operation, this.#base)
    );
  }

  readonly #context = once((): SettleContext => {
    const { document } = this.#options;
    const context: SettleContext = {
      operation: this.#operation,
      version: versionPath(document, this.#operation),
      findFaults: createFaultFinder(document, this.#operation),
      ...bodyContext(this.#referring),
      parameters: { ...requiredParameters(document, this.#operation), ...this.#given },
      words: wordParameters(document, this.#operation),
      freshKeys: freshKeysOf(document, this.#operation),
      isAction: isAction(document, this.#operation),
      given: this.#given,
      qualifier: operations(document).length > 1 ? kebabCase(this.#operation.id) : undefined,
      repeated: this.#base && repeatedIn(document, this.#operation, this.#item, this.#base.value),
      unsure: this.#trouble(),
    };
    return { ...context, lesser: this.#lesser(context, this.#harm) };
  });

  #lesser(context: SettleContext, harm?: Harm): SettleContext['lesser'] {
    const base = this.#base;
    const probe = base && base.lesser.length > 0 ? this.#probe(context, harm) : undefined;
    if (probe === undefined) return undefined;
    const { lesser, schema } = base!;
    return { probe, count: lesser.length, naming: namesThatRefer(schema), schema };
  }

  readonly #contextWithNeeds = once((): SettleContext => {
    const context = this.#context();
    const needs = this.#needsOf(context);
    const { unsure } = this.#source;
    const isProvable =
      needs?.trial !== undefined && unsure.length > 0 && this.#trouble() === pathTrouble(unsure);
    return { ...context, needs, isProvable };
  });

  readonly #plainParts = (fresh: FreshValues): RequestParts => {
    if (this.#base === undefined) return {};
    return { value: freshBody(this.#base, fresh), mediaType: this.#base.mediaType.name };
  };

  #candidates(): Candidate[] {
    const { document, seed, large = true } = this.#options;
    const operation = this.#operation;
    const plain = this.#plainParts;
    const around = [
      ...parameterCandidates(document, operation, plain, (parameter) => this.#roleOf(parameter)),
      ...credentialCandidates(operation, plain),
      ...acceptCandidates(operation, plain),
      ...this.#resourceCandidates(plain),
      ...targetCandidates(document, operation, plain),
    ];
    const [base, ...others] = this.#referring.bases;
    if (base === undefined) {
      return [{ group: 'boundary', title: 'the least request', parts: () => ({}) }, ...around];
    }
    const count = this.#options.randomCases ?? DEFAULT_RANDOM_CASES;
    return [
      ...bodyCandidates(operation, base, large),
      ...others.flatMap(otherBodyCandidates),
      ...around,
      ...randomBodyCandidates(base, seed, count),
    ];
  }

  #roleOf({ name, in: kind }: Parameter): PathRole {
    if (kind !== 'path') return 'free';
    if (this.#spares) return 'spared';
    const { created } = this.#source;
    const { path } = this.#operation;
    const place = path.indexOf(`{${name}}`);
    if ([...created].some((other) => path.includes(`{${other}}`, place + 1))) return 'leading';
    return created.has(name) ? 'naming' : 'free';
  }

  #resourceCandidates(base: MakeBase): Candidate[] {
    const { document } = this.#options;
    const [operation, family, { needs }] = [this.#operation, this.#item, this.#source];
    if (family === undefined || needs === undefined) return [];
    const isChained = needs.steps.some(({ creates }) => creates?.item === family.item);
    // Of few identities, one that was deleted may be given again.
    const areFew = needs.steps.some(({ template }) => template.fixedIdentity === true);
    if (!isChained || areFew) return [];
    const siblings = new Map<string, CaseTemplate>();
    for (const sibling of operations(document)) {
      if (sibling.path !== operation.path || sibling === operation) continue;
      const plain = this.#plainOf({ ...this.#options, operation: sibling, isAlone: true });
      if (plain !== undefined) siblings.set(sibling.method, plain);
    }
    return resourceCandidates({ document, operation, family, needs, base, siblings });
  }
}
