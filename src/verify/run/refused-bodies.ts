/** Which bodies operations take that refuse what is valid. */
import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import {
  type CaseTemplate,
  type JudgedExchange,
  type LesserBodies,
  acceptanceOf,
  withGiven,
  withLesserBody,
} from '../cases/case.ts';
import { isForbiddenScene } from '../cases/other-texts.ts';
import { DoneOnce } from './done-once.ts';
import type { Turn } from './watch.ts';

/** What an operation takes where it has refused a valid body. */
interface Taken extends Pick<LesserBodies, 'naming'> {
  /** How many bodies it has refused before. */
  readonly refused: number;
  readonly body: JsonValue | undefined;
  /** Whether it takes only plain words. */
  readonly isPlain: boolean;
}

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
    const { refused = 0, isPlain = false } = this.#taken.get(template.operation.id) ?? {};
    return withLesserBody(template, refused, isPlain);
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
    if (lesser === undefined || validity.kind !== 'valid' || !isAboutBody(exchange)) return;
    const probe = given === undefined ? lesser.probe : withGiven(lesser.probe, given);
    await this.#lessened.of(operation.id, async () => {
      await this.attempt({ ...probe, lesser }, exchange, turn);
    });
  }

  /** Sends less and less in the body, until it is taken; `undefined` where none of it is. */
  async attempt(
    probe: CaseTemplate,
    exchange: JudgedExchange,
    turn?: Turn,
  ): Promise<JudgedExchange | undefined> {
    const { operation, lesser } = probe;
    if (lesser === undefined || !isAboutBody(exchange)) return undefined;
    const sent: JudgedExchange[] = [];
    let taken: JudgedExchange | undefined;
    for (const refused of attemptsAt(lesser, exchange)) {
      const isPlain = refused === lesser.count;
      const attempt = await this.#means.send(withLesserBody(probe, refused, isPlain), turn);
      if (attempt === undefined) break;
      sent.push(attempt);
      if (!acceptanceOf(attempt)) continue;
      taken = attempt;
      // What takes less was refused with more in it, if for something else that is there by now.
      const before = this.#taken.get(operation.id)?.refused ?? 0;
      const body = attempt.case.request.value;
      const found: Taken = { refused, body, naming: lesser.naming, isPlain };
      if (refused >= before) this.#taken.set(operation.id, found);
      break;
    }
    for (const attempt of sent) this.#means.note(attempt);
    return taken;
  }

  /** Of what has more in it than a body that is taken, nothing tells what is refused. */
  settled(exchange: JudgedExchange): JudgedExchange {
    const { operation, request, validity } = exchange.case;
    const taken = this.#taken.get(operation.id);
    if (!taken?.refused || validity.kind !== 'valid' || !isAboutBody(exchange)) return exchange;
    if (taken.isPlain && exchange.case.refusedBodies !== taken.refused) {
      const reason = 'with plain words in it, the body is taken';
      return { ...exchange, case: { ...exchange.case, validity: { kind: 'open', reason } } };
    }
    const beyond = beyondBody(request.value, taken.body);
    const [first] = beyond;
    if (first === undefined) return exchange;
    const isFlag = isJsonObject(request.value) && typeof request.value[first] === 'boolean';
    if (beyond.length === 1 && !taken.naming.has(first) && !isFlag) return exchange;
    const reason =
      beyond.length > 1 || isFlag
        ? 'with less in it, the body is taken'
        : `${first} may name something that has to be there: give --value ${first}=…`;
    return { ...exchange, case: { ...exchange.case, validity: { kind: 'open', reason } } };
  }
}

/** How many richer bodies are left out each time: where something is used already, all is sent with other texts first. */
function attemptsAt({ count }: LesserBodies, { outcome }: JudgedExchange): number[] {
  const all = Array.from({ length: count + 1 }, (_, refused) => refused);
  const isUsed = outcome.kind === 'response' && outcome.response.status === 409;
  if (!isUsed || count < 2) return all;
  return [0, count - 1, ...all.slice(1, -2), count];
}

/** Whether a request may be refused for what is in its body: not for who asks, or for what its path names. */
function isAboutBody(exchange: JudgedExchange): boolean {
  const { outcome } = exchange;
  if (outcome.kind === 'failure') return outcome.failure.kind === 'timeout';
  const { status } = outcome.response;
  // Where the path names nothing, the body names what is not found.
  const isNamed = exchange.case.operation.path.includes('{');
  return status >= 500 || [400, 409, 422].includes(status) || (status === 404 && !isNamed);
}

/** Names of properties that a body has and the other hasn't. */
function beyondBody(body: JsonValue | undefined, other: JsonValue | undefined): string[] {
  if (body === undefined || !isJsonObject(body)) return [];
  const known = other !== undefined && isJsonObject(other) ? other : {};
  return Object.keys(body).filter((name) => !Object.hasOwn(known, name));
}
