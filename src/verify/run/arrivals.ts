/** What is accepted to be created, and not there yet (202), is waited for before anything is done with it. */
import { operationAt } from '../../model/operation.ts';
import { asCreated } from '../../model/resources/envelopes-in.ts';
import { familyCreatedBy } from '../../model/resources/resources.ts';
import {
  type CaseTemplate,
  type JudgedExchange,
  NOTHING_GIVEN,
  acceptanceOf,
  completionOf,
  notPromised,
  withGiven,
} from '../cases/case.ts';
import type { GenerateContext } from '../cases/generate/case-generator.ts';
import { variationOf } from '../cases/generate/generate-cases.ts';
import { leftBy } from '../cases/left-by.ts';
import { Patience } from '../oracles/patience.ts';
import type { Send } from '../oracles/scene-parts.ts';

/** Knows how to wait for what is being created. */
export class Arrivals {
  readonly #generate: GenerateContext | undefined;
  readonly #send: Send;
  readonly #patience = new Patience();

  constructor(generate: GenerateContext | undefined, send: Send) {
    this.#generate = generate;
    this.#send = send;
  }

  /** Ends when what an exchange creates is there, or when the patience with it is over. */
  async waitFor(exchange: JudgedExchange): Promise<void> {
    const isLater = acceptanceOf(exchange) !== undefined && completionOf(exchange) === undefined;
    const read = isLater ? this.#readOf(exchange) : undefined;
    if (read === undefined) return;
    const isFound = (found: JudgedExchange | undefined): boolean =>
      found === undefined || acceptanceOf(found) !== undefined;
    await this.#patience.look(read.operation, () => this.#send(read), isFound);
  }

  /** The read of what an exchange creates; `undefined` where none can be made up. */
  #readOf(exchange: JudgedExchange): CaseTemplate | undefined {
    if (this.#generate === undefined) return undefined;
    const { document } = this.#generate;
    const { operation, id, given = NOTHING_GIVEN } = exchange.case;
    const family = familyCreatedBy(document, operation);
    const read = family?.item === undefined ? undefined : operationAt(document, 'GET', family.item);
    if (family === undefined || read === undefined) return undefined;
    const left = leftBy(exchange, { creates: asCreated(document, family) }, given);
    if (left === undefined) return undefined;
    const names = new Set(Object.keys(left.parameters));
    const template = variationOf(this.#generate, read, {}, names);
    if (template === undefined) return undefined;
    const validity = notPromised('it may not be there yet');
    const about = withGiven(template, { ...left, resource: {} });
    return { ...about, id: `${id}/arrival`, followsUp: id, validity };
  }
}
