import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { isOfFew } from '../../model/resources/of-few.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { type ResourceFamily, allFamilies } from '../../model/resources/resources.ts';
import { equalJson, valueKey } from '../../openapi/schema/equal-json.ts';
import type { RunCheck, RunObservation } from './check.ts';
import { type JudgedExchange, endOf } from '../cases/case.ts';
import { readJsonBody } from './json-response.ts';
import { standingOf, successPointer } from './standing.ts';

/**
 * A server may answer the repetition of a creation with what it has created already, and begin
 * anew where everything was deleted: neither is said to be wrong.
 */
export const repeatedIdentity: RunCheck = {
  id: 'repeated-identity',
  checkRun: (exchanges, { document }) => {
    const sent = Map.groupBy(exchanges, (exchange) => exchange.case.operation);
    return allFamilies(document).flatMap((family) => {
      if (isOfFew(document, family)) return [];
      const creating = (family.create && sent.get(family.create)) ?? [];
      const all = creating.flatMap((exchange) => creationIn(exchange, family) ?? []);
      if (new Set(all.map(({ key }) => key)).size === all.length) return [];
      return undisturbed(all, exchanges).flatMap((group) =>
        repetitions(group)
          .filter((pair) => isAnother(pair) && group.some((other) => proves(other, pair)))
          .map((pair) => observe(pair, family)),
      );
    });
  },
};

/** A creation, and one after it with the same identity. */
type Pair = readonly [earlier: Creation, later: Creation];

/** More than these show nothing new. */
const MAX_PAIRS = 100;

function repetitions(group: readonly Creation[]): Pair[] {
  return [...Map.groupBy(group, ({ key }) => key).values()]
    .flatMap((same) => same.slice(1).map((later, i): Pair => [same[i]!, later]))
    .slice(0, MAX_PAIRS);
}

/** A resource that was acknowledged as created, with an identity that the server made. */
interface Creation {
  readonly exchange: JudgedExchange;
  readonly sent: JsonObject;
  readonly returned: JsonObject;
  readonly identity: JsonValue;
  /** Equal where the collection and the client are. */
  readonly place: string;
  /** Equal where the identity is, too. */
  readonly key: string;
  /** Of the response object that documents the answer. */
  readonly pointer: string;
}

function creationIn(
  exchange: JudgedExchange,
  { create, collection, identity }: ResourceFamily,
): Creation | undefined {
  const { operation, request, outsideOperation } = exchange.case;
  const standing = standingOf(exchange);
  if (operation !== create || outsideOperation === true || standing.kind !== 'success') {
    return undefined;
  }
  if (identity === undefined || !isOwn(identity, collection)) return undefined;
  const { value: sent, headers, withCredential, credentialScheme } = request;
  const isRepeatable = headers.some(([name]) => /idempot/i.test(name));
  const body = readJsonBody(standing.response);
  if (standing.response.status !== 201 || isRepeatable || !body.ok) return undefined;
  if (!isJsonObject(sent) || Object.hasOwn(sent, identity) || !isJsonObject(body.value)) {
    return undefined;
  }
  const made = getProperty(body.value, identity);
  if (made === undefined || made === null || typeof made === 'object') return undefined;
  const others = headers.filter(([name]) => !/^(?:accept|content-.*)$/i.test(name));
  const place = JSON.stringify([exchange.request.url, others, withCredential, credentialScheme]);
  const key = `${place} ${valueKey(made)}`;
  const pointer = standing.documented?.pointer ?? successPointer(create);
  return { exchange, sent, returned: body.value, identity: made, place, key, pointer };
}

/** `id`, or what names one of the collection: `orderId` in `/orders`. */
function isOwn(identity: string, collection: string): boolean {
  const name = identity.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  const plural = collection.slice(collection.lastIndexOf('/') + 1).toLowerCase();
  const singular = name.replace(/id$/, '');
  return singular !== name && plural.replaceAll(/[^a-z\d]/g, '').startsWith(singular);
}

/** Whether the second returns what only it has sent, which a repetition's answer doesn't. */
function isAnother([earlier, later]: Pair): boolean {
  return Object.entries(later.sent).some(
    ([name, member]) =>
      !isAlike(member, getProperty(earlier.sent, name)) &&
      isEqual(member, getProperty(later.returned, name)),
  );
}

/**
 * Whether nothing that two creations with one identity have in common can be what the server knows
 * them by: another one has all of that, too, and an identity of its own.
 */
function proves(other: Creation, [earlier, later]: Pair): boolean {
  if (other.key === earlier.key) return false;
  const names = new Set([earlier, later, other].flatMap(({ sent }) => Object.keys(sent)));
  return [...names].every((name) => {
    const sent = getProperty(earlier.sent, name);
    const isShared = isAlike(sent, getProperty(later.sent, name));
    return !isShared || isEqual(sent, getProperty(other.sent, name));
  });
}

function isEqual(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return left === undefined || right === undefined ? left === right : equalJson(left, right);
}

/** What a server may take for the same. */
function isAlike(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (typeof left !== 'string' || typeof right !== 'string') return isEqual(left, right);
  const plain = (text: string): string =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return plain(left) === plain(right);
}

/** By place, and by times in which nothing else can have changed what there is: no deletion. */
function undisturbed(all: readonly Creation[], exchanges: readonly JudgedExchange[]): Creation[][] {
  const create = all[0]?.exchange.case.operation;
  const changes = exchanges.filter((exchange) => {
    const { operation, request, outsideOperation } = exchange.case;
    const isSafe = /^(?:GET|HEAD|OPTIONS)$/.test(request.method);
    const isCreation = operation === create && outsideOperation !== true;
    return !isSafe && !isCreation && standingOf(exchange).kind !== 'refusal';
  });
  const alone = all.filter(
    ({ exchange }) =>
      !changes.some(
        (change) => change.startedAt <= endOf(exchange) && endOf(change) >= exchange.startedAt,
      ),
  );
  const groups = Map.groupBy(alone, ({ place, exchange: { startedAt } }) => {
    const before = changes.filter((change) => change.startedAt < startedAt).length;
    return `${before} ${place}`;
  });
  return [...groups.values()];
}

function observe([earlier, later]: Pair, { identity }: ResourceFamily): RunObservation {
  return {
    exchange: later.exchange,
    after: earlier.exchange,
    severity: 'violation',
    rule: 'R4',
    message: `${identity} is that of another resource, which was created before`,
    received: `${identity}: ${showJson(later.identity, 120)}, as in the answer to ${earlier.exchange.case.id}`,
    documented: `another ${identity} for each 201`,
    pointer: later.pointer,
  };
}
