import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { enactProblem } from '../enacting.ts';
import { REFUSED_ONLY, probeCase } from '../probe.ts';
import type { QuestionFactory } from '../question.ts';
import { readRefusal } from '../reading.ts';
import { freshBody, requestWith } from '../subject.ts';

/** A body that is not JSON (RFC 8259). */
export const malformedJson: QuestionFactory = (subject) => [
  {
    id: 'malformed-json',
    question: 'Which status refuses a body that is not well-formed JSON?',
    leftOpenBy:
      'The list of values of the error field, their meanings, and error statuses other than 400: not shown.',
    answers: REFUSED_ONLY,
    usual: 'refused 400',
    probe: (fresh) => {
      const text = stringifyJson(freshBody(subject, fresh)).slice(0, -1);
      const request = requestWith(subject, new TextEncoder().encode(text));
      const broken = { pointer: subject.schemaPointer, keyword: 'syntax' };
      return [probeCase(subject, 'malformed-json', request, broken)];
    },
    read: ([exchange]) => readRefusal(exchange),
    enact: (answer) => enactProblem('json-malformed', answer),
  },
];
