import { createFormReader, diagnosticAt } from '../../openapi/inspect-form.ts';
import { didYouMean } from '../../openapi/nearest-word.ts';
import { type Diagnostic, DiagnosticError } from '../../openapi/diagnostic.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { inspectCollections, inspectResources } from '../../model/inspect-resources.ts';
import { operations } from '../../model/operation.ts';
import { childPointer } from '../../openapi/pointer.ts';
import { type YamlSource, readYaml } from '../../openapi/read-yaml.ts';
import { questionsByOperation } from '../index.ts';
import { readAnswers } from '../profile-file.ts';
import { faultProblem } from '../../mock/faults.ts';
import { type ScenarioContext, type ScenarioFile, resourcesOf } from './scenario.ts';
import type { JsonObject } from '../../openapi/json/json-value.ts';

const anyMembers: JsonObject = { type: 'object', additionalProperties: true };

/** As long as a timer can be. */
const milliseconds: JsonObject = { type: 'integer', minimum: 0, maximum: 2_147_483_647 };

const fault: JsonObject = {
  type: 'object',
  description: 'An answer that goes wrong on purpose.',
  additionalProperties: false,
  required: ['kind'],
  properties: {
    kind: {
      enum: ['answer', 'latency', 'drop', 'truncate'],
      description:
        'answer: the answer below instead of the usual one. latency: only waits. drop: the connection ends without an answer. truncate: the body is cut in the middle. Of answer and drop nothing is stored.',
    },
    operation: {
      type: 'string',
      description: 'operationId of the requests that it is for. Default: any.',
    },
    times: {
      type: ['integer', 'null'],
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'How often it acts; null for as long as it is not taken back. Default 1.',
    },
    after: {
      type: 'integer',
      minimum: 0,
      maximum: 2_147_483_647,
      description: 'Requests that it lets through first. Default: one less than `every`.',
    },
    every: {
      type: 'integer',
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'Acts on each nth request. Default 1.',
    },
    status: {
      type: 'integer',
      minimum: 200,
      maximum: 599,
      description: 'Of an answer. Default 500.',
    },
    headers: {
      type: 'object',
      description: 'Of an answer.',
      additionalProperties: { type: 'string' },
    },
    body: {
      description:
        "Of an answer: a text is sent as it is, anything else as JSON. Default: an error in the document's shape.",
    },
    latency: {
      ...milliseconds,
      description: 'Milliseconds to wait first. A latency needs it. Default 0.',
    },
  },
  if: { properties: { kind: { const: 'answer' } } },
  else: { properties: { status: false, headers: false, body: false } },
  dependentSchemas: {
    kind: {
      if: { properties: { kind: { not: { const: 'latency' } } } },
      else: { required: ['latency'] },
    },
  },
};

/**
 * JSON Schema of scenario files: the loader validates with it, and the schema
 * file in the package's root is its copy for editors.
 */
export const scenarioSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Scenario',
  description: 'A named state of the mock. What it leaves out is as the server was started.',
  type: 'object',
  additionalProperties: false,
  required: ['scenario', 'description'],
  properties: {
    $schema: { type: 'string', description: 'For editors.' },
    scenario: { const: 1, description: 'The version of the format.' },
    description: { type: 'string', minLength: 1, description: 'What it is for, in a sentence.' },
    profile: {
      type: 'string',
      description: 'How the open questions are answered: the name of a profile.',
    },
    answers: {
      type: 'object',
      description:
        'Answers to open questions by operationId, then by question, as in a profile; they count more than the profile.',
      additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
    },
    resources: {
      type: 'array',
      description: 'What is stored, each as a request body that creates one. Default: the seed.',
      items: anyMembers,
    },
    many: {
      type: 'object',
      description: 'Many resources from one pattern, on top of those listed.',
      additionalProperties: false,
      required: ['count', 'resource'],
      properties: {
        count: { type: 'integer', minimum: 1, maximum: 100_000, description: 'How many.' },
        from: {
          type: 'integer',
          minimum: -9_223_372_036_854_775_808n,
          maximum: 9_223_372_036_854_775_807n,
          description: 'The identity of the first; each has the next integer. Default 1.',
        },
        resource: {
          ...anyMembers,
          description: 'What each has. {n} in a text stands for its identity.',
        },
      },
    },
    collections: {
      type: 'object',
      description:
        'What is stored where several operations of the document create: lists by the path that they would be created at. Default: the seed.',
      additionalProperties: { type: 'array', items: anyMembers },
    },
    latency: { ...milliseconds, description: 'Milliseconds before each answer.' },
    faults: {
      type: 'array',
      description: 'Answers that go wrong on purpose, in the order in which they are asked.',
      items: { $ref: '#/$defs/fault' },
    },
  },
  $defs: { fault },
};

const readForm = createFormReader<ScenarioFile>({
  schema: scenarioSchema,
  noun: 'scenario',
  schemaFile: 'the JSON Schema of scenarios',
  helpFor: (keyword, pointer) => {
    if (pointer === '/scenario') return 'Write "scenario: 1".';
    if (keyword !== 'false') return undefined;
    return 'Only a fault of the kind "answer" has status, headers and body.';
  },
});

/**
 * Reads a scenario, YAML or JSON, and holds it against the document: its resources, its operations,
 * the questions that it answers.
 *
 * @param file How the file is called in diagnostics.
 * @throws {DiagnosticError} with everything that is wrong with it.
 */
export function readScenario(
  text: string,
  file: string,
  document: OpenApiDocument,
  context: ScenarioContext,
): ScenarioFile {
  const source = readYaml(text, file);
  const content = readForm(source);
  const problems = [
    ...inspectAnswers(source, content, document, context),
    ...inspectFaults(source, content, document),
    ...inspectStored(source, content, document, context),
  ];
  if (problems.length === 0) return content;
  throw new DiagnosticError(`read the scenario ${file}`, problems, text);
}

function inspectAnswers(
  source: YamlSource,
  { profile, answers }: ScenarioFile,
  document: OpenApiDocument,
  { profiles }: ScenarioContext,
): Diagnostic[] {
  const known = Object.keys(profiles);
  const isUnknown = profile !== undefined && !known.includes(profile);
  const unknown = diagnosticAt(source, '/profile', {
    code: 'unknown-profile',
    message: `there is no profile "${profile}"`,
    help: didYouMean(profile ?? '', known),
  });
  return [
    ...(isUnknown ? [unknown] : []),
    ...(answers ? readAnswers(source, questionsByOperation(document)).diagnostics : []),
  ];
}

function inspectFaults(
  source: YamlSource,
  { faults = [] }: ScenarioFile,
  document: OpenApiDocument,
): Diagnostic[] {
  const known = operations(document).map(({ id }) => id);
  return faults.flatMap((fault, i) => {
    const { operation } = fault;
    if (operation !== undefined && !known.includes(operation)) {
      const unknown = diagnosticAt(source, childPointer('/faults', i, 'operation'), {
        code: 'unknown-operation',
        message: `the document has no operation "${operation}"`,
        help: didYouMean(operation, known),
      });
      return [unknown];
    }
    const message = faultProblem(fault);
    if (message === undefined) return [];
    const help = 'A fault answers what HTTP can send.';
    return [
      diagnosticAt(source, childPointer('/faults', i), { code: 'invalid-fault', message, help }),
    ];
  });
}

function inspectStored(
  source: YamlSource,
  content: ScenarioFile,
  document: OpenApiDocument,
  { identity }: ScenarioContext,
): Diagnostic[] {
  const { resources, many, collections } = content;
  if (collections !== undefined) {
    const problems = inspectCollections(source, collections, document, '/collections');
    if (problems.length > 0) return problems;
  }
  if (resources === undefined && many === undefined) return [];
  const listed = resources?.length ?? 0;
  const place = resources === undefined ? '/many' : '/resources';
  const problems = inspectResources(source, resourcesOf(content, identity), document, place);
  // What is wrong with one that a pattern has made is wrong with all of them.
  const made = problems.findIndex(({ pointer = '' }) => Number(pointer.split('/')[2]) >= listed);
  if (made === -1) return problems;
  const { code, message, help } = problems[made]!;
  return [
    ...problems.slice(0, made),
    diagnosticAt(source, '/many/resource', { code, message, help }),
  ];
}
