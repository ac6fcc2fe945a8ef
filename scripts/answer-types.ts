import type { OpenQuestion } from '../src/questions/question.ts';
import type { AnswerSpace } from '../src/questions/answer.ts';

/** The open questions and their answers as a TypeScript type, one member a question. */
export function answerTypes(questions: ReadonlyMap<string, readonly OpenQuestion[]>): string {
  const operations = [...questions].map(
    ([operation, list]) => `  readonly ${operation}?: {\n${list.map(member).join('')}  };\n`,
  );
  return `/** The statuses with which a profile may refuse a request: 400 to 499. */
export type Refused = \`refused 4\${Digit}\${Digit}\`;
type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** Answers to the open questions, by operation and question. One that is left out is answered as usual. */
export type Answers = {
${operations.join('')}};
`;
}

function member({ id, question, usual, answers }: OpenQuestion): string {
  return `    /** ${question} Usual: \`${usual}\`. */
    readonly '${id}'?: ${union(answers)};\n`;
}

function union({ words, refused, number }: AnswerSpace): string {
  const others = [...(refused ? ['Refused'] : []), ...(number === true ? ['`${number}`'] : [])];
  return [...words.map((word) => `'${word}'`), ...others].join(' | ');
}
