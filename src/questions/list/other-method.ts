import { enactRoute } from '../enacting.ts';
import { operations } from '../../model/operation.ts';
import type { Subject } from '../subject.ts';
import { probeCase } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { readRefusal, statusOf } from '../reading.ts';

/** GET, the one other method that is safe to send to a deployed server (RFC 9110, 9.2.1). */
export const otherMethod: QuestionFactory = (subject) =>
  hasGet(subject)
    ? []
    : [
        {
          id: 'other-method',
          question: 'What happens to another method on the path?',
          leftOpenBy: 'Other endpoints: not shown.',
          answers: { words: ['answered'], refused: true },
          usual: 'refused 405',
          probe: () => [
            probeCase(subject, 'other-method', {
              method: 'GET',
              target: subject.operation.path,
              headers: [],
            }),
          ],
          read: ([exchange]) => {
            const status = statusOf(exchange) ?? 500;
            return status >= 200 && status < 300 ? 'answered' : readRefusal(exchange);
          },
          enact: (answer) => enactRoute('method-unknown', answer),
        },
      ];

/** Then what it does is no question. */
function hasGet({ document, operation }: Subject): boolean {
  return operations(document).some(({ method, path }) => {
    return method === 'GET' && path === operation.path;
  });
}
