import { expect, it } from 'vitest';
import { createBodyBase } from '../../../src/model/requests/body-base.ts';
import { operations } from '../../../src/model/operation.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';

/** The body that requests with this schema and example start from. */
function valueFor(schema: JsonObject, example?: JsonValue): JsonValue | undefined {
  const content = { 'application/json': { schema, ...(example !== undefined && { example }) } };
  const document = documentFromValue({ paths: { '/a': { post: { requestBody: { content } } } } });
  const [post] = operations(document);
  return createBodyBase(document, post!.requestBody!.content[0]!)?.value;
}

const text: JsonObject = { type: 'string' };
const set: JsonObject = { ...text, readOnly: true };

it('sends nothing that only the server sets, though an example shows it', () => {
  const line = { type: 'object', properties: { no: set, what: text } };
  const lines = { type: 'array', items: line };
  const schema = { type: 'object', required: ['id'], properties: { id: set, name: text, lines } };
  const example = { id: '7', name: 'x', lines: [{ no: '1', what: 'y' }] };
  expect(valueFor(schema, example)).toEqual({ name: 'x', lines: [{ what: 'y' }] });
  expect(valueFor({ ...schema, example })).toEqual({ name: 'x', lines: [{ what: 'y' }] });
  expect(valueFor(schema)).toEqual({ name: 'sample', lines: [{ what: 'sample' }] });
});

it('passes over an example that breaks its schema', () => {
  const properties = { name: { ...text, maxLength: 3, example: 'too long' } };
  expect(valueFor({ type: 'object', properties })).toEqual({ name: 'sam' });
  expect(valueFor({ type: 'object', properties }, { name: 'longer' })).toEqual({ name: 'sam' });
});
