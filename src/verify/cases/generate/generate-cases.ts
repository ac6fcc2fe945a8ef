import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { JsonValue } from '../../../openapi/json/json-value.ts';
import { type Operation, operations } from '../../../model/operation.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import {
  type ResourceFamily,
  effectOf,
  familyCreatedBy,
  referencesOf,
  resourceFamilies,
} from '../../../model/resources/resources.ts';
import type { CaseTemplate, Need, Reach } from '../case.ts';
import type { FreshValues } from '../../../model/requests/fresh-values.ts';
import type { RequestParts } from '../../../http/compose-request.ts';
import { kebabCase } from '../../../model/kebab-case.ts';
import { createFaultFinder } from '../request-faults.ts';
import { withoutDuplicates } from '../without-duplicates.ts';
import {
  type BodyBase,
  createBodyBase,
  freshBody,
  valueOf,
} from '../../../model/requests/body-base.ts';
import {
  bodyCandidates,
  bodyTrouble,
  otherBodyCandidates,
  randomBodyCandidates,
  sendable,
} from './body-candidates.ts';
import { type Candidate, type SettleContext, settleCandidate, takingTurns } from './candidate.ts';
import { credentialCandidates } from './other-candidates.ts';
import { parameterCandidates } from './parameter-candidates.ts';
import { ordinaryValue, requiredParameters } from '../../../model/requests/required-parameters.ts';
import {
  absentValue,
  nothingNamed,
  resourceCandidates,
  type Harm,
  type PathSource,
  harmOf,
  pathSource,
} from './resource-candidates.ts';

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
  /** Whether nothing is created first for what the path names. Default false. */
  readonly isAlone?: boolean | undefined;
  /**
   * The kinds of cases take turns, this one first, so that some of every kind are among the first few.
   * Default: one kind after the other.
   */
  readonly turn?: number | undefined;
}

export const DEFAULT_RANDOM_CASES = 24;

/**
 * Cases made from an operation's request body schema, parameters, media types and security. Each
 * says why it is valid or invalid, and a broken one differs from a valid one in one thing only. The
 * same options give the same cases in the same order. A case is made up when it is asked for.
 *
 * @param seen As {@link withoutDuplicates} has it.
 */
export function* generateCases(
  options: GenerateOptions,
  seen?: Set<number>,
): Generator<CaseTemplate, void, undefined> {
  const generator = generatorOf(options);
  if (generator instanceof CaseGenerator) yield* withoutDuplicates(generator.cases(), seen);
}

/** What a valid request of an operation sends, as far as the document tells. */
export interface PlainValues {
  /** JSON, with fresh identities; absent where the operation takes none, or none is found. */
  readonly body?: JsonValue | undefined;
  /** Of the headers that the document describes. */
  readonly headers: Readonly<Record<string, JsonValue>>;
}

/** Makes up what a request needs that isn't broken. */
export function plainValues(
  document: OpenApiDocument,
  operation: Operation,
  fresh: FreshValues,
): PlainValues {
  const headers = operation.parameters.filter((one) => one.in === 'header');
  const plain = plainOf({ document, operation, seed: 0 });
  return {
    body: plain?.build(fresh).value,
    headers: Object.fromEntries(headers.map((one) => [one.name, ordinaryValue(document, one)])),
  };
}

/** How far {@link generateCases} goes with an operation. */
export function reachOf(options: GenerateOptions): Reach {
  const generator = generatorOf(options);
  if (generator instanceof CaseGenerator) return generator.reach();
  const message = `nothing can be made up for it: ${generator.message}`;
  return { operation: options.operation.id, level: 'none', message };
}

/** One operation that nothing can be made up for must not end the run of all others. */
function generatorOf(options: GenerateOptions): CaseGenerator | Error {
  try {
    return new CaseGenerator(options);
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

/** @returns `undefined` where none can be made up. */
function plainOf(options: GenerateOptions, needs?: Need): CaseTemplate | undefined {
  const generator = generatorOf(options);
  return generator instanceof CaseGenerator ? generator.plain(needs) : undefined;
}

class CaseGenerator {
  readonly #options: GenerateOptions;
  readonly #operation: Operation;
  /** Of each media type that a body can be made up in, the most usual first. */
  readonly #bases: readonly BodyBase[];
  readonly #base: BodyBase | undefined;
  readonly #source: PathSource;
  /** The family of which the path names one. */
  readonly #item: ResourceFamily | undefined;
  readonly #changes: boolean;
  readonly #harm: Harm | undefined;

  constructor(options: GenerateOptions) {
    const { document, operation, isAlone = false } = options;
    const families = resourceFamilies(document);
    this.#options = options;
    this.#operation = operation;
    const own = familyCreatedBy(document, operation);
    this.#item = families.get(operation.path);
    const inPath = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
    const names = [
      this.#item?.identity,
      ...inPath,
      ...referencesOf(document, operation).map(({ name }) => name),
    ];
    this.#bases = sendable(operation.requestBody?.content).flatMap(
      (mediaType) => createBodyBase(document, mediaType, own?.identity, names) ?? [],
    );
    this.#base = this.#bases[0];
    const before = isAlone ? [] : families.values();
    this.#source = pathSource(document, operation, before, (create, needs) =>
      plainOf({ ...options, operation: create, isAlone: true }, needs),
    );
    this.#changes = effectOf(document, operation) === 'changes';
    const isSafe = !this.#changes || this.#source.created.size > 0;
    this.#harm = isSafe ? undefined : harmOf(document, operation);
  }

  cases(): Iterable<CaseTemplate> {
    const context = this.#context();
    if (this.#harm !== undefined) return this.#refusals(this.#harm, context);
    return this.#settled(this.#candidates(), context);
  }

  *#settled(
    candidates: readonly Candidate[],
    context: SettleContext,
  ): Generator<CaseTemplate, void, undefined> {
    const { turn } = this.#options;
    for (const candidate of turn === undefined ? candidates : takingTurns(candidates, turn)) {
      const template = settleCandidate(candidate, context);
      if (template !== undefined) yield template;
    }
  }

  /** What must be refused, about what isn't there: whoever takes it all the same changes nothing. */
  *#refusals({ absent }: Harm, context: SettleContext): Generator<CaseTemplate, void, undefined> {
    const { document } = this.#options;
    const draw = absent && absentValue(document, absent);
    if (absent === undefined || draw === undefined) return;
    const plain = (fresh: FreshValues): RequestParts => this.#plainParts(fresh);
    yield* this.#settled(nothingNamed(document, this.#operation, absent, plain), context);
    const others = this.#candidates().map((candidate): Candidate => {
      const parts = (fresh: FreshValues): RequestParts => {
        const own = candidate.parts(fresh);
        return { ...own, parameters: { [absent.name]: draw(fresh), ...own.parameters } };
      };
      return { ...candidate, parts, namesNothing: true };
    });
    for (const template of this.#settled(others, context)) {
      if (template.validity.kind === 'invalid') yield template;
    }
  }

  /** A plain valid request; `undefined` where none can be made up. */
  plain(needs?: Need): CaseTemplate | undefined {
    const candidate: Candidate = {
      group: 'setup',
      title: 'what other requests are about',
      parts: (fresh) => this.#plainParts(fresh),
    };
    const created = new Set(needs?.steps.flatMap(({ creates }) => creates?.parameter ?? []));
    const unsure = this.#pathTrouble(created);
    const template = settleCandidate(candidate, { ...this.#context(), needs, unsure });
    const isUsable =
      template?.validity.kind !== 'invalid' &&
      bodyTrouble(this.#operation, this.#base) === undefined;
    return isUsable ? template : undefined;
  }

  reach(): Reach {
    const { id: operation, method } = this.#operation;
    if (method === 'HEAD' || method === 'TRACE') {
      return { operation, level: 'none', message: `${method} is not sent` };
    }
    if (this.#harm !== undefined) {
      const { absent, message } = this.#harm;
      return { operation, level: absent === undefined ? 'none' : 'partial', message };
    }
    const trouble = this.#trouble();
    if (trouble !== undefined) return { operation, level: 'partial', message: trouble };
    const steps = this.#source.needs?.steps ?? [];
    if (steps.length === 0) return { operation, level: 'full', message: 'by itself' };
    const creators = steps.map(({ template }) => template.operation.id);
    const verb = creators.length === 1 ? 'creates' : 'create';
    return { operation, level: 'chained', message: `on what ${creators.join(' and ')} ${verb}` };
  }

  /** @param created Parameters whose values are created by others than the operation's own needs. */
  #pathTrouble(created: ReadonlySet<string> = new Set()): string | undefined {
    const left = (names: readonly string[]): string =>
      names.filter((name) => !created.has(name)).join(' and ');
    const [unknown, exemplary] = [left(this.#source.unknown), left(this.#source.exemplary)];
    if (unknown !== '') {
      return `nothing tells which ${unknown} there is: no operation creates it, and it has no example`;
    }
    return exemplary === ''
      ? undefined
      : `the example of ${exemplary} may name something that is not there`;
  }

  #trouble(): string | undefined {
    const path = this.#pathTrouble();
    if (path !== undefined) return path;
    const few = this.#source.needs?.steps.find(({ template }) => template.fixedIdentity)?.creates;
    if (few !== undefined) {
      return `there are so few values of ${few.parameter} that others may use the one that is created`;
    }
    return bodyTrouble(this.#operation, this.#base);
  }

  #context(): SettleContext {
    const { document } = this.#options;
    return {
      operation: this.#operation,
      findFaults: createFaultFinder(document, this.#operation),
      identity: this.#base === undefined ? [] : namesOnce(this.#base),
      hasFewIdentities: this.#base?.hasFewIdentities,
      parameters: requiredParameters(document, this.#operation),
      qualifier: operations(document).length > 1 ? kebabCase(this.#operation.id) : undefined,
      needs: this.#source.needs,
      repeated: this.#repeated(),
      unsure: this.#trouble(),
    };
  }

  #repeated(): SettleContext['repeated'] {
    const { identity: property, parameter } = this.#item ?? {};
    if (property === undefined || parameter === undefined || !this.#base) return undefined;
    return { property, parameter, usual: valueOf(this.#base.value, [property]) };
  }

  #plainParts(fresh: FreshValues): RequestParts {
    if (this.#base === undefined) return {};
    return { value: freshBody(this.#base, fresh), mediaType: this.#base.mediaType.name };
  }

  #candidates(): Candidate[] {
    const { document, seed, large = true } = this.#options;
    const operation = this.#operation;
    const plain = (fresh: FreshValues): RequestParts => this.#plainParts(fresh);
    const around = [
      ...parameterCandidates(document, operation, plain, (one) => this.#isSpared(one)),
      ...credentialCandidates(operation, plain),
      ...this.#resourceCandidates(plain),
    ];
    const [base, ...others] = this.#bases;
    if (base === undefined) {
      const title = 'the least request';
      return [{ group: 'boundary', title, parts: () => ({}) }, ...around];
    }
    const count = this.#options.randomCases ?? DEFAULT_RANDOM_CASES;
    return [
      ...bodyCandidates(operation, base, large),
      ...others.flatMap(otherBodyCandidates),
      ...around,
      ...randomBodyCandidates(base, seed, count),
    ];
  }

  /** Its value names what the operation changes. */
  #isSpared({ name, in: place }: Parameter): boolean {
    if (!this.#changes || place !== 'path') return false;
    const { created } = this.#source;
    return created.size === 0 || created.has(name);
  }

  #resourceCandidates(base: (fresh: FreshValues) => RequestParts): Candidate[] {
    const { document } = this.#options;
    const operation = this.#operation;
    const family = this.#item;
    const { needs } = this.#source;
    const isChained = needs?.steps.some(({ creates }) => creates === family) === true;
    if (family === undefined || needs === undefined || !isChained) return [];
    const siblings = new Map<string, CaseTemplate>();
    for (const sibling of operations(document)) {
      if (sibling.path !== operation.path || sibling === operation) continue;
      const plain = plainOf({ ...this.#options, operation: sibling, isAlone: true });
      if (plain !== undefined) siblings.set(sibling.method, plain);
    }
    return resourceCandidates({ document, operation, family, needs, base, siblings });
  }
}

/** Top-level properties of which no value is to be sent twice. */
function namesOnce({ identity, unique }: BodyBase): string[] {
  // An example of another kind may name what is there: it stays, and can be sent again.
  const always = unique.filter(({ path, fresh }) => path.length === 1 && fresh.isAlwaysDrawn);
  const ofBody = identity.filter(({ path }) => path.length === 1);
  return [...ofBody, ...always].map(({ path }) => path[0]!);
}
