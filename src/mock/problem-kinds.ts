/** How a kind of problem is answered unless an enactment says otherwise. */
export interface ProblemKind {
  /** The status, or `accepted` where the request goes on as if nothing were wrong. */
  readonly answer: ProblemAnswer;
  /** What stands in the error body's integer: stable, so that clients can tell kinds apart. */
  readonly code: number;
}

/** A status to refuse with, or `accepted`. */
export type ProblemAnswer = number | 'accepted';

/**
 * The kinds of problems that the responder itself finds. Where the specification is silent, the
 * answer is the one error status that it has: 400.
 */
export const problemKinds: Readonly<Record<string, ProblemKind>> = {
  'path-unknown': { answer: 404, code: 1001 },
  'method-unknown': { answer: 405, code: 1002 },
  'request-malformed': { answer: 400, code: 1003 },
  // RFC 9110, 10.1.1.
  'expectation-unknown': { answer: 417, code: 1004 },
  'request-timeout': { answer: 408, code: 1005 },
  // RFC 6585, 5.
  'headers-too-large': { answer: 431, code: 1007 },
  // What only a mock can do must not fail unseen.
  'preference-unmet': { answer: 400, code: 1008 },
  // A server may answer all the same (RFC 9110, 12.5.1).
  'not-acceptable': { answer: 'accepted', code: 1006 },
  'credential-missing': { answer: 400, code: 2001 },
  'credential-scheme': { answer: 400, code: 2002 },
  'credential-empty': { answer: 400, code: 2003 },
  'credential-invalid': { answer: 400, code: 2004 },
  // The scheme is case-insensitive (RFC 9110, 11.1).
  'credential-lowercase': { answer: 'accepted', code: 2005 },
  'body-too-large': { answer: 400, code: 3001 },
  'content-coding': { answer: 400, code: 3002 },
  'media-type': { answer: 400, code: 3003 },
  'body-missing': { answer: 400, code: 3004 },
  'text-encoding': { answer: 400, code: 3005 },
  'json-malformed': { answer: 400, code: 3006 },
  'form-malformed': { answer: 400, code: 3007 },
  schema: { answer: 400, code: 4001 },
  parameter: { answer: 400, code: 4002 },
  'resource-unknown': { answer: 404, code: 4003 },
  'condition-unmet': { answer: 412, code: 4004 },
  // Where the document has no status for it, the last change wins.
  'version-stale': { answer: 'accepted', code: 4005 },
  // Where the document has no 409 for it, it is done again.
  'done-before': { answer: 'accepted', code: 4006 },
  'store-full': { answer: 400, code: 5001 },
  'sandbox-name': { answer: 400, code: 6001 },
  'too-many-sandboxes': { answer: 503, code: 6002 },
  'bodies-full': { answer: 503, code: 6003 },
  // What is shared can't be reached: a profile doesn't change it.
  'store-away': { answer: 503, code: 6004 },
  // The document is broken where it describes the operation.
  'operation-quarantined': { answer: 501, code: 9002 },
  // The mock itself, or a handler of its user, broke.
  failure: { answer: 500, code: 9001 },
};

/** For kinds that enactments bring: values and states that this store doesn't take. */
export const OTHER_CODE = 4100;

/** The statuses that kinds of problems usually have, the most usual first. */
const USUAL: readonly (readonly [kind: RegExp, statuses: readonly string[]])[] = [
  [/^credential-(?!lowercase)/, ['401', '403']],
  [/^media-type$/, ['415']],
  [/^(?:used-|done-before$)/, ['409']],
  [/^version-stale$/, ['409', '412', '422']],
  [/^body-too-large$/, ['413']],
  [/^not-acceptable$/, ['406']],
  [/^schema$/, ['400', '422']],
  // A path with a wrong value leads nowhere.
  [/^parameter$/, ['400', '422', '404']],
  [/^(?:(?:json|form)-malformed|body-missing|text-encoding)$/, ['400', '422']],
];

/** What every server says alike, also where a document has but `4XX` or `default` for it. */
const ALWAYS = /^(?:credential-(?!lowercase)|media-type$|body-too-large$|not-acceptable$)/;

/** The status that the document itself has for a kind of problem, if it has one. */
export function documentedAnswer(kind: string, statuses: readonly string[]): number | undefined {
  const usual = USUAL.find(([pattern]) => pattern.test(kind))?.[1] ?? [];
  const found = usual.find((status) => statuses.includes(status));
  if (found !== undefined) return Number(found);
  const isCovered = statuses.some((status) => /^(?:4XX|default)$/i.test(status));
  // Where no refusal is documented, HTTP itself says it (RFC 9110, 15.5.2).
  const isOpen = kind.startsWith('credential-') && !statuses.includes('400');
  return ALWAYS.test(kind) && (isCovered || isOpen) ? Number(usual[0]) : undefined;
}
