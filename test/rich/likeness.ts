/** Whether the mock with a learnt profile answers as the server does that it was learnt from. */
import { createMock, verify } from '../../src/index.ts';
import type { RunEvent, VerifyOptions } from '../../src/index.ts';
import { headerValue } from '../../src/http/exchange.ts';
import { documentOf } from './judge.ts';
import type { Member } from './member.ts';
import { startServer } from './server.ts';

/** How the answers to the same requests compare. */
export interface Likeness {
  /** Requests that both were sent. */
  readonly requests: number;
  /** What the two answered otherwise: `case: server, mock`. */
  readonly differences: readonly string[];
  /** The same, where no question asks how a server answers. */
  readonly unasked: readonly string[];
}

/** So many cases are sent after the profile was learnt, of another seed. */
const REQUESTS = 350;

/** So many cases are sent to learn, the questions among them. */
const LEARNING = 600;

/** Learns a server's answers, and sends it and its mock the same other requests. */
export async function likenessOf({ service, change, options }: Member): Promise<Likeness> {
  const document = await documentOf(service);
  const { credentials } = service;
  await using server = await startServer(service, change);
  const base = { document, credentials, ...options };
  const learning = { ...base, maxCases: LEARNING };
  const { answers: profile } = await verify({ ...learning, baseUrl: server.url }).result;
  const mock = createMock({ document, profile });
  await using listening = await mock.listen({ port: 0 });
  // Both have the same to begin with: some values can be used once.
  await verify({ ...learning, baseUrl: listening.url }).result;
  const other = { ...base, questions: false, seed: 7, maxCases: REQUESTS, concurrency: 1 };
  const theirs = await answersOf({ ...other, baseUrl: server.url });
  const map = await answersOf({ ...other, baseUrl: listening.url });
  const both = [...theirs].filter(([id]) => map.has(id));
  const differences = both.flatMap(([id, answer]) =>
    map.get(id) === answer ? [] : [`${id}: ${answer}, ${map.get(id)}`],
  );
  return {
    requests: both.length,
    differences: differences.filter((difference) => !UNASKED.test(difference)),
    unasked: differences.filter((difference) => UNASKED.test(difference)),
  };
}

/**
 * What each case is answered: status and media type. Bodies can't be the same: identities and times are drawn
 * afresh, and which optional properties a server fills in is no open question.
 */
async function answersOf(options: VerifyOptions): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  for await (const event of verify(options)) {
    const [id, answer] = told(event) ?? [];
    if (id !== undefined && answer !== undefined && !answers.has(id)) answers.set(id, answer);
  }
  return answers;
}

/** What its own identities, and what others have created meanwhile, have no part in. */
const STATELESS = /^(?:boundary|broken|random|examples)\//;

/**
 * What the profile has no answer for, as no question asks it: cursors and offsets that nobody has given, what comes
 * first of two things that are wrong (a path that names nothing, and a bad parameter), how paths break their
 * patterns, bodies that are not JSON, and small numbers, which name something or not.
 */
const UNASKED =
  /\/(?:customer-id-|query-parameter-(?:cursor|before|offset)-|list-departures\/query-parameter-limit-|path-parameter-|put-photo\/)/;

function told(event: RunEvent): readonly [string, string] | undefined {
  if (event.type !== 'exchange') return undefined;
  const { case: sent, outcome } = event.exchange;
  // Of other methods and paths, the operation promises nothing.
  if (sent.outsideOperation === true || !STATELESS.test(sent.id)) return undefined;
  if (outcome.kind !== 'response') return [sent.id, outcome.failure.kind];
  const { status, headers } = outcome.response;
  const type = headerValue(headers, 'content-type')?.split(';')[0] ?? 'no body';
  return [sent.id, `${status} ${type}`];
}
