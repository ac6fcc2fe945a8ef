/** Rules on examples and all else that has to fit a schema. */
import { type JsonValue, isJsonObject } from '../../../openapi/json/json-value.ts';
import { showJson } from '../../../openapi/json/stringify-json.ts';
import { valueAt } from '../../../openapi/pointer.ts';
import type { SchemaIssue } from '../../../openapi/schema/check.ts';
import { isJson } from '../../../model/media-type.ts';
import {
  type LintedDocument,
  childPointer,
  entriesOf,
  itemsOf,
  lastKey,
  parentOf,
} from './linted-document.ts';
import type { LintedNode } from './parts.ts';
import type { LintRule, RuleFinding } from './rule.ts';
import { keywordRules } from './schema-keywords.ts';
import { meaningRules } from './schema-meaning.ts';

/** A value that has to fit a schema. */
interface Sample {
  readonly value: JsonValue;
  readonly pointer: string;
  readonly schemaPointer: string;
  /** What messages call it. */
  readonly noun: string;
  /** The message that it is part of; of schemas, it may be either. */
  readonly side?: 'request' | 'response' | undefined;
}

function* samplesOf(document: LintedDocument): Iterable<Sample> {
  for (const node of document.nodes) {
    if (node.kind === 'schema') yield* samplesInSchema(node);
    else if (['media type', 'parameter', 'header'].includes(node.kind)) {
      yield* samplesBeside(document, node);
    }
  }
}

function* samplesInSchema({ value: schema, pointer }: LintedNode): Iterable<Sample> {
  const sources = [
    ['example', 'The example'],
    ['default', 'The default'],
    ['const', 'The const'],
  ] as const;
  for (const [key, noun] of sources) {
    const value = schema[key];
    if (value === undefined) continue;
    yield { value, pointer: childPointer(pointer, key), schemaPointer: pointer, noun };
  }
  for (const [key, noun] of [
    ['examples', 'The example'],
    ['enum', 'The enum value'],
  ] as const) {
    for (const [i, value] of itemsOf(schema[key]).entries()) {
      yield { value, pointer: childPointer(pointer, key, i), schemaPointer: pointer, noun };
    }
  }
}

function* samplesBeside(document: LintedDocument, node: LintedNode): Iterable<Sample> {
  const { value: holder, pointer } = node;
  if (!isJsonObject(holder['schema'])) return;
  const schemaPointer = childPointer(pointer, 'schema');
  const [, within] = /.*\/(requestBody|requestBodies|responses)\//s.exec(pointer) ?? [];
  const side = within === undefined ? undefined : within === 'responses' ? 'response' : 'request';
  const isText = node.kind === 'media type' && !isJson(lastKey(pointer));
  const sample = (value: JsonValue, place: string): Sample[] =>
    // Of XML and the like an example is the text of it.
    isText && typeof value === 'string'
      ? []
      : [{ value, pointer: place, schemaPointer, noun: 'The example', side }];
  if (holder['example'] !== undefined) {
    yield* sample(holder['example'], childPointer(pointer, 'example'));
  }
  for (const [name] of entriesOf(holder['examples'])) {
    const example = document.follow(childPointer(pointer, 'examples', name));
    const { value, dataValue = value } = example.value;
    if (dataValue === undefined) continue;
    const key = value === undefined ? 'dataValue' : 'value';
    yield* sample(dataValue, childPointer(example.pointer, key));
  }
}

/** Where schemas are at fault themselves: of what breaks them nothing true can be said. */
function faultyPlaces(document: LintedDocument): string[] {
  const places = document.diagnostics.flatMap(({ pointer }) => pointer ?? []);
  const impossible = keywordRules.filter(({ severity }) => severity === 'error');
  for (const rule of [...impossible, ...meaningRules]) {
    for (const { pointer } of rule.find(document)) places.push(pointer);
  }
  return places;
}

function* brokenSamples(document: LintedDocument): Iterable<RuleFinding> {
  const faulty = faultyPlaces(document);
  for (const sample of samplesOf(document)) {
    const { value, pointer, noun } = sample;
    const issues = issuesOf(document, sample);
    const [issue] = issues;
    if (issue === undefined || issues.some((nested) => isFaulty(nested, faulty))) continue;
    if (issue.keyword === 'type' && isTextOfJson(value)) {
      const message = `${noun} is a text with JSON in it, where its schema asks for what the JSON says: write it without quotes.`;
      yield { pointer, message, cause: 'text of JSON' };
      continue;
    }
    const more = issues.length === 1 ? '' : ` (and ${issues.length - 1} more)`;
    yield {
      pointer: pointer + issue.instancePointer,
      message: `${noun} breaks its schema: ${withValue(issue, value)}${more}. Change one of them.`,
      cause: `${noun} ${issue.schemaPointer}`,
    };
  }
}

function isTextOfJson(value: JsonValue): boolean {
  return typeof value === 'string' && /^\s*[[{][\s\S]*[\]}]\s*$/.test(value);
}

/** Whether a fault is what an issue is about, or beside it, around it or below it. */
function isFaulty({ schemaPointer }: SchemaIssue, faulty: readonly string[]): boolean {
  const schema = parentOf(schemaPointer);
  return faulty.some(
    (place) =>
      place === schema ||
      parentOf(place) === schema ||
      `${schemaPointer}/`.startsWith(`${place}/`) ||
      place.startsWith(`${schemaPointer}/`),
  );
}

/** What has to be there in one message alone need not be in the example of a schema. */
function issuesOf(
  document: LintedDocument,
  { value, schemaPointer, side }: Sample,
): readonly SchemaIssue[] {
  const issues = document.issues(value, schemaPointer, 'it', side ?? 'request');
  if (side !== undefined || issues.length === 0) return issues;
  return document.issues(value, schemaPointer, 'it', 'response');
}

/** The sentence with the value in it; what is within the sample is called by its own name. */
function withValue({ message, instancePointer }: SchemaIssue, value: JsonValue): string {
  const named = message.replace(/^it\.(?=\w)/, '');
  const broken = valueAt(value, instancePointer);
  const isSaid = /\bgot\b/.test(named) || broken === undefined || typeof broken === 'object';
  return isSaid ? named : `${named}, got ${showJson(broken)}`;
}

function* bothExamples(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value, pointer, kind } of document.nodes) {
    if (kind === 'schema' || !('example' in value && 'examples' in value)) continue;
    const message = 'There are both "example" and "examples": give one of them.';
    yield { pointer: childPointer(pointer, 'examples'), message };
  }
}

function* ambiguousExamples(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value, pointer } of document.of('example')) {
    if (!('value' in value && 'externalValue' in value)) continue;
    const message = 'There are both "value" and "externalValue": give one of them.';
    yield { pointer: childPointer(pointer, 'externalValue'), message };
  }
}

/** In the order of a report. */
export const exampleRules: readonly LintRule[] = [
  {
    name: 'valid-example',
    severity: 'error',
    description: 'Examples, defaults and enum values are valid, to the last digit.',
    find: brokenSamples,
  },
  {
    name: 'example-or-examples',
    severity: 'error',
    description: '"example" and "examples" are not used together.',
    find: bothExamples,
  },
  {
    name: 'example-value',
    severity: 'warn',
    description: 'An example has a value, or the address of one.',
    find: ambiguousExamples,
  },
];
