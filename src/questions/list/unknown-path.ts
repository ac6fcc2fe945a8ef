import { enactRoute } from '../enacting.ts';
import { probeCase } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { readRefusal, statusOf } from '../reading.ts';

/** A path that the document does not have. */
export const unknownPath: QuestionFactory = (subject) => [
  {
    id: 'unknown-path',
    question: 'What happens on a path that the document does not have?',
    leftOpenBy: 'Other endpoints: not shown.',
    answers: { words: ['answered'], refused: true },
    usual: 'refused 404',
    probe: () => [
      probeCase(subject, 'unknown-path', { method: 'GET', target: '/no-such-path', headers: [] }),
    ],
    read: ([exchange]) => {
      const status = statusOf(exchange) ?? 500;
      return status >= 200 && status < 300 ? 'answered' : readRefusal(exchange);
    },
    enact: (answer) => enactRoute('path-unknown', answer),
  },
];
