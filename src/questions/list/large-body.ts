import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { enactBodyLimit } from '../enacting.ts';
import { REFUSABLE, probeCase } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { readAcceptance } from '../reading.ts';
import { freshBody, requestWith } from '../subject.ts';

const SIZE = 1024 * 1024;
/** Where the mock draws the line when it refuses, in bytes. */
const LIMIT = 512 * 1024;

/** A valid body that whitespace makes large: nothing but its size is unusual. */
export const largeBody: QuestionFactory = (subject) => [
  {
    id: 'large-body',
    question: 'What happens to a body of 1 MiB?',
    leftOpenBy: 'Rate limits, size limits and any other limits: not shown.',
    answers: REFUSABLE,
    usual: 'accepted',
    large: true,
    probe: (fresh) => {
      const body = freshBody(subject, fresh);
      const text = `${stringifyJson(body)
        .slice(0, -1)
        .padEnd(SIZE - 1, ' ')}}`;
      const request = requestWith(subject, new TextEncoder().encode(text));
      return [probeCase(subject, 'large-body', { ...request, value: body })];
    },
    read: ([exchange]) => readAcceptance(exchange),
    enact: (answer) => enactBodyLimit(answer, LIMIT),
  },
];
