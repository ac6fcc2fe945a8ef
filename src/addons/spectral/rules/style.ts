/** Rules of style: what makes a document easier to work with, and is no mistake without. */
import { type JsonObject, isJsonObject } from '../../../openapi/json/json-value.ts';
import { showJson } from '../../../openapi/json/stringify-json.ts';
import { integerRange } from '../../../openapi/schema/formats.ts';
import { isJson } from '../../../model/media-type.ts';
import {
  type LintedDocument,
  childPointer,
  entriesOf,
  itemsOf,
  lastKey,
} from './linted-document.ts';
import type { LintRule, RuleFinding } from './rule.ts';

/** Schemas that describe values, not conditions (`not`, `if`) on what others describe. */
function* describingSchemas(
  document: LintedDocument,
): Iterable<{ readonly value: JsonObject; readonly pointer: string }> {
  for (const node of document.of('schema')) {
    if (!/\/(?:not|if|then|else|dependentSchemas)(?:\/|$)/.test(node.pointer)) yield node;
  }
}

const BRANCH = /\/(?:allOf|anyOf|oneOf)\/\d+$/;

function* undescribedProperties(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value: schema, pointer } of describingSchemas(document)) {
    for (const [name, property] of entriesOf(schema['properties'])) {
      const place = childPointer(pointer, 'properties', name);
      if (!isJsonObject(property)) continue;
      const around = BRANCH.test(pointer) ? pointer.replace(BRANCH, '') : pointer;
      const described = [place, childPointer(around, 'properties', name)].some(
        (named) => document.view(named).keyword('description') !== undefined,
      );
      const { description, summary } = document.written(place);
      if (described || typeof (description ?? summary) === 'string') continue;
      const message = `Property "${name}" has no description: say in one sentence what its value means.`;
      yield { pointer: place, message };
    }
  }
}

function* withoutRequired(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value: schema, pointer } of describingSchemas(document)) {
    const names = entriesOf(schema['properties']).map(([name]) => name);
    if (names.length === 0 || Array.isArray(schema['required'])) continue;
    // `minProperties` is how OpenAPI 3.0, which has no empty `required`, says that nothing is.
    if (schema['minProperties'] !== undefined) continue;
    const around = BRANCH.test(pointer) ? pointer.replace(BRANCH, '') : pointer;
    const { required } = document.view(around);
    if (names.some((name) => required.has(name))) continue;
    const message = `The object with ${names.join(', ')} has no "required": list the properties that are always there. If none is, say "required: []" (OpenAPI 3.0: "minProperties: 0").`;
    yield { pointer, message };
  }
}

function* integersWithoutWidth(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value: schema, pointer } of describingSchemas(document)) {
    const types = [schema['type']].flat();
    if (!types.includes('integer') || 'enum' in schema || 'const' in schema) continue;
    const around = BRANCH.test(pointer) ? pointer.replace(BRANCH, '') : pointer;
    const format = schema['format'] ?? document.view(around).format;
    if (typeof format === 'string' && integerRange(format) !== undefined) continue;
    if (format !== undefined && !/^"u?int\d*"$/.test(showJson(format))) continue;
    const what =
      format === undefined
        ? 'The integer has no "format"'
        : `${showJson(format)} is no integer format`;
    yield { pointer, message: `${what}: add "format: int32" or "format: int64".` };
  }
}

function* unsaidOfBodies(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value, pointer } of document.of('request body')) {
    if ('required' in value || '$ref' in value) continue;
    const message =
      'The request body does not say whether it is required: add "required: true" (or false).';
    yield { pointer, message };
  }
}

function* withoutErrors(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value, pointer } of document.of('operation')) {
    const statuses = entriesOf(value['responses']).map(([status]) => status);
    if (!pointer.startsWith('/paths/') || statuses.some((status) => /^(?:4|default$)/.test(status)))
      continue;
    const message =
      'The operation has no error response: describe what a wrong request gets, under 400, another 4xx or default.';
    yield { pointer: childPointer(pointer, 'responses'), message };
  }
}

/** Errors that have another form than the component `Error`, or than the first error. */
function* otherErrors(document: LintedDocument): Iterable<RuleFinding> {
  let wanted = ['Error', 'error', 'Problem', 'ProblemDetails']
    .map((name) => `/components/schemas/${name}`)
    .find((pointer) => document.kindAt(pointer) === 'schema');
  for (const { value: operation, pointer } of document.of('operation')) {
    if (lastKey(pointer) === 'head') continue;
    for (const [status] of entriesOf(operation['responses'])) {
      if (!/^[45](?:\d\d|XX)$/.test(status)) continue;
      const response = document.follow(childPointer(pointer, 'responses', status));
      const { content } = response.value;
      const [media] = entriesOf(content).find(([name]) => isJson(name) || name.includes('*')) ?? [];
      if (media === undefined) {
        const message = `${status} has no JSON body: give it one with the schema that the other errors have.`;
        yield { pointer: response.pointer, message };
        continue;
      }
      const place = childPointer(response.pointer, 'content', media, 'schema');
      wanted ??= place;
      if (extendsShape(document, place, wanted)) continue;
      const message = `${status} has another body than an error: give it the schema that the other errors have.`;
      yield { pointer: place, message };
    }
  }
}

/** Whether objects of a schema have what those of another have. */
function extendsShape(document: LintedDocument, pointer: string, base: string): boolean {
  const [view, other] = [document.view(pointer), document.view(base)];
  if (view.pointers.some((place) => other.pointers.includes(place))) return true;
  return (
    [...other.required].every((name) => view.required.has(name)) &&
    [...other.properties].every(([name, { types }]) =>
      view.properties.get(name)?.types.every((type) => types.includes(type)),
    )
  );
}

/** Operations without security, where others have it. */
function* unsaidOfSecurity(document: LintedDocument): Iterable<RuleFinding> {
  const hasSchemes = entriesOf(document.valueAt('/components/securitySchemes')).length > 0;
  if (!hasSchemes || itemsOf(document.root['security']).length > 0) return;
  for (const { value, pointer } of document.of('operation')) {
    if ('security' in value || !pointer.startsWith('/paths/')) continue;
    const message = 'The operation has no "security": add it ("security: []" for an open one).';
    yield { pointer, message };
  }
}

function* licences(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value, pointer } of document.of('license')) {
    if ('identifier' in value || 'url' in value) continue;
    const message =
      'The license has neither identifier nor url: add one of them ("identifier: MIT").';
    yield { pointer, message };
  }
}

/** In the order of a report. */
export const styleRules: readonly LintRule[] = [
  {
    name: 'property-description',
    severity: 'hint',
    description: 'Every property has a description.',
    find: undescribedProperties,
  },
  {
    name: 'object-required',
    severity: 'hint',
    description: 'Every object schema says which properties are required.',
    find: withoutRequired,
  },
  {
    name: 'integer-format',
    severity: 'hint',
    description: 'Every integer has a format.',
    find: integersWithoutWidth,
  },
  {
    name: 'request-body-required',
    severity: 'hint',
    description: 'Every request body says whether it is required.',
    find: unsaidOfBodies,
  },
  {
    name: 'operation-error',
    severity: 'hint',
    description: 'Every operation has an error (4xx or default) response.',
    find: withoutErrors,
  },
  {
    name: 'error-response-schema',
    severity: 'hint',
    description: 'Every error response carries the same schema as JSON.',
    find: otherErrors,
  },
  {
    name: 'security-applied',
    severity: 'hint',
    description:
      'Operations say whether they need a credential, if the document defines security schemes.',
    find: unsaidOfSecurity,
  },
  {
    name: 'license-named',
    severity: 'hint',
    description: 'A licence has an SPDX identifier or a URL.',
    find: licences,
  },
];
