/** Texts that read as if people had written them, by a property's name, its title and its format. */
import { plainName } from '../resources/names.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import { patternText } from '../../openapi/schema/pattern-texts.ts';
import { isTimeName, timeText } from './moments.ts';
import { numberOf } from './numbers.ts';
import { formedText, slug, wordOf } from './formed-texts.ts';
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

/** Free texts by plain names, the first that fits. */
const TEXTS: readonly (readonly [names: RegExp, make: Make<string>])[] = [
  [/^(?:first|given|fore)names?$|^firstname/, ({ about }) => about.firstName],
  [/^(?:last|family|sur)names?$/, ({ about }) => about.lastName],
  [/^(?:middlename|middleinitial)$/, ({ about }) => about.firstName.slice(0, 1)],
  [
    /(?:full|display|contact|customer|author|owner|recipient|cardholder|legal|person|user|nick)name$|^(?:author|owner|assignee|recipient|contact|customer|reporter|createdby|updatedby)$/,
    (context) =>
      /^(?:user|nick)name$/.test(context.name) ? context.about.login : context.about.fullName,
  ],
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
  [
    /street(?:name)?$|^(?:address|addressline1|line1|streetaddress|address1|addressline)$/,
    ({ about }) => `${about.below(180, 'house') + 1} ${about.place(9)}`,
  ],
  [/^(?:tag|label|keyword|category|topic|hashtag|genre)s?(?:name)?$/, ({ about }) => about.tag],
  [/html$/, ({ about, name }) => `<p>${about.sentence(name)}</p>`],
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
  const isTime = format === undefined && pattern === undefined && isTimeName(leaf);
  const text =
    named(context) ??
    titled(context) ??
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
  return wordOf(context) ?? about.thingOf(name);
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

/** What a name makes of a text; its own, where the property's says nothing. */
function named(context: LeafOf, name: string = context.name): string | undefined {
  const free = TEXTS.find(([names]) => names.test(name))?.[1];
  return formedText(context, name) ?? free?.(context);
}

/** Where the name says nothing, the title may. */
function titled(context: LeafOf): string | undefined {
  const title = context.leaf.schema.keyword('title');
  if (typeof title !== 'string' || title.length > 30) return undefined;
  return named(context, plainName(title));
}
