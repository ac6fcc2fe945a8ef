import { enactHeaders } from '../enacting.ts';
import { probeCase } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { freshBody, requestWith } from '../subject.ts';

/** Headers that tell a client how much it may still send. */
export const rateLimitHeaders: QuestionFactory = (subject) => [
  {
    id: 'rate-limit-headers',
    question: 'Do responses carry rate-limit headers?',
    leftOpenBy: 'Rate limits, size limits and any other limits: not shown.',
    answers: { words: ['absent', 'present'], refused: false },
    usual: 'absent',
    probe: (fresh) => [
      probeCase(subject, 'rate-limit-headers', requestWith(subject, freshBody(subject, fresh))),
    ],
    read: ([exchange]) => {
      if (exchange?.outcome.kind !== 'response') return undefined;
      const names = exchange.outcome.response.headers.map(([name]) => name);
      return names.some((name) => /^(x-)?rate-?limit/i.test(name)) ? 'present' : 'absent';
    },
    enact: (answer) =>
      answer === 'present'
        ? enactHeaders({
            'ratelimit-policy': '"default";q=1000;w=60',
            ratelimit: '"default";r=999;t=60',
          })
        : {},
  },
];
