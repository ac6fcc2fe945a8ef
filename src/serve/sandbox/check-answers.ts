import type { QuestionInfo } from '../../questions/scenarios/service.ts';
import type { ProfileAnswers } from '../../questions/answer.ts';

type Questions = ReadonlyMap<string, readonly QuestionInfo[]>;

/** The first thing wrong with answers; `undefined` where they can all be given. */
export function answersProblem(answers: ProfileAnswers, questions: Questions): string | undefined {
  for (const [operation, map] of Object.entries(answers)) {
    const list = questions.get(operation);
    if (list === undefined) return unknown('operation', operation, [...questions.keys()]);
    for (const [id, answer] of Object.entries(map)) {
      const question = list.find((one) => one.id === id);
      if (question === undefined) {
        return unknown(
          `question of ${operation}`,
          id,
          list.map((one) => one.id),
        );
      }
      if (!question.accepts(answer)) return impossible(question, answer);
    }
  }
  return undefined;
}

function impossible({ question, words, takesStatus }: QuestionInfo, answer: string): string {
  const possible = [...words, ...(takesStatus ? ['refused 400 … refused 499'] : [])].join(', ');
  return `${JSON.stringify(answer)} does not answer "${question}". Possible: ${possible}`;
}

function unknown(what: string, name: string, known: readonly string[]): string {
  return `there is no ${what} ${JSON.stringify(name)}. Known: ${known.join(', ')}`;
}
