import * as fc from 'fast-check';
import { type CaseTemplate, isRepeatable, isFixedValid } from '../cases/case.ts';
import { isJsonObject, type JsonNumber } from '../../openapi/json/json-value.ts';
import type { RunOptions } from './run-options.ts';
import type { FreshValues } from '../../model/requests/fresh-values.ts';
import { CUT_INTEGERS, FIRST_INTEGER, NEIGHBOUR_INTEGERS } from '../checks/refused-valid.ts';
import { USED_IDENTITY } from '../checks/used-identity.ts';
import { toJsonNumber } from '../../openapi/json/exact-number.ts';

/** What a run sends, part by part. */
export interface Plan {
  /** Alone and first: whether anything answers there. */
  readonly contact: CaseTemplate;
  /** One after the other on one connection. */
  readonly opening: readonly CaseTemplate[];
  /** As many at a time as the run's concurrency allows. */
  readonly main: readonly CaseTemplate[];
  /** All at once. */
  readonly bursts: readonly (readonly CaseTemplate[])[];
  /** One after the other again, to be compared with the opening. */
  readonly closing: readonly CaseTemplate[];
}

const OPENING = 24;
const BURSTS = 2;
const BURST = 16;
const CLOSING = 12;

/** Options of {@link makePlan}. */
interface PlanOptions {
  readonly seed: number;
  /**
   * Least number of requests: valid cases are repeated with fresh values until it is reached, so
   * that what fails one time in twenty is seen. 0 sends every case once and nothing else.
   */
  readonly requests: number;
  /**
   * A valid case with fresh values. With it, a selection with identities that are the same in every
   * run learns, by two requests, how the server refuses one that was used before. Default none.
   */
  readonly plain?: CaseTemplate | undefined;
}

/** Puts cases in order: by the seed, valid ones between invalid ones. */
export function makePlan(templates: readonly CaseTemplate[], options: PlanOptions): Plan {
  const { seed } = options;
  const [contact, ...others] = contactFirst(templates);
  if (!contact) throw new Error('Failed to plan the run: there are no cases. Give at least one.');
  const repeatable = [contact, ...others].filter(isRepeatable);
  // A server that makes an integer of rubbish makes 0 or 1 of it: refused where those are used
  // already, it would look as if it refused the rubbish.
  const fixed = others.filter(isFixedValid);
  const valid = others.filter((one) => one.validity.kind === 'valid' && !isFixedValid(one));
  const rest = others.filter(({ validity }) => validity.kind !== 'valid');
  const mixed = interleave(shuffle(valid, seed), shuffle(rest, seed));
  const once = [...mixed, ...shuffle(fixed, seed)];
  const few = fewIdentities(fixed).flatMap(identityPair);
  if (options.requests === 0 || repeatable.length === 0) {
    const { plain } = options;
    const pair = plain && templates.some(isFixedValid) ? identityPair(plain) : [];
    return { contact, opening: [...pair, ...few, ...once], main: [], bursts: [], closing: [] };
  }
  const repeat = repeater(shuffle(repeatable, seed));
  // Of an operation that takes no fresh integer, they would ask nothing.
  const integers = repeatable.find(sendsIntegers);
  const creating = integers ?? repeatable.find(drawsIntegers);
  const pair = creating ? identityPair(creating) : [];
  const probes = [...pair, ...(integers ? integerProbes(integers) : []), ...few];
  const planned = 1 + probes.length + once.length + BURSTS * BURST + CLOSING;
  const more = repeat(Math.max(repeatable.length, options.requests - planned));
  return {
    contact,
    opening: [...probes, ...once.slice(0, OPENING)],
    main: interleave(once.slice(OPENING), more),
    bursts: Array.from({ length: BURSTS }, () => repeat(BURST)),
    closing: repeat(CLOSING),
  };
}

/** Every case of a plan, as often as it is sent. */
export function planCases({ contact, opening, main, bursts, closing }: Plan): CaseTemplate[] {
  return [contact, ...opening, ...main, ...bursts.flat(), ...closing];
}

function contactFirst(templates: readonly CaseTemplate[]): CaseTemplate[] {
  const first =
    templates.find((one) => isRepeatable(one) && one.needs === undefined) ??
    templates.find(isRepeatable) ??
    templates.find(({ validity }) => validity.kind === 'valid') ??
    templates[0];
  return first ? [first, ...templates.filter((template) => template !== first)] : [];
}

function drawsIntegers({ build }: CaseTemplate): boolean {
  let count = 0;
  build({
    text: (base) => base,
    integer: () => {
      count += 1;
      return 1;
    },
  });
  return count > 0;
}

/** Of others, texts are made. */
function sendsIntegers({ build }: CaseTemplate): boolean {
  const own = 4_815_162_342;
  const { value } = build({ text: (base) => base, integer: () => own });
  return isJsonObject(value) && Object.values(value).includes(own);
}

/** Of each operation whose identities are drawn from few, one request. */
function fewIdentities(fixed: readonly CaseTemplate[]): CaseTemplate[] {
  const drawn = fixed.filter(drawsIntegers);
  return [...Map.groupBy(drawn, ({ operation }) => operation.id).values()].map(([one]) => one!);
}

function repeater(templates: readonly CaseTemplate[]): (count: number) => CaseTemplate[] {
  let next = 0;
  return (count) => Array.from({ length: count }, () => templates[next++ % templates.length]!);
}

/** Spreads the shorter list evenly over the longer one. */
function interleave<Item>(left: readonly Item[], right: readonly Item[]): Item[] {
  const [long, short] = left.length >= right.length ? [left, right] : [right, left];
  const mixed: Item[] = [];
  let taken = 0;
  for (const [i, item] of long.entries()) {
    mixed.push(item);
    while (taken < short.length && (taken + 1) * long.length <= (i + 1) * short.length) {
      mixed.push(short[taken]!);
      taken += 1;
    }
  }
  return mixed;
}

/** Requests of a run where nothing else is said. */
export const REQUESTS = 200;

/** The plan of a run. One that only asks questions makes contact with the first of them. */
export function planRun(options: RunOptions): Plan {
  const { cases, seed, requests = REQUESTS, plain } = options;
  if (cases.length > 0) return makePlan(cases, { seed, requests, plain });
  return makePlan(questionContact(options), { seed, requests: 0 });
}

function questionContact({ questions = [], fresh }: RunOptions): CaseTemplate[] {
  const [first] = questions;
  const [probe] = first?.question.probe(fresh) ?? [];
  if (!first || !probe) return [];
  // With values of its own: the question itself may ask what a second time brings.
  const build: CaseTemplate['build'] = (values) => first.question.probe(values)[0]!.request;
  const { id, title, operation, validity, question, outsideOperation } = probe;
  return [{ id, title, operation, validity, question, outsideOperation, build }];
}

/** A copy in another order, the same for the same seed. */
function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const all = fc.shuffledSubarray([...items], { minLength: items.length });
  return fc.sample(all, { seed, numRuns: 1 })[0]!;
}

const LARGEST = 2n ** 63n - 1n;

/**
 * Valid requests whose fresh integers lie where servers lose them. Unlike the well-known edges, no
 * earlier run can have used these: a refusal is one, whatever the server says of it.
 *
 * The first three belong together: a server that rounds or cuts, and never returns what it made of
 * an integer, takes the second or the third for the first.
 */
function integerProbes(template: CaseTemplate): CaseTemplate[] {
  const drawn: bigint[] = [];
  const probe = (
    id: string,
    title: string,
    change: (own: bigint, i: number) => bigint,
  ): CaseTemplate => ({
    ...template,
    id,
    title,
    build: (fresh) => template.build(withIntegers(fresh, change)),
  });
  const first = (own: bigint, i: number): bigint => (drawn[i] = beyondDoubles(own));
  const beside = (distance: bigint) => (own: bigint, i: number) =>
    (drawn[i] ?? beyondDoubles(own)) + distance;
  return [
    probe(FIRST_INTEGER, 'an integer beside which others are used', first),
    probe(NEIGHBOUR_INTEGERS, 'an integer that a double takes for another', beside(1n)),
    probe(CUT_INTEGERS, 'an integer that 32 bits take for another', beside(2n ** 32n)),
    probe('run/negative-integer', 'a fresh negative integer', (own) => -own),
    probe('run/integer-below-doubles', 'a fresh integer below -2^53', (own) => -beyondDoubles(own)),
    probe('run/integer-near-the-largest', 'a fresh integer near 2^63', (own) => {
      return LARGEST - BigInt.asUintN(48, own);
    }),
  ];
}

/** Between 2^53 and 2^54 a double holds even integers only; a multiple of 8 takes in its successor. */
function beyondDoubles(own: bigint): bigint {
  return 2n ** 53n + 8n * (BigInt.asUintN(64, own) % 2n ** 49n);
}

function withIntegers(fresh: FreshValues, change: (own: bigint, i: number) => bigint): FreshValues {
  let count = 0;
  return {
    ...fresh,
    integer: (within) => {
      const own = fresh.integer(within);
      if (!isExact(own)) return own;
      const changed = change(BigInt(own), count++);
      const { minimum = -(2n ** 63n), maximum = LARGEST } = within ?? {};
      return changed < minimum || changed > maximum ? own : toJsonNumber(changed);
    },
  };
}

function isExact(value: JsonNumber): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value);
}

/**
 * Two requests that share their fresh integers and nothing else: what the server says to the second
 * is how it refuses an identity that was used before, if it does.
 */
function identityPair(template: CaseTemplate): [first: CaseTemplate, second: CaseTemplate] {
  let drawn: JsonNumber[] = [];
  const draw: CaseTemplate['build'] = (fresh) => {
    drawn = [];
    const integer: FreshValues['integer'] = (within) => {
      drawn.push(fresh.integer(within));
      return drawn.at(-1)!;
    };
    return template.build({ ...fresh, integer });
  };
  const repeat: CaseTemplate['build'] = (fresh) => {
    const left = [...drawn];
    return template.build({ ...fresh, integer: (within) => left.shift() ?? fresh.integer(within) });
  };
  const second: CaseTemplate = {
    ...template,
    id: USED_IDENTITY,
    title: 'with the integers of the request before',
    validity: { kind: 'open', reason: 'an identity that was used before' },
    fixedIdentity: true,
    build: repeat,
  };
  return [{ ...template, build: draw }, second];
}
