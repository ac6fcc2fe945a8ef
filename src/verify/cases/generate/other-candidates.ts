import type { Operation, MediaType } from '../../../model/operation.ts';
import type { FreshValues } from '../../../model/requests/fresh-values.ts';
import type { Validity } from '../../../model/validity.ts';
import type { RequestParts } from '../../../http/compose-request.ts';
import type { Candidate } from './candidate.ts';
import { type BodyBase, baseWith, freshBody } from '../../../model/requests/body-base.ts';
import { isJsonObject } from '../../../openapi/json/json-value.ts';
import { textOf } from '../../../openapi/json/stringify-json.ts';

/** A request without a credential, and one with a made-up one. */
export function credentialCandidates(
  operation: Operation,
  base: (fresh: FreshValues) => RequestParts,
): Candidate[] {
  const { security } = operation;
  // An empty alternative makes the credential optional (OpenAPI 3.1.0, 4.8.30).
  if (security.length === 0 || security.some((schemes) => schemes.length === 0)) return [];
  const without: Candidate = {
    group: 'broken',
    title: 'no credential',
    aim: 'any',
    validity: unauthorised(operation, 'a credential is required'),
    parts: (fresh) => ({ ...base(fresh), withCredential: false }),
  };
  // Where no answer to it is documented, it proves nothing.
  if (without.validity?.kind !== 'invalid') return [without];
  const madeUp: Candidate = {
    ...without,
    title: 'a made-up credential',
    validity: unauthorised(operation, 'the credential is made up'),
    parts: (fresh) => ({ ...base(fresh), madeUpCredential: true }),
  };
  return [without, madeUp];
}

function unauthorised(operation: Operation, reason: string): Validity {
  const response = operation.responses.find(({ status }) => status === '401' || status === '403');
  if (response !== undefined) {
    return { kind: 'invalid', pointer: response.pointer, keyword: 'security', reason };
  }
  return {
    kind: 'open',
    reason: 'the document asks for a credential, and shows no answer to a request without one',
    strictlyValid: false,
  };
}

/** The document's named examples, each with an identity and a marker of its own. */
export function exampleCandidates(base: BodyBase, mediaType: MediaType): Candidate[] {
  return Object.entries(mediaType.examples).map(([name, value]) => {
    // A property that the example leaves out stays out.
    const example = baseWith(base, value);
    return {
      group: 'examples',
      title: name,
      aim: 'allowed',
      parts: (fresh) => ({ value: freshBody(example, fresh) }),
    };
  });
}

/** The base under other media types, and bodies of other media types. */
export function mediaTypeCandidates(base: BodyBase, contentType: string): Candidate[] {
  const json = (title: string, said: string | null): Candidate => ({
    group: 'broken',
    title,
    aim: 'any',
    parts: (fresh) => ({ value: freshBody(base, fresh), headers: { 'Content-Type': said } }),
  });
  const other = (
    title: string,
    said: string,
    write: (fields: [string, string][]) => string,
  ): Candidate => ({
    group: 'broken',
    title,
    aim: 'broken',
    parts: (fresh) => ({ body: write(fields(base, fresh)), headers: { 'Content-Type': said } }),
  });
  return [
    { ...json('charset in capitals', withCharset(contentType, 'UTF-8')), group: 'boundary' },
    json('JSON without a media type', null),
    json('JSON as text/plain', 'text/plain'),
    json('JSON as application/octet-stream', 'application/octet-stream'),
    json('JSON as a form', 'application/x-www-form-urlencoded'),
    json('JSON under a malformed media type', 'json'),
    {
      ...json('JSON under a malformed parameter', `${contentType}; charset`),
      // The type is the documented one, only its parameter is broken.
      validity: {
        kind: 'open',
        reason: 'the media type has a malformed parameter',
        strictlyValid: false,
      },
    },
    other('a form', 'application/x-www-form-urlencoded', form),
    other('a multipart form', 'multipart/form-data; boundary=part', multipart),
    other('XML', 'application/xml', xml),
    other('plain text', 'text/plain', (list) => list.map((pair) => pair.join(': ')).join('\n')),
    other('a form that says it is JSON', contentType, form),
    other('XML that says it is JSON', contentType, xml),
  ];
}

function withCharset(contentType: string, charset: string): string {
  return `${contentType.replace(/;\s*charset\s*=[^;]*/i, '')};charset=${charset}`;
}

/** The base's members as text, as other media types have them. */
function fields(base: BodyBase, fresh: FreshValues): [string, string][] {
  const body = freshBody(base, fresh);
  const members = isJsonObject(body) ? Object.entries(body) : [['value', body] as const];
  return members.map(([name, value]) => [name, textOf(value)]);
}

function form(list: [string, string][]): string {
  return new URLSearchParams(list).toString();
}

function multipart(list: [string, string][]): string {
  const parts = list.map(
    ([name, value]) =>
      `--part\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--part--\r\n`;
}

function xml(list: [string, string][]): string {
  const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<body>${list.map(([name, value]) => `<${name}>${escape(value)}</${name}>`).join('')}</body>`;
}
