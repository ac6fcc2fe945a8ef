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
