/** Which bodies operations take that refuse what is valid. */
import {
  type JsonValue,
  isJsonObject,
  objectOf,
  propertyAt,
} from '../../openapi/json/json-value.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import {
  ANYTHING,
  type EffectiveSchema,
  effectiveSchema,
} from '../../openapi/schema/effective-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { sampleValue } from '../../openapi/schema/sample-value.ts';
import { likelyLeaf } from '../../model/believable/likely-leaf.ts';
import { samePath } from '../../model/requests/body-base.ts';
import { type Slot, slotsOf } from '../../model/requests/slots.ts';
import { freeText, freshText } from '../../model/requests/fresh-identity.ts';
import type { ToldValue } from '../../model/requests/fresh-values.ts';
import {
  type CaseTemplate,
  type JudgedExchange,
  type LesserBodies,
  acceptanceOf,
  withGiven,
} from '../cases/case.ts';
import { isForbiddenScene, type TakenBody, withTakenBody } from '../cases/other-texts.ts';
import { isNamedIn, membersOf, missedIn, schemaAt, wordsOf } from '../checks/refusal-words.ts';
import { subjectsOf, toldSchemas } from '../checks/told-schemas.ts';
import { DoneOnce } from '../../openapi/once.ts';
import type { Turn } from './watch.ts';
import { isAnswered } from '../../http/exchange.ts';

/** A value as the refusals of a server say that it has to be. */
interface Told extends ToldValue {
  readonly schema: EffectiveSchema;
  /** Whether it is left out, as its refusals name it and say of no other value that it will do. Default false. */
  readonly isLeftOut?: boolean | undefined;
}

/** A body as it is tried. */
interface TriedBody extends TakenBody {
  readonly told: readonly Told[];
}

/** What an operation takes where it has refused a valid body. */
interface Taken extends TriedBody, Pick<LesserBodies, 'naming'> {
  readonly body: JsonValue | undefined;
}

interface Attempt {
  readonly body: TriedBody;
  readonly exchange: JudgedExchange;
}

/** So many times a server is given what it says that it wants. */
const MOST_TOLD = 6;

/** How requests are sent. */
interface Means {
  /** `undefined` where it isn't sent. */
  readonly send: (template: CaseTemplate, turn?: Turn) => Promise<JudgedExchange | undefined>;
  readonly note: (exchange: JudgedExchange) => void;
}

/** Finds out how much less must be in a body for an operation to take it. */
export class RefusedBodies {
  readonly #means: Means;
  readonly #lessened = new DoneOnce<void>();
  /** By operation id. */
  readonly #taken = new Map<string, Taken>();

  constructor(means: Means) {
    this.#means = means;
  }

  /** A template with as much in its body as its operation takes. */
  lessened(template: CaseTemplate): CaseTemplate {
    return withTakenBody(template, this.#taken.get(template.operation.id) ?? WHOLE);
  }

  /** Whether it is known by now that less than what was sent is taken. */
  hasLesser({ case: { operation, refusedBodies = 0 } }: JudgedExchange): boolean {
    return (this.#taken.get(operation.id)?.refused ?? 0) > refusedBodies;
  }

  /** Finds out which body the operation takes where it has refused one that is valid, but for what it may refer to. */
  async tryLesser(template: CaseTemplate, exchange: JudgedExchange, turn?: Turn): Promise<void> {
    const { given } = exchange.case;
    const { operation, lesser, validity } = template;
    // A scene has its resource to itself: nothing else may change it.
    if (operation.method !== 'POST' && isForbiddenScene(template, exchange)) return;
    if (lesser === undefined || !isAboutBody(exchange)) return;
    // What finds out whether a path names something is about a body as well.
    const isProbe = validity.kind === 'open' && template.id === lesser.probe.id;
    if (validity.kind !== 'valid' && !isProbe) return;
    const probe = given === undefined ? lesser.probe : withGiven(lesser.probe, given);
    await this.#lessened.of(operation.id, async () => {
      await this.attempt({ ...probe, lesser }, exchange, turn);
    });
  }

  /**
   * Sends less and less in the body, until it is taken, and then as the refusals say that it has to be; `undefined`
   * where none of it is.
   */
  async attempt(
    probe: CaseTemplate,
    exchange: JudgedExchange,
    turn?: Turn,
  ): Promise<JudgedExchange | undefined> {
    const { operation, lesser } = probe;
    if (lesser === undefined || !isAboutBody(exchange)) return undefined;
    const before = this.#taken.get(operation.id) ?? WHOLE;
    const attempts: Attempt[] = [];
    const isRefused = async (body: TriedBody): Promise<boolean> => {
      const attempt = await this.#means.send(withTakenBody(probe, body), turn);
      if (attempt !== undefined) attempts.push({ body, exchange: attempt });
      return attempt !== undefined && !acceptanceOf(attempt);
    };
    let goesOn = true;
    for (const refused of attemptsAt(lesser, exchange)) {
      if (!goesOn) break;
      const isPlain = refused === lesser.count;
      goesOn = await isRefused({ ...before, refused, isPlain });
    }
    if (goesOn) await this.#asTold(attempts, lesser.schema, isRefused);
    const last = attempts.findLast(({ exchange: attempt }) => acceptanceOf(attempt));
    // What takes less was refused with more in it, if for something else that is there by now.
    if (
      last &&
      (last.body.refused >= before.refused ||
        last.body.told !== before.told ||
        last.body.wanted !== before.wanted)
    ) {
      const { value: body } = last.exchange.case.request;
      this.#taken.set(operation.id, { ...last.body, body, naming: lesser.naming });
    }
    for (const attempt of attempts) this.#means.note(attempt.exchange);
    return last?.exchange;
  }

  /**
   * Sends the richest body and the one with the least in it as their refusals say, with what they miss, else as those
   * of other operations say, as long as each says something else.
   */
  async #asTold(
    attempts: readonly Attempt[],
    schema: EffectiveSchema,
    isRefused: (body: TriedBody) => Promise<boolean>,
  ): Promise<void> {
    for (const start of new Set([attempts[0], attempts.at(-1)])) {
      let last = start;
      for (let times = 0; times < MOST_TOLD; times += 1) {
        const wanted = last && wantedIn(last, schema);
        const told =
          last &&
          (toldIn(last, schema) ?? this.#toldElsewhere(last, schema) ?? leftOut(last, schema));
        const other = wanted ? { wanted } : told && { told };
        if (last === undefined || other === undefined) break;
        if (!(await isRefused({ ...last.body, ...other }))) return;
        last = attempts.at(-1);
      }
    }
  }

  /** With what refusals of another operation say of one more property, called the same; `undefined` where there is none. */
  #toldElsewhere({ body, exchange }: Attempt, schema: EffectiveSchema): Told[] | undefined {
    const known = [...this.#taken.values()].flatMap(({ told }) => told);
    for (const slot of slotsOf(schema, exchange.case.request.value ?? null, [])) {
      const isNew = !body.told.some(({ path }) => samePath(path, slot.path));
      const elsewhere = isNew ? known.find((other) => isAlike(other, slot)) : undefined;
      if (elsewhere !== undefined) return [...body.told, drawnAs(slot.path, elsewhere.schema.root)];
    }
    return undefined;
  }

  /** Of what has more in it than a body that is taken, nothing tells what is refused. */
  settled(exchange: JudgedExchange): JudgedExchange {
    const taken = this.#taken.get(exchange.case.operation.id);
    return settledBy(exchange, () => taken && reasonFor(exchange, taken));
  }

  /** Of what was sent before refusals were understood, those tell nothing that ask for another value. */
  settledSince(exchange: JudgedExchange): JudgedExchange {
    const { told = [] } = this.#taken.get(exchange.case.operation.id) ?? {};
    return settledBy(exchange, () => otherThanTold(exchange, told));
  }
}

/** @param reasonOf Why a valid request tells nothing that is refused for its body; `undefined` where it tells something. */
function settledBy(exchange: JudgedExchange, reasonOf: () => string | undefined): JudgedExchange {
  const isMeant = exchange.case.validity.kind === 'valid' && isAboutBody(exchange);
  const reason = isMeant ? reasonOf() : undefined;
  if (reason === undefined) return exchange;
  return { ...exchange, case: { ...exchange.case, validity: { kind: 'open', reason } } };
}

/** Which of its values is another than refusals say that it has to be, in words; `undefined` where none is. */
function otherThanTold({ case: sent }: JudgedExchange, told: readonly Told[]): string | undefined {
  const { value = null } = sent.request;
  const other = told.find(({ path, schema }) => {
    const given = propertyAt(value, path);
    return given !== undefined && !isValidFor(given, schema);
  });
  const name = other?.path.join('.');
  if (other?.isLeftOut === true) return `without ${name}, the body is taken`;
  return other && `only its refusals say what ${name} has to be`;
}

/** What no value is of. */
const NOTHING = effectiveSchema(false, '');

/** A list of nothing. */
const EMPTY = effectiveSchema({ maxItems: 0 }, '');

/** Where nothing is known of what an operation takes. */
const WHOLE: TriedBody = { refused: 0, isPlain: false, told: [] };

/** Why the refusal of a body says nothing, as the operation takes another one; `undefined` where it says something. */
function reasonFor(exchange: JudgedExchange, taken: Taken): string | undefined {
  const sent = exchange.case;
  const { value = null } = sent.request;
  const other = otherThanTold(exchange, taken.told);
  if (other !== undefined) return other;
  if (taken.refused === 0) return undefined;
  if (taken.isPlain && sent.refusedBodies !== taken.refused)
    return 'with plain words in it, the body is taken';
  const beyond = beyondBody(value, taken.body);
  const [first] = beyond;
  if (first === undefined) return undefined;
  const isFlag = isJsonObject(value) && typeof value[first] === 'boolean';
  if (beyond.length > 1 || isFlag) return 'with less in it, the body is taken';
  return taken.naming.has(first)
    ? `${first} may name something that has to be there: give --value ${first}=…`
    : undefined;
}

/** What a server has said by now of its values; `undefined` where a refusal says nothing else. */
function toldIn({ body, exchange }: Attempt, schema: EffectiveSchema): Told[] | undefined {
  const { case: sent, outcome } = exchange;
  if (outcome.kind !== 'response') return undefined;
  const told = toldSchemas(sent.request.value ?? null, outcome.response, schema).flatMap(
    ({ path, schema: said }) => {
      const known = body.told.find((other) => samePath(other.path, path))?.schema.root;
      const whole = { ...objectOf(known), ...said };
      return known !== undefined && equalJson(known, whole) ? [] : [drawnAs(path, whole)];
    },
  );
  const others = body.told.filter(({ path }) => !told.some((each) => samePath(each.path, path)));
  return told.length === 0 ? undefined : [...others, ...told];
}

/** What a body is to have, too, as its refusals miss it; `undefined` where they miss nothing that it could have. */
function wantedIn(
  { body, exchange }: Attempt,
  { properties }: EffectiveSchema,
): string[] | undefined {
  const { case: sent, outcome } = exchange;
  if (outcome.kind !== 'response' || !isJsonObject(sent.request.value)) return undefined;
  const { wanted = [] } = body;
  const known = new Set([...wanted, ...Object.keys(sent.request.value)]);
  const missed = missedIn(
    outcome.response,
    [...properties].flatMap(([name, { readOnly }]) => (known.has(name) || readOnly ? [] : [name])),
  );
  return missed.length === 0 ? undefined : [...wanted, ...missed];
}

/** Without what is optional of the properties that a refusal names; `undefined` where there is none of these. */
function leftOut({ body, exchange }: Attempt, schema: EffectiveSchema): Told[] | undefined {
  const { case: sent, outcome } = exchange;
  if (outcome.kind !== 'response') return undefined;
  const named = subjectsOf(sent.request.value ?? null, outcome.response, schema);
  const told = named.flatMap(({ slot }): Told[] => {
    const optional = optionalOf(slot.path, schema);
    if (optional === undefined) return [];
    const { path, isItem } = optional;
    // Of what the document lists, each value has to be taken.
    const left = slot.schema.values === undefined ? (isItem ? EMPTY : NOTHING) : ANYTHING;
    return [{ path, schema: left, draw: () => (isItem ? [] : undefined), isLeftOut: true }];
  });
  const others = body.told.filter(({ path }) => !told.some((each) => samePath(each.path, path)));
  return told.length === 0 ? undefined : [...others, ...told];
}

/** The innermost part of a path whose end is optional, or a list that may have no item. */
function optionalOf(
  path: readonly string[],
  schema: EffectiveSchema,
): { readonly path: readonly string[]; readonly isItem: boolean } | undefined {
  const isItem = (name: string): boolean => /^\d+$/.test(name);
  const end = [...path.keys()].toReversed().find((i) => {
    const above = path.slice(0, i).filter((name) => !isItem(name));
    const holder = above.length === 0 ? schema : schemaAt(schema, above.join('.'));
    if (holder === undefined) return false;
    return isItem(path[i]!)
      ? holder.minItems === 0
      : !(holder.items ?? holder).required.has(path[i]!);
  });
  if (end === undefined) return undefined;
  const isInList = isItem(path[end]!);
  return { path: path.slice(0, isInList ? end : end + 1), isItem: isInList };
}

/** Whether what is said of one property is said of another: both have the same name and type. */
function isAlike({ path, schema }: Told, slot: Slot): boolean {
  return (
    path.at(-1) === slot.path.at(-1) &&
    slot.schema.values === undefined &&
    schema.types.every((type) => slot.schema.types.includes(type))
  );
}

function drawnAs(path: readonly string[], said: JsonValue): Told {
  const schema = effectiveSchema(said, '');
  const text = freshText(path.at(-1)!, schema) ?? freeText(schema);
  const draw: Told['draw'] = (fresh) => {
    const drawn = text?.draw(fresh);
    return drawn !== undefined && isValidFor(drawn, schema)
      ? drawn
      : sampleValue(schema, { side: 'request', believer: likelyLeaf() });
  };
  return { path, schema, draw };
}

/** How many richer bodies are left out each time: where something is used already, all is sent with other texts first. */
function attemptsAt({ count }: LesserBodies, { outcome }: JudgedExchange): number[] {
  const all = Array.from({ length: count + 1 }, (_, refused) => refused);
  if (!isAnswered({ outcome }, 409) || count < 2) return all;
  return [0, count - 1, ...all.slice(1, -2), count];
}

/** Whether a request may be refused for what is in its body: not for who asks, or for what its path names. */
function isAboutBody(exchange: JudgedExchange): boolean {
  const { outcome } = exchange;
  if (outcome.kind === 'failure') return outcome.failure.kind === 'timeout';
  const { status } = outcome.response;
  // Where the path names nothing, the body names what is not found.
  const isNamed = exchange.case.operation.path.includes('{');
  if (status === 404) return !isNamed;
  // Some forbid what others call invalid.
  const words = status === 403 ? wordsOf(outcome.response) : '';
  const isForbidden = membersOf(exchange).some(({ name }) => isNamedIn(words, name));
  return status >= 500 || [400, 409, 422].includes(status) || isForbidden;
}

/** Names of properties that a body has and the other hasn't. */
function beyondBody(body: JsonValue | undefined, other: JsonValue | undefined): string[] {
  if (!isJsonObject(body)) return [];
  const known = objectOf(other);
  return Object.keys(body).filter((name) => !Object.hasOwn(known, name));
}
