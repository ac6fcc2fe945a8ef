import { type Case, type JudgedExchange, acceptanceOf, notPromised } from '../cases/case.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonValue, RawNumber, isJsonObject } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import {
  type CheckedParameters,
  type ParameterCheck,
  createParameterCheck,
} from '../../model/parameters/parameter-check.ts';
import { effectOf, identitiesIn } from '../../model/resources/resources.ts';
import type { Operation } from '../../model/operation.ts';
import type { IntegerRange } from '../../openapi/schema/formats.ts';
import { parametersOf } from '../cases/request-faults.ts';
import { bodyOf, canCreate } from './result.ts';
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
  readonly #identities = new Map<Operation, readonly string[]>();
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
    if (!this.#isInRange(sent)) return this.leaveOut('id-range');
    if (!mayCreate(sent)) return true;
    if (this.#creating >= (this.#limits.maxCreates ?? Number.POSITIVE_INFINITY)) {
      return this.leaveOut('max-creates');
    }
    this.#creating += 1;
    return true;
  }

  /** The case, which promises nothing where a value was given that a parameter doesn't take. */
  settled(sent: Case): Case {
    if (sent.given === undefined || sent.validity.kind !== 'valid') return sent;
    const { faults = [] } = this.#parametersOf(sent) ?? {};
    const given = new Set(Object.keys({ ...sent.given.found, ...sent.given.parameters }));
    const fault = faults.find(({ parameter: { in: place, name } }) => {
      return place === 'path' || given.has(name);
    });
    return fault === undefined ? sent : { ...sent, validity: notPromised(fault.reason) };
  }

  /** What the document rules out counts, too, where the server accepts it. */
  answered(exchange: JudgedExchange): void {
    const { case: sent } = exchange;
    if (acceptanceOf(exchange) && canCreate(sent) && !mayCreate(sent)) this.#creating += 1;
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
  #isHarmless(sent: Case): boolean {
    const { operation, request, given, namesNothing, isByUser } = sent;
    if (isByUser === true || namesNothing === true) return true;
    if (effectOf(this.#document, { ...operation, method: request.method }) !== 'changes')
      return true;
    const values = this.#named(sent);
    return Object.entries(given?.parameters ?? {}).some(([name, created]) => {
      const named = values.get(`path ${name}`);
      return named !== undefined && textOf(named) === textOf(created);
    });
  }

  /** Whether no server, however lenient, can create something outside of the range for it. */
  #isInRange(sent: Case): boolean {
    const { idRange } = this.#limits;
    if (idRange === undefined || !canCreate(sent) || sent.outsideOperation === true) return true;
    const names = this.#identitiesOf(sent.operation);
    const body = bodyOf(sent);
    const ids = (Array.isArray(body) ? body : [body])
      .filter(isJsonObject)
      .flatMap((one) => names.flatMap((name) => one[name] ?? []));
    // What isn't there, a PUT may create (RFC 9110, 9.3.4).
    const isNew = sent.request.method === 'PUT' && sent.namesNothing === true;
    const all = isNew ? [...ids, ...this.#named(sent).values()] : ids;
    return all.every((id) => isWithin(id, idRange, sent.validity.kind === 'invalid'));
  }

  #identitiesOf(operation: Operation): readonly string[] {
    const known = this.#identities.get(operation) ?? identitiesIn(this.#document, operation);
    this.#identities.set(operation, known);
    return known;
  }

  /** The values of the path, by `path name`. */
  #named(sent: Case): ReadonlyMap<string, JsonValue> {
    return this.#parametersOf(sent)?.values ?? new Map();
  }

  #parametersOf({ operation, request }: Case): CheckedParameters | undefined {
    const check = this.#checks.get(operation) ?? createParameterCheck(this.#document, operation);
    this.#checks.set(operation, check);
    return check?.(parametersOf(request));
  }
}

/** Beyond it no server keeps a number as its identity. */
const INT64: IntegerRange = { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n };

/** A lenient server reads a number in texts and in lists of one, and cuts off fractions. */
function isWithin(id: JsonValue, range: IntegerRange, isInvalid: boolean): boolean {
  if (Array.isArray(id)) return id.every((one) => isWithin(one, range, isInvalid));
  const isOther = id === null || isJsonObject(id);
  if (isOther || (typeof id === 'string' && !/^\s*[-+]?\d+\s*$/.test(id))) return true;
  // No number holds its spelling.
  if (typeof id === 'boolean' || id instanceof RawNumber) return false;
  const whole = BigInt(typeof id === 'number' ? Math.trunc(id) : id);
  if (isInvalid && (whole < INT64.minimum || whole > INT64.maximum)) return true;
  return whole >= range.minimum && whole <= range.maximum;
}

/** Whether the request may well create something: it is such a request, and the document doesn't rule it out. */
export function mayCreate(sent: Case): boolean {
  if (!canCreate(sent) || sent.outsideOperation === true) return false;
  const { validity, request } = sent;
  if (validity.kind !== 'invalid') return true;
  // It may create what it names (RFC 9110, 9.3.4), where the document expects that this isn't there.
  return request.method === 'PUT' && validity.keyword === 'unknown';
}
