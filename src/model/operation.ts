/** What a document means: operations, routes, media types, parameters, resources, secrets. */
import { onceFor } from '../openapi/once.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
  setProperty,
} from '../openapi/json/json-value.ts';
import { type Form, formOf } from './form.ts';
import { type Sequence, sequenceOf } from './sequence.ts';
import { type Parameter, readParameter } from './parameters/parameter.ts';
import {
  childPointer,
  followReferences,
  fromPointer,
  referencePointer,
  valueAt,
} from '../openapi/pointer.ts';
import { effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { exampleValue } from './example.ts';
import {
  type OperationPlace,
  type PathPlace,
  objectAt,
  pathPlace,
  pathPlaces,
  unextendedNames,
} from './path-places.ts';
import { PARAMETER_PLACES, isToken } from '../openapi/header-names.ts';

/** One media type of a request body or response (OpenAPI 3.1.0, 4.8.14). */
export interface MediaType {
  /** In lowercase, such as `application/json; charset=utf-8`. */
  readonly name: string;
  /** JSON Pointer to the media type object. */
  readonly pointer: string;
  /** JSON Pointer to its schema, if it has one. */
  readonly schemaPointer?: string | undefined;
  /** The values of `examples` and `example`, by name; `example` for the latter. */
  readonly examples: Readonly<Record<string, JsonValue>>;
  /** How its values are told apart, where it has an `itemSchema`. */
  readonly sequence?: Sequence | undefined;
  /** Its fields, where it is a form. */
  readonly form?: Form | undefined;
}

/** OpenAPI 3.1.0, 4.8.13. */
export interface RequestBody {
  readonly pointer: string;
  readonly required: boolean;
  readonly content: readonly MediaType[];
}

/** OpenAPI 3.1.0, 4.8.17. */
export interface ResponseObject {
  /** As documented: `200`, `4XX` or `default`. */
  readonly status: string;
  readonly pointer: string;
  readonly content: readonly MediaType[];
  /** Documented headers, but for those that a message itself decides, such as Content-Type (OpenAPI 3.1.0, 4.8.21). */
  readonly headers: readonly Parameter[];
}

/** A security scheme that an operation asks for (OpenAPI 3.1.0, 4.8.27). */
export interface SecurityScheme {
  readonly name: string;
  readonly type: string;
  /** For `http`: the authentication scheme in lowercase, such as `bearer`. */
  readonly scheme?: string | undefined;
  /** For `apiKey`: where the key stands and how it is called. */
  readonly in?: string | undefined;
  readonly parameterName?: string | undefined;
  readonly pointer: string;
}

/** One method on one path of the document. */
export interface Operation {
  /** `operationId`, or `METHOD /path` where there is none. */
  readonly id: string;
  /** As it is sent: in uppercase, but where a document has another one. */
  readonly method: string;
  /** The path template, such as `/things/{id}`. */
  readonly path: string;
  readonly pointer: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: RequestBody | undefined;
  readonly responses: readonly ResponseObject[];
  /** Alternatives, each a set of schemes that must all be met; empty where none is asked for. */
  readonly security: readonly (readonly SecurityScheme[])[];
}

/**
 * Every operation that isn't quarantined, in the document's order; read once a document, which must not
 * change.
 */
export const operations: (document: OpenApiDocument) => readonly Operation[] =
  onceFor(readOperations);

/** The operation of a method at a path template, as the document has both; `undefined` where there is none. */
export function operationAt(
  document: OpenApiDocument,
  method: string,
  path: string | undefined,
): Operation | undefined {
  return path === undefined ? undefined : byMethodAndPath(document).get(placeKey({ method, path }));
}

const byMethodAndPath = onceFor(
  (document: OpenApiDocument): ReadonlyMap<string, Operation> =>
    // Of two alike, the first: the second one is never met.
    new Map(
      operations(document)
        .toReversed()
        .map((operation) => [placeKey(operation), operation]),
    ),
);

function placeKey({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** What fills the templates of an operation's path. */
export function pathParameters({ parameters }: Pick<Operation, 'parameters'>): Parameter[] {
  return parameters.filter((parameter) => parameter.in === 'path');
}

/** The parameter of a name in the path, the query …; `undefined` where the operation has none. */
export function parameterNamed(
  { parameters }: Pick<Operation, 'parameters'>,
  place: Parameter['in'],
  name: string,
): Parameter | undefined {
  return parameters.find((parameter) => parameter.in === place && parameter.name === name);
}

function readOperations({ root, quarantined = [], unreadable }: OpenApiDocument): Operation[] {
  const reader = new OperationReader(root, unreadable);
  const left = new Set(quarantined.map(placeKey));
  return pathPlaces(root).flatMap((place) =>
    place.operations
      .filter(({ method }) => !left.has(placeKey({ method, path: place.path })))
      .filter(({ pointer }) => isJsonObject(valueAt(root, pointer)))
      .map((operation) => reader.operation(place, operation)),
  );
}

/**
 * The operations of one path item, such as a webhook's.
 *
 * @param path What stands for their path.
 * @param written JSON Pointer to the path item, or to a reference to it.
 */
export function operationsAt(
  { root }: OpenApiDocument,
  path: string,
  written: string,
): Operation[] {
  const reader = new OperationReader(root);
  const place = pathPlace(root, path, written);
  return place.operations.map((operation) => reader.operation(place, operation));
}

/** Every security scheme of the document, whether an operation asks for it or not. */
export function securitySchemes({ root }: OpenApiDocument): SecurityScheme[] {
  const reader = new OperationReader(root);
  const names = Object.keys(objectAt(root, '/components/securitySchemes'));
  return names.map((name) => reader.scheme(name));
}

/** What other parts of a document say (OpenAPI 3.1.0, 4.8.12.1), and what a message itself decides (RFC 9110, 7.2; 7.6; 8.4; 8.6; 10.1). */
const ELSEWHERE =
  /^(?:accept|authorization|connection|content-length|expect|host|content-type|(?:content|transfer)-encoding)$/i;

/** What is described elsewhere of responses, and what each decides for itself (OpenAPI 3.1.0, 4.8.17; RFC 9110, 8.4). */
const ELSEWHERE_IN_RESPONSES = /^(?:content-type|(?:content|transfer)-encoding)$/i;

class OperationReader {
  readonly #root: JsonObject;
  readonly #unreadable: ReadonlySet<string>;

  constructor(root: JsonObject, unreadable: ReadonlySet<string> = new Set()) {
    this.#root = root;
    this.#unreadable = unreadable;
  }

  /** The pointer that a chain of `$ref` ends at. */
  follow(pointer: string): string {
    return followReferences(this.#root, pointer);
  }

  operation({ path, pointer: pathPointer }: PathPlace, place: OperationPlace): Operation {
    const { id, method, pointer } = place;
    const value = objectAt(this.#root, pointer);
    const security = this.#security(
      'security' in value ? childPointer(pointer, 'security') : '/security',
    );
    const parameters = this.#parameters(pathPointer, pointer).filter(
      (parameter) =>
        // What the path has no place for can't be sent.
        (parameter.in !== 'path' || path.includes(`{${parameter.name}}`)) &&
        !security.flat().some((scheme) => isKeyOf(scheme, parameter)),
    );
    return {
      id,
      method,
      path,
      pointer,
      parameters: withImplied(path, pointer, parameters),
      requestBody: 'requestBody' in value ? this.#requestBody(pointer) : undefined,
      responses: this.#responses(childPointer(pointer, 'responses'), method),
      security,
    };
  }

  #parameters(pathPointer: string, operationPointer: string): Parameter[] {
    const byKey = new Map<string, Parameter>();
    for (const owner of [pathPointer, operationPointer]) {
      const list = objectAt(this.#root, owner)['parameters'];
      for (let i = 0; i < (Array.isArray(list) ? list.length : 0); i += 1) {
        const pointer = this.follow(childPointer(owner, 'parameters', i));
        const place = objectAt(this.#root, pointer)['in'];
        if (typeof place !== 'string' || !PARAMETER_PLACES.includes(place)) continue;
        const parameter = readParameter(this.#root, pointer);
        const { name } = parameter;
        // Such headers are described elsewhere (OpenAPI 3.1.0, 4.8.12.2), or can't be sent.
        if (place === 'header' && (ELSEWHERE.test(name) || !isToken(name))) continue;
        // An operation's parameter replaces the path's (OpenAPI 3.1.0, 4.8.10.1).
        byKey.set(`${place} ${name}`, parameter);
      }
    }
    return [...byKey.values()];
  }

  #requestBody(operationPointer: string): RequestBody {
    const pointer = this.follow(childPointer(operationPointer, 'requestBody'));
    const required = objectAt(this.#root, pointer)['required'] === true;
    return { pointer, required, content: this.#content(pointer) };
  }

  #responses(pointer: string, method: string): ResponseObject[] {
    return unextendedNames(objectAt(this.#root, pointer)).map((status) => {
      const written = childPointer(pointer, status);
      if (this.#unreadable.has(written))
        return { status, pointer: written, content: [], headers: [] };
      const response = this.follow(written);
      const headers = this.#headers(childPointer(response, 'headers'));
      const content = hasNoContent(method, status) ? [] : this.#content(response);
      return { status, pointer: response, content, headers };
    });
  }

  #headers(owner: string): Parameter[] {
    return Object.keys(objectAt(this.#root, owner))
      .filter((name) => isToken(name) && !ELSEWHERE_IN_RESPONSES.test(name))
      .map((name) => {
        const pointer = this.follow(childPointer(owner, name));
        return { ...readParameter(this.#root, pointer), name, in: 'header' };
      });
  }

  #content(owner: string): MediaType[] {
    const content = childPointer(owner, 'content');
    return Object.keys(objectAt(this.#root, content)).map((name) => {
      const pointer = this.follow(childPointer(content, name));
      const value = objectAt(this.#root, pointer);
      return {
        name: name.toLowerCase(),
        pointer,
        schemaPointer: 'schema' in value ? childPointer(pointer, 'schema') : undefined,
        examples: this.#examples(value, pointer, /[/+]json\b/i.test(name)),
        sequence: this.#sequence(name, childPointer(pointer, 'itemSchema')),
        form: formOf(this.#root, pointer, name),
      };
    });
  }

  #sequence(name: string, pointer: string): Sequence | undefined {
    if (valueAt(this.#root, pointer) === undefined) return undefined;
    const { properties } = effectiveSchema(this.#root, pointer, 'every');
    return sequenceOf(name, properties);
  }

  #examples(mediaType: JsonObject, pointer: string, isJson: boolean): Record<string, JsonValue> {
    const examples: JsonObject = {};
    if (mediaType['example'] !== undefined) examples['example'] = mediaType['example'];
    const named = childPointer(pointer, 'examples');
    for (const name of Object.keys(objectAt(this.#root, named))) {
      const value = exampleValue(this.#root, childPointer(named, name), isJson);
      if (value !== undefined) setProperty(examples, name, value);
    }
    return examples;
  }

  #security(pointer: string): SecurityScheme[][] {
    const requirements = valueAt(this.#root, pointer);
    if (!Array.isArray(requirements)) return [];
    const alternatives = requirements
      .map((requirement) => (Array.isArray(requirement) ? {} : requirement))
      .filter(isJsonObject)
      .map((requirement) => Object.keys(requirement).map((name) => this.scheme(name)));
    // What is declared nowhere can't be met: another alternative has to be.
    const known = alternatives.filter((schemes) => schemes.every(({ type }) => type !== 'unknown'));
    return known.length > 0 ? known : alternatives;
  }

  scheme(name: string): SecurityScheme {
    // One that is meant by a URI is linked (OpenAPI 3.2.0, 4.30).
    const linked = referencePointer(name);
    const pointer = this.follow(linked ?? childPointer('/components/securitySchemes', name));
    const value = objectAt(this.#root, pointer);
    const text = (key: string): string | undefined =>
      typeof value[key] === 'string' ? value[key] : undefined;
    // A key that can't be sent is asked of nobody.
    const isKept =
      text('type') !== 'apiKey' || text('in') === 'query' || isToken(text('name') ?? '');
    return {
      name: linked === undefined ? name : (fromPointer(linked).at(-1) ?? name),
      type: (isKept ? text('type') : undefined) ?? 'unknown',
      scheme: text('scheme')?.toLowerCase(),
      in: text('in'),
      parameterName: text('name'),
      pointer,
    };
  }
}

/** Whether a parameter is the key of a security scheme, told a second time. */
function isKeyOf({ in: place, parameterName = '' }: SecurityScheme, parameter: Parameter): boolean {
  const isNamed =
    place === 'header'
      ? parameterName.toLowerCase() === parameter.name.toLowerCase()
      : parameterName === parameter.name;
  return place === parameter.in && isNamed;
}

/** Whether HTTP leaves no room for a body, whatever a document says (RFC 9110, 6.4.1). */
export function hasNoContent(method: string, status: string): boolean {
  return method === 'HEAD' || /^(?:1..|204|205|304)$/.test(status);
}

/** With what the path names and nothing declares: texts. */
function withImplied(path: string, pointer: string, declared: Parameter[]): Parameter[] {
  const known = new Set(declared.map(({ name, in: place }) => `${place} ${name}`));
  const named = Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name);
  const missing = named.filter((name) => !known.has(`path ${name}`));
  const shared = { pointer, required: true, style: 'simple', explode: false } as const;
  const implied = [...new Set(missing)].map((name): Parameter => {
    return { ...shared, name, in: 'path', isJson: false, allowEmptyValue: false };
  });
  return [...declared, ...implied];
}

/** The documented response for a status: exact, then `4XX`, then `default` (4.8.16). */
export function documentedResponse(
  operation: Operation,
  status: number,
): ResponseObject | undefined {
  const range = `${Math.trunc(status / 100)}XX`;
  const find = (key: string): ResponseObject | undefined =>
    operation.responses.find((response) => response.status.toUpperCase() === key);
  const found = find(String(status)) ?? find(range) ?? find('DEFAULT');
  const isBare = hasNoContent(operation.method, `${status}`);
  return isBare && found !== undefined ? { ...found, content: [] } : found;
}

/** Whether the document has a response of one of these statuses, by its very number. */
export function hasResponse({ responses }: Operation, ...statuses: readonly number[]): boolean {
  return responses.some(({ status }) => statuses.includes(Number(status)));
}

/** The response that says how an operation succeeds: its first 2xx, or `default`. */
export function successResponse({ responses }: Operation): ResponseObject | undefined {
  return responses.find(({ status }) => /^2|^default$/i.test(status));
}

/** Whether none of the alternatives does without a credential (OpenAPI 3.1.0, 4.8.30). */
export function needsCredential({ security }: Pick<Operation, 'security'>): boolean {
  return security.length > 0 && security.every((schemes) => schemes.length > 0);
}

/** Whether a request carries what the scheme asks for: a client's certificate is shown before there is one. */
export function isCarried(scheme: SecurityScheme): boolean {
  return isBearer(scheme) || scheme.type === 'http' || scheme.type === 'apiKey';
}

/** Whether the scheme comes down to a bearer token (RFC 6750; OpenAPI 3.1.0, 4.8.27). */
export function isBearer({ type, scheme }: SecurityScheme): boolean {
  return type === 'oauth2' || type === 'openIdConnect' || scheme === 'bearer';
}
