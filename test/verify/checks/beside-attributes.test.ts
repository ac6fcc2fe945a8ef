import { expect, it } from 'vitest';
import { echoedValues } from '../../../src/verify/checks/echoed-values.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { stringifyJson } from '../../../src/openapi/json/stringify-json.ts';
import { operations } from '../../../src/model/operation.ts';
import { context, exchange } from './exchanges.ts';

it("what a resource has beside its attributes is the server's to tell, and what it has in them is not", () => {
  const told = (properties: JsonObject, sent: JsonObject, body: JsonObject): string[] => {
    const data = { properties: { id: {}, type: {}, links: {}, relationships: {}, ...properties } };
    const schema = { properties: { data } };
    const content = { content: { 'application/json': { schema } } };
    const post = { requestBody: content, responses: { 201: content } };
    const item = { get: { responses: { 200: content } } };
    const document = documentFromValue({ paths: { '/tags': { post }, '/tags/{id}': item } });
    const answer = stringifyJson({ data: { id: '1', ...body } });
    const [operation] = operations(document);
    const judged = exchange({
      operation: operation!,
      sent: { data: sent },
      status: 201,
      body: answer,
    });
    const all = [echoedValues.check(judged, { ...context, document })].flat();
    return all.map(({ message }) => message);
  };
  const attributes = { properties: { name: {} } };
  const own = { type: 'tags', links: { self: '/tags/1' }, relationships: { up: {} } };
  expect(told({ attributes }, { type: 'x', attributes: {} }, { ...own, attributes: {} })).toEqual(
    [],
  );
  expect(told({}, { type: 'x' }, own).length).toBeGreaterThan(1);
  const named = { attributes: { name: 'a' } };
  expect(told({ attributes }, named, { ...own, attributes: { name: 'b' } })).toHaveLength(1);
});
