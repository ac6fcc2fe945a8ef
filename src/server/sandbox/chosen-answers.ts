import type { Answers, QuestionInfo } from './service.ts';

/** The answer to each question, by operation id. */
export type AnswersByQuestion = ReadonlyMap<string, ReadonlyMap<QuestionInfo, string>>;

/** The same by question id. */
export function answersOf(answers: AnswersByQuestion): Answers {
  const entries = [...answers].map(([operation, list]) => [
    operation,
    Object.fromEntries([...list].map(([{ id }, answer]) => [id, answer])),
  ]);
  return Object.fromEntries(entries) as Answers;
}

/**
 * Answers without those that are given anyway, so that what is shown can be put back and changes
 * nothing.
 */
export function chosenAnswers(
  answers: Answers,
  questions: ReadonlyMap<string, readonly QuestionInfo[]>,
): Answers {
  const entries = Object.entries(answers).map(([operation, given]) => {
    const usual = new Map(questions.get(operation)?.map((one) => [one.id, one.usual]));
    const own = Object.entries(given).filter(([id, answer]) => usual.get(id) !== answer);
    return [operation, Object.fromEntries(own)];
  });
  return Object.fromEntries(entries) as Answers;
}
