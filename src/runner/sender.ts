import { type Case, type CaseTemplate, type FreshValues, buildCase } from '../cases/case.ts';
import type { Exchange } from '../checks/exchange.ts';
import { type WireContext, composeWire } from './compose-wire.ts';
import type { Credential } from './credential.ts';
import { scrubResponse } from './scrub.ts';
import type { Transport } from './transport.ts';

/** What a sender works with. */
export interface SenderOptions extends WireContext {
  readonly fresh: FreshValues;
  readonly transport: Transport;
  /** Gives up what is under way. */
  readonly signal: AbortSignal;
  /** Hears of each case before it is sent. */
  readonly expect: (sent: Case) => void;
}

/** Sends a case and makes an exchange of it. */
export type Send = (template: CaseTemplate) => Promise<Exchange>;

/** Numbers what is sent from 0, and measures time from now on. */
export function createSender(options: SenderOptions): Send {
  const origin = performance.now();
  let sequence = 0;
  return async (template) => {
    const sent = buildCase(template, options.fresh);
    options.expect(sent);
    const { wire, sent: request } = composeWire(sent, options);
    const own = sequence;
    sequence += 1;
    const startedAt = performance.now() - origin;
    const delivery = await options.transport.send(wire, options.signal);
    const outcome = withoutToken(delivery.outcome, options.credential);
    const endedAt = performance.now() - origin;
    return { case: sent, sequence: own, request, startedAt, ...delivery, outcome, endedAt };
  };
}

/** A server can repeat the token, which must not get into a report. */
function withoutToken(
  outcome: Exchange['outcome'],
  { token, variable }: Credential,
): Exchange['outcome'] {
  if (outcome.kind === 'failure' || token === undefined || token.length < 3) return outcome;
  return { kind: 'response', response: scrubResponse(outcome.response, [token], `$${variable}`) };
}
