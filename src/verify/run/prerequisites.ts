/** What is done with what an operation is about before it takes a request: a course is published, then students enrol. */
import { kebabCase } from '../../model/kebab-case.ts';
import { type Operation, operationAt, pathParameters } from '../../model/operation.ts';
import { isPathWithin } from '../../model/resources/names.ts';
import { type ItemFamily, resourceFamilies } from '../../model/resources/resources.ts';
import {
  type Likelihood,
  likelihoodOf,
  stateChanges,
} from '../../model/resources/state-changes.ts';
import { saidOf, saidWith } from '../../model/words.ts';
import {
  type CaseTemplate,
  type Given,
  type JudgedExchange,
  acceptanceOf,
  etagOf,
  hasAnswer,
  notPromised,
  withChange,
  withGiven,
} from '../cases/case.ts';
import { referringBases } from '../cases/generate/body-bases.ts';
import type { GenerateContext } from '../cases/generate/case-generator.ts';
import { variationOf } from '../cases/generate/generate-cases.ts';
import { givenBesidePath, nothingGiven } from '../cases/given-values.ts';
import { wordsOf } from '../checks/refusal-words.ts';
import { normaliseRefusal } from '../checks/unstable-answers.ts';
import { DoneOnce } from '../../openapi/once.ts';
import {
  type Prerequisite,
  identityIn,
  inWords,
  isLast,
  keyOf,
  leftOf,
  mayWant,
  setting,
  whole,
} from './prerequisite.ts';
import type { RunOptions } from './run-options.ts';
import type { Turn } from './watch.ts';

/** So many resources are made to find out what an operation needs. */
const MOST_RESOURCES = 3;
/** So many requests are sent that may change the state of one. */
const MOST_CHANGES = 8;

/** What an operation needs. */
interface Found {
  readonly needed: readonly Prerequisite[];
  /** The number of the first request that it took. */
  readonly since: number;
}

/** What a search works with. */
interface Search {
  readonly refused: JudgedExchange;
  readonly plain: CaseTemplate;
  readonly turn: Turn | undefined;
  /** So many changes may still be sent. */
  left: number;
}

/** How requests are sent. */
interface Means {
  /** Makes what a template needs for it alone; `undefined` where it can't be made. */
  readonly make: (template: CaseTemplate, turn?: Turn) => Promise<Given | undefined>;
  /** Sends what needs nothing more, and takes note of it. */
  readonly send: (template: CaseTemplate, turn?: Turn) => Promise<JudgedExchange | undefined>;
  /** Sends what was refused with less in its body; `undefined` where that is refused, too. */
  readonly sendLess: (
    template: CaseTemplate,
    refused: JudgedExchange,
    turn?: Turn,
  ) => Promise<JudgedExchange | undefined>;
}

/** Equal for refusals with one status and one reason. */
function refusalOf(exchange: JudgedExchange): string | undefined {
  if (!hasAnswer(exchange)) return undefined;
  return `${exchange.outcome.response.status} ${normaliseRefusal(exchange)}`;
}

/** Finds out what operations need that refuse what is valid, and does it from then on. */
export class Prerequisites {
  readonly #generate: GenerateContext | undefined;
  readonly #isSkipped: (operation: Operation) => boolean;
  readonly #means: Means;
  /** Ids of operations that have taken something. */
  readonly #accepted = new Set<string>();
  readonly #searched = new DoneOnce<void>();
  /** By operation id. */
  readonly #found = new Map<string, Found>();
  readonly #changes = new Map<Operation, readonly Prerequisite[]>();
  readonly #done = new DoneOnce<JudgedExchange | undefined>();
  /** Versions that were read after a change, by the number of that. */
  readonly #versions = new DoneOnce<string | undefined>();

  constructor(
    { generate, isSkipped = () => false }: Pick<RunOptions, 'generate' | 'isSkipped'>,
    means: Means,
  ) {
    this.#generate = generate;
    this.#isSkipped = isSkipped;
    this.#means = means;
  }

  /** Takes note of what an operation has taken. */
  note(exchange: JudgedExchange): void {
    const { operation, validity } = exchange.case;
    if (validity.kind !== 'invalid' && acceptanceOf(exchange)) this.#accepted.add(operation.id);
  }

  /** What an operation needs, in words; `undefined` where it needs nothing that is known. */
  of(operation: string): string | undefined {
    const { needed = [] } = this.#found.get(operation) ?? {};
    return needed.length === 0 ? undefined : needed.map(inWords).join(' and ');
  }

  /** Whether the words of a refusal name what may have to be done first. */
  areNamedBy(exchange: JudgedExchange): boolean {
    return this.#candidatesFor(exchange)[0]?.told === 0;
  }

  /** Whether an exchange was refused for want of what is done from now on: finds out what that is. */
  async explain(exchange: JudgedExchange, turn?: Turn): Promise<boolean> {
    const { id } = exchange.case.operation;
    if (this.#candidatesFor(exchange).length > 0)
      await this.#searched.of(id, () => this.#search(exchange, turn));
    const { since = 0 } = this.#found.get(id) ?? {};
    return mayWant(exchange) && exchange.sequence < since;
  }

  /** A template with all done that its operation needs. */
  async prepared(template: CaseTemplate, turn?: Turn): Promise<CaseTemplate> {
    const { operation, id } = template;
    const { needed = [] } = this.#found.get(operation.id) ?? {};
    let ready = template;
    for (const prerequisite of needed) {
      const { given } = ready;
      if (given === undefined || identityIn(given, prerequisite) === undefined) continue;
      const done = await this.#done.of(keyOf(prerequisite, given), () =>
        this.#change(prerequisite, given, id, turn),
      );
      const after = done && (await this.#after(prerequisite, { done, given, turn }));
      if (after !== undefined) ready = withChange(ready, after);
    }
    return ready;
  }

  async #search(refused: JudgedExchange, turn: Turn | undefined): Promise<void> {
    const { operation } = refused.case;
    const plain = this.#generate && variationOf(this.#generate, operation, {});
    if (plain === undefined) return;
    const search = { refused, plain, turn, left: MOST_CHANGES };
    const vain = new Set<Prerequisite>();
    for (let made = 0; made < MOST_RESOURCES; made += 1) {
      const { needed, since } = await this.#walk(search, (candidate) => !vain.has(candidate));
      const [first] = needed;
      if (first === undefined) return;
      if (since !== undefined) {
        this.#found.set(operation.id, await this.#least(search, { needed, since }));
        return;
      }
      vain.add(first);
    }
  }

  /** Of several changes, the last may be all that it takes. */
  async #least({ refused, plain, turn }: Search, found: Found): Promise<Found> {
    const last = found.needed.at(-1)!;
    const given = found.needed.length > 1 ? await this.#means.make(plain, turn) : undefined;
    const done = given && (await this.#change(last, given, refused.case.id, turn));
    if (given === undefined || done === undefined || !acceptanceOf(done)) return found;
    const after = (await this.#after(last, { done, given, turn })) ?? given;
    const exchange = await this.#means.send(withGiven(plain, after), turn);
    return exchange && acceptanceOf(exchange) ? { ...found, needed: [last] } : found;
  }

  /** Changes the state of one resource until the operation takes it, as long as anything changes it. */
  async #walk(
    search: Search,
    isMeant: (candidate: Prerequisite) => boolean,
  ): Promise<Partial<Found> & Pick<Found, 'needed'>> {
    const { plain, turn } = search;
    let given = await this.#means.make(plain, turn);
    const needed: Prerequisite[] = [];
    let refusal: string | undefined;
    while (given !== undefined) {
      const template = withGiven(plain, given);
      const exchange = await this.#means.send(template, turn);
      if (exchange === undefined) return { needed };
      const before = refusal;
      refusal = refusalOf(exchange);
      // In another state, it may be refused for what else is in its body.
      const isOther = needed.length > 0 && refusal !== undefined && refusal !== before;
      const less = isOther ? await this.#means.sendLess(template, exchange, turn) : undefined;
      const taken = [exchange, less].find((sent) => sent && acceptanceOf(sent));
      if (taken !== undefined) return { needed, since: taken.sequence };
      const left = this.#candidatesFor(exchange, given)
        .map(({ candidate }) => candidate)
        .filter((candidate) => isMeant(candidate) && !needed.includes(candidate));
      const change = await this.#firstTaken(search, left, given);
      if (change === undefined) return { needed };
      needed.push(change.prerequisite);
      given = change.given;
    }
    return { needed };
  }

  async #firstTaken(
    search: Search,
    candidates: readonly Prerequisite[],
    given: Given,
  ): Promise<{ prerequisite: Prerequisite; given: Given } | undefined> {
    const { refused, turn } = search;
    for (const prerequisite of candidates) {
      if (search.left <= 0) return undefined;
      search.left -= 1;
      const done = await this.#change(prerequisite, given, refused.case.id, turn);
      if (done === undefined || !acceptanceOf(done)) continue;
      const after = await this.#after(prerequisite, { done, given, turn });
      return { prerequisite, given: after ?? given };
    }
    return undefined;
  }

  /** Sends a change; `undefined` where that can't be made up, or may not be sent. */
  async #change(
    { operation, sets, ...of }: Prerequisite,
    given: Given,
    followsUp: string,
    turn: Turn | undefined,
  ): Promise<JudgedExchange | undefined> {
    const identity = identityIn(given, of);
    if (identity === undefined || this.#generate === undefined) return undefined;
    const { family, reference } = of;
    const parameters = { ...given.parameters, [family.parameter]: identity };
    const names = new Set(Object.keys(parameters));
    if (pathParameters(operation).some(({ name }) => !names.has(name))) return undefined;
    const { document } = this.#generate;
    const variation = sets === undefined ? {} : setting(document, family, operation, sets);
    const template = variationOf(this.#generate, operation, variation, names);
    if (template === undefined) return undefined;
    const around = reference === undefined ? whole(given) : { parameters, resource: {} };
    // What else its body refers to is made for it: what is put into a cart.
    const isReferring = template.references !== undefined && template.references.length > 0;
    const alone = isReferring ? variationOf(this.#generate, operation, variation) : undefined;
    const made = alone && (await this.#means.make(alone, turn));
    const about = { ...around, references: { ...made?.references, ...around.references } };
    const id = `${followsUp}/first/${kebabCase(operation.id)}`;
    const validity = notPromised('it is done for what another operation may need');
    return this.#means.send({ ...withGiven(template, about), id, followsUp, validity }, turn);
  }

  /** What is given after a change, with its version; `undefined` where that tells nothing of it. */
  async #after(
    prerequisite: Prerequisite,
    { done, given, turn }: { done: JudgedExchange; given: Given; turn: Turn | undefined },
  ): Promise<Given | undefined> {
    const left = leftOf(prerequisite, done, given);
    if (left === undefined || given.etag === undefined) return left;
    const told = etagOf(done);
    const read = (): Promise<string | undefined> =>
      this.#version({ done, family: prerequisite.family, given: left, turn });
    return { ...left, etag: told ?? (await this.#versions.of(`${done.sequence}`, read)) };
  }

  /** The version of what was changed, as it is read; `undefined` where it can't be. */
  async #version({
    done: { case: changed },
    family: { item },
    given: { etag: _before, ...given },
    turn,
  }: {
    done: JudgedExchange;
    family: ItemFamily;
    given: Given;
    turn: Turn | undefined;
  }): Promise<string | undefined> {
    const operation = this.#generate && operationAt(this.#generate.document, 'GET', item);
    if (this.#generate === undefined || operation === undefined) return undefined;
    const names = new Set(Object.keys(given.parameters));
    const template = variationOf(this.#generate, operation, {}, names);
    if (template === undefined) return undefined;
    const about = withGiven(template, { ...given, resource: {} });
    const { id, followsUp, validity } = changed;
    const read = { ...about, id: `${id}/version`, followsUp, validity };
    const exchange = await this.#means.send(read, turn);
    return exchange && etagOf(exchange);
  }

  /** What may have to be done before an operation takes what it has refused, the likeliest first. */
  #candidatesFor(
    exchange: JudgedExchange,
    given: Given | undefined = exchange.case.given,
  ): (Likelihood & { readonly candidate: Prerequisite })[] {
    const { case: sent, outcome } = exchange;
    const { operation } = sent;
    if (this.#generate === undefined || this.#accepted.has(operation.id)) return [];
    if (given === undefined || outcome.kind !== 'response' || !mayWant(exchange)) return [];
    const { document } = this.#generate;
    const { response } = outcome;
    const said = [saidWith(document, operation, `${response.status}`), saidOf(document, operation)];
    const texts = [wordsOf(response), ...said];
    const { resource } = whole(given);
    const ranked = this.#changesFor(operation).flatMap((candidate) => {
      const { family } = candidate;
      if (identityIn(given, candidate) === undefined) return [];
      const about = { document, family, resource: isLast(candidate, given) ? resource : {} };
      const likelihood = likelihoodOf(candidate, texts, about);
      return likelihood === undefined ? [] : [{ candidate, ...likelihood }];
    });
    return ranked.toSorted((a, b) => a.told - b.told || a.steps - b.steps);
  }

  /** What changes the state of what an operation is about: the innermost first, then what its body refers to. */
  #changesFor(operation: Operation): readonly Prerequisite[] {
    const known = this.#changes.get(operation);
    if (known !== undefined || this.#generate === undefined) return known ?? [];
    const alike = this.#generate;
    const { document, givenFor = nothingGiven } = alike;
    const families = [...resourceFamilies(document).values()];
    const through = families.filter(({ item }) => isPathWithin(operation.path, item));
    const byUser = givenBesidePath(document, operation, givenFor);
    const referred = referringBases(document, operation, byUser).references.flatMap((reference) => {
      const { key, isCreated, provider } = reference;
      const family = families.find(({ create }) => isCreated && create === provider.operation);
      return family === undefined ? [] : [{ family, reference: key }];
    });
    const subjects = [
      ...through.toSorted((a, b) => b.item.length - a.item.length).map((family) => ({ family })),
      // What has few names may be somebody's.
      ...referred.filter(
        ({ family: { create } }) => variationOf(alike, create, {})?.fixedIdentity !== true,
      ),
    ];
    const changes = subjects.flatMap((subject) =>
      stateChanges(document, subject.family)
        .filter((change) => change.operation !== operation && !this.#isSkipped(change.operation))
        .map((change): Prerequisite => ({ ...change, ...subject })),
    );
    this.#changes.set(operation, changes);
    return changes;
  }
}
