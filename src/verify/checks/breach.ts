import { headerValue } from '../../http/exchange.ts';
import { jsonOf } from '../../http/body-text.ts';
import { bodySchema } from '../../model/media-type.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonValue, isIntegerValue, isJsonNumber } from '../../openapi/json/json-value.ts';
import { fromPointer, pointerLabel, valueAt } from '../../openapi/pointer.ts';
import type { SchemaIssue } from '../../openapi/schema/check.ts';
import { compileSchema } from '../../openapi/schema/compile-schema.ts';
import type { Case } from '../cases/case.ts';
import type { Symptom } from './check.ts';

/** What an invalid case breaks, and with what: the same for a case of a file and a generated one. */
export function breachOf(sent: Case, document: OpenApiDocument): Symptom | undefined {
  const { validity } = sent;
  if (validity.kind !== 'invalid') return undefined;
  const { keyword, reason } = validity;
  const parameter = /^the \w+ parameter \S+/.exec(reason)?.[0];
  const kind = KINDS[keyword] ?? (keyword === 'unknown' ? undefined : 'constraint');
  if (kind === undefined) return undefined;
  const words = kind === 'constraint' ? ` (${keyword})` : '';
  if (parameter !== undefined) {
    return { kind: `${kind} of a parameter`, place: parameter + words, value: 'other types' };
  }
  if (kind === 'media type') {
    const type = headerValue(sent.request.headers, 'content-type') ?? '';
    return { kind, place: type.split(';', 1)[0] || 'no media type' };
  }
  const issue = brokenPart(sent, document);
  if (issue === undefined) return { kind };
  return { kind, place: anyIndex(issue.place) + words, value: typeWords(issue.value) };
}

const KINDS: Readonly<Record<string, string>> = {
  type: 'type',
  oneOf: 'type',
  anyOf: 'type',
  required: 'required',
  security: 'security',
  syntax: 'syntax',
  'media-type': 'media type',
  additionalProperties: 'unknown properties',
  unevaluatedProperties: 'unknown properties',
};

/** The part of a body that breaks its schema. */
interface BrokenPart {
  readonly place: string;
  /** What the part is called; `undefined` where it is the whole. */
  readonly name: string | undefined;
  readonly value: JsonValue | undefined;
}

/** What of the body of an invalid case breaks its schema; `undefined` where that is no part of it. */
export function brokenPart(
  { validity, operation, request }: Case,
  { root }: OpenApiDocument,
): BrokenPart | undefined {
  const value = request.value ?? jsonOf(request.body);
  const schema = bodySchema(operation.requestBody);
  if (validity.kind !== 'invalid' || value === undefined || schema === undefined) return undefined;
  const issue = compileSchema(
    root,
    schema,
    'request',
  )(value).find(({ schemaPointer }) => schemaPointer === validity.pointer);
  if (issue === undefined) return undefined;
  const { instancePointer, keyword, message } = issue;
  const name = brokenName(issue);
  // What is missing has no place of its own.
  if (keyword === 'required')
    return { place: message.replace(/ is required.*$/s, ''), name, value: null };
  return { place: pointerLabel(instancePointer), name, value: valueAt(value, instancePointer) };
}

/** What the property is called that an issue is about; `undefined` where it is about the whole. */
export function brokenName({ instancePointer, keyword, message }: SchemaIssue): string | undefined {
  const missing = keyword === 'required' ? /([^.\]]+) is required/.exec(message)?.[1] : undefined;
  return missing ?? fromPointer(instancePointer).findLast((key) => !/^\d+$/.test(key));
}

/** The place without the items' numbers: those are no causes. */
export function anyIndex(label: string): string {
  return label.replaceAll(/\[\d+\]/g, '[]');
}

/** What is wrong with answers, whatever their status. */
export function ofAnyStatus(message: string): Symptom {
  const words = message.replace(/\ba \d{3}\b/, 'an answer');
  return { kind: 'answers', of: words, place: words };
}

function typeWords(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'lists';
  if (isJsonNumber(value)) return isIntegerValue(value) ? 'numbers' : 'fractions';
  if (typeof value === 'string') return 'texts';
  return typeof value === 'boolean' ? 'booleans' : 'objects';
}
