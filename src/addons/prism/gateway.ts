import { setImmediate } from 'node:timers/promises';
import { BodyFindings } from './body-findings.ts';
import type { GatewayOptions, Gateway, GatewayOutcome, Inner } from '../../serve/validator.ts';
import { PrismCall } from './prism-call.ts';
import type { WireRequest } from '../../http/exchange.ts';
import { type Prism, loadPrism } from './load-prism.ts';
import { toPrismRequest } from './prism-message.ts';

/** Starts to load Prism at once and returns without waiting for it. */
export function createGateway(options: GatewayOptions): Gateway {
  return new PrismGateway(options);
}

class PrismGateway implements Gateway {
  readonly ready: Promise<void>;
  readonly #options: GatewayOptions;
  #bodies: BodyFindings | undefined;
  #prism: Prism | undefined;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.ready = this.#load();
  }

  async #load(): Promise<void> {
    // Loading blocks the process: whoever has just started to listen can say so first.
    await setImmediate();
    try {
      this.#bodies = new BodyFindings(this.#options.document);
      const { document, refuse } = this.#options;
      this.#prism = await loadPrism(document, { errors: refuse !== undefined });
    } catch (error) {
      this.#trouble('Failed to start Prism', error, 'Answers are passed on without validation.');
    }
  }

  async exchange(request: WireRequest, inner: Inner): Promise<GatewayOutcome> {
    await this.ready;
    if (this.#prism === undefined || this.#bodies === undefined || isPreflight(request)) {
      const response = await inner();
      return { response, findings: { request: [], response: [] }, operation: undefined };
    }
    const bodies = this.#bodies;
    const seen = await toPrismRequest(request, (route, type) => bodies.isOnlyType(route, type));
    const call = new PrismCall(request, seen, inner, bodies, this.#options.refuse);
    try {
      const result = await this.#prism.request(seen.message, (findings, operation) =>
        call.forward(findings, operation),
      );
      if (result._tag === 'Right') call.finish(result.right.validations);
      else call.stop(result.left);
    } catch (error) {
      this.#trouble('Failed to validate an exchange', error, 'The answer is passed on.');
    }
    return call.outcome();
  }

  #trouble(what: string, error: unknown, consequence: string): void {
    const cause = error instanceof Error ? error.message : String(error);
    this.#options.onTrouble?.(`${what}: ${cause}. ${consequence}`);
  }
}

/** What browsers ask before the request proper: no operation of any document. */
function isPreflight({ method, headers }: WireRequest): boolean {
  const name = 'access-control-request-method';
  return method === 'OPTIONS' && headers.some(([key]) => key.toLowerCase() === name);
}
