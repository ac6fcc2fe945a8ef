import type { JsonObject } from '../../openapi/json/json-value.ts';

const anyMembers: JsonObject = { type: 'object', additionalProperties: true };
const names: JsonObject = {
  type: 'array',
  minItems: 1,
  uniqueItems: true,
  items: { type: 'string', minLength: 1 },
};

/** One kind of body at a time; the `false` makes editors mark the second one. */
const oneBody: JsonObject = {
  body: { properties: { fields: false, without: false, noBody: false } },
  noBody: { properties: { fields: false, without: false, body: false } },
};

const request: JsonObject = {
  type: 'object',
  description: 'What is sent. Whatever it does not say is as usual.',
  additionalProperties: false,
  dependentSchemas: oneBody,
  properties: {
    fields: {
      ...anyMembers,
      description: 'Fields of the body that differ from the usual ones, or come on top.',
    },
    without: { ...names, description: 'Fields that are left out, usual and fresh ones included.' },
    body: {
      type: 'string',
      description:
        'The body as it is sent, character by character. {{field}} stands for a fresh value; an empty text sends an empty body.',
    },
    noBody: { const: true, description: 'No body and no Content-Type at all.' },
    headers: {
      type: 'object',
      description: 'Headers by name, in place of the usual Content-Type. null leaves a header out.',
      additionalProperties: { type: ['string', 'null'] },
    },
    parameters: { ...anyMembers, description: "Values of the operation's parameters, by name." },
  },
};

const testCase: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'request', 'expect'],
  properties: {
    name: {
      type: 'string',
      minLength: 1,
      description: 'What the case is about, for people. Every name is there once.',
    },
    request: { $ref: '#/$defs/request' },
    expect: {
      enum: ['success', 'refusal', 'either'],
      description:
        'success: the document promises it. refusal: success would break the contract. either: the specification leaves it open; an answer of a documented shape is enough.',
    },
    because: {
      type: 'string',
      minLength: 1,
      description: 'Why a refusal, or either of the two, is right. Not for success.',
    },
  },
  if: { properties: { expect: { const: 'success' } } },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { properties: { because: false } },
  else: { required: ['because'] },
};

/**
 * JSON Schema of case files: the loader validates with it, and `contracts/case-file.schema.json` is
 * its copy for editors.
 */
export const caseFileSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Case file',
  description: 'Requests to one operation, each with what the contract says about it.',
  type: 'object',
  additionalProperties: false,
  required: ['operation', 'cases'],
  properties: {
    $schema: { type: 'string', description: 'For editors.' },
    operation: {
      type: 'string',
      minLength: 1,
      description: 'operationId of the operation that the requests are for.',
    },
    fresh: {
      type: 'object',
      description:
        'Fields of the body that are new in every request. integer: a number of its own wherever the case writes none. text: what the case writes, with a mark of its own behind it.',
      additionalProperties: { enum: ['integer', 'text'] },
    },
    usual: { ...anyMembers, description: 'Fields of the body that every request has.' },
    cases: { type: 'array', minItems: 1, items: { $ref: '#/$defs/case' } },
  },
  $defs: { case: testCase, request },
};
