/** What a service most likely takes that checks more than its document says. */
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import type { Believer, Leaf } from '../../openapi/schema/sample-value.ts';
import { plainName } from '../resources/names.ts';
import { formedText, wordOf } from './formed-texts.ts';
import { dayOf, isTimeName } from './moments.ts';
import { numberOf } from './numbers.ts';
import { timelyText } from './timely-texts.ts';
import { INDEX, type LeafOf, Subject, leafName } from './subject.ts';

/** Of the United States: more services know the forms of its codes than those of any other country. */
const ABOUT = Subject.in('US');

/**
 * Texts and numbers as their names tell; all else is as plain as it can be.
 *
 * @param whole What the whole value is called, where that is a text, such as a parameter. Default: it has no name.
 */
export function likelyLeaf(whole = ''): Believer {
  return {
    isForPeople: false,
    // Of what is empty by default, nothing can be taken.
    prefersOwn: ({ path, schema }) =>
      PLENTY.test(plainName(path.at(-1) ?? '')) && schema.keyword('default') === 0,
    value: (leaf) => likelyValue(leaf, whole),
    guess,
    pick,
  };
}

const guess = (): undefined => undefined;

const pick = (): undefined => undefined;

function likelyValue(leaf: Leaf, whole: string): JsonValue | undefined {
  const key = leaf.path.findLast((part) => !INDEX.test(part)) ?? whole;
  const name = leafName(leaf.path, key);
  const now = dayOf(Date.now());
  const context = { leaf, name, now, about: ABOUT, noun: '', n: 0, isInside: false };
  // How a password is shown is no form of it.
  const isFree = [undefined, 'password'].includes(leaf.schema.format);
  if (leaf.type === 'string') return isFree ? likelyText(context) : undefined;
  if (leaf.type === 'boolean') return undefined;
  return amountOf(leaf, key, name) ?? numberOf(context);
}

/** What lies above something else: an ordinary number is half of it. */
const UPPER = /^(?:max|upper|high)|(?:Max|_max|Upper|High)(?:imum)?$/;

/** What others are taken from, or have to fit in. */
const PLENTY = /(?:capacity|stock|inventory|available|balance|budget|credit|limit|quota)$/;

/** What is taken from something, or has to fit in it. */
const FEW =
  /(?:quantity|qty|attendees|guests|people|persons|participants|passengers|adults|travell?ers|nights|copies|tickets|partysize|headcount)$/;

/** Of two resources, one most often takes of what the other one has: few of the one go with plenty of the other. */
function amountOf({ type, schema }: Leaf, key: string, name: string): number | undefined {
  if (FEW.test(name)) return 2;
  if (UPPER.test(key)) return 84;
  if (PLENTY.test(name)) return [1000, 100].find((number) => isValidFor(number, schema, 'request'));
  const isCount = type === 'integer' && schema.minimum === 1 && schema.maximum === undefined;
  return isCount ? 2 : undefined;
}

/** What is taken in place of what reads better: whoever takes the name of a country takes its code. */
const SHORT: readonly (readonly [names: RegExp, make: (context: LeafOf) => string])[] = [
  [/country$/, ({ about }) => about.place(3)],
  [/colou?r$/, ({ about, name }) => about.color(name)[1]],
  [
    /(?:avatar|photo|picture|image|thumbnail|logo|icon)(?:url|uri|link|src)?$/,
    () => 'https://example.com/picture.png',
  ],
];

function likelyText(context: LeafOf): string | undefined {
  const { leaf, name } = context;
  const short = SHORT.find(([names]) => names.test(name))?.[1];
  const formed = short?.(context) ?? formedText(context) ?? wordOf(context);
  if (formed !== undefined) return formed;
  if (isTimeName(leaf))
    return timelyText(leaf.path.at(-1) ?? name, name.endsWith('date') ? 'date' : 'date-time');
  const number = numberOf(context);
  if (number === undefined) return undefined;
  const texts = [String(number), number.toFixed(2), number.toFixed(1), number.toFixed(0)];
  return texts.find((text) => isValidFor(text, leaf.schema, 'request'));
}
