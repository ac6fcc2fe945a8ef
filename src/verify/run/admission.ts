import { familyDeletedBy } from '../../model/resources/deleted-families.ts';
import { type Case, type JudgedExchange, acceptanceOf, notPromised } from '../cases/case.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonValue, RawNumber, isJsonObject } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import {
  type CheckedParameters,
  type ParameterCheck,
  createParameterCheck,
} from '../../model/parameters/parameter-check.ts';
import { changesStored, dangerOf } from '../../model/resources/danger.ts';
import { namingParameters } from '../../model/resources/naming-parameters.ts';
import { barePath } from '../../model/resources/names.ts';
import { identitiesIn } from '../../model/resources/resources.ts';
import type { Operation } from '../../model/operation.ts';
import type { IntegerRange } from '../../openapi/schema/formats.ts';
import { identitiesSent } from '../../model/resources/bulk-deletions.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { parametersOf } from '../cases/request-faults.ts';
import { bodyOf, canCreate } from './effects.ts';
import type { LeftOut } from './event.ts';

/** What a run may do to the server. */
export interface Limits {
  /** So many requests that can create something, and no more. Default: no limit. */
  readonly maxCreates?: number | undefined;
  /** So many requests that can create, change or delete something. Default: no limit. */
  readonly maxChanges?: number | undefined;
  /** Identities outside of it are not created. Default: any may be. */
  readonly idRange?: IntegerRange | undefined;
  /** Whether what the run has not created may be changed and deleted, too. Default false. */
  readonly allowChanges?: boolean | undefined;
}

/** So many requests of a kind may be sent. */
interface Budget {
  readonly reason: LeftOut['reason'];
  readonly counts: (sent: Case) => boolean;
  left: number;
}

/**
 * Decides, request by request, whether it may be sent. Unless the user allows it, none may change what
 * the run has not created, wherever the request comes from.
 */
export class Admission {
  readonly #limits: Limits;
  readonly #document: OpenApiDocument;
  readonly #identities = new Map<Operation, readonly string[]>();
  readonly #checks = new Map<Operation, ParameterCheck | undefined>();
  readonly #leftOut = new Map<LeftOut['reason'], string[]>();
  readonly #budgets: readonly Budget[];

  constructor(limits: Limits, document: OpenApiDocument) {
    const { maxCreates = Infinity, maxChanges = Infinity } = limits;
    this.#limits = limits;
    this.#document = document;
    this.#budgets = [
      { reason: 'max-creates', counts: canCreate, left: maxCreates },
      { reason: 'max-changes', counts: canChange, left: maxChanges },
    ];
  }

  /** Whether the request may be sent; if so, it counts. */
  admit(sent: Case): boolean {
    const reason = this.whyNot(sent);
    if (reason !== undefined) return this.leaveOut(reason, sent);
    for (const budget of this.#budgetsOf(sent)) budget.left -= 1;
    return true;
  }

  /** Why the request may not be sent; `undefined` where it may. */
  whyNot(sent: Case): LeftOut['reason'] | undefined {
    if (!this.#isHarmless(sent)) return 'harm';
    if (!this.#isInRange(sent)) return 'id-range';
    return this.#budgetsOf(sent).find(({ left }) => left <= 0)?.reason;
  }

  #budgetsOf(sent: Case): Budget[] {
    return this.#budgets.filter(({ counts }) => counts(sent) && isPossible(sent));
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
    if (acceptanceOf(exchange) === undefined || isPossible(sent)) return;
    for (const budget of this.#budgets) if (budget.counts(sent)) budget.left -= 1;
  }

  /** Notes that a request is not sent. */
  leaveOut(reason: LeftOut['reason'], sent: Pick<Case, 'operation'>): false {
    const operations = this.#leftOut.get(reason) ?? [];
    operations.push(sent.operation.id);
    this.#leftOut.set(reason, operations);
    return false;
  }

  /**
   * `undefined` where nothing was left out.
   *
   * @param harmful Ids of operations of which no request was made up, for the harm that it would do.
   */
  leftOut(harmful: readonly string[] = []): LeftOut[] | undefined {
    const all = new Map(this.#leftOut);
    const harm = all.get('harm') ?? [];
    if (harm.length + harmful.length > 0) all.set('harm', harm);
    if (all.size === 0) return undefined;
    return [...all].map(([reason, ids]): LeftOut => {
      const operations = reason === 'harm' ? [...new Set([...harmful, ...ids])] : undefined;
      return { reason, requests: ids.length, operations, message: this.#say(reason) };
    });
  }

  #say(reason: LeftOut['reason']): string {
    const { maxCreates, maxChanges, idRange } = this.#limits;
    const messages: Readonly<Record<LeftOut['reason'], string>> = {
      'max-creates': `${maxCreates} requests that can create something are sent`,
      'max-changes': `${maxChanges} requests that can change something are sent`,
      harm: 'they would change what the run has not created; --allow-changes sends them',
      'rate-limit': 'the server allows no more requests in the time that is left',
      'id-range': `their ids are outside of ${idRange?.minimum} to ${idRange?.maximum}`,
    };
    return messages[reason];
  }

  /** What it changes, if anything, is named by what the run has created, or by what nothing has. */
  #isHarmless(sent: Case): boolean {
    const { operation, request, given, absent = [] } = sent;
    const asked =
      request.method === operation.method ? operation : { ...operation, method: request.method };
    if (this.#limits.allowChanges === true || !changesStored(this.#document, asked)) return true;
    const deleted = familyDeletedBy(this.#document, asked);
    if (deleted !== undefined) {
      const { several = [] } = given ?? {};
      const ids = identitiesSent(deleted.deletion, this.#named(sent), bodyOf(sent));
      return ids.length > 0 && ids.every((id) => several.some((own) => equalJson(own, id)));
    }
    const names = namingParameters(this.#document, operation).map(({ name }) => name);
    const last = names.at(-1) ?? '';
    if (absent.includes(last)) return dangerOf(this.#document, asked)?.spreads !== true;
    const values = this.#named(sent);
    const isOwn = (name: string): boolean => {
      const [named, created] = [values.get(`path ${name}`), given?.parameters[name]];
      return named !== undefined && created !== undefined && textOf(named) === textOf(created);
    };
    if (!isOwn(last)) return false;
    // Another's thing around it is none of its matter only if it was created there.
    const isThere =
      given?.origin !== undefined && request.target.startsWith(`${barePath(given.origin)}/`);
    return isThere || names.every((name) => isOwn(name) || absent.includes(name));
  }

  /** Whether no server, however lenient, can create something outside of the range for it. */
  #isInRange(sent: Case): boolean {
    const { idRange } = this.#limits;
    if (idRange === undefined || !canCreate(sent) || sent.outsideOperation === true) return true;
    const names = this.#identitiesOf(sent.operation);
    const body = bodyOf(sent);
    const ids = (Array.isArray(body) ? body : [body])
      .filter(isJsonObject)
      .flatMap((resource) => names.flatMap((name) => resource[name] ?? []));
    // What isn't there, a PUT may create (RFC 9110, 9.3.4).
    const isNew = sent.request.method === 'PUT' && sent.absent !== undefined;
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
  if (Array.isArray(id)) return id.every((member) => isWithin(member, range, isInvalid));
  const isOther = id === null || isJsonObject(id);
  if (isOther || (typeof id === 'string' && !/^\s*[-+]?\d+\s*$/.test(id))) return true;
  // No number holds its spelling.
  if (typeof id === 'boolean' || id instanceof RawNumber) return false;
  const whole = BigInt(typeof id === 'number' ? Math.trunc(id) : id);
  if (isInvalid && (whole < INT64.minimum || whole > INT64.maximum)) return true;
  return whole >= range.minimum && whole <= range.maximum;
}

/** Whether a request of this kind changes something where it succeeds, and finds it. */
function canChange(sent: Case): boolean {
  const { method } = sent.request;
  if (canCreate(sent)) return true;
  return (method === 'PATCH' || method === 'DELETE') && sent.absent === undefined;
}

/** Whether it may well succeed: the document doesn't rule it out. */
function isPossible({ validity, request, outsideOperation }: Case): boolean {
  // Open is whether a path with a slash at its end is the operation's.
  if (outsideOperation === true) return validity.kind === 'open' && validity.strictlyValid === true;
  if (validity.kind !== 'invalid') return true;
  // It may create what it names (RFC 9110, 9.3.4), where the document expects that this isn't there.
  return request.method === 'PUT' && validity.keyword === 'unknown';
}
