/** What a refusal says in words that a value has to be like, where its schema says no more than the type. */
import { boundsOf } from '../../openapi/schema/fitting-numbers.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import {
  type JsonObject,
  type JsonValue,
  isJsonNumber,
  isJsonObject,
  propertyAt,
} from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { isExpression } from '../../openapi/schema/pattern.ts';
import { jsonOf, looseText } from '../../http/body-text.ts';
import type { ReceivedResponse } from '../../http/exchange.ts';
import { wordsOf as wordsOfName } from '../../model/lists/item-properties.ts';

import { type Slot, slotsOf } from '../../model/requests/slots.ts';
import { isWord, wordPattern } from './refusal-words.ts';
import { saidBounds } from './stated-bounds.ts';

/** A property of a body, and what a server says of it. */
export interface ToldSchema {
  /** Keys that lead to it from the body. */
  readonly path: readonly string[];
  /** As JSON Schema has it. */
  readonly schema: JsonObject;
}

/**
 * What a refusal says of the values of a body, each once.
 *
 * @param schema That of the body.
 */
export function toldSchemas(
  body: JsonValue,
  response: Pick<ReceivedResponse, 'body'>,
  schema: EffectiveSchema,
): ToldSchema[] {
  const told = subjectsOf(body, response, schema).flatMap(({ statement, slot }): ToldSchema[] => {
    const keywords = keywordsIn(statement, slot);
    return keywords === undefined ? [] : [{ path: slot.path, schema: keywords }];
  });
  return [...new Map(told.map((each) => [each.path.join('/'), each])).values()];
}

/** The properties of a body that a refusal speaks of, in its order. */
export function subjectsOf(
  body: JsonValue,
  response: Pick<ReceivedResponse, 'body'>,
  schema: EffectiveSchema,
): { readonly statement: Statement; readonly slot: SentSlot }[] {
  const slots = slotsOf(schema, body, []).map((slot) => ({
    ...slot,
    sent: propertyAt(body, slot.path),
  }));
  return statementsOf(response).flatMap((statement) => {
    const slot = subjectOf(statement, slots);
    return slot === undefined ? [] : [{ statement, slot }];
  });
}

/** A sentence of a refusal. */
interface Statement {
  readonly words: string;
  /** Names above it and words beside it, the outermost first: `errors type`, `/type`. */
  readonly around: readonly string[];
}

/** Longer answers are pages, and no refusals. */
const LONGEST = 2000;

function statementsOf({ body }: Pick<ReceivedResponse, 'body'>): Statement[] {
  const value = jsonOf(body);
  if (value !== undefined) return statementsIn(value, []);
  const text = looseText(body);
  return text.length > LONGEST ? [] : [{ words: text, around: [] }];
}

function statementsIn(value: JsonValue, around: readonly string[]): Statement[] {
  if (typeof value === 'string') return isSentence(value) ? [{ words: value, around }] : [];
  if (Array.isArray(value)) return value.flatMap((item) => statementsIn(item, around));
  if (!isJsonObject(value)) return [];
  const beside = wordsIn(value);
  return Object.entries(value).flatMap(([name, member]) =>
    statementsIn(member, [...around, ...(isSentence(member) ? beside : []), name]),
  );
}

function isSentence(value: JsonValue): boolean {
  return typeof value === 'string' && value.includes(' ');
}

/** Its texts that are no sentences, a list of them as one. */
function wordsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return isSentence(value) ? [] : [value];
  if (Array.isArray(value)) {
    const texts = value.filter((item) => typeof item === 'string');
    return texts.length > 0 && texts.length === value.length ? [`[${texts.join(', ')}]`] : [];
  }
  return isJsonObject(value) ? Object.values(value).flatMap(wordsIn) : [];
}

interface SentSlot extends Slot {
  readonly sent: JsonValue | undefined;
}

/** The value that a statement quotes, else the one that it names or stands below, else the only one. */
function subjectOf({ words, around }: Statement, all: readonly SentSlot[]): SentSlot | undefined {
  const slots = all.filter(({ sent }) => sent !== undefined && isScalar(sent));
  const quoted = slots.filter(({ sent }) => {
    const text = textOf(sent!);
    return text.length > 2 && isWord(text, words);
  });
  if (quoted.length === 1) return quoted[0];
  const named = [words, ...around.toReversed()].map((text) => firstNamed(text, slots));
  const [only, ...others] = slots;
  return named.find((slot) => slot !== undefined) ?? (others.length === 0 ? only : undefined);
}

function isScalar(value: JsonValue): boolean {
  return typeof value !== 'object' || isJsonNumber(value);
}

/** Of several, the one that comes first. */
function firstNamed(text: string, slots: readonly SentSlot[]): SentSlot | undefined {
  const found = slots.flatMap((slot) => {
    const name = slot.path.findLast((key) => !/^\d+$/.test(key))!;
    const places = [name, wordsOfName(name).join(' ')].flatMap((word) => {
      return Array.from(
        text.toLowerCase().matchAll(wordPattern(word.toLowerCase())),
        ({ index }) => index,
      );
    });
    return places.length === 0 ? [] : [{ slot, at: Math.min(...places) }];
  });
  return found.toSorted((a, b) => a.at - b.at)[0]?.slot;
}

/** What is said of a value, as a schema has it; `undefined` where that is nothing, or its own schema says it. */
function keywordsIn(
  statement: Statement,
  { schema, sent, path }: SentSlot,
): JsonObject | undefined {
  const [type, ...others] = schema.types.filter((known) => known !== 'null');
  if (type === undefined || others.length > 0 || schema.values !== undefined) return undefined;
  const keywords =
    type === 'string'
      ? ofText(statement, schema, [textOf(sent!), path.at(-1)!])
      : ofNumber(statement, schema);
  return Object.keys(keywords).length === 0 ? undefined : { type, ...keywords };
}

function ofNumber({ words }: Statement, schema: EffectiveSchema): JsonObject {
  const isOpen =
    schema.types.some((type) => type === 'integer' || type === 'number') &&
    boundsOf(schema).length === 0;
  return isOpen ? saidBounds(words) : {};
}

/** @param known What is no value that could be meant. */
function ofText(
  { words, around }: Statement,
  schema: EffectiveSchema,
  known: readonly string[],
): JsonObject {
  const { format, pattern, minLength, maxLength } = schema;
  if ((format ?? pattern) !== undefined) return {};
  const values = [words, ...(ONE_OF.test(words) ? around : [])]
    .map((text) => valuesIn(text).filter((value) => !known.includes(value)))
    .find(({ length }) => length > 0);
  if (values !== undefined) return { enum: values };
  const isSized = minLength > 0 || maxLength !== undefined;
  return { ...formIn(words), ...(isSized ? {} : sizeIn(words)) };
}

/** What comes before the values that there may be. */
const ONE_OF =
  /\b(?:one of|any of|either|allowed|permitted|accepted|supported|available|valid (?:values?|options?|types?|choices?)|expected|expecting|(?:must|should|has to|can(?: only)?|may only) be|choose|use)\b/i;

/** Those that stand in brackets, are quoted, or follow what says that they are all. */
const VALUES: readonly RegExp[] = [
  /\[([^[\]]+)\]/,
  /((?:["'`‘“][^"'`‘’“”]+["'`’”](?:\s*(?:,|\||\/|\bor\b|\band\b))*\s*)+)/,
  /(?:\b(?:one|any) of|\bvalues|\boptions|\btypes|\beither)(?: (?:the|following|allowed|valid|values|options|types|are))*\s*:?\s*([\w-]+(?:(?:\s*(?:,|\||\bor\b))+\s*[\w-]+)+)/i,
];

function valuesIn(text: string): string[] {
  const start = ONE_OF.exec(text)?.index ?? (text.startsWith('[') ? 0 : text.length);
  const [list = ''] = VALUES.flatMap((pattern) => pattern.exec(text.slice(start))?.[1] ?? []);
  const quoted = Array.from(list.matchAll(/["'`‘“]([^"'`‘’“”]+)["'`’”]/g), ([, value]) => value!);
  const bare = (): string[] => list.split(/[,|]|\bor\b/).map((value) => value.trim());
  return quoted.length > 0 ? quoted : bare().filter((value) => value !== '');
}

/** What is said of how a text is written, and the format or pattern that this is. */
const FORMS: readonly (readonly [said: RegExp, keywords: JsonObject])[] = [
  [/\bur[li]s?\b/i, { format: 'uri' }],
  [/\be-?mails?\b/i, { format: 'email' }],
  [/\b[ug]uids?\b/i, { format: 'uuid' }],
  [/\bISO[- _]?8601\b|\bRFC[- _]?3339\b|\bdate-?time\b|\btimestamp\b/i, { format: 'date-time' }],
  [/\bdates?\b/i, { format: 'date' }],
  [/\bIPv6\b/i, { format: 'ipv6' }],
  [/\bIP(?:v4)?\b/i, { format: 'ipv4' }],
  [/\bhost ?name\b/i, { format: 'hostname' }],
  [/\bdomain\b/i, { format: 'hostname', not: { pattern: '^[^.]*$' } }],
  [/\b(?:number|integer|numeric|digits)\b/i, { pattern: '^[1-9][0-9]{0,5}$' }],
];

/** What is said of a text that is not written as it has to be. */
const WRITTEN =
  /\b(?:in)?valid\b|\bmust\b|\bshould\b|\bhas to be\b|\bis not\b|\bnot an?\b|\bmalformed\b|\bexpect(?:ed|ing)\b|\bparse\b|\bfailed on\b|\bformat\b/i;

/** A pattern that is quoted from its start to its end. */
const PATTERN = /\^\S+\$/;

function formIn(words: string): JsonObject {
  if (!WRITTEN.test(words)) return {};
  const [pattern] = PATTERN.exec(words) ?? [];
  if (pattern !== undefined && isExpression(pattern)) return { pattern };
  return FORMS.find(([said]) => said.test(words))?.[1] ?? {};
}

const CHARACTERS = String.raw`\W*(\d+)\W*(?:characters?|chars?|letters?|symbols?)\b`;
const LEAST = new RegExp(
  `(?:at least|minimum(?: length)?(?: of| is)?|longer than(?: or equal to)?|>=)${CHARACTERS}`,
  'i',
);
const MOST = new RegExp(
  `(?:at most|maximum(?: length)?(?: of| is)?|shorter than(?: or equal to)?|up to|no(?:t)? (?:be )?(?:more|longer) than|exceed|<=)${CHARACTERS}`,
  'i',
);

function sizeIn(words: string): JsonObject {
  const [minLength, maxLength] = [LEAST, MOST].map((said) => Number(said.exec(words)?.[1] ?? NaN));
  return {
    ...(Number.isNaN(minLength) ? {} : { minLength }),
    ...(Number.isNaN(maxLength) ? {} : { maxLength }),
  };
}
