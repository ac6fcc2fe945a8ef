/** Whom or what an object of made-up data is about: the same person, place, price and times in all its properties. */
import {
  ADJECTIVES,
  COLORS,
  COMPANIES,
  COMPANY_FORMS,
  FIRST_NAMES,
  JOBS,
  LAST_NAMES,
  PLACES,
  SENTENCES,
  TAGS,
  THINGS,
} from './words.ts';

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

  /** A number below `count`, for something that has a name. */
  below(count: number, name: string): number {
    return hashOf(`${this.#key} ${this.#n} ${name}`) % count;
  }

  #one<Value>(values: readonly Value[], step = 1): Value {
    return values[(this.#n * step) % values.length]!;
  }

  get firstName(): string {
    return this.#one(FIRST_NAMES);
  }

  get lastName(): string {
    return this.#one(LAST_NAMES, 5);
  }

  get fullName(): string {
    return `${this.firstName} ${this.lastName}`;
  }

  get login(): string {
    return `${this.firstName}.${this.lastName}`.toLowerCase();
  }

  get company(): string {
    return `${this.#one(COMPANIES, 5)} ${this.#one(COMPANY_FORMS)}`;
  }

  get job(): string {
    return this.#one(JOBS, 3);
  }

  /** A thing's name, such as `Quiet Harbor`. */
  get thing(): string {
    return `${this.#one(ADJECTIVES, 3)} ${this.#one(THINGS, 5)}`;
  }

  get tag(): string {
    return this.#one(TAGS);
  }

  get color(): (typeof COLORS)[number] {
    return this.#one(COLORS, 3);
  }

  /** City, region, country, code, postal code, latitude, longitude, time zone, currency, street. */
  place(fact: number): string {
    return this.#one(PLACES)[fact] ?? '';
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
