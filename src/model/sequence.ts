/** Sequential media types: texts of values in a row (OpenAPI 3.2.0, 4.14.2). */
import { type JsonObject, type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { type JsonParseResult, parseJson } from '../openapi/json/parse-json.ts';
import { stringifyJson, textOf } from '../openapi/json/stringify-json.ts';
import type { EffectiveSchema } from '../openapi/schema/effective-schema.ts';

/** How the values of a sequence are told apart. */
interface Framing {
  write(this: void, item: JsonValue): string;
  /** The texts of the values. */
  split(this: void, text: string): string[];
  read(this: void, text: string): JsonParseResult;
}

/** A text with a value in each line. */
const lines: Framing = {
  write: (item) => `${stringifyJson(item)}\n`,
  split: (text) => text.split(/\r?\n/).filter((line) => line.trim() !== ''),
  read: parseJson,
};

/** RFC 7464. */
const records: Framing = {
  write: (item) => `\u001E${stringifyJson(item)}\n`,
  split: (text) => text.split('\u001E').filter((record) => record.trim() !== ''),
  read: parseJson,
};

/** HTML, 9.2.5 and 9.2.6: what has no data is no event. */
const events: Framing = {
  write: (item) => {
    const { data = '', ...fields } = isJsonObject(item) ? item : { data: item };
    const before = Object.entries(fields).map(([name, value]) => `${name}: ${textOf(value)}\n`);
    const textLines = textOf(data).split(/\r\n|\r|\n/);
    return `${before.join('')}${textLines.map((line) => `data: ${line}\n`).join('')}\n`;
  },
  split: (text) => {
    const blocks = text.replace(/^\uFEFF/, '').split(/(?:\r\n|\r|\n){2}/);
    return blocks.filter((block) => /^data(?::|$)/m.test(block));
  },
  read: (text) => ({ ok: true, value: eventOf(text) }),
};

function eventOf(text: string): JsonObject {
  const event: JsonObject = {};
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^(event|data|id|retry)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name === 'data')
      event[name] = 'data' in event ? `${textOf(event[name]!)}\n${value}` : value;
    else if (name === 'retry' && /^\d+$/.test(value)) event[name] = Number(value);
    else if (name === 'event' || name === 'id') event[name] = value;
  }
  return event;
}

/** Events with JSON as their data, as what is documented of it tells. */
const typedEvents: Framing = {
  ...events,
  read: (text) => {
    const event = eventOf(text);
    const content = parseJson(textOf(event['data'] ?? ''));
    return content.ok ? { ok: true, value: { ...event, data: content.value } } : content;
  },
};

/** The fields of an event. */
const FIELDS: ReadonlySet<string> = new Set(['event', 'data', 'id', 'retry']);

/** Events of which the values are what their data is. */
const data: Framing = {
  write: (item) => events.write({ data: stringifyJson(item) }),
  split: events.split,
  read: (text) => parseJson(textOf(eventOf(text)['data'] ?? '')),
};

/** A sequence of a media type. */
export type Sequence = 'lines' | 'records' | 'events' | 'typed events' | 'data';

const FRAMINGS: Readonly<Record<Sequence, Framing>> = {
  lines,
  records,
  events,
  'typed events': typedEvents,
  data,
};

/**
 * How a media type tells values apart; `undefined` where it is no sequence that is known here.
 *
 * @param properties Of its values: where none is a field of an event, the document means what is in the data. Data that
 * may be no text is JSON.
 */
export function sequenceOf(
  name: string,
  properties: ReadonlyMap<string, Pick<EffectiveSchema, 'types'>> = new Map(),
): Sequence | undefined {
  const [essence = ''] = name.toLowerCase().split(/[;\s]/, 1);
  if (/^application\/(?:x-)?(?:jsonl|jsonlines|ndjson)$/.test(essence)) return 'lines';
  if (essence === 'text/event-stream') {
    const isData = properties.size > 0 && FIELDS.isDisjointFrom(properties);
    const isText = properties.get('data')?.types.includes('string') ?? true;
    return isData ? 'data' : isText ? 'events' : 'typed events';
  }
  return /^application\/json-seq$|\+json-seq$/.test(essence) ? 'records' : undefined;
}

/** Writes values in a row. */
export function writeSequence(sequence: Sequence, items: readonly JsonValue[]): string {
  return items.map((item) => FRAMINGS[sequence].write(item)).join('');
}

/** The values of a text, as a list. */
export function readSequence(sequence: Sequence, text: string): JsonParseResult {
  const { split, read } = FRAMINGS[sequence];
  const list: JsonValue[] = [];
  for (const [i, record] of split(text).entries()) {
    const item = read(record);
    if (!item.ok) return { ...item, message: `${item.message} of item ${i}` };
    list.push(item.value);
  }
  return { ok: true, value: list };
}
