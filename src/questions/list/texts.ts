import { resourceSchema } from '../../model/resources/envelopes-in.ts';
import { familyCreatedBy } from '../../model/resources/resources.ts';
import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { takesNull } from '../../openapi/schema/effective-schema.ts';
import type { FreshValues } from '../../model/requests/fresh-values.ts';
import {
  ACCEPTANCE,
  acceptedBody,
  enactInspection,
  readAcceptance,
  readRefusal,
  repeatedProbeId,
  probeCase,
  type OpenQuestion,
  type QuestionFactory,
} from '../question.ts';
import { lengthOf, lengthProbe, lengthQuestions } from './lengths.ts';
import { EMPTY_BODY } from './bodies.ts';
import { type Subject, fitted, freshBody, requestWith, sampleText } from '../subject.ts';

/** An unusual text that no keyword of a property's schema rules out. */
interface TextKind {
  /** What ids begin with. */
  readonly id: string;
  /** The question about a property. */
  readonly ask: (property: string) => string;
  /** The keyword that could have ruled it out. */
  readonly keyword: 'minLength' | 'maxLength' | 'pattern';
  /** What is asked with; a mark follows it, so that it is fresh. */
  readonly text: (property: string) => string;
  /** Without a mark: the same in every run, so that a conflict tells only of an earlier one. */
  readonly isFixed?: boolean;
  /** Whether a text is of this kind, so that a mock refuses it. */
  readonly has: (text: string) => boolean;
  /** What the refusal says after the property's name. */
  readonly refusal: string;
}

/** A kind of which only a character matters. */
function characters(
  id: string,
  what: string,
  text: string,
  has: RegExp,
  refusal: string,
): TextKind {
  return {
    id,
    ask: (property) => `May ${property} have ${what}?`,
    keyword: 'pattern',
    text: () => text,
    has: (sample) => has.test(sample),
    refusal,
  };
}

const WHITESPACE: TextKind = {
  id: 'whitespace',
  ask: (property) => `Is whitespace around ${property} kept?`,
  keyword: 'pattern',
  text: sampleText,
  has: (text) => text !== text.trim() && text.trim() !== '',
  refusal: 'must not begin or end with whitespace',
};

const EMPTY: TextKind = {
  id: 'empty',
  ask: (property) => `May ${property} be empty?`,
  keyword: 'minLength',
  text: () => '',
  isFixed: true,
  has: (text) => text === '',
  refusal: 'must not be empty',
};

const KINDS: readonly TextKind[] = [
  EMPTY,
  {
    id: 'blank',
    ask: (property) => `May ${property} be nothing but spaces?`,
    keyword: 'pattern',
    text: () => '   ',
    isFixed: true,
    has: (text) => text !== '' && text.trim() === '',
    refusal: 'must not be blank',
  },
  WHITESPACE,
  characters('quotes', 'quotes', `"a" 'b' \`c\``, /["'`]/, 'must not have quotes'),
  characters('markup', '< and >', 'a <b> c', /[<>]/, 'must not have < or >'),
  characters(
    'symbols',
    'symbols such as &, / or \\',
    String.raw`!#$%&()*+,./:;=?@[\]^_{|}~`,
    /[!#$%&()*+,./:;=?@[\\\]^_{|}~]/,
    'must not have symbols',
  ),
  // Within the Basic Multilingual Plane, and not what stands for bytes that are no characters.
  characters(
    'non-ascii',
    'letters such as Ä, é or 桜',
    'Ä é ñ 桜',
    /[\u0080-\uD7FF\uE000-\uFFFC\uFFFE\uFFFF]/,
    'must be ASCII',
  ),
  // Beyond it: two UTF-16 units each.
  characters(
    'astral',
    'an emoji',
    '🌱🌵',
    /[\uD800-\uDFFF]/,
    'must not have characters beyond U+FFFF',
  ),
  // JSON carries them as escapes (RFC 8259, 7).
  characters(
    'control',
    'control characters, such as a tab or U+0001',
    'a\tb\u0001c',
    // oxlint-disable-next-line no-control-regex -- they are what is asked about
    /[\u0001-\u001F]/,
    'must not have control characters',
  ),
  // oxlint-disable-next-line no-control-regex -- it is what is asked about
  characters('nul', 'the character U+0000', 'a\0b', /\0/, 'must not have U+0000'),
];

/** Of each kind one question for each property that takes any text. */
export const textQuestions: QuestionFactory = (subject) => [
  ...KINDS.flatMap((kind) =>
    subject.texts
      .filter((property) => isOpen(kind, subject, property))
      .map((property) => {
        const question = textQuestion(subject, kind, property);
        if (kind === EMPTY && mayBeNull(subject, property)) return keptOrNull(question, property);
        const whole = kind === WHITESPACE ? keptOrTrimmed(question, property) : question;
        return kind.isFixed === true ? whole : confirmed(whole, subject, property);
      }),
  ),
  ...subject.texts.flatMap((property) => {
    const isLimited = subject.lengths.get(property)!.maxLength !== Number.POSITIVE_INFINITY;
    return isLimited ? [] : lengthQuestions(subject, property);
  }),
];

/** Whether the lengths that the schema gives leave room for such a text. */
function isOpen({ text, isFixed }: TextKind, subject: Subject, property: string): boolean {
  const { minLength, maxLength } = subject.lengths.get(property)!;
  const length = lengthOf(text(property));
  return length <= maxLength && !(isFixed === true && length < minLength);
}

function textQuestion(subject: Subject, kind: TextKind, property: string): OpenQuestion {
  const name = `${kind.id}-${property}`;
  // Of a body of no bytes, another question is asked.
  const id = name === EMPTY_BODY ? `${name}-text` : name;
  const isFixed = kind.isFixed === true;
  return {
    ...ACCEPTANCE,
    id,
    question: kind.ask(property),
    leftOpenBy: `The schema of ${property} gives no ${kind.keyword}.`,
    usual: 'accepted',
    ...(isFixed ? { isFixed } : {}),
    probe: (fresh) => {
      const text = isFixed ? kind.text(property) : freshText(subject, kind, property, fresh);
      const body = freshBody(subject, fresh, { [property]: text });
      return [probeCase(subject, id, requestWith(subject, body))];
    },
    enact: (answer) => enactText(id, answer, property, kind),
  };
}

function freshText(subject: Subject, kind: TextKind, property: string, fresh: FreshValues): string {
  const lengths = subject.lengths.get(property)!;
  if (kind !== WHITESPACE) return fitted(fresh, kind.text(property), lengths);
  const { minLength, maxLength } = lengths;
  const inner = { minLength, maxLength: maxLength - 4 };
  return `  ${fitted(fresh, kind.text(property), inner)}  `;
}

function enactText(
  id: string,
  answer: string,
  property: string,
  { has, refusal }: Pick<TextKind, 'has' | 'refusal'>,
): ReturnType<OpenQuestion['enact']> {
  return enactInspection(id, answer, ({ value: body }) => {
    const value = body[property];
    return typeof value === 'string' && has(value) ? `${property} ${refusal}` : undefined;
  });
}

/**
 * What is refused is sent again as a plain text of the same length: where that is refused, too, it was
 * the length. Then the text itself is sent again: a refusal that comes only once is none of the text's.
 */
function confirmed(question: OpenQuestion, subject: Subject, property: string): OpenQuestion {
  return {
    ...question,
    next: ([first, plain, again], fresh) => {
      if (readRefusal(first) === undefined) return undefined;
      const [asked] = question.probe(fresh);
      if (plain !== undefined) {
        if (again !== undefined || readRefusal(plain) !== undefined) return undefined;
        return asked && { ...asked, id: repeatedProbeId(asked.id) };
      }
      const body = asked?.request.value;
      const text = isJsonObject(body) ? body[property] : undefined;
      const length = typeof text === 'string' ? lengthOf(text) : 0;
      return lengthProbe(subject, question.id, property, [length, fresh]);
    },
    read: ([first, plain, again]) => {
      const refusal = readRefusal(first);
      const isOfText = readRefusal(plain) === undefined && readRefusal(again) === refusal;
      if (refusal !== undefined && !isOfText) return undefined;
      return question.read(first === undefined ? [] : [first]);
    },
  };
}

/** What an accepted text may have lost. */
const TRIMMED: Readonly<Record<string, (text: string) => string>> = {
  kept: (text) => text,
  trimmed: (text) => text.trim(),
  'trimmed-at-start': (text) => text.trimStart(),
  'trimmed-at-end': (text) => text.trimEnd(),
};

/** What languages take away at the edges of a text: Java's `trim` all up to the blank, Python's `strip` some of it. */
// oxlint-disable-next-line no-control-regex -- they are what is meant
const EDGE = /^[\s\0-\u0020\u0085]*$/;

/** Whether a text came back as it was sent, but for whitespace around it, as any language has it. */
export function isTrimmed(was: string, is: string): boolean {
  const start = was.indexOf(is);
  if (start === -1 || was === is) return false;
  return EDGE.test(was.slice(0, start)) && EDGE.test(was.slice(start + is.length));
}

/** An accepted text may have lost the whitespace around it. */
function keptOrTrimmed(question: OpenQuestion, property: string): OpenQuestion {
  const read: OpenQuestion['read'] = ([exchange]) => {
    const returned = acceptedBody(exchange)?.[property];
    // Accepted without saying the text again: nobody can see what became of it.
    if (typeof returned !== 'string') return readRefusal(exchange);
    const [isStart, isEnd] = [returned.trimStart(), returned.trimEnd()].map(
      (text) => text === returned,
    );
    if (isStart) return isEnd ? 'trimmed' : 'trimmed-at-start';
    return isEnd ? 'trimmed-at-end' : 'kept';
  };
  return { ...altered({ ...question, usual: 'kept' }, property, TRIMMED), read };
}

/** What an accepted text may have become that is empty. */
const EMPTIED: Readonly<Record<string, (text: string) => JsonValue>> = {
  accepted: (text) => text,
  null: (text) => text || null,
};

/** An accepted empty text may be taken for none. */
function keptOrNull(question: OpenQuestion, property: string): OpenQuestion {
  return {
    ...altered(question, property, EMPTIED),
    read: ([exchange]) =>
      acceptedBody(exchange)?.[property] === null ? 'null' : readAcceptance(exchange),
  };
}

/** Whether what an operation creates may have null there. */
function mayBeNull({ document, operation }: Subject, property: string): boolean {
  const family = familyCreatedBy(document, operation);
  const told = resourceSchema(document, family, operation, 'told').properties.get(property);
  return told !== undefined && takesNull(told);
}

/** An accepted text may be altered as an answer says. */
function altered(
  question: OpenQuestion,
  property: string,
  changes: Readonly<Record<string, (text: string) => JsonValue>>,
): OpenQuestion {
  return {
    ...question,
    answers: { words: Object.keys(changes), refused: true },
    enact: (answer) => {
      const change = changes[answer];
      if (change === undefined || answer === question.usual) return question.enact(answer);
      return {
        rewrite: (body) => {
          const value = body[property];
          return typeof value === 'string' ? { ...body, [property]: change(value) } : body;
        },
      };
    },
  };
}
