import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { bodySchema } from '../../model/media-type.ts';
import type { Operation } from '../../model/operation.ts';
import { withOffset } from '../../model/believable/timely-texts.ts';
import { type Given, type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { showTyped } from '../checks/show.ts';
import type { Oracle, ResourceOperations, Stage } from './oracle.ts';
import { isAnswered, responseOf } from '../../http/exchange.ts';

/** What a format allows is taken, however it is spelled. */
export const spellings: Oracle = {
  id: 'spellings',
  because:
    'A format defines which texts are valid: a date-time may have an offset and a fraction of a second, 29 February of a leap year is a date (RFC 3339, 5.6), and an address may have a plus (RFC 5321, 4.1.2).',
  *scenes({ document, resources }) {
    for (const kind of resources) {
      for (const operation of [kind.create, kind.replace, kind.change]) {
        const pointer = operation && bodySchema(operation.requestBody);
        if (operation === undefined || pointer === undefined) continue;
        const schema = effectiveSchema(document.root, pointer);
        const ofFormat = SPELLINGS.filter(({ format }) => hasFormat(schema, format));
        if (ofFormat.length === 0) continue;
        const play = (stage: Stage): Promise<void> =>
          playAll(stage, { kind, operation, schema }, ofFormat);
        yield {
          operation,
          title: 'takes each spelling of a format',
          requests: 1 + ofFormat.length,
          play,
        };
      }
    }
  },
};

/** A way to write texts of a format, and what shows that it is the spelling which is refused. */
interface Spelling {
  readonly format: string;
  /** Completes "a valid date-time is refused, …". */
  readonly words: string;
  /** Where the format says so. */
  readonly source: string;
  /** The text in this spelling; `undefined` where it can't be. */
  readonly spell: (text: string) => string | undefined;
  /** Others like it, which are taken where nothing but the spelling is the matter. */
  readonly plain: readonly ((text: string) => string | undefined)[];
}

function withFraction(text: string): string | undefined {
  return /:\d\d(?:\.\d+)?(?=Z|[+-])/i.test(text)
    ? text.replace(/(:\d\d)(?:\.\d+)?(?=Z|[+-])/i, '$1.250')
    : undefined;
}

function withoutQuery(text: string): string | undefined {
  return /^https?:/.test(text) ? text.replace(/[?#].*$/, '') : undefined;
}

/** A day around the end of February in the leap year that is nearest, away from today. */
function leapDay(day: string): (text: string) => string | undefined {
  return (text) => {
    const year = Number(text.slice(0, 4));
    if (!/^\d{4}-\d\d-\d\d$/.test(text) || year < 1908 || year > 2090) return undefined;
    const isPast = Date.parse(text) < Date.now();
    const leap = isPast ? year - (year % 4) - 4 : year - (year % 4) + 4;
    return `${leap}-${day}`;
  };
}

const SPELLINGS: readonly Spelling[] = [
  {
    format: 'email',
    words: 'with a plus before the @',
    source: 'RFC 5321, 4.1.2',
    spell: (text) => (text.includes('@') ? text.replace('@', '+kit@') : undefined),
    plain: [(text) => text.replace('@', '-kit@')],
  },
  {
    format: 'uri',
    words: 'with a query',
    source: 'RFC 3986, 3.4',
    spell: (text) => withoutQuery(text)?.concat('?from=kit&to=a%20b'),
    plain: [withoutQuery],
  },
  {
    format: 'date-time',
    words: 'with an offset',
    source: 'RFC 3339, 5.6',
    spell: withOffset,
    plain: [(text) => text],
  },
  {
    format: 'date-time',
    words: 'with a fraction of a second',
    source: 'RFC 3339, 5.6',
    spell: withFraction,
    plain: [(text) => text],
  },
  {
    format: 'date',
    words: 'as 29 February of a leap year',
    source: 'RFC 3339, 5.7',
    spell: leapDay('02-29'),
    plain: [leapDay('02-28'), leapDay('03-01')],
  },
];

/** So deep a body is looked into. */
const DEPTH = 4;

function hasFormat(schema: EffectiveSchema, format: string, depth = 0): boolean {
  if (schema.format === format && schema.types.includes('string')) return !schema.readOnly;
  if (depth === DEPTH || schema.readOnly) return false;
  const within = [...schema.properties.values(), ...(schema.items ? [schema.items] : [])];
  return within.some((part) => hasFormat(part, format, depth + 1));
}

/** A value in which the texts of a format are spelled anew. */
function respelled(
  value: JsonValue,
  schema: EffectiveSchema | undefined,
  format: string,
  spell: Spelling['spell'],
): JsonValue {
  if (schema === undefined) return value;
  if (typeof value === 'string') return schema.format === format ? (spell(value) ?? value) : value;
  if (Array.isArray(value)) {
    return value.map((item) => respelled(item, schema.items, format, spell));
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    respelled(member, schema.properties.get(name), format, spell),
  ]);
  return Object.fromEntries(members);
}

/** What is sent to whom. */
interface Subject {
  readonly kind: ResourceOperations;
  readonly operation: Operation;
  readonly schema: EffectiveSchema;
}

async function playAll(stage: Stage, subject: Subject, all: readonly Spelling[]): Promise<void> {
  const created = await stage.create(subject.kind);
  const isCreating = subject.operation === subject.kind.create;
  const given = isCreating ? stage.besides(created) : created.given;
  for (const spelling of all) await playOne(stage, subject, spelling, given);
}

async function playOne(
  stage: Stage,
  { operation, schema }: Subject,
  { format, words, source, spell, plain }: Spelling,
  given: Given,
): Promise<void> {
  const send = (written: Spelling['spell']): Promise<JudgedExchange> =>
    stage.send(operation, {
      given: { ...given, etag: undefined },
      change: ({ value, ...parts }) => ({
        ...parts,
        value: value === undefined ? value : respelled(value, schema, format, written),
      }),
    });
  const exchange = await send(spell);
  const isRefused = isAnswered(exchange, 400, 422);
  if (!isRefused || exchange.case.validity.kind === 'invalid') return;
  for (const usual of plain) if (acceptanceOf(await send(usual)) === undefined) return;
  stage.report(exchange, {
    rule: 'R1',
    message: `a valid ${format} is refused, ${words}`,
    received: showTyped(responseOf(exchange)!),
    documented: `format: ${format}, which has it (${source})`,
  });
}
