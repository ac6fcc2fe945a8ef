import type { RelativeRequest } from '../http/exchange.ts';
import { type FreshValues, createFreshValues } from '../model/requests/fresh-values.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { composeRequest } from '../http/compose-request.ts';
import {
  type BodyBase,
  baseReferring,
  baseWith,
  createBodyBase,
} from '../model/requests/body-base.ts';
import { freshBody as freshValueOf } from '../model/requests/fresh-body.ts';
import { requiredParameters } from '../model/requests/required-parameters.ts';
import { isFormedText } from '../model/believable/formed-texts.ts';
import { kebabCase } from '../model/kebab-case.ts';
import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
  pickProperties,
} from '../openapi/json/json-value.ts';
import { compileSchema } from '../openapi/schema/compile-schema.ts';
import { stringifyJson } from '../openapi/json/stringify-json.ts';
import { parseMediaType } from '../model/media-type.ts';
import { type Operation, hasResponse, operations } from '../model/operation.ts';
import { type EffectiveSchema, effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { bodyReferences } from '../model/resources/body-references.ts';
import { effectOf, identitiesIn, referencesOf } from '../model/resources/resources.ts';
import { createdIdentity } from '../model/resources/identity.ts';
import { type OfOperation, ofOperation } from '../model/of-operation.ts';

/** What questions ask about: an operation that takes a JSON object. */
export interface Subject {
  readonly document: OpenApiDocument;
  readonly operation: Operation;
  /** The JSON media type of its request body. */
  readonly mediaType: string;
  /** JSON Pointer to the request body's schema. */
  readonly schemaPointer: string;
  /** The integer that identifies what is created, such as `id`. */
  readonly identity: string | undefined;
  /** Names of all properties that the schema has. */
  readonly properties: readonly string[];
  /** Properties that take any text, required ones first. */
  readonly texts: readonly string[];
  /** How long they may be. */
  readonly lengths: ReadonlyMap<string, Lengths>;
  /** Names of the required properties, or of all that a body has where these alone are no valid one. */
  readonly required: readonly string[];
  /** Whether one of these names what would have to be there first. */
  readonly isReferring: boolean;
  /** A valid body, with those required properties whose texts can't be any. */
  readonly base: BodyBase;
  /** Path and query of its requests. */
  readonly target: string;
  /** Its header and cookie parameters. */
  readonly headers: RelativeRequest['headers'];
  /** Stands in ids, where the document has more than one operation. */
  readonly qualifier: string | undefined;
}

/** The fewest and the most characters of a text. */
export interface Lengths {
  readonly minLength: number;
  readonly maxLength: number;
}

/**
 * The subject of an operation; `undefined` where it takes no JSON object that can be made up, or
 * its path names what would have to be created first.
 */
export const subjectOf: OfOperation<Subject | undefined> = ofOperation(readSubject);

function readSubject(document: OpenApiDocument, operation: Operation): Subject | undefined {
  const json = operation.requestBody?.content.find(({ name }) => {
    return parseMediaType(name)?.essence === 'application/json';
  });
  if (json?.schemaPointer === undefined) return undefined;
  const shape = effectiveSchema(document.root, json.schemaPointer);
  // What the server sets is not sent.
  const isSent = (name: string): boolean => shape.properties.get(name)?.readOnly !== true;
  const names = [...shape.properties.keys()].filter(isSent);
  if (names.length === 0 || operation.path.includes('{')) return undefined;
  const made = createBodyBase(
    document,
    json,
    createdIdentity(document, operation),
    referencesOf(document, operation).map(({ name }) => name),
  );
  const referring = bodyReferences(document, operation, made?.slots ?? []).map(({ path }) => path);
  const base = made && baseReferring(made, referring);
  const value = base?.value;
  if (base === undefined || !isJsonObject(value)) return undefined;
  // Some are required and nowhere declared; some, only by another alternative than that of the base.
  const undeclared = [...shape.required].filter((name) => !shape.properties.has(name));
  const least = [...names.filter((name) => shape.required.has(name)), ...undeclared].filter(
    (name) => Object.hasOwn(value, name),
  );
  const refers = (name: string): boolean => referring.some(([first]) => first === name);
  const texts = names.filter((name) => isFreeText(shape.properties.get(name)) && !refers(name));
  const lengths = new Map(texts.map((name) => [name, lengthsOf(shape.properties.get(name)!)]));
  const takes = compileSchema(document.root, json.schemaPointer, 'request');
  // Some bodies have to have something; what several alternatives have in common is of none of them.
  const required = [least, Object.keys(value)].find((sent) => {
    const body = freshBody({ base, required: sent, texts, lengths }, PROBE);
    return takes(body).length === 0;
  });
  if (required === undefined) return undefined;
  const { target, headers } = composeRequest(operation, {
    parameters: requiredParameters(document, operation),
  });
  return {
    document,
    operation,
    mediaType: json.name,
    schemaPointer: json.schemaPointer,
    identity: newIdentity(document, operation, shape, required),
    properties: names,
    lengths,
    texts: texts.toSorted((a, b) => Number(required.includes(b)) - Number(required.includes(a))),
    required,
    isReferring: required.some(refers),
    base: baseWith(
      base,
      pickProperties(
        value,
        required.filter((name) => !texts.includes(name) || isFormedText(name)),
      ),
    ),
    target,
    headers,
    qualifier: operations(document).length > 1 ? kebabCase(operation.id) : undefined,
  };
}

/** Only what is new may have the identity of another one. */
function newIdentity(
  document: OpenApiDocument,
  operation: Operation,
  { properties }: EffectiveSchema,
  required: readonly string[],
): string | undefined {
  const isNew = effectOf(document, operation) === 'creates';
  const identities = isNew ? identitiesIn(document, operation) : [];
  return identities.find((name) => {
    const { types = [] } = properties.get(name) ?? {};
    return required.includes(name) && types.includes('integer') && !types.includes('number');
  });
}

/** For bodies that are only looked at. */
const PROBE = createFreshValues({ seed: 0, runId: 'probe' });

const TEXT_LIMITS = ['enum', 'const', 'pattern', 'format'];

function isFreeText(schema: EffectiveSchema | undefined): boolean {
  const isText = schema?.keyword('type') === 'string';
  return isText && TEXT_LIMITS.every((keyword) => schema.keyword(keyword) === undefined);
}

function lengthsOf({ minLength, maxLength = Number.POSITIVE_INFINITY }: EffectiveSchema): Lengths {
  return { minLength, maxLength };
}

/** A valid body with fresh values: the required properties and `changes`. */
export function freshBody(
  subject: Pick<Subject, 'base' | 'required' | 'texts' | 'lengths'>,
  fresh: FreshValues,
  changes: JsonObject = {},
): JsonObject {
  const body: JsonObject = {};
  const drawn = freshValueOf(subject.base, fresh) as JsonObject;
  for (const name of subject.required) {
    if (subject.texts.includes(name) && !isFormedText(name))
      body[name] = freshSample(subject, name, fresh);
    else if (Object.hasOwn(drawn, name)) body[name] = drawn[name]!;
  }
  return { ...body, ...changes };
}

/** A fresh, ordinary text for a property. */
export function freshSample(
  { lengths }: Pick<Subject, 'lengths'>,
  property: string,
  fresh: FreshValues,
): string {
  return fitted(fresh, sampleText(property), lengths.get(property)!);
}

/** A fresh text that is as long as it may be: the base alone, or a part of it, where there is no more room. */
export function fitted(
  fresh: FreshValues,
  base: string,
  { minLength, maxLength }: Lengths,
): string {
  const whole = fresh.text(base);
  const cut = Array.from(base).slice(0, maxLength).join('');
  return (Array.from(whole).length <= maxLength ? whole : cut).padEnd(minLength, 'x');
}

/** An ordinary text for a property. */
export function sampleText(property: string): string {
  return `Sample ${property}`;
}

/** A request with a body; `undefined` sends none. */
export function requestWith(
  subject: Subject,
  body: JsonValue | Uint8Array | undefined,
  headers: RelativeRequest['headers'] = [['Content-Type', subject.mediaType]],
): RelativeRequest {
  const { target, operation } = subject;
  const { method } = operation;
  if (body === undefined) return { method, target, headers: subject.headers };
  const all = [...subject.headers, ...headers];
  if (body instanceof Uint8Array) return { method, target, headers: all, body };
  const bytes = new TextEncoder().encode(stringifyJson(body));
  return { method, target, headers: all, body: bytes, value: body };
}

/** Says that no status is documented for what is asked; a status alone doesn't say what it is for. */
export function noDocumentedStatus({ operation }: Subject, status: number): string {
  return hasResponse(operation, status)
    ? `A ${status} is documented, but not what it is for.`
    : `No ${status} is documented.`;
}
