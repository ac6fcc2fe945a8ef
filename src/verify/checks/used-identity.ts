import { isAnswered } from '../../http/exchange.ts';
import type { AnsweredExchange, JudgedExchange } from '../cases/case.ts';
import { normaliseRefusal } from './unstable-answers.ts';
import { isStanding } from './standing.ts';

/** Id of the case by which a run asks how the server refuses an identity used before. */
export const USED_IDENTITY = 'run/used-identity';

/** How much longer than what is known a text may be where it names what was stored before. */
const NAMED_WORDS = 12;

/** Whether a refusal says what the server says of a used identity. */
export type SaysUsed = (exchange: AnsweredExchange) => boolean;

/**
 * Learns from the run itself how the server refuses an identity that was used before. Such a
 * refusal can name the stored object, the time or a number of its own: only the words that all of
 * them share count.
 */
export function learnUsedIdentity(exchanges: readonly JudgedExchange[]): SaysUsed {
  const refused = exchanges.filter((exchange) => isStanding(exchange, 'refusal'));
  const samples = refused.filter(isKnownlyUsed).map(sampleOf);
  const byStatus = Map.groupBy(samples, ({ status }) => status);
  return (exchange) => {
    const known = byStatus.get(exchange.outcome.response.status);
    return known !== undefined && isAlike(sampleOf(exchange), known);
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
    if (!isStanding(exchange, 'refusal') || question !== undefined) return false;
    // Many a server says the same of all that it refuses; a Conflict is with what is stored.
    const isConflict = validity.kind === 'invalid' && isAnswered(exchange, 409);
    return (fixedIdentity === true || isConflict) && saysUsed(exchange);
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

function sampleOf(exchange: AnsweredExchange): Sample {
  const text = normaliseRefusal(exchange);
  // What has digits in it is a number, a time or made for this request.
  const words = text.split(/[^\p{L}\p{N}#_-]+/u).filter((word) => /^\p{L}{2,}$/u.test(word));
  return { status: exchange.outcome.response.status, text, words: new Set(words) };
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
