import { type JsonValue, getProperty, isJsonObject } from '../../openapi/json/json-value.ts';
import { bodySchema } from '../../model/media-type.ts';
import { opened } from '../../model/resources/envelope.ts';
import { envelopesIn } from '../../model/resources/envelopes-in.ts';
import { isOfFew } from '../../model/resources/of-few.ts';
import { familyOfItem, isAction } from '../../model/resources/resources.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import type { Check, Observation } from './check.ts';
import { isAsLeft, propertiesOf } from './differences.ts';
import { readJsonBody } from './json-response.ts';
import { standingOf } from './standing.ts';
import { integerChange } from './alterations.ts';
import { altered, echoOf } from './echoed-values.ts';

/** Of a resource that an earlier request has created or changed, that one comes back. */
export const returnedResource: Check = {
  id: 'returned-resource',
  check: (exchange, { document }) => {
    const { given, operation, validity } = exchange.case;
    const standing = standingOf(exchange);
    if (given === undefined || operation.method !== 'GET') return [];
    const family = familyOfItem(document, operation.path);
    if (family !== undefined && isOfFew(document, family)) return [];
    if (standing.kind !== 'success' || validity.kind === 'invalid') return [];
    const pointer = bodySchema(standing.documented);
    const body = readJsonBody(standing.response);
    if (pointer === undefined || !body.ok) return [];
    const { told } = envelopesIn(document, operation);
    const named = propertiesOf(document, pointer, told);
    const returned = opened(body.value, told);
    if (returned === undefined) return [];
    return Object.keys(given.resource).flatMap((name): Observation | Observation[] => {
      const property = named.get(name);
      const [was, is] = [given.resource[name]!, getProperty(returned, name)];
      if (property === undefined || property.schema.writeOnly) return [];
      if (is === undefined || mayMove(name, property.schema)) return [];
      if (isAsLeft(property, was, is)) return [];
      // What was sent may be something else than what is told: names in place of objects.
      if (!isValidFor(was, property.schema, 'response')) return [];
      // Null says that there is none, for which the document has this.
      if (was === null && equalJson(property.schema.keyword('default') ?? null, is)) return [];
      return {
        severity: 'violation',
        rule: 'R4',
        message: `${name} comes back not as it was left`,
        received: `${name}: ${showJson(is, 120)}`,
        documented: `${name}: ${showJson(was, 120)}, as an earlier request has left it`,
        pointer: property.pointer,
      };
    });
  },
};

/** What a resource is at, which goes on by itself. */
const STATE_NAME = /^(?:(?:\w*[-_])?(?:state|status)|\w*(?:State|Status)|phase|stage|progress)$/;

/** Whether the server itself changes a property between reads: what it alone sets, but for identities. */
function mayMove(name: string, { readOnly }: EffectiveSchema): boolean {
  return STATE_NAME.test(name) || (readOnly && !/(?:^|[-_])id$|Id$/.test(name));
}

/**
 * Whether a response repeats what only the request's schema names is an open question; what it
 * repeats must be exact.
 */
export const returnedIntegers: Check = {
  id: 'returned-integers',
  check: (exchange, context) => {
    const echo = echoOf(exchange, context.document);
    if (!echo) return [];
    const { operation, given } = exchange.case;
    // An action may tell of the resource in place of what it was sent.
    const resource = given?.around ?? given?.resource ?? {};
    const acted = isAction(context.document, operation) ? resource : {};
    return echo.unnamed.flatMap((property) => {
      const [was, is, held] = [echo.sent, echo.returned, acted].map((body) =>
        getProperty(body, property.name),
      );
      if (was === undefined || is === undefined || equalJson(was, is)) return [];
      if (held !== undefined && equalJson(held, is)) return [];
      if (!isRepeated(was, is)) return [];
      return altered(property, { was, is, damage: integerChange(was, is) }, exchange, context);
    });
  },
};

/** Whether what comes back has all that was sent, if altered: a list of other things is only called the same. */
function isRepeated(was: JsonValue, is: JsonValue): boolean {
  if (Array.isArray(was) && Array.isArray(is))
    return was.length === is.length && was.every((item, i) => isRepeated(item, is[i]!));
  if (!isJsonObject(was) || !isJsonObject(is)) return true;
  return Object.entries(was).every(([name, member]) => {
    const told = getProperty(is, name);
    return told !== undefined && isRepeated(member, told);
  });
}
