/** When something happens, as a property's name tells it: the moments in an object's life. */
import { plainName } from '../resources/names.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import type { Leaf } from '../../openapi/schema/sample-value.ts';
import type { LeafOf, Subject } from './subject.ts';

/** The beginning of the day of a time, in milliseconds. */
export function dayOf(time: number): number {
  return time - (time % 86_400_000);
}

const NO_TIME = /duration|format|zone|range|field/i;
const TIME =
  /(?:[a-z_](?:At|Time(?:stamp)?|Date|UTC)|_(?:at|time(?:stamp)?|date|utc)|^timestamp)$|^date(?:[A-Z_]|$)|^(?:created|updated|modified|expires|expiration)$|(?:creat|updat|modifi|publish|clos|complet|delet|add|start|end)ed_?[Oo]n$|due_?[Oo]n$/;

/** Words that are written as one, such as `createtime`. */
const ALL_SMALL = /^(?:create|creation|update|modify|change|add|join|register)(?:time|date|stamp)$/;

/** What is a time by its name alone, such as `created_at`. */
export function isTimeName({ path }: Pick<Leaf, 'path'>): boolean {
  const name = path.at(-1) ?? '';
  return (TIME.test(name) || ALL_SMALL.test(name)) && !NO_TIME.test(name);
}

/** By plain names, the first that fits. What is over has a participle: `endedAt` was, `endsAt` may be ahead. */
const MOMENTS: readonly (readonly [
  names: RegExp,
  time: (about: Subject, now: number) => number,
])[] = [
  [/birth|dob$|born/, (about, now) => about.born(now)],
  [/^(?:scheduled|expected|estimated|planned|next)/, (about, now) => about.starts(now)],
  [/creat|made|^(?:add|regist|join|order|issu)/, (about, now) => about.created(now)],
  [
    /updat|modif|chang|^(?:last|previous|edit)|(?:[a-z]ed|paid|sent)(?:at|on|time|date|stamp|utc)*$/,
    (about, now) => about.updated(now),
  ],
  [
    /^(?:start|begin|depart|checkin|validfrom|opens|publishat|pickup|from)|(?:start|begin|from)(?:at|on|time|date)*$/,
    (about, now) => about.starts(now),
  ],
  [
    /^(?:end|arriv|checkout|validto|to$|closes|renew|return|deliver)|expir|due|deadline|until|end(?:at|on|time|date)*$/,
    (about, now) => about.ends(now),
  ],
  [/^complet|^finish|^resolv|^ship|^cancel|^delet|^process/, (about, now) => about.updated(now)],
];

/** In milliseconds. */
export function timeOf({ about, name, now }: LeafOf): number {
  const today = now - (now % 60_000);
  const [, time] = MOMENTS.find(([names]) => names.test(name)) ?? [];
  return time?.(about, today) ?? about.created(today);
}

export function timeText(context: LeafOf): string {
  return written(timeOf(context), context.name, context.leaf.schema.format);
}

function written(time: number, name: string, format = name.endsWith('date') ? 'date' : ''): string {
  const text = new Date(time).toISOString();
  return format === 'date' ? text.slice(0, 10) : text.replace('.000', '');
}

/** Times are told in seconds, unless the document says otherwise. */
export function unitOf(schema: EffectiveSchema): number {
  const told = schema.keyword('description');
  return typeof told === 'string' && /millis|\bms\b/i.test(told) ? 1 : 1000;
}

/** Names of times that a new resource has: those of its making. */
const NEW = /creat|made|updat|modif|chang|^(?:add|regist|join|order|issu|timestamp$)/;

/** Whether a name is that of a time at which something was made or changed. */
export function isTimeOfMaking(key: string): boolean {
  return isTimeName({ path: [key] }) && NEW.test(plainName(key));
}

/** The present, as a property of what is just created tells it; `undefined` for what is no such time. */
export function presentOf(key: string, schema: EffectiveSchema): JsonValue | undefined {
  const name = plainName(key);
  const { types, format } = schema;
  const isTime = isTimeName({ path: [key] }) || format === 'date' || format === 'date-time';
  if (!isTime || !NEW.test(name)) return undefined;
  const now = Date.now();
  const [text, number] = [
    written(now - (now % 1000), name, format),
    Math.floor(now / unitOf(schema)),
  ];
  return [...(types.includes('string') ? [text] : []), number].find((candidate) =>
    isValidFor(candidate, schema, 'response'),
  );
}
