import type { FreshValues } from '../../model/requests/fresh-values.ts';
import {
  ACCEPTANCE,
  acceptedBody,
  enactInspection,
  readRefusal,
  probeCase,
  type OpenQuestion,
  type QuestionFactory,
} from '../question.ts';
import { type Subject, freshBody, requestWith, sampleText } from '../subject.ts';

/** An unusual text that no keyword of a property's schema rules out. */
interface TextKind {
  /** What ids begin with. */
  readonly id: string;
  /** The question about a property. */
  readonly ask: (property: string) => string;
  /** The keyword that could have ruled it out. */
  readonly keyword: 'minLength' | 'maxLength' | 'pattern';
  readonly text: (fresh: FreshValues, property: string) => string;
  /** Whether a text is of this kind, so that a mock refuses it. */
  readonly has: (text: string) => boolean;
  /** What the refusal says after the property's name. */
  readonly refusal: string;
}

const LENGTH = 10_000;
/** Where the mock draws the line when it refuses. */
const LIMIT = 5_000;

// oxlint-disable-next-line no-control-regex -- control characters are what is asked about
const CONTROL = /[\u0000-\u001F]/;

const WHITESPACE: TextKind = {
  id: 'whitespace',
  ask: (property) => `Is whitespace around ${property} kept?`,
  keyword: 'pattern',
  text: (fresh, property) => `  ${fresh.text(sampleText(property))}  `,
  has: (text) => text !== text.trim(),
  refusal: 'must not begin or end with whitespace',
};

const KINDS: readonly TextKind[] = [
  {
    id: 'empty',
    ask: (property) => `May ${property} be empty?`,
    keyword: 'minLength',
    text: () => '',
    has: (text) => text === '',
    refusal: 'must not be empty',
  },
  WHITESPACE,
  {
    id: 'long',
    ask: (property) => `May ${property} have 10,000 characters?`,
    keyword: 'maxLength',
    text: (fresh, property) => fresh.text(sampleText(property)).padEnd(LENGTH, 'abcdefghij'),
    has: (text) => text.length > LIMIT,
    refusal: `must have at most ${LIMIT} characters`,
  },
  {
    // Letters beyond ASCII, within the Basic Multilingual Plane.
    id: 'non-ascii',
    ask: (property) => `May ${property} have letters such as Ä, é or 桜?`,
    keyword: 'pattern',
    text: (fresh) => fresh.text('Ä é ñ 桜'),
    has: (text) => /[\u0080-\uD7FF\uE000-\uFFFF]/.test(text),
    refusal: 'must be ASCII',
  },
  {
    // Beyond the Basic Multilingual Plane: two UTF-16 units each.
    id: 'astral',
    ask: (property) => `May ${property} have an emoji?`,
    keyword: 'pattern',
    text: (fresh) => fresh.text('🌱🌵'),
    has: (text) => /[\uD800-\uDFFF]/.test(text),
    refusal: 'must not have characters beyond U+FFFF',
  },
  {
    // JSON carries them as escapes (RFC 8259, 7).
    id: 'control',
    ask: (property) => `May ${property} have control characters, such as a tab or U+0001?`,
    keyword: 'pattern',
    text: (fresh) => fresh.text('a\tb\u0001c'),
    has: (text) => CONTROL.test(text),
    refusal: 'must not have control characters',
  },
];

/** Of each kind one question for each property that takes any text. */
export const textQuestions: QuestionFactory = (subject) =>
  KINDS.flatMap((kind) =>
    subject.texts.map((property) => {
      const question = textQuestion(subject, kind, property);
      return kind === WHITESPACE ? keptOrTrimmed(question, property) : question;
    }),
  );

function textQuestion(subject: Subject, kind: TextKind, property: string): OpenQuestion {
  const id = `${kind.id}-${property}`;
  return {
    ...ACCEPTANCE,
    id,
    question: kind.ask(property),
    leftOpenBy: `The schema of ${property} gives no ${kind.keyword}.`,
    usual: 'accepted',
    probe: (fresh) => {
      const body = freshBody(subject, fresh, { [property]: kind.text(fresh, property) });
      return [probeCase(subject, id, requestWith(subject, body))];
    },
    enact: (answer) =>
      enactInspection(id, answer, ({ value: body }) => {
        const value = body[property];
        const applies = typeof value === 'string' && kind.has(value);
        return applies ? `${property} ${kind.refusal}` : undefined;
      }),
  };
}

/** An accepted text may have lost the whitespace around it. */
function keptOrTrimmed(question: OpenQuestion, property: string): OpenQuestion {
  return {
    ...question,
    answers: { words: ['kept', 'trimmed'], refused: true },
    usual: 'kept',
    read: ([exchange]) => {
      const returned = acceptedBody(exchange)?.[property];
      // Accepted without saying the text again: nobody can see what became of it.
      if (typeof returned !== 'string') return readRefusal(exchange);
      return returned === returned.trim() ? 'trimmed' : 'kept';
    },
    enact: (answer) => {
      if (answer !== 'trimmed') return question.enact(answer);
      return {
        rewrite: (body) => {
          const value = body[property];
          return typeof value === 'string' ? { ...body, [property]: value.trim() } : body;
        },
      };
    },
  };
}
