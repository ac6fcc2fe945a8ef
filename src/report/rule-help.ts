import type { RuleId } from '../verify/checks/check.ts';

/** What a rule is called in one word, and what whoever runs the server can do about a breach. */
export interface RuleHelp {
  readonly name: string;
  readonly help: string;
}

export const ruleHelp: Readonly<Record<RuleId, RuleHelp>> = {
  R1: {
    name: 'DocumentedSuccess',
    help:
      'A client that follows the document to the letter must be served. Accept the request, answer ' +
      'with a documented success status, and give the body every property that its schema requires.',
  },
  R2: {
    name: 'DocumentedErrorShape',
    help:
      'Clients read the reason of a refusal from the documented shape. Let every error, also those ' +
      'of a framework or gateway in front of the service, have that shape.',
  },
  R3: {
    name: 'DocumentedMediaType',
    help:
      'Send the documented Content-Type with every response that has a body; parameters such as ' +
      'charset are fine.',
  },
  R4: {
    name: 'ReturnsWhatWasSent',
    help:
      'Return the values of this request unchanged: not cut, re-encoded, or taken from ' +
      'another request. Shared variables and reused buffers are the usual cause of the last.',
  },
  R5: {
    name: 'RefusesInvalidRequests',
    help:
      'Validate the request against the document before acting upon it, and answer what breaks it ' +
      'with a documented error.',
  },
  R6: {
    name: 'StaysUp',
    help:
      'Whatever a client sends, it gets a complete answer that is not a server error. Look for an ' +
      'unhandled exception, a missing limit, or a handler that never answers.',
  },
  R7: {
    name: 'ExactIntegers',
    help:
      'Keep integers exact over their whole format. Readers that hold every number as a double ' +
      'round beyond 2^53: read the number as text or as a 64-bit integer.',
  },
  R8: {
    name: 'DocumentedErrorStatus',
    help:
      'Answer with an error status that the document has, or add the status to the document ' +
      'together with its body.',
  },
  R9: {
    name: 'HasItsEffect',
    help:
      'Let each request do what its method and the document say, to what its path names and to nothing ' +
      'else. A filter that a query forgets, such as the parent of a resource, is the usual cause.',
  },
  P1: {
    name: 'AnswersAsProfile',
    help:
      'The server answers an open question differently from the profile. Fix the server, or learn ' +
      'the profile again if the new answer is wanted.',
  },
};
