import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { mayBeUnread } from '../../http/write-body.ts';
import { headerValue } from '../../http/exchange.ts';
import { isBytes } from '../../model/form.ts';
import { hasFields, isServersOwn } from '../../model/json-api.ts';
import { bodySchema } from '../../model/media-type.ts';
import { opened, schemaIn } from '../../model/resources/envelope.ts';
import { bodyVersion } from '../../model/resources/body-versions.ts';
import { envelopesIn } from '../../model/resources/envelopes-in.ts';
import { isAction, resourceFamilies } from '../../model/resources/resources.ts';
import { addsToList } from '../../model/resources/relations.ts';
import { toldAround } from '../../model/resources/told-resources.ts';
import type { Operation } from '../../model/operation.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { isOfActed, isOfOther } from './acted-texts.ts';
import { integerChange, whatHappened } from './alterations.ts';
import { Recent } from '../../openapi/once.ts';
import type { Check, CheckContext, Observation } from './check.ts';
import {
  type NamedProperty,
  differences,
  isImplied,
  isOneSided,
  isRounded,
  propertiesOf,
  otherSender,
  isSameValue,
  isNothing,
  propertiesFor,
} from './differences.ts';
import type { JudgedExchange } from '../cases/case.ts';
import { readJsonBody } from './json-response.ts';
import {
  ALTERED,
  FILLED_IN,
  FILLED_IN_EMPTY,
  MERGED,
  filledInSymptom,
  isAnew,
  isDescribedAnew,
  otherDefault,
  gravityForNone,
  isAssigned,
  isDecided,
  isInPath,
  isNow,
  isTakenForNone,
  proposedNames,
} from './server-defaults.ts';
import { otherSideRemover } from '../../openapi/schema/other-side.ts';
import { ANYTHING, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import {
  compileSchema,
  isValidFor,
  lackOnly,
  viewValidator,
} from '../../openapi/schema/compile-schema.ts';
import { isCaseless } from '../../model/believable/formed-texts.ts';
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
    return echo.shared.flatMap((property) =>
      isTakenForNone(property, echo, exchange, context)
        ? []
        : judge(property, echo, exchange, context),
    );
  },
};

/** A success beside the request that it answers. */
export interface Echo {
  readonly sent: JsonObject;
  readonly returned: JsonObject;
  /** Properties that request and response schema both name. */
  readonly shared: readonly NamedProperty[];
  /** What the request's schema says of them. */
  readonly asked: ReadonlyMap<string, NamedProperty>;
  /** Properties that only the request's schema names. */
  readonly unnamed: readonly NamedProperty[];
}

/** `undefined` where nothing is to be compared. */
export function echoOf(exchange: JudgedExchange, document: OpenApiDocument): Echo | undefined {
  return latest.of([exchange, document], () => findEcho(exchange, document));
}

/** Several checks ask for that of one exchange, one after the other. */
const latest = new Recent<Echo | undefined>(1);

function findEcho(exchange: JudgedExchange, document: OpenApiDocument): Echo | undefined {
  const { validity, operation, request } = exchange.case;
  const standing = standingOf(exchange);
  if (standing.kind !== 'success' || validity.kind === 'invalid') return undefined;
  if (isOfOther(document, operation)) return undefined;
  if (mayBeUnread(operation, request) || isUntyped(exchange)) return undefined;
  const body = readJsonBody(standing.response);
  const [asked, answered] = [operation.requestBody, standing.documented].map(bodySchema);
  if (!body.ok || answered === undefined || asked === undefined) return undefined;
  const { taken, told } = envelopesIn(document, operation);
  const [sent, returned] = [opened(request.value ?? null, taken), opened(body.value, told)];
  if (sent === undefined || returned === undefined) return undefined;
  const named = propertiesOf(document, answered, told, returned);
  const isProposed = proposedNames(document, operation, { sent, returned });
  const askedFor = propertiesOf(document, asked, taken, sent);
  const whole = schemaIn(effectiveSchema(document.root, answered), told);
  const rest = whole?.additional ?? ANYTHING;
  // A type of accounts is none of resources.
  const isField = (name: string): boolean =>
    whole !== undefined && hasFields(told) && isServersOwn(name, whole, sent);
  const version = bodyVersion(document, operation);
  // What only the server sets comes back as the server has set it, and a file as where it is. An identity
  // that need not be sent, or that no path can name, is but proposed.
  const compared = [...askedFor.values()].filter(
    ({ name, schema, required }) =>
      ![schema, schema.items].some(isBytes) &&
      !(schema.readOnly || (schema.items && addsToList(document, operation))) &&
      !(isField(name) || name === version || isProposed(name, required)),
  );
  return {
    sent,
    returned,
    asked: askedFor,
    shared: compared.flatMap(({ name }) => named.get(name) ?? []),
    // A map of texts can't tell a number as it was sent.
    unnamed: compared.filter(
      ({ name }) => !named.has(name) && isValidFor(sent[name] ?? null, rest, 'response'),
    ),
  };
}

/** Whether nothing tells that the body is to be read: its media type is missing, or has a malformed parameter. */
function isUntyped({ case: { validity, request } }: JudgedExchange): boolean {
  const type = headerValue(request.headers, 'content-type');
  return validity.kind === 'open' && (type === undefined || /;[^=]*(?:;|$)/.test(type));
}

function judge(
  property: NamedProperty,
  { sent, returned, asked }: Echo,
  exchange: JudgedExchange,
  context: CheckContext,
): Observation | Observation[] {
  const [was, is] = [sent, returned].map((body) => getProperty(body, property.name));
  const usual = asked.get(property.name);
  if (isOneSided(property) || isOfActed(usual, is, exchange, context)) return [];
  const validate = viewValidator(property.schema, 'response');
  // What breaks its own schema is reported as that; what an answer can't hold, it has as another or not at all.
  const writable = was && otherSideRemover([property.schema], 'request')(was);
  if (is !== undefined && validate(is).length > 0) return [];
  if (writable !== undefined && !lackOnly(validate(writable))) return [];
  if (is === undefined) {
    if (was === undefined || property.required) return [];
    return isImplied(property, was) ? [] : dropped(property, was, exchange);
  }
  if (was === undefined) {
    const value = usual?.schema.keyword('default');
    if (value !== undefined) return undue(property, { usual: value, is }, exchange, context);
    if (property.required || isDescribedAnew(property.schema, usual?.schema)) return [];
    return invented(property, is, exchange, context);
  }
  const observations = differences(property, [was, is]).flatMap(
    ({ property: part, was: sent, is: actual }) => {
      if (actual === undefined) return dropped(part, sent, exchange);
      // It breaks its schema, or is what another alternative has there; or no answer can hold what was sent.
      const held = otherSideRemover([part.schema], 'request')(sent);
      if (![actual, held].every((value) => isValidFor(value, part.schema, 'response'))) return [];
      // What the document has as a text is no damage to an integer.
      const damage = isJsonNumber(actual) ? integerChange(sent, actual) : undefined;
      return altered(part, { was: sent, is: actual, damage }, exchange, context);
    },
  );
  if (usual !== undefined && isAnew(property.name, exchange)) {
    observations.push(...undueWithin({ ...usual, name: property.name }, [was, is]));
  }
  // Of the items of a list, the first stands for all.
  return [...Map.groupBy(observations, ({ message }) => message).values()].map(([first]) => first!);
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

/** Whether an answer tells of a resource that was there before, to which the request does something. */
function tellsOfOlder(operation: Operation, { document }: CheckContext): boolean {
  const families = resourceFamilies(document).values();
  return isAction(document, operation) || toldAround(document, operation, families) !== undefined;
}

/** Whether it had a value before: that is nobody else's. */
function isLeft(
  name: string,
  is: JsonValue,
  { case: sent }: JudgedExchange,
  context: CheckContext,
): boolean {
  const left = getProperty(sent.given?.resource, name) ?? null;
  return equalJson(left, is) || context.isKept?.(name, is, sent) === true;
}

function invented(
  property: NamedProperty,
  is: JsonValue,
  exchange: JudgedExchange,
  context: CheckContext,
): Observation | Observation[] {
  const { name, pointer } = property;
  // What it doesn't say stays as it was.
  const { operation } = exchange.case;
  if (operation.method === 'PATCH' || tellsOfOlder(operation, context)) return [];
  if (isInPath(is, exchange) || isNow(is, exchange)) return [];
  if (isImplied(property, is) || isAssigned(property, is, exchange, context)) return [];
  const isMerged = isLeft(name, is, exchange, context);
  const other = isMerged ? undefined : otherSender(context, name, is, exchange.case);
  const value = showJson(is, 120);
  const told = filledInSymptom(name, value, other && ": it is another request's");
  const merged = {
    message: `${told.message}: it is kept from before, as in a merge`,
    symptom: { kind: MERGED, place: name, value },
  };
  return {
    // Zero, false and nothing are what stores have for what isn't there.
    severity: other === undefined && isNothing(is) ? 'warning' : 'violation',
    rule: 'R4',
    ...(isMerged ? merged : told),
    received: `${name}: ${showJson(is)}${other ? ` (sent by ${other.id})` : ''}`,
    documented: `no ${name}, as none was sent`,
    pointer,
  };
}

/** Of what is not sent and has a default, the default is what is meant (OpenAPI 3.0.4, 4.7.24.1). */
function undue(
  property: NamedProperty,
  { usual, is }: { readonly usual: JsonValue; readonly is: JsonValue },
  exchange: JudgedExchange,
  context: CheckContext,
): Observation | Observation[] {
  const { name, pointer, schema } = property;
  if (isSameValue(usual, is, schema.format)) return [];
  if (!property.required) {
    const made = [invented(property, is, exchange, context)].flat();
    // What is nobody's is another default.
    const isFilledIn = made[0]?.symptom?.kind === FILLED_IN && made[0].symptom.of === name;
    return isFilledIn ? otherDefault(property, usual, is) : made;
  }
  if (context.isKept?.(name, is, exchange.case) === true) return [];
  const isHeld = compileSchema(schema.root, pointer, 'response')(usual).length === 0;
  return isHeld && isAnew(name, exchange, is) ? otherDefault(property, usual, is) : [];
}

/** Of objects that were sent, what they leave out. */
function undueWithin(
  { name, schema }: NamedProperty,
  [was, is]: readonly [was: JsonValue, is: JsonValue],
): Observation[] {
  if (!isJsonObject(was) || !isJsonObject(is)) return [];
  return [...propertiesFor(schema, was)].flatMap(([key, property]) => {
    const [sent, told] = [getProperty(was, key), getProperty(is, key)];
    const part = { ...property, name: `${name}.${key}`, required: false };
    if (told === undefined || isOneSided(part)) return [];
    if (sent !== undefined) return undueWithin(part, [sent, told]);
    const usual = property.schema.keyword('default');
    if (usual === undefined || told === null) return [];
    return isSameValue(usual, told, property.schema.format) ? [] : otherDefault(part, usual, told);
  });
}

/** A value that comes back in place of another, and how an integer was damaged on its way. */
interface Alteration {
  readonly was: JsonValue;
  readonly is: JsonValue;
  readonly damage: string | undefined;
}

/**
 * Whether a text is one that a server may make of another: without whitespace around it, unlike one that is used, or
 * with letters of the other case where that means the same.
 */
function isMadeOf(was: string, is: string, name: string, { case: sent }: JudgedExchange): boolean {
  if (isTrimmed(was, is) || (sent.question === `used-${name}-2` && is.startsWith(was))) return true;
  return isCaseless(name.split('.').at(-1)!) && was.toLowerCase() === is.toLowerCase();
}

/** What there is to say of a value that comes back in place of the one that was sent. */
export function altered(
  { name, pointer, schema }: NamedProperty,
  { was, is, damage }: Alteration,
  exchange: JudgedExchange,
  context: CheckContext,
): Observation | Observation[] {
  const isUsual = was === null && equalJson(schema.keyword('default') ?? null, is);
  if (isUsual || isDecided(name, { was, is }, exchange)) return [];
  const isText = typeof was === 'string' && typeof is === 'string';
  // How many decimals are kept is an open question, too.
  const isAnswer = isText ? isMadeOf(was, is, name, exchange) : isRounded(schema, was, is);
  if (isAnswer && !context.strict) return [];
  const isAsBefore = isLeft(name, is, exchange, context);
  const isOpen = damage === undefined && !isAsBefore;
  const other = isOpen ? otherSender(context, name, is, exchange.case) : undefined;
  const what = other ? "another request's" : whatHappened({ was, is, damage, isAsBefore });
  const forNone = other ? undefined : gravityForNone(was, is, context);
  return {
    severity: forNone ?? 'violation',
    rule: damage === undefined ? 'R4' : 'R7',
    // What does the same to several properties is one cause.
    symptom: {
      kind: forNone ? FILLED_IN_EMPTY : ALTERED,
      of: what ?? `otherwise ${name}`,
      place: name,
      value: what,
    },
    message: `${name} comes back${what === undefined ? ', but not as it was sent' : ` ${what}`}`,
    received: `${name}: ${showJson(is, 120)}${other ? ` (sent by ${other.id})` : ''}`,
    documented: `${name}: ${showJson(was, 120)}, as sent`,
    pointer,
  };
}
