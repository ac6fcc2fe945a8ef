import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { isBytes } from '../../model/form.ts';
import { bodySchema } from '../../model/media-type.ts';
import { familyCreatedBy, resourceFamilies } from '../../model/resources/resources.ts';
import { identityInLocation } from '../../model/resources/identity.ts';
import { showJson, textOf } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { Check, CheckContext, Observation } from './check.ts';
import {
  type NamedProperty,
  describeChange,
  differences,
  isImplied,
  isOneSided,
  propertiesOf,
  integerChange,
  otherSender,
} from './differences.ts';
import type { JudgedExchange } from '../cases/case.ts';
import { readJsonBody } from './json-response.ts';
import { compileSchema } from '../../openapi/schema/compile-schema.ts';
import { isTrimmed } from '../../questions/list/texts.ts';
import { standingOf } from './standing.ts';

/**
 * What request and response both name is the same in both: unaltered, not made up, and not from
 * another request. Where the identity was used before, what comes back is an open question.
 */
export const echoedValues: Check = {
  id: 'echoed-values',
  check: (exchange, context) => {
    const echo = echoOf(exchange, context.document);
    if (!echo || exchange.case.fixedIdentity === true) return [];
    return echo.shared.flatMap((property) => judge(property, echo, exchange, context));
  },
};

/** A success beside the request that it answers. */
export interface Echo {
  readonly sent: JsonObject;
  readonly returned: JsonObject;
  /** Properties that request and response schema both name. */
  readonly shared: readonly NamedProperty[];
  /** Properties that only the request's schema names. */
  readonly unnamed: readonly NamedProperty[];
}

/** `undefined` where nothing is to be compared. */
export function echoOf(exchange: JudgedExchange, document: OpenApiDocument): Echo | undefined {
  const { validity, operation, request } = exchange.case;
  const standing = standingOf(exchange);
  if (standing.kind !== 'success' || validity.kind === 'invalid') return undefined;
  const body = readJsonBody(standing.response);
  const [asked, answered] = [operation.requestBody, standing.documented].map(bodySchema);
  if (!body.ok || answered === undefined || asked === undefined) return undefined;
  if (!isJsonObject(request.value) || !isJsonObject(body.value)) return undefined;
  const named = propertiesOf(document, answered);
  // What only the server sets comes back as the server has set it, and a file as where it is.
  const own = [...propertiesOf(document, asked).values()].filter(
    ({ schema }) => ![schema, schema.items].some(isBytes) && !schema.readOnly,
  );
  return {
    sent: request.value,
    returned: body.value,
    shared: own.flatMap(({ name }) => named.get(name) ?? []),
    unnamed: own.filter(({ name }) => !named.has(name)),
  };
}

function judge(
  property: NamedProperty,
  { sent, returned }: Echo,
  exchange: JudgedExchange,
  context: CheckContext,
): Observation | Observation[] {
  const was = getProperty(sent, property.name);
  const is = getProperty(returned, property.name);
  if (isOneSided(property)) return [];
  if (is === undefined) {
    if (was === undefined || property.required) return [];
    return isImplied(property, was) ? [] : dropped(property, was, exchange);
  }
  const validate = compileSchema(context.document.root, property.pointer, 'response');
  // What breaks its own schema is reported as that; of what an answer can't hold, it holds another.
  const told = was === undefined ? [is] : [is, was];
  if (told.some((value) => validate(value).length > 0)) return [];
  if (was === undefined) return property.required ? [] : invented(property, is, exchange, context);
  const said = differences(property, [was, is]).flatMap(
    ({ property: part, was: sent, is: own }) => {
      if (own === undefined) return dropped(part, sent, exchange);
      // What the document has as a text is no damage to an integer.
      const damage = isJsonNumber(own) ? integerChange(sent, own) : undefined;
      return altered(part, { was: sent, is: own, damage }, exchange, context);
    },
  );
  // Of the items of a list, the first stands for all.
  return [...new Map(said.toReversed().map((one) => [one.message, one])).values()].toReversed();
}

function dropped(
  { name, pointer }: NamedProperty,
  was: JsonValue,
  { case: { operation } }: JudgedExchange,
): Observation {
  return {
    symptom: { kind: 'dropped', of: operation.id, place: name },
    severity: 'warning',
    rule: 'R4',
    message: `${name} was sent, but doesn't come back`,
    received: `no ${name}`,
    documented: `${name}: ${showJson(was)}, as sent (it is optional)`,
    pointer,
  };
}

function invented(
  property: NamedProperty,
  is: JsonValue,
  exchange: JudgedExchange,
  context: CheckContext,
): Observation | Observation[] {
  const { name, pointer } = property;
  if (exchange.case.operation.method === 'PATCH') return [];
  if (isImplied(property, is) || isAssigned(property, is, exchange, context)) return [];
  // What it had before is what a merge leaves, and nobody else's.
  const left = getProperty(exchange.case.given?.resource ?? {}, name) ?? null;
  const isMerged = equalJson(left, is) || context.isKept?.(name, is, exchange.case) === true;
  const other = isMerged ? undefined : otherSender(context, name, is, exchange.case);
  const why = isMerged
    ? ': it is kept from before, as in a merge'
    : other === undefined
      ? ''
      : ": it is another request's";
  return {
    severity: 'violation',
    rule: 'R4',
    message: `${name} comes back though none was sent${why}`,
    symptom: isMerged ? { kind: 'merged', place: name } : undefined,
    received: `${name}: ${showJson(is)}${from(other?.id)}`,
    documented: `no ${name}, as none was sent`,
    pointer,
  };
}

/** Whoever creates without an identity is given one; what is replaced has that which the path names. */
function isAssigned(
  { name }: NamedProperty,
  is: JsonValue,
  { case: { operation, request } }: JudgedExchange,
  { document }: CheckContext,
): boolean {
  if (operation.method === 'POST') {
    const { identity, envelope = [] } = familyCreatedBy(document, operation) ?? {};
    return [...envelope, identity, 'id'].includes(name);
  }
  const family = resourceFamilies(document).get(operation.path);
  return family?.identity === name && identityInLocation(request.target, family) === textOf(is);
}

/** A value that comes back in place of another, and how an integer was damaged on its way. */
interface Alteration {
  readonly was: JsonValue;
  readonly is: JsonValue;
  readonly damage: string | undefined;
}

/** What there is to say of a value that comes back in place of the one that was sent. */
export function altered(
  { name, pointer, schema }: NamedProperty,
  { was, is, damage }: Alteration,
  exchange: JudgedExchange,
  context: CheckContext,
): Observation | Observation[] {
  if (was === null && equalJson(schema.keyword('default') ?? null, is)) return [];
  // Whether whitespace around a text is kept is an open question.
  const isText = typeof was === 'string' && typeof is === 'string';
  if (isText && !context.strict && isTrimmed(was, is)) return [];
  const other = damage === undefined ? otherSender(context, name, is, exchange.case) : undefined;
  const change = isText ? describeChange(was, is) : damage;
  const what = other ? "another request's" : change;
  return {
    severity: 'violation',
    rule: damage === undefined ? 'R4' : 'R7',
    // What does the same to several properties is one cause.
    symptom:
      what === undefined ? undefined : { kind: 'altered', of: what, place: name, value: what },
    message: `${name} comes back${what === undefined ? ', but not as it was sent' : ` ${what}`}`,
    received: `${name}: ${showJson(is, 120)}${from(other?.id)}`,
    documented: `${name}: ${showJson(was, 120)}, as sent`,
    pointer,
  };
}

function from(caseId: string | undefined): string {
  return caseId === undefined ? '' : ` (sent by ${caseId})`;
}
