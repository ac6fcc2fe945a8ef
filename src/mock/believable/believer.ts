/** Values that read as if people had written them, by a property's name, its title and its format. */
import { plainName } from '../../model/resources/names.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import type { Believer, Leaf } from '../../openapi/schema/sample-value.ts';
import { patternText } from '../../openapi/schema/pattern-texts.ts';
import { Subject, hashOf } from './subject.ts';

/** Which values are made. */
export interface BelieverOptions {
  /** What the object is, such as `user`: its `name` is that of a person. */
  readonly noun?: string | undefined;
  /** The how manieth of its kind it is, from 0. The first is as the document's examples are. Default 0. */
  readonly n?: number | undefined;
  /** Milliseconds that times are close to. Default: times are as samples have them. */
  readonly now?: number | undefined;
}

interface Context extends BelieverOptions {
  readonly about: Subject;
  readonly leaf: Leaf;
  /** What the object is called that has the property. */
  readonly noun: string;
  readonly name: string;
}

/** Makes values of one object and what is in it; the same ones on every call. */
export function believer(options: BelieverOptions = {}): Believer {
  const { n = 0, noun = '' } = options;
  return {
    prefersOwn: n > 0,
    value: (leaf) => {
      const path = leaf.path.filter((key) => !/^\d+$/.test(key));
      const name = plainName(path.at(-1) ?? '');
      const around = path.slice(0, -1);
      const place = leaf.path
        .filter((key) => /^\d+$/.test(key))
        .reduce((sum, key) => sum + Number(key), 0);
      const about = new Subject(n + place, around.filter((key) => !PART.test(key)).join('.'));
      const inside = plainName(around.at(-1) ?? '');
      return fitted({ ...options, about, leaf, noun: inside === '' ? noun : inside, name }, n);
    },
    pick: (values, name) => (n === 0 ? undefined : values[(n + hashOf(name)) % values.length]),
  };
}

/** As long, or as large, as the schema lets it be; whether it is valid is for the sampler to see. */
function fitted(context: Context, n: number): JsonValue | undefined {
  const { leaf, about, name } = context;
  const { maxLength = Infinity, minimum, maximum } = leaf.schema;
  if (n > 0 && isIdentity(context)) return identityOf(context, n);
  if (leaf.type === 'string') {
    const text = textOf(context);
    return text !== undefined && text.length > maxLength ? text.slice(0, maxLength).trim() : text;
  }
  if (leaf.type === 'boolean') return n === 0 ? undefined : about.below(3, name) > 0;
  const number = numberOf(context);
  // Formats have bounds, too, which are far away.
  const low = Math.max(0, Number(minimum ?? 0));
  const high = Number(maximum ?? Infinity);
  const isIn = number !== undefined && number >= low && number <= high;
  if (isIn || (number === undefined && n === 0)) return number;
  const span = Math.min(high - low, 99);
  return Number.isSafeInteger(low) && span >= 1 ? low + about.below(span, name) : undefined;
}

function isIdentity({ leaf, noun, name }: Context): boolean {
  return leaf.path.length === 1 && ['id', 'uuid', `${noun}id`].includes(name);
}

/** Another one for each of a list. */
function identityOf({ leaf, noun }: Context, n: number): JsonValue | undefined {
  const { format, minimum } = leaf.schema;
  if (leaf.type !== 'string') return Math.max(1, Number(minimum ?? 1)) + n;
  if (format === 'uuid') return `00000000-0000-4000-8000-${String(n + 1).padStart(12, '0')}`;
  return format === undefined ? `${noun}-${n + 1}` : undefined;
}

type Make<Value> = (context: Context) => Value | undefined;

const PEOPLE =
  /(?:user|person|people|member|customer|author|owner|contact|employee|patient|student|teacher|rider|reader|guest|passenger|player|artist|buyer|seller|recipient|sender|admin|assignee|creator|profile|subscriber|driver)s?$/;
const COMPANY =
  /(?:company|organi[sz]ation|vendor|supplier|brand|manufacturer|employer|merchant|client|account|tenant|team)s?$/;
const PLACE =
  /(?:city|town|station|place|location|venue|airport|address|destination|origin|stop|branch|store|shop)s?$/;

/** What something is called, by what it is: a `passenger_name` says more than what it is of. */
function nameOf({ noun, about, name }: Context): string {
  const what = name.replace(/(?:name|label)$/, '') || noun;
  if (PEOPLE.test(what)) return about.fullName;
  if (COMPANY.test(what)) return about.company;
  if (PLACE.test(what)) return about.place(0);
  return about.thing;
}

/** It has a size: without one, it would fill a page that gives it none. */
function avatar({ about }: Context): string {
  const [, hex] = about.color;
  return `data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20width='96'%20height='96'%20viewBox='0%200%209%209'%3E%3Ccircle%20cx='4.5'%20cy='4.5'%20r='4.5'%20fill='%23${hex.slice(1)}'/%3E%3C/svg%3E`;
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');
}

/** By plain names, the first that fits. */
const TEXTS: readonly (readonly [names: RegExp, make: Make<string>])[] = [
  [/e?mail(?:address)?$/, ({ about }) => `${about.login}@example.com`],
  [/^(?:first|given|fore)names?$|^firstname/, ({ about }) => about.firstName],
  [/^(?:last|family|sur)names?$/, ({ about }) => about.lastName],
  [/^(?:middlename|middleinitial)$/, ({ about }) => about.firstName.slice(0, 1)],
  [
    /(?:full|display|contact|customer|author|owner|recipient|cardholder|legal|person|user|nick)name$|^(?:author|owner|assignee|recipient|contact|customer|reporter|createdby|updatedby)$/,
    (context) =>
      /^(?:user|nick)name$/.test(context.name) ? context.about.login : context.about.fullName,
  ],
  [/^(?:login|handle|username|screenname)$/, ({ about }) => about.login],
  [
    /(?:company|organi[sz]ation|employer|vendor|supplier|brand|manufacturer|merchant|business|bank)(?:name)?$/,
    ({ about }) => about.company,
  ],
  [/job(?:title)?$|^(?:position|occupation|profession)$/, ({ about }) => about.job],
  [
    /^(?:city|town|locality|municipality|placeofbirth)(?:name)?$|city$/,
    ({ about }) => about.place(0),
  ],
  [/^(?:region|province|county|statename|stateorprovince)$/, ({ about }) => about.place(1)],
  [/countrycode|^(?:countryiso|iso2)/, ({ about }) => about.place(3)],
  [
    /country(?:name)?$/,
    ({ about, leaf }) => about.place((leaf.schema.maxLength ?? 99) < 4 ? 3 : 2),
  ],
  [/(?:zip|postal|post)(?:code)?$/, ({ about }) => about.place(4)],
  [
    /street(?:name)?$|^(?:address|addressline1|line1|streetaddress|address1|addressline)$/,
    ({ about }) => `${about.below(180, 'house') + 1} ${about.place(9)}`,
  ],
  [
    /(?:phone|mobile|telephone|fax|cell)(?:number)?$/,
    ({ about }) => `+12025550${100 + about.below(100, 'phone')}`,
  ],
  [/time_?zone|^tz$/, ({ about }) => about.place(7)],
  [/currency(?:code)?$/, ({ about }) => about.place(8)],
  [/(?:locale|language)(?:code)?$|^lang$/, () => 'en'],
  [/(?:avatar|photo|picture|image|thumbnail|logo|icon)(?:url|uri|link|src)?$/, avatar],
  [
    /(?:website|homepage|webpage)(?:url)?$/,
    ({ about }) => `https://${slug(about.company.split(' ')[0]!)}.example.com`,
  ],
  [/(?:url|uri|href|link)$/, ({ about }) => `https://example.com/${slug(about.thing)}`],
  [
    /colou?r(?:code|hex)?$/,
    ({ about, leaf }) =>
      about.color[
        leaf.schema.pattern?.includes('#') === true || leaf.schema.maxLength === 7 ? 1 : 0
      ],
  ],
  [/^(?:tag|label|keyword|category|topic|hashtag|genre)s?(?:name)?$/, ({ about }) => about.tag],
  [/slug$/, ({ about }) => slug(about.thing)],
  [
    /^(?:sku|ordernumber|invoicenumber|reference|referencenumber)$/,
    ({ about }) => `A-${1000 + about.below(9000, 'number')}`,
  ],
  [/^(?:title|subject|headline|heading|caption)$|title$/, ({ about }) => about.thing],
  [/^(?:name|.*name|label)$/, nameOf],
  [
    /(?:description|summary|bio|biography|about|text|body|content|comment|message|notes?|remarks?|details?|instructions|excerpt|review|feedback|reason)$/,
    ({ about, name }) => about.sentence(name),
  ],
];

/** Formats of texts that nobody writes by hand; those of others are held against the schema. */
const OF_MACHINES =
  /^(?:uuid|byte|binary|base64|password|ip|idn-host|hostname|regex|json-pointer|relative|time$|duration|uri-template|int|float|double)/;

/** What is no thing of its own: an address is that of the person around it. */
const PART =
  /(?:address|position|location|geo|coordinates?|attributes|properties|fields|price|name|profile|details)$/i;

const NAMED_BY_HOST = /(?:file|host|domain|path|field|class|table|column|event|type|key)name$/;

/** What is a time by its name alone, such as `created_at`. */
function isTimeName({ path }: Leaf): boolean {
  const name = path.at(-1) ?? '';
  return (
    !/duration/i.test(name) &&
    /(?:[a-z_](?:At|Time(?:stamp)?|Date)|_(?:at|time(?:stamp)?|date)|^timestamp|^date)$/.test(name)
  );
}

function timeText(context: Context): string | undefined {
  const time = timeOf(context);
  if (time === undefined) return undefined;
  const text = new Date(time).toISOString();
  const { format = context.name.endsWith('date') ? 'date' : '' } = context.leaf.schema;
  return format === 'date' ? text.slice(0, 10) : text.replace('.000', '');
}

function textOf(context: Context): string | undefined {
  const { leaf, name, about } = context;
  const { format, pattern } = leaf.schema;
  if (format === 'date-time' || format === 'date') return timeText(context);
  if (format === 'email') return `${about.login}@example.com`;
  const isText = format === undefined || !OF_MACHINES.test(format);
  if (!isText || NAMED_BY_HOST.test(name)) return undefined;
  const make = TEXTS.find(([names]) => names.test(name)) ?? titled(context);
  const isTime = format === undefined && pattern === undefined && isTimeName(leaf);
  const text =
    make?.[1](context) ??
    (isTime ? timeText(context) : undefined) ??
    (pattern === undefined ? undefined : byPattern(context));
  const isAscii = pattern === undefined || text === undefined;
  return isAscii ? text : text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** Another one for each of a list, where the pattern has several. */
function byPattern({ leaf, about, n = 0 }: Context): string | undefined {
  const { pattern = '', minLength } = leaf.schema;
  return n === 0 ? undefined : patternText(pattern, about.below(999_983, pattern), minLength);
}

/** Where the name says nothing, the title may. */
function titled({ leaf }: Context): (typeof TEXTS)[number] | undefined {
  const title = leaf.schema.keyword('title');
  if (typeof title !== 'string' || title.length > 30) return undefined;
  return TEXTS.find(([names]) => names.test(plainName(title)));
}

/** By plain names: the moments in an object's life. */
function timeOf({ about, name, now }: Context): number | undefined {
  if (now === undefined) return undefined;
  const today = now - (now % 60_000);
  if (/birth|dob$|born/.test(name)) return about.born(today);
  if (
    /^(?:start|begin|depart|check(?:in)|scheduled|valid(?:from)|opens|publish(?:at)|pickup|from)/.test(
      name,
    )
  )
    return about.starts(today);
  if (
    /^(?:end|arriv|checkout|expir|due|deadline|validuntil|validto|until|to$|closes|renew|return|deliver)/.test(
      name,
    )
  )
    return about.ends(today);
  if (/(?:expir|due|deadline)/.test(name)) return about.ends(today);
  if (
    /^(?:updat|modif|chang|last|edit|complet|finish|resolv|paid|ship|closed|cancel|delet|process)/.test(
      name,
    )
  )
    return about.updated(today);
  return about.created(today);
}

const NUMBERS: readonly (readonly [names: RegExp, make: Make<number>])[] = [
  [/^(?:lat|latitude)$/, ({ about }) => Number(about.place(5))],
  [/^(?:lng|lon|long|longitude)$/, ({ about }) => Number(about.place(6))],
  [
    /(?:total|totalprice|totalamount|grandtotal|subtotal|linetotal|totalcost)$/,
    (context) => money(context, context.about.total),
  ],
  [
    /(?:price|amount|cost|fee|fare|balance|salary|budget|payment|charge)$/,
    (context) => money(context, context.about.price),
  ],
  [/(?:quantity|qty)$/, ({ about }) => about.quantity],
  [/^(?:age)$/, ({ about }) => 18 + about.below(50, 'age')],
  [
    /(?:rating|stars)$/,
    ({ about, leaf }) =>
      leaf.type === 'integer' ? 3 + about.below(3, 'rating') : 3 + about.below(21, 'rating') / 10,
  ],
  [/(?:percent|percentage|progress)$/, ({ about, name }) => about.below(101, name)],
  [/(?:width)$/, () => 640],
  [/(?:height)$/, () => 480],
  [/(?:bytes|filesize)$/, ({ about, name }) => 1024 * (1 + about.below(900, name))],
  [/(?:duration|minutes)$/, ({ about, name }) => 15 * (1 + about.below(12, name))],
  [
    /(?:year)$/,
    ({ about, now }) =>
      now === undefined ? undefined : new Date(now).getUTCFullYear() - about.below(12, 'year'),
  ],
  [
    /(?:count|stock|seats|capacity|points|views|likes|followers)$/,
    ({ about, name }) => 1 + about.below(60, name),
  ],
];

/** Integers are in the smallest unit of the currency. */
function money({ leaf }: Context, amount: number): number {
  return leaf.type === 'integer' ? Math.round(amount * 100) : amount;
}

function numberOf(context: Context): number | undefined {
  const { leaf, name } = context;
  const time = leaf.type === 'integer' && isTimeName(leaf) ? timeOf(context) : undefined;
  if (time !== undefined) return Math.floor(time / 1000);
  return NUMBERS.find(([names]) => names.test(name))?.[1](context);
}
