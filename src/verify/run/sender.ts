import { type Case, type CaseTemplate, buildCase } from '../cases/case.ts';
import type { FreshValues } from '../../model/requests/fresh-values.ts';
import type { SentRequest } from '../../http/exchange.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { type WireContext, composeWire } from '../../http/compose-wire.ts';
import { secretsOf } from '../../http/credential.ts';
import { scrubResponse } from '../../http/scrub.ts';
import type { Transport } from './transport.ts';

/** What a sender works with. */
export interface SenderOptions extends WireContext {
  readonly document: OpenApiDocument;
  readonly fresh: FreshValues;
  readonly transport: Transport;
  /** Gives up what is under way. */
  readonly signal: AbortSignal;
  /** Whether a case may be sent. */
  readonly admit: (sent: Case) => boolean;
  /** Hears of each case before it is sent. */
  readonly expect: (sent: Case) => void;
}

/** Sends a case and makes an exchange of it; `undefined` where it may not be sent. */
export type Send = (template: CaseTemplate) => Promise<JudgedExchange | undefined>;

/** Numbers what is sent from 0, and measures time from now on. */
export function createSender(options: SenderOptions): Send {
  const origin = performance.now();
  // A word of the document is no secret: without `error` or `json`, no answer could be understood.
  const words = stringifyJson(options.document.root);
  // One list each, for what is worked out of it is remembered by it.
  const secrets = secretsOf(options.credential).flatMap(({ secret, shown }) =>
    words.includes(secret) ? [] : [{ secret: [secret], shown }],
  );
  let sequence = 0;
  return async (template) => {
    const sent = buildCase(template, options.fresh);
    if (!options.admit(sent)) return undefined;
    options.expect(sent);
    const { wire, sent: request } = composeWire(sent, options);
    const own = sequence;
    sequence += 1;
    const startedAt = performance.now() - origin;
    const delivery = await options.transport.send(wire, options.signal);
    const outcome = withoutSecrets(delivery.outcome, secrets, request);
    const endedAt = performance.now() - origin;
    return { case: sent, sequence: own, request, startedAt, ...delivery, outcome, endedAt };
  };
}

/** A server can repeat the secrets, which must not get into a report. */
function withoutSecrets(
  outcome: JudgedExchange['outcome'],
  secrets: readonly { readonly secret: readonly string[]; readonly shown: string }[],
  request: SentRequest,
): JudgedExchange['outcome'] {
  if (outcome.kind === 'failure') return outcome;
  const response = secrets.reduce(
    (clean, { secret, shown }) => scrubResponse(clean, secret, shown, request),
    outcome.response,
  );
  return { kind: 'response', response };
}
