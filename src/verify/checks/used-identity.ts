import type { ReceivedResponse } from '../../http/exchange.ts';
import type { JudgedExchange } from '../cases/case.ts';
import { normaliseRefusal } from './unstable-answers.ts';
import { standingOf } from './standing.ts';

/** Id of the case by which a run asks how the server refuses an identity used before. */
export const USED_IDENTITY = 'run/used-identity';

/** How much longer than what is known a text may be where it names what was stored before. */
const NAMED_WORDS = 12;

/** Whether a refusal says what the server says of a used identity. */
export type SaysUsed = (exchange: JudgedExchange, response: ReceivedResponse) => boolean;

/**
 * Learns from the run itself how the server refuses an identity that was used before. Such a
 * refusal can name the stored object, the time or a number of its own: only the words that all of
 * them share count.
 */
export function learnUsedIdentity(exchanges: readonly JudgedExchange[]): SaysUsed {
  const samples = exchanges.flatMap((exchange) => {
    const standing = standingOf(exchange);
    const isSample = standing.kind === 'refusal' && isKnownlyUsed(exchange);
    return isSample ? [sampleOf(exchange, standing.response)] : [];
  });
  const byStatus = Map.groupBy(samples, ({ status }) => status);
  return (exchange, response) => {
    const known = byStatus.get(response.status);
    return known !== undefined && isAlike(sampleOf(exchange, response), known);
  };
}

/**
 * Ids of cases that are refused because the same identity was used before, as by an earlier run:
 * whether the server would keep the contract with them can't be told.
 */
export function casesRefusedAsUsed(exchanges: readonly JudgedExchange[]): ReadonlySet<string> {
  const saysUsed = learnUsedIdentity(exchanges);
  const refused = exchanges.filter((exchange) => {
    const { fixedIdentity, question, validity } = exchange.case;
    const standing = standingOf(exchange);
    if (standing.kind !== 'refusal' || question !== undefined) return false;
    // Many a server says the same of all that it refuses; a Conflict is with what is stored.
    const isConflict = validity.kind === 'invalid' && standing.response.status === 409;
    return (fixedIdentity === true || isConflict) && saysUsed(exchange, standing.response);
  });
  return new Set(refused.map((exchange) => exchange.case.id));
}

/** Only what asks for it uses an identity twice on purpose. */
function isKnownlyUsed({ case: { id, fixedIdentity, question } }: JudgedExchange): boolean {
  return id === USED_IDENTITY || (fixedIdentity === true && question !== undefined);
}

interface Sample {
  readonly status: number;
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

function sampleOf(exchange: JudgedExchange, response: ReceivedResponse): Sample {
  const text = normaliseRefusal(exchange, response);
  // What has digits in it is a number, a time or made for this request.
  const words = text.split(/[^\p{L}\p{N}#_-]+/u).filter((word) => /^\p{L}{2,}$/u.test(word));
  return { status: response.status, text, words: new Set(words) };
}

function isAlike(sample: Sample, known: readonly Sample[]): boolean {
  if (known.some(({ text }) => text === sample.text)) return true;
  const [first, ...others] = known;
  const shared = [...(first?.words ?? [])].filter((word) =>
    others.every(({ words }) => words.has(word)),
  );
  if (shared.length === 0 || shared.some((word) => !sample.words.has(word))) return false;
  // Without this, a reason that begins with general words would pass for them alone.
  const most = Math.max(...known.map(({ words }) => words.size));
  const isSteady = most === shared.length;
  return sample.words.size <= most + (isSteady ? 0 : NAMED_WORDS);
}
