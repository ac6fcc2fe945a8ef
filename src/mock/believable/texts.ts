/** Texts that read as if people had written them, by a property's name, its title and its format. */
import { plainName } from '../../model/resources/names.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import { patternText } from '../../openapi/schema/pattern-texts.ts';
import { isTimeName, timeText } from './moments.ts';
import { numberOf } from './numbers.ts';
import type { LeafOf, Make } from './subject.ts';

const PEOPLE =
  /(?:user|person|people|member|customer|author|owner|contact|employee|patient|student|teacher|rider|reader|guest|passenger|player|artist|buyer|seller|recipient|sender|admin|assignee|creator|profile|subscriber|driver)s?$/;
const COMPANY =
  /(?:company|organi[sz]ation|vendor|supplier|brand|manufacturer|employer|merchant|client|account|tenant|team)s?$/;
const PLACE =
  /(?:city|town|station|place|location|venue|airport|address|destination|origin|stop|branch|store|shop)s?$/;

/** What something is called, by what it is: a `passenger_name` says more than what it is of. */
function nameOf({ noun, about, name }: LeafOf): string {
  const what = name.replace(/(?:name|label)$/, '') || noun;
  if (PEOPLE.test(what)) return about.fullName;
  if (COMPANY.test(what)) return about.company;
  if (PLACE.test(what)) return about.place(0);
  return about.thing;
}

/** It has a size: without one, it would fill a page that gives it none. */
function avatar({ about, name }: LeafOf): string {
  const [, hex] = about.color(name);
  return `data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20width='96'%20height='96'%20viewBox='0%200%209%209'%3E%3Ccircle%20cx='4.5'%20cy='4.5'%20r='4.5'%20fill='%23${hex.slice(1)}'/%3E%3C/svg%3E`;
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');
}

/** By plain names, the first that fits. */
const TEXTS: readonly (readonly [names: RegExp, make: Make<string>])[] = [
  [/e?mail(?:address)?$|^(?:b?cc|replyto)$/, ({ about }) => `${about.login}@example.com`],
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
    ({ about, leaf, name }) =>
      about.color(name)[
        leaf.schema.pattern?.includes('#') === true || leaf.schema.maxLength === 7 ? 1 : 0
      ],
  ],
  [/^(?:tag|label|keyword|category|topic|hashtag|genre)s?(?:name)?$/, ({ about }) => about.tag],
  [/slug$/, ({ about }) => slug(about.thing)],
  [/^ip|[a-z]ip$|ip(?:v4)?address$/, ({ about, name }) => `192.0.2.${1 + about.below(250, name)}`],
  [/version$/, ({ about }) => `${1 + about.below(4, 'major')}.${about.below(10, 'minor')}.0`],
  [/(?:file|document|attachment)name$|^file$/, ({ about }) => `${slug(about.thing)}.pdf`],
  [/(?:content|mime|media)type$/, () => 'application/pdf'],
  [/(?:host|domain)(?:name)?$/, ({ about }) => `${slug(about.thing)}.example.com`],
  [/(?:path|folder|directory)(?:name)?$/, ({ about }) => `/${slug(about.thing)}`],
  [/useragent$/, () => 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'],
  [/html$/, ({ about, name }) => `<p>${about.sentence(name)}</p>`],
  [
    /(?:token|secret|hash|sha\d*|checksum|digest|fingerprint|signature|nonce|etag|apikey|publickey|signingkey)$/,
    ({ about, name }) => about.hex(name, 32),
  ],
  [/^last(?:4|four)/, ({ about, name }) => String(1000 + about.below(9000, name))],
  [
    /(?:number|serial|(?:case|order|account|invoice|cheque|house|ref)no)$/,
    ({ about, name }) => String(100_000 + about.below(900_000, name)),
  ],
  [
    /^(?:sku|ordernumber|invoicenumber|reference|referencenumber)$/,
    ({ about }) => `A-${1000 + about.below(9000, 'number')}`,
  ],
  [/^(?:title|subject|headline|heading|caption)$|title$/, ({ about }) => about.thing],
  [
    /(?:field|class|table|column|event|type|key)name$/,
    ({ about, name }) => slug(about.thingOf(name)),
  ],
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
export const PART: RegExp =
  /(?:address|position|location|geo|coordinates?|attributes|properties|fields|price|name|profile|details)$/i;

export function textOf(context: LeafOf): string | undefined {
  const { leaf, name, about } = context;
  const { format, pattern } = leaf.schema;
  if (format === 'date-time' || format === 'date') return timeText(context);
  if (format === 'email') return `${about.login}@example.com`;
  if (format === 'uuid') return about.uuid(name);
  if (format !== undefined && OF_MACHINES.test(format)) return undefined;
  const make = TEXTS.find(([names]) => names.test(name)) ?? titled(context);
  const isTime = format === undefined && pattern === undefined && isTimeName(leaf);
  const text =
    make?.[1](context) ??
    (isTime ? timeText(context) : undefined) ??
    (pattern === undefined ? undefined : byPattern(context));
  const isAny = pattern === undefined || text === undefined;
  return isAny ? text : withoutAccents(text);
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** Names of what refers to something, such as `client_id`. */
const REFERENCE =
  /^(.*?)[-_]?(?:(?:^|[-_])(?:id|uid|guid)|(?<=[a-z])(?:Id|ID|Uid|Guid)|^ID|identifier|identity|reference|ref)s?$/;

/** By plain names, as many words as there may be: one of them is taken. */
const WORDS: readonly (readonly [names: RegExp, words: string])[] = [
  [/(?:status|state|stage|phase)$/, 'active pending completed'],
  [/(?:role|permission|scope|privilege)$/, 'member editor viewer'],
  [/(?:gender|sex)$/, 'female male'],
  [/(?:visibility|access)$/, 'public private'],
  [/(?:type|kind|class|level|tier|plan|variant|mode)$/, 'standard basic premium'],
  [/(?:priority|severity|importance|risk)$/, 'normal high low'],
  [/(?:unit|unitofmeasure)$/, 'piece kg box'],
  [/(?:frequency|interval|period|cycle)$/, 'monthly weekly yearly'],
  [/(?:source|channel|medium|platform|provider|method)$/, 'web mobile card'],
  [/day$/, 'Monday Wednesday Friday'],
  [/month$/, 'March June October'],
  [/^rel$/, 'self'],
];

/** Of a name that is none of {@link TEXTS}: a number, a reference, a word; else what things are called. */
export function ordinaryText(context: LeafOf): string | undefined {
  const { leaf, about, name, noun } = context;
  const { format, pattern } = leaf.schema;
  // Large numbers are told as texts.
  if (pattern === undefined && /^(?:u?int|float|double)/.test(format ?? '')) {
    return String(numberOf(context) ?? 1 + about.below(99, name));
  }
  if (format !== undefined && OF_MACHINES.test(format)) return undefined;
  const number = numberOf(context);
  if (number !== undefined) return String(number);
  const key = leaf.path.findLast((part) => !/^\d+$/.test(part)) ?? '';
  const [, owner] = REFERENCE.exec(key) ?? [];
  if (owner !== undefined) {
    const target = plainName(owner) || noun;
    return `${target}${target === '' ? '' : '-'}${1 + about.below(25, name)}`;
  }
  if (name === 'object') return noun;
  if (PEOPLE.test(name)) return about.fullName;
  if (COMPANY.test(name)) return about.company;
  if (PLACE.test(name)) return about.place(0);
  const [, words] = WORDS.find(([names]) => names.test(name)) ?? [];
  return words === undefined ? about.thingOf(name) : about.word(words.split(' '), name);
}

/** What is usual, where the pattern lets it be; else another one for each of a list, where it has several. */
function byPattern(context: LeafOf): string | undefined {
  const { leaf, about, n } = context;
  const { pattern = '', minLength } = leaf.schema;
  const usual = ordinaryText(context);
  if (usual !== undefined && isValidFor(withoutAccents(usual), leaf.schema, 'response'))
    return usual;
  return n === 0 ? undefined : patternText(pattern, about.below(999_983, pattern), minLength);
}

/** Where the name says nothing, the title may. */
function titled({ leaf }: LeafOf): (typeof TEXTS)[number] | undefined {
  const title = leaf.schema.keyword('title');
  if (typeof title !== 'string' || title.length > 30) return undefined;
  return TEXTS.find(([names]) => names.test(plainName(title)));
}
