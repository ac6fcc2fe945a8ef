import type { OpenApiDocument } from '../../openapi/document.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import type { Operation } from '../../openapi/operation.ts';
import type { Parameter } from '../../openapi/parameters/parameter.ts';
import { childPointer } from '../../openapi/pointer.ts';
import type { FreshValues } from '../case.ts';
import type { RequestParts } from '../compose-request.ts';
import type { Candidate } from './candidate.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { sampleValue } from './sample-value.ts';

/** Values for the parameters without which there is no request. */
export function requiredParameters(
  document: OpenApiDocument,
  operation: Operation,
): Record<string, JsonValue> {
  const values: Record<string, JsonValue> = {};
  for (const { name, required, schemaPointer } of operation.parameters) {
    if (!required) continue;
    const pointers = schemaPointer === undefined ? [] : [schemaPointer];
    values[name] =
      pointers.length === 0
        ? 'sample'
        : sampleValue(document.root, effectiveSchema(document.root, pointers));
  }
  return values;
}

/** One parameter missing or of the wrong type, and a request without a credential. */
export function parameterCandidates(
  document: OpenApiDocument,
  operation: Operation,
  base: (fresh: FreshValues) => RequestParts,
): Candidate[] {
  const all = requiredParameters(document, operation);
  const candidates = operation.parameters
    .filter(({ required, in: place }) => required && (place === 'query' || place === 'header'))
    .map((parameter) => missing(parameter, all, base));
  for (const parameter of operation.parameters) {
    const candidate = notANumber(document, parameter, all, base);
    if (candidate) candidates.push(candidate);
  }
  if (operation.security.length > 0) candidates.push(withoutCredential(base));
  return candidates;
}

type Parameters = Readonly<Record<string, JsonValue>>;

function missing(
  { name, in: place, pointer }: Parameter,
  all: Parameters,
  base: (fresh: FreshValues) => RequestParts,
): Candidate {
  const { [name]: _, ...others } = all;
  const reason = `the ${place} parameter ${name} is required`;
  return {
    group: 'broken',
    title: `${place} parameter ${name} missing`,
    aim: 'broken',
    validity: {
      kind: 'invalid',
      pointer: childPointer(pointer, 'required'),
      keyword: 'required',
      reason,
    },
    parts: (fresh) => ({ ...base(fresh), parameters: others }),
  };
}

function notANumber(
  document: OpenApiDocument,
  { name, in: place, schemaPointer }: Parameter,
  all: Parameters,
  base: (fresh: FreshValues) => RequestParts,
): Candidate | undefined {
  if (schemaPointer === undefined) return undefined;
  const { types, pointers } = effectiveSchema(document.root, [schemaPointer]);
  if (types.some((type) => type !== 'integer' && type !== 'number')) return undefined;
  const reason = `the ${place} parameter ${name} must be a number`;
  return {
    group: 'broken',
    title: `${place} parameter ${name} as a word`,
    aim: 'broken',
    validity: {
      kind: 'invalid',
      pointer: childPointer(pointers.at(-1)!, 'type'),
      keyword: 'type',
      reason,
    },
    parts: (fresh) => ({ ...base(fresh), parameters: { ...all, [name]: 'seven' } }),
  };
}

function withoutCredential(base: (fresh: FreshValues) => RequestParts): Candidate {
  return {
    group: 'broken',
    title: 'no credential',
    aim: 'any',
    validity: {
      kind: 'open',
      reason: 'the document asks for a credential, and shows no answer to a request without one',
      strictlyValid: false,
    },
    parts: (fresh) => ({ ...base(fresh), withCredential: false }),
  };
}
