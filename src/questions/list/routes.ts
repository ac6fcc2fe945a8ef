import { operations } from '../../model/operation.ts';
import { enactProblem, readAcceptance } from '../answering.ts';
import { probeCase } from '../probe.ts';
import type { OpenQuestion, QuestionFactory } from '../question.ts';
import type { Subject } from '../subject.ts';

/** What a server does beside the document's operations. */
export const routeQuestions: QuestionFactory = (subject) => {
  const { document, operation } = subject;
  const { path } = operation;
  // Else what GET does is no question.
  const hasGet = operations(document).some((one) => one.method === 'GET' && one.path === path);
  const unknown: RouteQuestion = {
    id: 'unknown-path',
    question: 'What happens on a path that the document does not have?',
    leftOpenBy: 'The document says nothing of other paths.',
    target: '/no-such-path',
    usual: 'refused 404',
    problem: 'path-unknown',
  };
  const other: RouteQuestion = {
    id: 'other-method',
    question: 'What happens to another method on the path?',
    leftOpenBy: `The document has no operation GET ${path}.`,
    target: subject.target.split('?', 1)[0]!,
    usual: 'refused 405',
    problem: 'method-unknown',
  };
  return [...(hasGet ? [] : [other]), unknown].map((parts) => routeQuestion(subject, parts));
};

interface RouteQuestion extends Pick<OpenQuestion, 'id' | 'question' | 'leftOpenBy' | 'usual'> {
  readonly target: string;
  /** The kind of problem that the mock finds. */
  readonly problem: string;
}

/** Asked with GET, the one other method that is safe to send to a deployed server (RFC 9110, 9.2.1). */
function routeQuestion(subject: Subject, parts: RouteQuestion): OpenQuestion {
  const { target, problem, ...said } = parts;
  return {
    ...said,
    answers: { words: ['answered'], refused: true },
    probe: () => [probeCase(subject, said.id, { method: 'GET', target, headers: [] })],
    read: ([exchange]) => {
      const acceptance = readAcceptance(exchange);
      return acceptance === 'accepted' ? 'answered' : acceptance;
    },
    enact: (answer) => enactProblem(problem, answer),
  };
}
