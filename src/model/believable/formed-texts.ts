/** Texts that have a form, as their names tell: a service may check it, though no schema says so. */
import { plainName } from '../resources/names.ts';
import { isTimeName } from './moments.ts';
import type { LeafOf, Make } from './subject.ts';

/** It has a size: without one, it would fill a page that gives it none. */
function avatar({ about, name }: LeafOf): string {
  const [, hex] = about.color(name);
  return `data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20width='96'%20height='96'%20viewBox='0%200%209%209'%3E%3Ccircle%20cx='4.5'%20cy='4.5'%20r='4.5'%20fill='%23${hex.slice(1)}'/%3E%3C/svg%3E`;
}

/** As it stands in a URL. */
export function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');
}

type Forms = readonly (readonly [
  names: RegExp,
  make: Make<string>,
  /** Another one for each number from 0, where one can be told from others. */
  fresh?: (n: number) => string,
])[];

/** The last of so many digits of a number, in the base. */
function digits(n: number, length: number, base: number = 10): string {
  return n.toString(base).padStart(length, '0').slice(-length);
}

function hex(n: number, length: number): string {
  return digits(n, length, 16);
}

/** An account in Germany, with its check digits (ISO 13616). */
function iban(n: number): string {
  const account = `37040044${digits(n, 10)}`;
  return `DE${digits(Number(98n - (BigInt(`${account}131400`) % 97n)), 2)}${account}`;
}

/** Digits whose last one checks the others: each is weighed in turn, and of what is counted, the sum ends in 0. */
function checked(text: string, weigh: (digit: number, isOdd: boolean) => number): string {
  const last = text.length - 1;
  const sum = Array.from(text, (digit, i) => weigh(Number(digit), (last - i) % 2 === 0));
  return `${text}${(10 - (sum.reduce((a, b) => a + b, 0) % 10)) % 10}`;
}

/** For tests (ISO/IEC 7812-1, annex B). */
function card(n: number): string {
  return checked(`424242${digits(n, 9)}`, (digit, isOdd) => {
    const weighed = isOdd ? 2 * digit : digit;
    return weighed > 9 ? weighed - 9 : weighed;
  });
}

function thirteen(text: string): string {
  return checked(text, (digit, isOdd) => (isOdd ? 3 * digit : digit));
}

function isbn(n: number): string {
  return thirteen(`978${digits(n, 9)}`);
}

function ean(n: number): string {
  return thirteen(`4006381${digits(n, 5)}`);
}

/** Of documentation (RFC 9542, 2.1.2). */
function mac(n: number): string {
  return `00:00:5e:00:${hex(n, 4).replace(/..(?=.)/, '$&:')}`;
}

/** What tells one thing from others, by plain names, the first that fits. */
const OF_ONE: Forms = [
  [/^iban$|[a-z]iban$/, () => iban(532_013_000), iban],
  [/^(?:card|creditcard|debitcard)(?:number)?$|^cardno$/, () => card(424_242_424), card],
  [/^isbn/, () => isbn(30_640_615), isbn],
  [/^(?:ean|gtin|upc|barcode)(?:\d*|code)$/, () => ean(333_93), ean],
  [/^mac(?:address)?$/, () => mac(0x53_01), mac],
  [/e?mail(?:address)?$|^(?:b?cc|replyto)$/, ({ about }) => `${about.login}@example.com`],
  [/^(?:login|handle|username|screenname)$/, ({ about }) => about.login],
  [/slug$/, ({ about }) => slug(about.thing)],
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
];

/** What many things have alike. */
const OF_MANY: Forms = [
  [/^(?:bic|swift)(?:code)?$/, () => 'DEUTDEFF'],
  [/^(?:cvv|cvc|cvv2|securitycode)$/, () => '123'],
  [/(?:password|passphrase)$|^(?:pwd|passwd)$/, () => 'Quiet-Harbor-7'],
  [/countrycode|^(?:countryiso|iso2)/, ({ about }) => about.place(3)],
  [
    /country(?:name)?$/,
    ({ about, leaf }) => about.place((leaf.schema.maxLength ?? 99) < 4 ? 3 : 2),
  ],
  [/(?:zip|postal|post)(?:code)?$/, ({ about }) => about.place(4)],
  [
    /(?:phone|mobile|telephone|fax|cell)(?:number)?$/,
    ({ about }) => `+12025550${100 + about.below(100, 'phone')}`,
    (n) => `+1202${2_000_000 + (n % 7_990_000)}`,
  ],
  [/time_?zone|^tz$/, ({ about }) => about.place(7)],
  [/currency(?:code)?$/, ({ about }) => about.place(8)],
  [/(?:locale|language)(?:code)?$|^lang$/, () => 'en'],
  [/(?:avatar|photo|picture|image|thumbnail|logo|icon)(?:url|uri|link|src)?$/, avatar],
  [
    /(?:website|homepage|webpage)(?:url)?$/,
    ({ about }) => `https://${slug(about.company.split(' ')[0]!)}.example.com`,
    (n) => `https://site-${digits(n, 10)}.example.com`,
  ],
  [
    /(?:url|uri|href|link)$/,
    ({ about }) => `https://example.com/${slug(about.thing)}`,
    (n) => `https://example.com/${digits(n, 10)}`,
  ],
  [
    /colou?r(?:code|hex)?$/,
    ({ about, leaf, name }) =>
      about.color(name)[
        leaf.schema.pattern?.includes('#') === true || leaf.schema.maxLength === 7 ? 1 : 0
      ],
    (n) => `#${hex(n, 6)}`,
  ],
  [/^ip|[a-z]ip$|ip(?:v4)?address$/, ({ about, name }) => `192.0.2.${1 + about.below(250, name)}`],
  [/version$/, ({ about }) => `${1 + about.below(4, 'major')}.${about.below(10, 'minor')}.0`],
  [/(?:file|document|attachment)name$|^file$/, ({ about }) => `${slug(about.thing)}.pdf`],
  [/(?:content|mime|media)type$/, () => 'application/pdf'],
  [
    /(?:host|domain)(?:name)?$/,
    ({ about }) => `${slug(about.thing)}.example.com`,
    (n) => `site-${digits(n, 10)}.example.com`,
  ],
  [/(?:path|folder|directory)(?:name)?$/, ({ about }) => `/${slug(about.thing)}`],
  [/useragent$/, () => 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'],
];

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

/** `undefined` for a name that tells no form. */
export function formedText(context: LeafOf, name: string = context.name): string | undefined {
  return (formIn(OF_MANY, name) ?? formIn(OF_ONE, name))?.(context);
}

function formIn(forms: Forms, name: string): Make<string> | undefined {
  return forms.find(([names]) => names.test(name))?.[1];
}

/** Whether a text has the form of its name, or is a word: nothing can be put beside it. */
export function isFormedText(key: string): boolean {
  const name = plainName(key);
  const isNamed = [...OF_MANY, ...OF_ONE, ...WORDS].some(([names]) => names.test(name));
  return isNamed || isTimeName({ path: [key] });
}

/** Whether many things have the same text of this name, such as a country. */
export function isOfMany(key: string): boolean {
  return formIn(OF_MANY, plainName(key)) !== undefined;
}

/** What means the same in small letters and in capital ones. */
const CASELESS =
  /(?:country|currency|locale|language|colou?r|host|domain|iban|bic|swift|mac)(?:code|iso|hex|name|address)?$|e?mail(?:address)?$/;

/** Whether letters of either case mean the same in a text of this name, such as a currency. */
export function isCaseless(key: string): boolean {
  return CASELESS.test(plainName(key));
}

/** Texts of the form that a name tells, another one for each number; `undefined` where there is none. */
export function freshForm(key: string): ((n: number) => string) | undefined {
  const name = plainName(key);
  return [...OF_MANY, ...OF_ONE].find(([names]) => names.test(name))?.[2];
}

/** One of the few words that a text mostly is, such as a status; `undefined` for all others. */
export function wordOf({ about, name }: LeafOf): string | undefined {
  const [, words] = WORDS.find(([names]) => names.test(name)) ?? [];
  return words === undefined ? undefined : about.word(words.split(' '), name);
}
