/** Rules on names that stand in registries: media types and header fields. */
import { misspelling } from '../../../openapi/nearest-word.ts';
import { TOKEN, parseMediaType } from '../../../model/media-type.ts';
import { type LintedDocument, childPointer, lastKey, parentOf, words } from './linted-document.ts';
import type { LintRule, RuleFinding } from './rule.ts';

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
    const near = misspelling(essence, MEDIA_TYPES);
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
    description: 'Bodies are described under media types that exist.',
    find: unknownMediaTypes,
  },
  {
    name: 'header-name',
    severity: 'warn',
    description:
      'Headers have names that can be sent, spelt as they are known; none is described that is ignored.',
    find: headerNames,
  },
];
