/** Whom or what an object of made-up data is about: the same person, place, price and times in all its properties. */
import { nounOf, plainName } from '../resources/names.ts';
import type { Leaf } from '../../openapi/schema/sample-value.ts';

/** A number of 32 bits for a text, the same everywhere (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  }
  return hash;
}

const DAY = 86_400_000;

const HOUR = 3_600_000;

/** One object's facts, which its properties tell. */
export class Subject {
  /** Another one for each object of a list. */
  readonly #n: number;
  readonly #key: string;

  /** @param n The how manieth of its kind it is: those next to each other differ in everything. */
  constructor(n: number, key: string) {
    this.#n = n + (hashOf(key) % 97);
    this.#key = key;
  }

  /** The first of those in a country. */
  static in(code: string): Subject {
    const inside = (n: number): boolean => new Subject(n, '').place(3) === code;
    return new Subject(PLACES.keys().find(inside) ?? 0, '');
  }

  /** A number below `count`, for something that has a name. */
  below(count: number, name: string): number {
    return hashOf(`${this.#key} ${this.#n} ${name}`) % count;
  }

  #pick<Value>(values: readonly Value[], step = 1): Value {
    return values[(this.#n * step) % values.length]!;
  }

  get firstName(): string {
    return this.#pick(FIRST_NAMES);
  }

  get lastName(): string {
    return this.#pick(LAST_NAMES, 5);
  }

  get fullName(): string {
    return `${this.firstName} ${this.lastName}`;
  }

  get login(): string {
    return `${this.firstName}.${this.lastName}`.toLowerCase();
  }

  get company(): string {
    return `${this.#pick(COMPANIES, 5)} ${this.#pick(COMPANY_FORMS)}`;
  }

  get job(): string {
    return this.#pick(JOBS, 3);
  }

  /** A thing's name, such as `Quiet Harbor`. */
  get thing(): string {
    return this.thingOf('');
  }

  /** The name of another thing for each name. */
  thingOf(name: string): string {
    const step = name === '' ? 0 : hashOf(name);
    const [adjective, noun] = [this.#n * 3 + step, this.#n * 5 + (step >>> 8)];
    return `${ADJECTIVES[adjective % ADJECTIVES.length]!} ${THINGS[noun % THINGS.length]!}`;
  }

  /** One of several words. */
  word(words: readonly string[], name: string): string {
    return words[this.below(words.length, name)]!;
  }

  /** Hexadecimal digits, as of a hash. */
  hex(name: string, length: number): string {
    const parts = Array.from({ length: Math.ceil(length / 8) }, (_, i) =>
      this.below(2 ** 32, `${name} ${i}`)
        .toString(16)
        .padStart(8, '0'),
    );
    return parts.join('').slice(0, length);
  }

  uuid(name: string): string {
    const hex = this.hex(name, 30);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${hex.slice(18)}`;
  }

  get tag(): string {
    return this.#pick(TAGS);
  }

  /** Another one for each name: text is seen on its background. */
  color(name: string): (typeof COLORS)[number] {
    return COLORS[(this.#n * 3 + hashOf(name)) % COLORS.length]!;
  }

  /** City, region, country, code, postal code, latitude, longitude, time zone, currency, street. */
  place(fact: number): string {
    return this.#pick(PLACES)[fact] ?? '';
  }

  sentence(name: string): string {
    return SENTENCES[(this.#n + hashOf(name)) % SENTENCES.length]!;
  }

  get quantity(): number {
    return 1 + this.below(9, 'quantity');
  }

  get price(): number {
    return (495 + this.below(190, 'price') * 50) / 100;
  }

  /** What so many cost. */
  get total(): number {
    return Math.round(this.price * this.quantity * 100) / 100;
  }

  /** When it was made: within the last months, in milliseconds. */
  created(now: number): number {
    return now - (2 + this.below(90, 'day')) * DAY - this.below(600, 'minute') * 60_000;
  }

  /** When it was changed: after that. */
  updated(now: number): number {
    return this.created(now) + (1 + this.below(40, 'later')) * HOUR;
  }

  /** When it begins: within the next weeks. */
  starts(now: number): number {
    return now + (1 + this.below(30, 'ahead')) * DAY + (7 + this.below(12, 'hour')) * HOUR;
  }

  /** When it ends: after that. */
  ends(now: number): number {
    return this.starts(now) + (1 + this.below(6, 'length')) * HOUR;
  }

  born(now: number): number {
    return now - (18 + this.below(50, 'age')) * 365 * DAY - this.below(365, 'birthday') * DAY;
  }
}

/** What made-up people, places and things are called. Small: it is a part of every page's bundle. */

const list = (text: string): readonly string[] => text.split(' ');

const FIRST_NAMES: readonly string[] = list(
  'Ann Omar Mei Lucas Sofia Noah Amara Jonas Priya Mateo Elin Kofi Hana Leo Zoe Ravi Clara Tomas Aisha Felix Ines Yuki Marta Samuel',
);

const LAST_NAMES: readonly string[] = list(
  'Miller Haddad Chen Silva Rossi Okafor Berg Patel Garcia Novak Tanaka Dubois Larsen Mensah Costa Weber Kim Walsh Ivanova Moreau Santos Fischer Singh',
);

/** City, region, country, code, postal code, latitude, longitude, time zone, currency, street. */
const PLACES: readonly (readonly string[])[] = [
  'Lyon|Rhône|France|FR|69002|45.7578|4.8320|Europe/Paris|EUR|Rue Victor Hugo',
  'Leeds|West Yorkshire|United Kingdom|GB|LS1 4DY|53.7974|-1.5438|Europe/London|GBP|Park Row',
  'Austin|Texas|United States|US|78701|30.2672|-97.7431|America/Chicago|USD|Congress Avenue',
  'Osaka|Osaka|Japan|JP|530-0001|34.7025|135.4959|Asia/Tokyo|JPY|Umeda',
  'Porto|Porto|Portugal|PT|4000-322|41.1496|-8.6110|Europe/Lisbon|EUR|Rua das Flores',
  'Toronto|Ontario|Canada|CA|M5H 2N2|43.6532|-79.3832|America/Toronto|CAD|Queen Street West',
  'Bremen|Bremen|Germany|DE|28195|53.0793|8.8017|Europe/Berlin|EUR|Langenstraße',
  'Nairobi|Nairobi|Kenya|KE|00100|-1.2864|36.8172|Africa/Nairobi|KES|Kenyatta Avenue',
  'Sydney|New South Wales|Australia|AU|2000|-33.8688|151.2093|Australia/Sydney|AUD|George Street',
  'Malmö|Skåne|Sweden|SE|211 22|55.6050|13.0038|Europe/Stockholm|SEK|Storgatan',
  'Lima|Lima|Peru|PE|15001|-12.0464|-77.0428|America/Lima|PEN|Jirón Cusco',
  'Pune|Maharashtra|India|IN|411001|18.5204|73.8567|Asia/Kolkata|INR|Station Road',
].map((line) => line.split('|'));

const COMPANIES: readonly string[] = list(
  'Northwind Brightside Juniper Harborline Oakridge Bluepeak Lanternworks Riverstone Copperfield Silverlake Greenway Fairweather',
);

const COMPANY_FORMS: readonly string[] = list('Ltd Inc. GmbH Group & Co. Studio');

const ADJECTIVES: readonly string[] = list(
  'Quiet Bright Northern Golden Small Open Early Blue Gentle Wild Sunny Old Silver Green Brave Light',
);

const THINGS: readonly string[] = list(
  'Harbor Garden Lantern River Meadow Bridge Market Forest Kettle Table Window Orchard Compass Island Bicycle Notebook',
);

const SENTENCES: readonly string[] = [
  'Everything went as planned.',
  'Please call before noon.',
  'A quiet place close to the river.',
  'Made by hand and delivered within a week.',
  'We will get back to you on Monday.',
  'Good value, and easy to use.',
  'The second part follows next month.',
  'Bring something warm to wear.',
  'Thank you for your patience.',
  'Open every day but Sunday.',
  'It works as described.',
  'The door is on the left side.',
];

const JOBS: readonly string[] = [
  'Product Manager',
  'Software Engineer',
  'Nurse',
  'Accountant',
  'Teacher',
  'Designer',
  'Electrician',
  'Analyst',
];

const TAGS: readonly string[] = list(
  'new popular outdoor family weekend local classic seasonal quiet sale vintage travel',
);

const COLORS: readonly (readonly [name: string, hex: string])[] = [
  ['blue', '#3b82f6'],
  ['green', '#22c55e'],
  ['orange', '#f97316'],
  ['purple', '#8b5cf6'],
  ['red', '#ef4444'],
  ['teal', '#14b8a6'],
  ['yellow', '#eab308'],
  ['gray', '#64748b'],
];

/** Of a list's item, what stands in a path. */
export const INDEX: RegExp = /^\d+$/;

/** The property's name, as `plainName` spells it; of `imageUrls`, each is an `imageUrl`. */
export function leafName(path: readonly string[], key: string): string {
  return INDEX.test(path.at(-1) ?? '') ? nounOf(key) : plainName(key);
}

/** A value that is to be made, and whom or what it is about. */
export interface LeafOf {
  readonly about: Subject;
  readonly leaf: Leaf;
  /** What the object is called that has the property. */
  readonly noun: string;
  /** The property's name, as `plainName` spells it. */
  readonly name: string;
  /** Milliseconds that times are close to. */
  readonly now: number;
  /** The how manieth of its kind it is, from 0. */
  readonly n: number;
  /** Whether the property is that of an object inside of what is made. */
  readonly isInside: boolean;
}

export type Make<Value> = (context: LeafOf) => Value;
