import type { FreshValues } from '../../model/requests/fresh-values.ts';
import { ACCEPTANCE, enactInspection, probeCase, type OpenQuestion } from '../question.ts';
import { type Subject, freshBody, requestWith } from '../subject.ts';

/** How long a text may be of which the schema gives no limit. */
export function lengthQuestions(subject: Subject, property: string): OpenQuestion[] {
  return [longText(subject, property), maxLength(subject, property)];
}

/** The most that is asked about. */
const LONGEST = 10_000;
/** Where the mock draws the line when nothing is known but that there is one. */
const LIMIT = 5000;

function longText(subject: Subject, property: string): OpenQuestion {
  const id = `long-${property}`;
  return {
    ...ACCEPTANCE,
    id,
    question: `May ${property} have 10,000 characters?`,
    leftOpenBy: `The schema of ${property} gives no maxLength.`,
    usual: 'accepted',
    probe: (fresh) => [lengthProbe(subject, id, property, [LONGEST, fresh])],
    enact: (answer) =>
      enactInspection(id, answer, ({ value: body, limits }) => {
        const value = body[property];
        const limit = limits[id] ?? LIMIT;
        const isLonger = typeof value === 'string' && lengthOf(value) > limit;
        return isLonger ? `${property} must have at most ${limit} characters` : undefined;
      }),
  };
}

/** Where the line lies of what {@link longText} asks about. */
function maxLength(subject: Subject, property: string): OpenQuestion {
  const id = `max-length-${property}`;
  return {
    id,
    question: `How many characters may ${property} have, where there is a limit?`,
    leftOpenBy: `The schema of ${property} gives no maxLength.`,
    answers: { words: [], refused: false, number: true },
    usual: String(LIMIT),
    probe: (fresh) => [lengthProbe(subject, id, property, [LONGEST, fresh])],
    search: {
      range: [subject.lengths.get(property)!.minLength, LONGEST],
      probe: (length, fresh) => lengthProbe(subject, id, property, [length, fresh]),
      mayBeUsed: subject.base.hasFewIdentities,
    },
    read: () => undefined,
    enact: (answer) => ({ limits: { [`long-${property}`]: Number(answer) } }),
  };
}

/** A plain text of a length, for a property. */
export function lengthProbe(
  subject: Subject,
  id: string,
  property: string,
  [length, fresh]: readonly [number, FreshValues],
): ReturnType<typeof probeCase> {
  const body = freshBody(subject, fresh, { [property]: plainText(fresh, length) });
  return probeCase(subject, id, requestWith(subject, body));
}

/** In characters, as `maxLength` counts them. */
export function lengthOf(text: string): number {
  // Only a surrogate makes a difference.
  return /[\uD800-\uDFFF]/.test(text) ? Array.from(text).length : text.length;
}

/** A text in which nothing but its length can be a reason to refuse it; fresh where there is room for a mark. */
function plainText(fresh: FreshValues, length: number): string {
  const mark = fresh.text('');
  const start = mark.length <= length ? mark : '';
  return start.padEnd(length, 'abcdefghij');
}
