/** What a refusal says in words, and what the request has of which it may speak. */
import { escapePattern } from '../../openapi/escape-pattern.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { jsonOf, looseText } from '../../http/body-text.ts';
import type { ReceivedResponse } from '../../http/exchange.ts';
import { wordsOf as wordsOfName } from '../../model/lists/item-properties.ts';
import type { AnsweredExchange, JudgedExchange } from '../cases/case.ts';

/** A property of a body, at any depth. */
export interface Member {
  readonly name: string;
  /** The names that lead to it, whichever items of lists it is in. */
  readonly place: string;
  readonly value: JsonValue;
}

/** Deeper ones are those of bodies that are made to be deep. */
export const DEPTH = 8;

/** A body that is an object; one of nothing where it is none. */
export function bodyOf({ case: { request } }: JudgedExchange): JsonObject {
  return isJsonObject(request.value) ? request.value : {};
}

/** The properties of a body that is an object. */
export function membersOf(exchange: JudgedExchange): Member[] {
  return membersIn(bodyOf(exchange));
}

/** The properties of a value, at any depth. */
export function membersIn(value: JsonValue, above: string = '', depth: number = 0): Member[] {
  if (depth > DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((item) => membersIn(item, above, depth + 1));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = above + name;
    return [{ name, place, value: member }, ...membersIn(member, `${place}.`, depth + 1)];
  });
}

/** Whether a text stands in others as a word. */
export function isWord(text: string, words: string): boolean {
  return wordPattern(text).test(words);
}

/** Whether words speak of a property: `Limit must be at least 1`, at the start of a sentence, is about `limit`. */
export function isNamedIn(words: string, name: string): boolean {
  return isWord(name, words) || isWord(name.charAt(0).toUpperCase() + name.slice(1), words);
}

/** Finds a text where it is a word of others. */
export function wordPattern(text: string): RegExp {
  return new RegExp(`(?<![\\w-])${escapePattern(text)}(?![\\w-])`, 'g');
}

/** What a refusal says of a value that has to be there. */
const MISSED =
  /\brequired?s?\b|\bmissing\b|\bmandatory\b|\bneed(?:s|ed)?\b|\bmust (?:be|have|contain)\b|\b(?:not|isn't|no) (?:present|provided|set|given|specified|found)\b|\b(?:undefined|null|empty|blank)\b/i;

/** Which of some properties, none of which was sent, a refusal misses. */
export function missedIn(response: ReceivedResponse, names: Iterable<string>): string[] {
  const words = wordsOf(response);
  return MISSED.test(words) ? [...names].filter((name) => isNamedIn(words, name)) : [];
}

/** What a refusal says of a value that something else has. */
export const TAKEN: RegExp = /already|taken|exists|in use|\bused\b|duplicate|\bunique\b|conflict/i;

/** The texts of an answer in JSON, else all of it: codes in words, too, and what is said of fields behind their names. */
export function wordsOf({ body }: Pick<ReceivedResponse, 'body'>): string {
  const value = jsonOf(body);
  return value === undefined ? looseText(body) : textsIn(value).join(' ');
}

/** What a map is called that has what is wrong with fields by their names. */
const OF_FIELDS = /error|field|violation|invalid|detail/i;
/** Names in it that are no fields. */
const NO_FIELD =
  /^(?:message|msg|code|type|kind|status|details?|title|name|reason|description|errors?|path|field|param|value|id|instance|location|timestamp)$/i;

function textsIn(value: JsonValue, above: string = ''): string[] {
  if (typeof value === 'string') return [value, ...codesIn(value).flatMap(wordsOfName)];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const texts = textsIn(member, name);
    const isField = OF_FIELDS.test(above) && !NO_FIELD.test(name) && texts.length > 0;
    return isField ? [name, ...texts] : texts;
  });
}

/** `notFound`, `EMAIL_NOT_FOUND`; of a longer text, `ROLE_NOT_FOUND: viewer`, those in capitals. */
function codesIn(text: string): readonly string[] {
  if (!/^\w{1,64}$/.test(text)) return text.match(/\b[A-Z]+(?:_[A-Z\d]+)+\b/g) ?? [];
  return /[a-z][A-Z]|[A-Za-z]_[A-Za-z]/.test(text) ? [text] : [];
}

/** What a schema says of the property at a place, as a {@link Member} has it. */
export function schemaAt(schema: EffectiveSchema, place: string): EffectiveSchema | undefined {
  return place.split('.').reduce<EffectiveSchema | undefined>((above, name) => {
    const inside = above?.items ?? above;
    return inside?.properties.get(name);
  }, schema);
}

/** Says why a valid request was refused, where that shows a rule of the server's own; `undefined` where it doesn't. */
export type ServerRule = (exchange: AnsweredExchange) => string | undefined;
