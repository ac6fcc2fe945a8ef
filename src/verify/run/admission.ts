import type { Case } from '../cases/case.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { RawNumber, isJsonObject } from '../../openapi/json/json-value.ts';
import { identityOf, objectShape } from '../../model/resources/object-shape.ts';
import type { Operation } from '../../model/operation.ts';
import type { IntegerRange } from '../../openapi/schema/integer-format.ts';
import { bodyOf, canCreate } from './created-resources.ts';
import type { LeftOut } from './event.ts';

/** What a run may leave behind on the server. */
export interface CreationLimits {
  /** So many requests that can create something, and no more. Default: no limit. */
  readonly maxCreates?: number | undefined;
  /** Identities outside of it are not created. Default: any may be. */
  readonly idRange?: IntegerRange | undefined;
}

/** Decides, request by request, whether it may be sent. */
export class Admission {
  readonly #limits: CreationLimits;
  readonly #document: OpenApiDocument;
  readonly #identities = new Map<Operation, string | undefined>();
  readonly #leftOut = new Map<LeftOut['reason'], number>();
  #creating = 0;

  constructor(limits: CreationLimits, document: OpenApiDocument) {
    this.#limits = limits;
    this.#document = document;
  }

  /** Whether the request may be sent; if so, it counts. */
  admit(sent: Case): boolean {
    if (!mayCreate(sent)) return true;
    if (!this.#isInRange(sent)) return this.leaveOut('id-range');
    if (this.#creating >= (this.#limits.maxCreates ?? Number.POSITIVE_INFINITY)) {
      return this.leaveOut('max-creates');
    }
    this.#creating += 1;
    return true;
  }

  /** What the document rules out counts, too, where the server accepts it. */
  answered({ case: sent, outcome }: JudgedExchange): void {
    if (outcome.kind === 'failure' || mayCreate(sent) || !canCreate(sent)) return;
    if (outcome.response.status >= 200 && outcome.response.status < 300) this.#creating += 1;
  }

  /** Notes that a request is not sent. */
  leaveOut(reason: LeftOut['reason']): false {
    this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + 1);
    return false;
  }

  /** `undefined` where nothing was left out. */
  leftOut(): LeftOut[] | undefined {
    if (this.#leftOut.size === 0) return undefined;
    return [...this.#leftOut].map(([reason, requests]) => {
      return { reason, requests, message: this.#say(reason) };
    });
  }

  #say(reason: LeftOut['reason']): string {
    const { maxCreates, idRange } = this.#limits;
    if (reason === 'max-creates')
      return `${maxCreates} requests that can create something are sent`;
    if (reason === 'rate-limit')
      return 'the server allows no more requests in the time that is left';
    return `their ids are outside of ${idRange?.minimum} to ${idRange?.maximum}`;
  }

  #isInRange(sent: Case): boolean {
    const { idRange } = this.#limits;
    const name = idRange && this.#identityOf(sent.operation);
    const value = name === undefined ? undefined : bodyOf(sent);
    const id = name !== undefined && isJsonObject(value) ? value[name] : undefined;
    // A spelling that no number holds.
    if (id instanceof RawNumber) return false;
    if (!idRange || (typeof id !== 'number' && typeof id !== 'bigint')) return true;
    return id >= idRange.minimum && id <= idRange.maximum;
  }

  #identityOf(operation: Operation): string | undefined {
    if (!this.#identities.has(operation)) {
      const pointer = operation.requestBody?.content.find(
        ({ schemaPointer }) => schemaPointer !== undefined,
      )?.schemaPointer;
      const name =
        pointer === undefined ? undefined : identityOf(objectShape(this.#document, pointer));
      this.#identities.set(operation, name);
    }
    return this.#identities.get(operation);
  }
}

/** Whether the request may well create something: it is such a request, and the document doesn't rule it out. */
export function mayCreate(sent: Case): boolean {
  return canCreate(sent) && sent.validity.kind !== 'invalid' && sent.outsideOperation !== true;
}
