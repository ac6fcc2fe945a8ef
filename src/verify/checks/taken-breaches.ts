/** What a server has taken though the document rules it out: later answers have it, and that is no other fault. */
import { fromPointer, toPointer, valueAt } from '../../openapi/pointer.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { percentDecoded } from '../../openapi/percent.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { SchemaIssue } from '../../openapi/schema/check.ts';
import { jsonOf } from '../../http/body-text.ts';
import { plainName } from '../../model/resources/names.ts';
import type { Case, JudgedExchange } from '../cases/case.ts';
import { brokenName, brokenPart } from './breach.ts';
import { isStanding } from './standing.ts';

/** What a request broke, and how what it was about is known again. */
interface Taken {
  /** The property; `undefined` where it is the body as a whole. */
  readonly name: string | undefined;
  readonly value: JsonValue | undefined;
  /** What its path and its answer name the resource by. */
  readonly identities: ReadonlySet<string>;
  /** What else was sent that hardly anything else has. */
  readonly fellows: readonly (readonly [name: string, value: JsonValue])[];
}

/** So many are kept of one property. */
const MOST = 500;

/** See the file's description. A request that is under way may have been taken already. */
export class TakenBreaches {
  readonly #document: OpenApiDocument;
  readonly #underWay = new Set<Case>();
  readonly #byName = new Map<string | undefined, Taken[]>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /** Notes a case before it is sent. */
  expect(sent: Case): void {
    if (sent.validity.kind === 'invalid') this.#underWay.add(sent);
  }

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
    const waiting = [...this.#underWay].map((sent) => takenOf(sent, this.#document));
    const about = waiting.filter((taken) => taken.name === name || taken.name === undefined);
    const known = [name, undefined].flatMap((key) => this.#byName.get(key) ?? []);
    return [...known, ...about].some((taken) => {
      const isIt = value !== undefined && isRare(value) && isLeftBy(taken.value, value);
      return isIt || holders.some((holder) => isAbout(taken, holder));
    });
  }
}

/** @param exchange With its answer, which may name what was made. */
function takenOf(sent: Case, document: OpenApiDocument, exchange?: JudgedExchange): Taken {
  const part = brokenPart(sent, document);
  const body = sent.request.value;
  const answer =
    exchange?.outcome.kind === 'response' ? jsonOf(exchange.outcome.response.body) : undefined;
  return {
    name: part?.name,
    value: part?.value,
    identities: new Set([...namesInPath(sent), ...identitiesIn(answer), ...aloneIn(answer, sent)]),
    fellows: Object.entries(isJsonObject(body) ? body : {}).filter(
      ([name, value]) => name !== part?.name && isRare(value),
    ),
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

function isAbout({ identities, fellows }: Taken, holder: JsonObject): boolean {
  return (
    identitiesIn(holder).some((identity) => identities.has(identity)) ||
    fellows.some(([name, value]) => equalJson(getProperty(holder, name) ?? null, value))
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

/** What something says that it is known by. */
function identitiesIn(value: JsonValue | undefined): string[] {
  if (!isJsonObject(value)) return [];
  const named = Object.entries(value).filter(([name]) => IDENTITY.test(plainName(name)));
  return named.flatMap(([, member]) =>
    typeof member === 'object' && !isJsonNumber(member) ? [] : textOf(member),
  );
}

const IDENTITY = /^(?:id|uuid|key|slug|code)$/;

/** Shorter texts, and numbers nearer to 0, stand in two places by chance. */
const LEAST_CHARACTERS = 8;
const LEAST_NUMBER = 50;

function isRare(value: JsonValue): boolean {
  if (isJsonNumber(value)) return Math.abs(Number(textOf(value))) >= LEAST_NUMBER;
  return typeof value === 'string' && value.length >= LEAST_CHARACTERS;
}
