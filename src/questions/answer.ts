/**
 * What a question can be answered with: some words, possibly `refused ‹status›` with any status from
 * 400 to 499, or a number.
 */
export interface AnswerSpace {
  /** Such as `accepted`. */
  readonly words: readonly string[];
  /** Whether `refused ‹status›` is possible. */
  readonly refused: boolean;
  /** Whether a positive integer, such as `100`, is possible. Default false. */
  readonly number?: boolean | undefined;
}

/** Answers of one operation, by question id. */
export type OperationAnswers = Readonly<Record<string, string>>;

/** Answers by operation id. */
export type ProfileAnswers = Readonly<Record<string, OperationAnswers>>;

const REFUSED = /^refused (4\d\d)$/;

/** `refused 409` → 409; `undefined` for any other answer. */
export function refusedStatus(answer: string): number | undefined {
  const status = REFUSED.exec(answer)?.[1];
  return status === undefined ? undefined : Number(status);
}

/** Whether the answer is one that the question can have. */
export function isPossible(space: AnswerSpace, answer: string): boolean {
  return (
    space.words.includes(answer) ||
    (space.refused && REFUSED.test(answer)) ||
    (space.number === true && /^[1-9]\d{0,8}$/.test(answer))
  );
}

/** The possible answers in words, for messages: `accepted, refused ‹400…499›`. */
export function describeAnswers(space: AnswerSpace): string {
  const refusals = space.refused ? ['refused 400 … refused 499'] : [];
  return [...space.words, ...refusals, ...(space.number === true ? ['a number'] : [])].join(', ');
}

/** An answer as people say it: `refused 409` → "refused with 409". */
export function sayAnswer(answer: string): string {
  const status = refusedStatus(answer);
  return status === undefined ? answer.replaceAll('-', ' ') : `refused with ${status}`;
}
