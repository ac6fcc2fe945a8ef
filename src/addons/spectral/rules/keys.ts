/** Rules on keys that objects have, and on names that stand in registries: media types and header fields. */
import type { ObjectKind } from '../../../openapi/grammar.ts';
import { isJsonObject, type JsonValue } from '../../../openapi/json/json-value.ts';
import { misspelling, nearestWord } from '../../../openapi/nearest-word.ts';
import { equalJson } from '../../../openapi/schema/equal-json.ts';
import {
  type LintedDocument,
  childPointer,
  entriesOf,
  lastKey,
  words,
  parentOf,
} from './linted-document.ts';
import type { LintedNode } from './parts.ts';
import { asksForSomething } from './schema-keywords.ts';
import type { LintRule, RuleFinding } from './rule.ts';
import { TOKEN, parseMediaType } from '../../../model/media-type.ts';

const PARAMETER = `description required deprecated allowEmptyValue style explode allowReserved schema
  example examples content`;

/** The fixed fields of each object (OpenAPI 3.2.0, 4), and of schemas those of JSON Schema, too. */
const FIELDS: Readonly<Partial<Record<LintedNode['kind'], readonly string[]>>> = {
  document: words(`openapi $self info jsonSchemaDialect servers paths webhooks components security
    tags externalDocs swagger`),
  info: words('title summary description termsOfService contact license version'),
  contact: words('name url email'),
  license: words('name identifier url'),
  server: words('url description name variables'),
  'server variable': words('enum default description'),
  tag: words('name summary description externalDocs parent kind'),
  'external documentation': words('description url'),
  components: words(`schemas responses parameters examples requestBodies headers securitySchemes
    links callbacks pathItems mediaTypes`),
  'path item': words(`$ref summary description get put post delete options head patch trace query
    additionalOperations servers parameters`),
  operation: words(`tags summary description externalDocs operationId parameters requestBody
    responses callbacks deprecated security servers`),
  parameter: words(`$ref name in summary ${PARAMETER}`),
  header: words(`$ref summary ${PARAMETER}`),
  'request body': words('$ref summary description content required'),
  response: words('$ref summary description headers content links'),
  'media type': words(`$ref description schema itemSchema example examples encoding prefixEncoding
    itemEncoding`),
  encoding: words(`contentType headers style explode allowReserved encoding prefixEncoding
    itemEncoding`),
  example: words('$ref summary description value dataValue serializedValue externalValue'),
  link: words('$ref operationRef operationId parameters requestBody description server summary'),
  'security scheme': words(`$ref type description name in scheme bearerFormat flows
    openIdConnectUrl oauth2MetadataUrl deprecated summary`),
  'OAuth flows': words('implicit password clientCredentials authorizationCode deviceAuthorization'),
  'OAuth flow': words('authorizationUrl tokenUrl refreshUrl scopes deviceAuthorizationUrl'),
  discriminator: words('propertyName mapping defaultMapping'),
  XML: words('name namespace prefix attribute wrapped nodeType'),
  schema: words(`$anchor $comment $defs $dynamicAnchor $dynamicRef $id $recursiveAnchor
    $recursiveRef $ref $schema $vocabulary additionalItems additionalProperties allOf anyOf const
    contains contentEncoding contentMediaType contentSchema default definitions dependencies
    dependentRequired dependentSchemas deprecated description discriminator else enum example
    examples exclusiveMaximum exclusiveMinimum externalDocs format id if items maxContains maxItems
    maxLength maxProperties maximum minContains minItems minLength minProperties minimum multipleOf
    not nullable oneOf pattern patternProperties prefixItems properties propertyNames readOnly
    required then title type unevaluatedItems unevaluatedProperties uniqueItems writeOnly xml`),
};

const ARTICLE = (kind: string): string => `${/^[aeioO]/.test(kind) ? 'an' : 'a'} ${kind}`;

/** A schema may have keys of its own: of those, only what is nearly a keyword, or a property, is told. */
function* unknownKeys(document: LintedDocument): Iterable<RuleFinding> {
  for (const node of document.nodes) {
    const known = FIELDS[node.kind];
    if (known === undefined) continue;
    for (const [key, value] of Object.entries(node.value)) {
      if (known.includes(key) || key.startsWith('x-')) continue;
      const message = messageFor(document, node, key, value, known);
      if (message === undefined) continue;
      yield { pointer: childPointer(node.pointer, key), message, cause: `${node.kind} ${key}` };
    }
  }
}

function messageFor(
  document: LintedDocument,
  { kind, pointer }: LintedNode,
  key: string,
  value: JsonValue,
  known: readonly string[],
): string | undefined {
  const unknown = `"${key}" is no key of ${ARTICLE(kind)}`;
  if (kind !== 'schema') {
    const near = nearestWord(key, known);
    return near === undefined
      ? `${unknown}: take it out, or begin it with "x-".`
      : `${unknown}: did you mean "${near}"?`;
  }
  const near = misspelling(
    key,
    known.filter((word) => !word.startsWith('$') || key.startsWith('$')),
  );
  if (near !== undefined) return `${unknown}: did you mean "${near}"?`;
  if (isLikeSchema(value)) return `${unknown}: if it is a property, put it under "properties".`;
  if (document.isJsonSchema || pointer.startsWith('/x-')) return undefined;
  return `${unknown} in OpenAPI ${document.version}: take it out, or begin it with "x-".`;
}

function isLikeSchema(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const { type } = value;
  const isTyped = typeof type === 'string' || Array.isArray(type);
  return (isTyped && type !== '') || typeof value['$ref'] === 'string' || 'properties' in value;
}

const STATUS = /^(?:[1-5](?:\d\d|XX)|default)$/;

function* unknownStatuses(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value, pointer } of document.of('operation')) {
    for (const [status] of entriesOf(value['responses'])) {
      if (STATUS.test(status) || status.startsWith('x-')) continue;
      const place = childPointer(pointer, 'responses', status);
      yield {
        pointer: place,
        message: `"${status}" is no status: use 200, 4XX, default or the like.`,
        cause: status,
      };
    }
  }
}

/** The kind of component that a reference has to lead to, by its place under `components`. */
function* wrongKinds(document: LintedDocument): Iterable<RuleFinding> {
  for (const { reference, pointer, target, kind } of document.references) {
    const [, group] = /^\/components\/([^/]+)\/[^/]+$/.exec(target ?? '') ?? [];
    if (target === undefined || group === undefined) continue;
    const there = KINDS[group];
    if (there === undefined || there === kind) continue;
    const message = `The $ref "${reference}" leads to ${ARTICLE(there)}, where ${ARTICLE(kind)} has to stand: use a reference to one.`;
    yield { pointer, message, cause: message };
  }
}

const KINDS: Readonly<Record<string, ObjectKind>> = {
  schemas: 'schema',
  responses: 'response',
  parameters: 'parameter',
  examples: 'example',
  requestBodies: 'request body',
  headers: 'header',
  securitySchemes: 'security scheme',
  links: 'link',
  callbacks: 'callback',
  pathItems: 'path item',
  mediaTypes: 'media type',
};

/** What a reference of OpenAPI 3.0 loses that stands beside it, and that someone may rely on. */
function* lostSiblings(document: LintedDocument): Iterable<RuleFinding> {
  if (document.isJsonSchema) return;
  for (const { pointer, kind, target } of document.references) {
    if (kind !== 'schema' || lastKey(pointer) !== '$ref') continue;
    const owner = pointer.slice(0, pointer.lastIndexOf('/'));
    const meant = target === undefined ? {} : document.written(target);
    for (const [key, value] of Object.entries(document.written(owner))) {
      if (key === '$ref' || !asksForSomething(key)) continue;
      // What is referred to says so anyway.
      if (equalJson(meant[key] ?? null, value)) continue;
      const message = `"${key}" has no effect beside "$ref" in OpenAPI ${document.version}: put the reference into "allOf".`;
      yield { pointer: childPointer(owner, key), message, cause: `sibling ${key}` };
    }
  }
}

/** In the order of a report. */
export const keyRules: readonly LintRule[] = [
  {
    name: 'known-key',
    severity: 'warn',
    description: 'Objects have no misspelt or unknown keys, and properties are under "properties".',
    find: unknownKeys,
  },
  {
    name: 'known-status',
    severity: 'error',
    description: 'Keys of responses are statuses.',
    find: unknownStatuses,
  },
  {
    name: 'reference-kind',
    severity: 'error',
    description: 'A reference leads to an object of the right kind.',
    find: wrongKinds,
  },
  {
    name: 'reference-siblings',
    severity: 'warn',
    description: 'No important key is beside a reference, where it has no effect.',
    find: lostSiblings,
  },
];

/** Top-level types of RFC 6838, 4.2, and the ones that documents use most. */
const TOP_TYPES = words(
  `application audio example font haptics image message model multipart text video *`,
);
const MEDIA_TYPES =
  words(`application/json application/xml application/yaml application/pdf application/zip
  application/gzip application/octet-stream application/javascript
  application/x-www-form-urlencoded application/problem+json application/ld+json
  application/hal+json application/vnd.api+json application/merge-patch+json
  application/json-patch+json application/x-ndjson application/jsonl application/json-seq
  application/problem+xml application/graphql application/jwt application/atom+xml
  application/rss+xml application/soap+xml application/cbor application/geo+json
  application/scim+json application/xhtml+xml application/jose application/x-yaml
  application/x-protobuf application/msgpack application/sql multipart/form-data
  multipart/mixed multipart/related text/plain text/html text/csv text/xml text/css text/json
  text/yaml text/markdown text/event-stream text/calendar text/javascript text/vcard
  text/uri-list image/png image/jpeg image/jpg image/gif image/svg+xml image/webp image/avif
  image/bmp image/tiff image/x-icon audio/mpeg audio/wav audio/ogg audio/webm video/mp4
  video/mpeg video/webm video/ogg */*`);

/** What a type is a slip of the pen from: what both begin with and end with says nothing, as in `rdf+xml` and `rss+xml`. */
function misspeltMediaType(essence: string): string | undefined {
  const [top = ''] = essence.split('/');
  if (!TOP_TYPES.includes(top)) return misspelling(essence, MEDIA_TYPES);
  const [suffix = ''] = /\+(?:json|xml)$/.exec(essence) ?? [];
  const alike = MEDIA_TYPES.filter((name) => name.startsWith(top) && name.endsWith(suffix));
  const inside = (name: string): string => name.slice(top.length, name.length - suffix.length);
  const near = misspelling(inside(essence), alike.map(inside));
  return near && top + near + suffix;
}

function* unknownMediaTypes(document: LintedDocument): Iterable<RuleFinding> {
  for (const { pointer } of document.of('media type')) {
    const name = lastKey(pointer);
    const parsed = parseMediaType(name);
    if (parsed === undefined) {
      // What components call a media type is a name.
      if (parentOf(pointer) === '/components/mediaTypes') continue;
      const message = `"${name}" is no media type: give its full name, such as application/json.`;
      yield { pointer, message, cause: name };
      continue;
    }
    const { essence } = parsed;
    const near = misspeltMediaType(essence);
    const isKnownTop = TOP_TYPES.includes(essence.split('/')[0] ?? '');
    if ((near === undefined && isKnownTop) || /\/(?:vnd\.|prs\.|\*)/.test(essence)) continue;
    const hint = near === undefined ? 'give its full name.' : `did you mean "${near}"?`;
    yield { pointer, message: `There is no media type "${name}": ${hint}`, cause: name };
  }
}

/** Header fields that documents use (RFC 9110 and others). */
const HEADERS =
  words(`Accept Accept-Encoding Accept-Language Accept-Ranges Age Allow Authorization Cache-Control
  Connection Content-Disposition Content-Encoding Content-Language Content-Length
  Content-Location Content-Range Content-Type Cookie Date Deprecation ETag Expect Expires
  Forwarded From Host Idempotency-Key If-Match If-Modified-Since If-None-Match If-Range
  If-Unmodified-Since Last-Modified Link Location Origin Pragma Prefer Preference-Applied
  Proxy-Authenticate Range RateLimit RateLimit-Limit RateLimit-Policy RateLimit-Remaining
  RateLimit-Reset Referer Retry-After Server Server-Timing Set-Cookie
  Strict-Transport-Security Sunset TE Trailer Transfer-Encoding Upgrade User-Agent Vary Via
  Warning WWW-Authenticate X-Correlation-Id X-Forwarded-For X-Frame-Options X-Rate-Limit-Limit
  X-Rate-Limit-Remaining X-Rate-Limit-Reset X-RateLimit-Limit X-RateLimit-Remaining
  X-RateLimit-Reset X-Request-Id X-Total-Count`);

const FIELD_NAME = new RegExp(`^${TOKEN}$`);

function* headerNames(document: LintedDocument): Iterable<RuleFinding> {
  const isComponent = /^\/components\/headers\//;
  const named = [
    ...document.of('parameter').flatMap(({ value, pointer }) => {
      const { name, in: place } = value;
      return place === 'header' && typeof name === 'string'
        ? [
            {
              name,
              pointer: childPointer(pointer, 'name'),
              ignored: /^(?:accept|content-type|authorization)$/i,
            },
          ]
        : [];
    }),
    ...document
      .of('header')
      .filter(({ pointer }) => !isComponent.test(pointer))
      .map(({ pointer }) => ({ name: lastKey(pointer), pointer, ignored: /^content-type$/i })),
  ];
  const near = new Map(
    [...new Set(named.map(({ name }) => name))].map((name) => [name, misspelling(name, HEADERS)]),
  );
  for (const { name, pointer, ignored } of named) {
    if (ignored.test(name)) {
      const by = /^auth/i.test(name) ? 'a security scheme' : 'media types under "content"';
      const message = `A header "${name}" is ignored (OpenAPI 3, Parameter and Header Object): describe it by ${by}.`;
      yield { pointer, message, cause: `ignored ${name.toLowerCase()}` };
      continue;
    }
    if (!FIELD_NAME.test(name)) {
      const message = `A header can't be called "${name}": its name has letters, digits and hyphens (RFC 9110, 5.1).`;
      yield { pointer, message, cause: name };
      continue;
    }
    if (HEADERS.some((known) => known.toLowerCase() === name.toLowerCase())) continue;
    const meant = near.get(name);
    if (meant === undefined) continue;
    const message = `There is no well-known header "${name}": did you mean "${meant}"?`;
    yield { pointer, message, cause: name };
  }
}

/** In the order of a report. */
export const nameRules: readonly LintRule[] = [
  {
    name: 'media-type-name',
    severity: 'warn',
    description: 'Keys of contents are media types that exist.',
    find: unknownMediaTypes,
  },
  {
    name: 'header-name',
    severity: 'warn',
    description:
      'Names of headers are valid and in their usual spelling; no header is one that OpenAPI ignores.',
    find: headerNames,
  },
];
