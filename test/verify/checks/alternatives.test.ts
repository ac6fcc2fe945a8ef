import { expect, it } from 'vitest';
import { operations } from '../../../src/model/operation.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { echoedValues } from '../../../src/verify/checks/echoed-values.ts';
import { context, exchange } from './exchanges.ts';

it('has nothing to come back of what another alternative names', () => {
  const item = { required: ['item'], properties: { item: { type: 'integer' } } };
  const whole = {
    required: ['title'],
    properties: { title: { type: 'string' }, at: { type: 'integer', default: 0 } },
  };
  const schema = { type: 'object', oneOf: [item, whole] };
  const told = { properties: { title: { type: 'string' }, at: { type: 'integer' } } };
  const post = {
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 200: { content: { 'application/json': { schema: told } } } },
  };
  const document = documentFromValue({ paths: { '/a': { post } } });
  const returned = (sent: JsonObject): string[] => {
    const body = '{"title":"x","at":5}';
    const judged = exchange({ sent, body, operation: operations(document)[0]! });
    return [echoedValues.check(judged, { ...context, document })]
      .flat()
      .map(({ message }) => message);
  };
  expect(returned({ item: 1 })).toEqual([]);
  expect(returned({ title: 'x' })).toEqual([
    'at comes back with another value than its default, though none was sent',
  ]);
});

it('does not come back where the alternative of the answer has no place for it', () => {
  const http = { type: { enum: ['http'] }, url: { type: 'string' } };
  const s3 = { type: { enum: ['s3'] }, bucket: { type: 'string' } };
  const properties = { ...http, ...s3, type: { enum: ['http', 's3'] } };
  const told = {
    oneOf: [http, s3].map((own) => ({ properties: own, additionalProperties: false })),
  };
  const post = {
    requestBody: { content: { 'application/json': { schema: { properties } } } },
    responses: { 200: { content: { 'application/json': { schema: told } } } },
  };
  const document = documentFromValue({ paths: { '/a': { post } } });
  const dropped = (body: string): number => {
    const sent = { type: JSON.parse(body).type, url: 'https://a.example', bucket: 'b' };
    const judged = exchange({ sent, body, operation: operations(document)[0]! });
    return [echoedValues.check(judged, { ...context, document })].flat().length;
  };
  expect(dropped('{"type":"http","url":"https://a.example"}')).toBe(0);
  expect(dropped('{"type":"http"}')).toBe(1);
  expect(dropped('{"type":"s3"}')).toBe(1);
});

it('is none where the answer can be none, and cannot hold what was sent', () => {
  const limits = { type: ['object', 'null'], properties: { most: {}, unit: {} } };
  const asked = { a: { type: 'object', properties: { b: { type: 'object' } } } };
  const told = (b: JsonObject): number => {
    const media = (properties: JsonObject): JsonObject => {
      return { content: { 'application/json': { schema: { properties } } } };
    };
    const answer = media({ a: { type: 'object', properties: { b } } });
    const post = { requestBody: media(asked), responses: { 200: answer } };
    const document = documentFromValue({ paths: { '/a': { post } } });
    const parts = { sent: { a: { b: { other: 1 } } }, body: '{"a":{"b":null}}' };
    const judged = exchange({ ...parts, operation: operations(document)[0]! });
    return [echoedValues.check(judged, { ...context, document })].flat().length;
  };
  expect(told({ ...limits, required: ['most'] })).toBe(0);
  expect(told(limits)).toBe(1);
});
