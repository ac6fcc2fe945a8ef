import type { JsonObject } from '../../openapi/json/json-value.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { ACCEPTANCE, enactInspection } from '../answering.ts';
import { probeCase } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { freshBody, requestWith } from '../subject.ts';

/** Integers to JSON Schema (2020-12, 4.2.3), though not to every parser. */
const SPELLINGS = [
  { id: 'fraction-spelling', example: '1.0', suffix: '.0', form: /^-?\d+\.0+$/ },
  { id: 'exponent-spelling', example: '1e2', suffix: 'e0', form: /[eE]/ },
] as const;

/** An integer that is spelled as a fraction, or with an exponent. */
export const numberQuestions: QuestionFactory = (subject) => {
  const { identity } = subject;
  if (identity === undefined) return [];
  return SPELLINGS.map(({ id, example, suffix, form }) => ({
    ...ACCEPTANCE,
    id,
    question: `May an integer be spelled ${example}?`,
    leftOpenBy: `The schema of ${identity} says integer, but not how one is spelled.`,
    usual: 'accepted',
    probe: (fresh) => {
      const value = freshBody(subject, fresh);
      const bytes = withNumberSpelling(value, identity, (digits) => digits + suffix);
      return [probeCase(subject, id, { ...requestWith(subject, bytes), value })];
    },
    enact: (answer) =>
      enactInspection(
        id,
        answer,
        ({ numbers }) => {
          const spelling = numbers.find((source) => form.test(source));
          return spelling && `the integer ${spelling} must be written in digits`;
        },
        { readsText: true },
      ),
  }));
};

/** The body's bytes, with one number spelled otherwise. */
export function withNumberSpelling(
  body: JsonObject,
  property: string,
  spell: (digits: string) => string,
): Uint8Array {
  const digits = stringifyJson(body[property] ?? 0);
  const members = Object.entries(body).map(([name, value]) => {
    const text = name === property ? spell(digits) : stringifyJson(value);
    return `${stringifyJson(name)}:${text}`;
  });
  return new TextEncoder().encode(`{${members.join(',')}}`);
}
