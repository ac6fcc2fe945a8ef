/** What a server has taken though the document rules it out: later answers have it, and that is no other fault. */
import { fromPointer, toPointer, valueAt } from '../../openapi/pointer.ts';
import { onceFor } from '../../openapi/once.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { percentDecoded } from '../../openapi/percent.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonNumber,
  isJsonObject,
  objectOf,
} from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { equalJson, valueKey } from '../../openapi/schema/equal-json.ts';
import type { SchemaIssue } from '../../openapi/schema/check.ts';
import { jsonOf } from '../../http/body-text.ts';
import { plainName } from '../../model/resources/names.ts';
import type { Case, JudgedExchange } from '../cases/case.ts';
import { brokenName, brokenPart } from './breach.ts';
import { isStanding } from './standing.ts';
import { responseOf } from '../../http/exchange.ts';

/** What a request broke, and how what it was about is known again. */
interface Taken {
  /** The property; `undefined` where it is the body as a whole. */
  readonly name: string | undefined;
  readonly value: JsonValue | undefined;
  /** What its path and its answer name the resource by. */
  readonly identities: ReadonlySet<string>;
  /** What else was sent that hardly anything else has. */
  readonly fellows: readonly Member[];
}

type Member = readonly [name: string, value: JsonValue];

/** So many are kept of one property. */
const MOST = 500;

/** So many values are counted. */
const MOST_COUNTED = 50_000;

/** What is sent more often is the usual value. */
const SELDOM = 4;

/** See the file's description. A request that is under way may have been taken already. */
export class TakenBreaches {
  readonly #document: OpenApiDocument;
  /** What is under way, each with what it broke once somebody has asked. */
  readonly #underWay = new Map<Case, Taken | undefined>();
  readonly #byName = new Map<string | undefined, Taken[]>();
  /** How often a value was sent in a property. */
  readonly #counts = new Map<string, number>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /** Notes a case before it is sent. */
  expect(sent: Case): void {
    if (sent.validity.kind === 'invalid') this.#underWay.set(sent, undefined);
    if (this.#counts.size > MOST_COUNTED) this.#counts.clear();
    for (const member of rareMembers(sent.request.value)) {
      const key = memberKey(member);
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  /** Whether hardly any request has such a value there. */
  readonly #isSeldom = (member: Member): boolean =>
    (this.#counts.get(memberKey(member)) ?? 0) <= SELDOM;

  /** Notes how it was answered. */
  add(exchange: JudgedExchange): void {
    const { case: sent } = exchange;
    if (!this.#underWay.delete(sent) || !isStanding(exchange, 'success')) return;
    const taken = takenOf(sent, this.#document, exchange);
    const known = this.#byName.get(taken.name) ?? [];
    known.push(taken);
    this.#byName.set(taken.name, known.slice(-MOST));
  }

  /** Whether what is wrong with an answer is what such a request has left. */
  explains(issue: SchemaIssue, body: JsonValue): boolean {
    const name = brokenName(issue);
    const keys = fromPointer(issue.instancePointer);
    const around = [...keys.keys(), keys.length].map((end) =>
      valueAt(body, toPointer(keys.slice(0, end))),
    );
    const value = issue.keyword === 'required' ? undefined : around.at(-1);
    const holders = around.filter((part) => isJsonObject(part));
    const held = new Set(holders.flatMap((holder) => identitiesIn(holder)));
    const waiting = [...this.#underWay.keys()].map((sent) => this.#breachUnderWay(sent));
    const about = waiting.filter((taken) => taken.name === name || taken.name === undefined);
    const known = [name, undefined].flatMap((key) => this.#byName.get(key) ?? []);
    return [...known, ...about].some((taken) => {
      const isIt = value !== undefined && isRare(value) && isLeftBy(taken.value, value);
      return (
        isIt ||
        !held.isDisjointFrom(taken.identities) ||
        holders.some((holder) => isAbout(taken, holder, this.#isSeldom))
      );
    });
  }

  #breachUnderWay(sent: Case): Taken {
    const taken = this.#underWay.get(sent) ?? takenOf(sent, this.#document);
    this.#underWay.set(sent, taken);
    return taken;
  }
}

/** @param exchange With its answer, which may name what was made. */
function takenOf(sent: Case, document: OpenApiDocument, exchange?: JudgedExchange): Taken {
  const part = brokenPart(sent, document);
  const answer = jsonOf(exchange && responseOf(exchange)?.body);
  return {
    name: part?.name,
    value: part?.value,
    identities: new Set([
      ...namesInPath(sent),
      ...identitiesIn(objectOf(answer)),
      ...aloneIn(answer, sent),
    ]),
    fellows: rareMembers(sent.request.value).filter(([name]) => name !== part?.name),
  };
}

/** So many are counted on from a number. */
const COUNTED = 10_000;

/** Whether it is what was sent, or a number that was counted on from that. */
function isLeftBy(sent: JsonValue | undefined, value: JsonValue): boolean {
  if (sent === undefined) return false;
  if (!isJsonNumber(sent) || !isJsonNumber(value)) return equalJson(sent, value);
  const distance = Number(textOf(value)) - Number(textOf(sent));
  return equalJson(sent, value) || (distance > 0 && distance < COUNTED);
}

function isAbout(
  { fellows }: Taken,
  holder: JsonObject,
  isSeldom: (member: Member) => boolean,
): boolean {
  return fellows.some(
    (fellow) => equalJson(getProperty(holder, fellow[0]) ?? null, fellow[1]) && isSeldom(fellow),
  );
}

/** The values that stand for the parameters of its path. */
function namesInPath({ operation, request }: Case): string[] {
  const parts = request.target.split('?', 1)[0]!.split('/');
  return operation.path
    .split('/')
    .flatMap((part, i) => (part.includes('{') ? percentDecoded(parts[i] ?? '') : []));
}

/** The identity that is all a creation answers with: of a change, it may be how many were changed. */
function aloneIn(answer: JsonValue | undefined, { request: { method } }: Case): string[] {
  const isAlone = typeof answer === 'string' || isJsonNumber(answer ?? null);
  return isAlone && method === 'POST' ? [textOf(answer ?? null)] : [];
}

/** What an object says that it is known by. Each of its parts asks: there may be thousands. */
const identitiesIn = onceFor((object: JsonObject): string[] => {
  const named = Object.entries(object).filter(([name]) => IDENTITY.test(plainName(name)));
  return named.flatMap(([, member]) =>
    typeof member === 'object' && !isJsonNumber(member) ? [] : textOf(member),
  );
});

const IDENTITY = /^(?:id|uuid|key|slug|code)$/;

/** Shorter texts, and numbers nearer to 0, stand in two places by chance. */
const LEAST_CHARACTERS = 8;
const LEAST_NUMBER = 50;

function isRare(value: JsonValue): boolean {
  if (isJsonNumber(value)) return Math.abs(Number(textOf(value))) >= LEAST_NUMBER;
  return typeof value === 'string' && value.length >= LEAST_CHARACTERS;
}

/** What of a body is not there by chance. */
function rareMembers(body: JsonValue | undefined): Member[] {
  const members = Object.entries(objectOf(body));
  return members.filter(([, value]) => isRare(value));
}

function memberKey([name, value]: Member): string {
  return `${name} ${valueKey(value)}`;
}
