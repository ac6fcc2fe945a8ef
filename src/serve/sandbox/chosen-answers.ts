import type { QuestionInfo } from '../../questions/scenarios/service.ts';
import type { ProfileAnswers } from '../../questions/answer.ts';

/** The answer to each question, by operation id. */
export type AnswersByQuestion = ReadonlyMap<string, ReadonlyMap<QuestionInfo, string>>;

/** The same by question id. */
export function answersOf(answers: AnswersByQuestion): ProfileAnswers {
  const entries = [...answers].map(([operation, list]) => [
    operation,
    Object.fromEntries([...list].map(([{ id }, answer]) => [id, answer])),
  ]);
  return Object.fromEntries(entries) as ProfileAnswers;
}

/**
 * ProfileAnswers without those that are given anyway, so that what is shown can be put back and changes
 * nothing.
 */
export function chosenAnswers(
  answers: ProfileAnswers,
  questions: ReadonlyMap<string, readonly QuestionInfo[]>,
): ProfileAnswers {
  const entries = Object.entries(answers).map(([operation, given]) => {
    const usual = new Map(questions.get(operation)?.map((one) => [one.id, one.usual]));
    const own = Object.entries(given).filter(([id, answer]) => usual.get(id) !== answer);
    return [operation, Object.fromEntries(own)];
  });
  return Object.fromEntries(entries) as ProfileAnswers;
}
