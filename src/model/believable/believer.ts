/** Values that read as if people had written them, each fitted to its schema. */
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import { nounOf } from '../resources/names.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import type { Believer, Leaf } from '../../openapi/schema/sample-value.ts';
import { dayOf, isTimeName } from './moments.ts';
import { numberOf } from './numbers.ts';
import { INDEX, type LeafOf, Subject, hashOf, leafName } from './subject.ts';
import { PART, ordinaryText, textOf } from './texts.ts';

/** Which values are made. */
export interface BelieverOptions {
  /** What the object is, such as `user`: its `name` is that of a person. */
  readonly noun?: string | undefined;
  /** The how manieth of its kind it is, from 0. The first is as the document's examples are. Default 0. */
  readonly n?: number | undefined;
  /** Milliseconds that times are close to. Default: the beginning of this day. */
  readonly now?: number | undefined;
}

/** Makes values of one object and what is in it; the same ones on every call. */
export function believer(options: BelieverOptions = {}): Believer {
  const { n = 0, noun = '', now = dayOf(Date.now()) } = options;
  const about = (leaf: Leaf): LeafOf => {
    const keys = leaf.path.filter((key) => !INDEX.test(key));
    const path = keys.length > 1 && AROUND.test(nounOf(keys[0]!)) ? keys.slice(1) : keys;
    const key = path.at(-1) ?? '';
    const name = leafName(leaf.path, key);
    const around = path.slice(0, -1);
    const place = leaf.path
      .filter((index) => INDEX.test(index))
      .reduce((sum, index) => sum + Number(index), n);
    const subject = new Subject(place, around.filter((part) => !PART.test(part)).join('.'));
    const inside = nounOf(around.at(-1) ?? '');
    return {
      now,
      about: subject,
      leaf,
      noun: inside || noun,
      name,
      n: place,
      isInside: inside !== '',
    };
  };
  return {
    isForPeople: true,
    prefersOwn: () => n > 0,
    value: (leaf) => fitted(about(leaf)),
    guess: (leaf) => guessed(about(leaf)),
    pick: (values, name) => (n === 0 ? undefined : values[(n + hashOf(name)) % values.length]),
  };
}

/** What is called so is around what it is about: of `/users`, each of `items` is a user. */
const AROUND =
  /^(?:data|item|result|record|content|value|list|entry|row|element|object|resource|node|embedded|payload|response)$/;

/** What is rather not so. */
const RARE =
  /delet|archiv|disabl|banned|block|locked|cancel|clos(?:ed|ing)|error|fail|hidden|expired|suspend|revoked|spam|refund/;

/** As long, or as large, as the schema lets it be; whether it is valid is for the sampler to see. */
function fitted(context: LeafOf): JsonValue | undefined {
  const { leaf, about, name, n } = context;
  const identity = isIdentity(context) ? identityOf(context) : undefined;
  if (identity !== undefined) return identity;
  if (leaf.type === 'string') return sized(textOf(context), context);
  if (leaf.type === 'boolean') {
    if (RARE.test(name)) return n > 0 && about.below(8, name) === 0;
    return n === 0 ? undefined : about.below(3, name) > 0;
  }
  const { minimum, maximum } = leaf.schema;
  const number = nearExample(numberOf(context), context);
  const high = Number(maximum ?? Infinity);
  if (number !== undefined && number >= Number(minimum ?? -Infinity) && number <= high) {
    return number;
  }
  // Formats have bounds, too, which are far away.
  const low = Math.max(0, Number(minimum ?? 0));
  return n === 0 && number === undefined ? undefined : numberBetween(low, high, context);
}

/** As large as the document's example, where the name tells no number, or one of another size. */
function nearExample(number: number | undefined, context: LeafOf): number | undefined {
  const { leaf, about, name, n } = context;
  const example = leaf.schema.examples.find(
    (candidate) => typeof candidate === 'number' && candidate > 1,
  );
  if (n === 0 || typeof example !== 'number' || isTimeName(leaf)) return number;
  const isAlike = number !== undefined && number > example / 10 && number < example * 10;
  const near = (example * (50 + about.below(101, name))) / 100;
  return isAlike ? number : leaf.type === 'integer' ? Math.ceil(near) : near;
}

/** What is taken where nothing tells more. */
function guessed(context: LeafOf): JsonValue | undefined {
  const { type, schema } = context.leaf;
  if (type === 'string') return sized(ordinaryText(context), context);
  if (type === 'boolean') return undefined;
  return numberBetween(
    Math.max(1, Number(schema.minimum ?? 1)),
    Number(schema.maximum ?? Infinity),
    context,
  );
}

function numberBetween(low: number, high: number, { about, name }: LeafOf): number | undefined {
  const span = Math.min(high - low, 99);
  return Number.isSafeInteger(low) && span >= 1 ? low + about.below(span, name) : undefined;
}

/** As long as the schema wants it. */
function sized(made: string | undefined, context: LeafOf): string | undefined {
  const { minLength, maxLength = Infinity, pattern } = context.leaf.schema;
  let text = made;
  if (text === undefined) return undefined;
  if (pattern === undefined) {
    for (let i = 0; text.length < Math.min(minLength, 500); i += 1) {
      text += ` ${context.about.sentence(String(i))}`;
    }
  }
  return text.length > maxLength ? text.slice(0, maxLength).trim() : text;
}

function isIdentity({ noun, name, isInside }: LeafOf): boolean {
  return !isInside && ['id', 'uuid', `${noun}id`].includes(name);
}

/** Another one for each of a list. */
function identityOf({ leaf, noun, n }: LeafOf): JsonValue | undefined {
  const { format, minimum } = leaf.schema;
  if (leaf.type !== 'string') return Math.max(1, Number(minimum ?? 1)) + n;
  if (format === 'uuid') return `00000000-0000-4000-8000-${String(n + 1).padStart(12, '0')}`;
  const text = `${noun}-${n + 1}`;
  return format === undefined && isValidFor(text, leaf.schema, 'response') ? text : undefined;
}
