import type { OpenApiDocument } from '../../openapi/document.ts';
import { isJsonNumber } from '../../openapi/json/json-value.ts';
import {
  type MediaType,
  type Operation,
  documentedResponse,
  operations,
} from '../../model/operation.ts';
import { findMediaType } from '../../model/media-type.ts';
import { readForm } from '../../http/read-form.ts';
import { valueAt } from '../../openapi/pointer.ts';
import { type SchemaValidator, compileSchema } from '../../openapi/schema/compile-schema.ts';
import type { ValidatorFinding } from '../../serve/validator.ts';
import type { BodyCopy } from './body-copy.ts';

/** Where a body stands: in the request, or in the response with a status. */
export type BodyPlace =
  | { readonly side: 'request' }
  | { readonly side: 'response'; readonly status: number };

/**
 * Corrects what Prism says of bodies. Prism sees doubles: 2^53+1 is 2^53 to it, and with the
 * document's int64 range it can't tell 2^63-1 from 2^63. Everything that is said of a number which
 * a double can't hold is said by the kit's own validator instead.
 */
export class BodyFindings {
  readonly #document: OpenApiDocument;
  readonly #operations: ReadonlyMap<string, Operation>;

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#operations = new Map(
      operations(document).map((operation) => [`${operation.method} ${operation.path}`, operation]),
    );
  }

  /**
   * @param operation `METHOD /path`, as the document has them.
   * @param contentType Decides which of the documented media types is meant.
   */
  correct(
    findings: readonly ValidatorFinding[],
    body: BodyCopy,
    place: BodyPlace,
    operation: string,
    contentType: string | undefined,
  ): ValidatorFinding[] {
    const content = this.#content(operation, place);
    if (body.kind === 'unreadable' && content !== undefined) {
      return [
        ...findings.filter((finding) => bodyPointer(finding) === undefined),
        unreadableFinding(body, place),
      ];
    }
    if (body.kind === 'text' && place.side === 'request') {
      const others = findings.filter((finding) => bodyPointer(finding) === undefined);
      return [...others, ...this.#textFindings(body.bytes, content, contentType)];
    }
    if (body.kind !== 'json') return [...findings];
    // Prism takes null, false, 0 and "" for no body at all, and then looks no further.
    const isFalsy = !body.rounded;
    // A number that a double holds is within int64, and Prism sees it as it is.
    if (!isFalsy && body.exactNumbers.size === 0) return [...findings];
    const remaining = findings.filter((finding) => {
      const pointer = bodyPointer(finding);
      if (pointer === undefined) return !(isFalsy && saysNoBody(finding));
      return !body.exactNumbers.has(pointer);
    });
    const known = new Set(remaining.map(bodyPointer));
    const places = new Set<string>();
    for (const issue of this.#validator(content, contentType)?.(body.value) ?? []) {
      const isOurs = isFalsy || isJsonNumber(valueAt(body.value, issue.instancePointer));
      // Both branches of an allOf can say the same.
      if (!isOurs || known.has(issue.instancePointer) || places.has(issue.message)) continue;
      places.add(issue.message);
      remaining.push({
        location: [place.side, 'body', ...issue.instancePointer.split('/').slice(1)],
        severity: 'Error',
        code: issue.keyword,
        message: `${bodyOf(place)}: ${issue.message}`,
      });
    }
    return remaining;
  }

  /**
   * Prism reads no part of a form as JSON, none as one of several, and holds XML against the schema
   * of an object: the kit's own reader says what is to be said.
   */
  #textFindings(
    bytes: Uint8Array,
    content: readonly MediaType[] = [],
    contentType: string | undefined,
  ): ValidatorFinding[] {
    const mediaType = findMediaType(content, contentType);
    if (mediaType?.form === undefined) return [];
    const place = { side: 'request' } as const;
    const read = readForm(mediaType.form, bytes, contentType);
    if (!read.ok) {
      const reason = `the body ${read.message}`;
      return [unreadableFinding({ kind: 'unreadable', code: 'syntax', reason }, place)];
    }
    const issues = this.#validator(content, contentType)?.(read.value) ?? [];
    const found = [
      ...read.faults.map(({ keyword, reason }) => ({ keyword, message: reason, at: '' })),
      ...issues.map(({ keyword, message, instancePointer: at }) => ({ keyword, message, at })),
    ];
    return found.map(({ keyword, message, at }) => ({
      location: ['request', 'body', ...at.split('/').slice(1)],
      severity: 'Error',
      code: keyword,
      message: `${bodyOf(place)}: ${message}`,
    }));
  }

  /** Whether an operation takes nothing but this one JSON type. */
  isOnlyType(operation: string, mediaType: string): boolean {
    const content = this.#operations.get(operation)?.requestBody?.content;
    return (
      mediaType === 'application/json' && content?.length === 1 && content[0]!.name === mediaType
    );
  }

  #content(key: string, place: BodyPlace): readonly MediaType[] | undefined {
    const operation = this.#operations.get(key);
    if (operation === undefined) return undefined;
    return place.side === 'request'
      ? operation.requestBody?.content
      : documentedResponse(operation, place.status)?.content;
  }

  #validator(
    content: readonly MediaType[] | undefined,
    contentType: string | undefined,
  ): SchemaValidator | undefined {
    // Like Prism, the first where none matches.
    const mediaType = findMediaType(content ?? [], contentType) ?? content?.[0];
    const pointer = mediaType?.schemaPointer;
    if (pointer === undefined) return undefined;
    return compileSchema(this.#document.root, pointer);
  }
}

const bodyOf = ({ side }: BodyPlace): string =>
  `${side === 'request' ? 'Request' : 'Response'} body`;

function unreadableFinding(
  body: BodyCopy & { readonly kind: 'unreadable' },
  place: BodyPlace,
): ValidatorFinding {
  return {
    location: [place.side, 'body'],
    severity: 'Error',
    code: body.code,
    message: `${bodyOf(place)}: ${body.reason}`,
  };
}

/** JSON Pointer into the body that a finding is about; `undefined` where it is about no body. */
function bodyPointer({ location }: ValidatorFinding): string | undefined {
  if (location[1] !== 'body') return undefined;
  // Prism splits the pointer at its slashes and leaves ~0 and ~1 as they are.
  return location
    .slice(2)
    .map((segment) => `/${segment}`)
    .join('');
}

function saysNoBody({ location, code }: ValidatorFinding): boolean {
  return location.length === 1 && code === 'required';
}
