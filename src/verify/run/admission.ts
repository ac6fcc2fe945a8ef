import type { Case } from '../cases/case.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonValue, RawNumber, isJsonObject } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import {
  type ParameterCheck,
  createParameterCheck,
} from '../../model/parameters/parameter-check.ts';
import { effectOf } from '../../model/resources/resource-family.ts';
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

/**
 * Decides, request by request, whether it may be sent. Whatever the limits are, none may change what
 * the run has not created, unless a file of the user names it.
 */
export class Admission {
  readonly #limits: CreationLimits;
  readonly #document: OpenApiDocument;
  readonly #identities = new Map<Operation, string | undefined>();
  readonly #checks = new Map<Operation, ParameterCheck | undefined>();
  readonly #leftOut = new Map<LeftOut['reason'], number>();
  #creating = 0;

  constructor(limits: CreationLimits, document: OpenApiDocument) {
    this.#limits = limits;
    this.#document = document;
  }

  /** Whether the request may be sent; if so, it counts. */
  admit(sent: Case): boolean {
    if (!this.#isHarmless(sent)) return this.leaveOut('harm');
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
    if (reason === 'harm') return 'they would change what the run has not created';
    if (reason === 'rate-limit')
      return 'the server allows no more requests in the time that is left';
    return `their ids are outside of ${idRange?.minimum} to ${idRange?.maximum}`;
  }

  /** What it changes, if anything, is named by a value that was created, or by one that nothing has. */
  #isHarmless({ operation, request, given, namesNothing, isByUser }: Case): boolean {
    if (isByUser === true || namesNothing === true) return true;
    const { method, target } = request;
    if (effectOf(this.#document, { ...operation, method }) !== 'changes') return true;
    const check = this.#checks.get(operation) ?? createParameterCheck(this.#document, operation);
    this.#checks.set(operation, check);
    const [path = ''] = target.split('?');
    const { values } = check?.({ path, query: '', header: () => undefined }) ?? {};
    return Object.entries(given?.parameters ?? {}).some(([name, created]) => {
      const named = values?.get(`path ${name}`);
      return named !== undefined && asText(named) === asText(created);
    });
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

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : showJson(value);
}

/** Whether the request may well create something: it is such a request, and the document doesn't rule it out. */
export function mayCreate(sent: Case): boolean {
  if (!canCreate(sent) || sent.outsideOperation === true) return false;
  const { validity, request } = sent;
  if (validity.kind !== 'invalid') return true;
  // It may create what it names (RFC 9110, 9.3.4), where the document expects that this isn't there.
  return request.method === 'PUT' && validity.keyword === 'unknown';
}
