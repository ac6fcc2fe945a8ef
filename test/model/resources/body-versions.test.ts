import { expect, it } from 'vitest';
import { bodyVersion } from '../../../src/model/resources/body-versions.ts';
import { operationAt } from '../../../src/model/operation.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';

const json = (properties: JsonObject): JsonObject => ({
  content: { 'application/json': { schema: { type: 'object', properties } } },
});
const text = { type: 'string' };
const count = { type: 'integer' };

/** The property by which a change of a package names its version. */
function versionOf(
  changed: JsonObject,
  { created = {}, summary = 'Changes a package' }: { created?: JsonObject; summary?: string } = {},
): string | undefined {
  const told = { description: 'it', ...json({ id: count, name: text, ...changed }) };
  const document = documentFromValue({
    openapi: '3.1.0',
    info: { title: 'Packages', version: '1' },
    paths: {
      '/packages': {
        post: { requestBody: json({ name: text, ...created }), responses: { 201: told } },
      },
      '/packages/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: count }],
        get: { responses: { 200: told } },
        put: { summary, requestBody: json({ name: text, ...changed }), responses: { 200: told } },
      },
    },
  });
  return bodyVersion(document, operationAt(document, 'PUT', '/packages/{id}')!);
}

it.each([
  ['counts changes', { version: count }],
  ['is called a lock', { lockVersion: count }],
  ['is an ETag', { etag: text }],
  [
    'is to be the current one, in its words',
    { version: { ...text, description: 'The current one' } },
  ],
])('names a version that %s', (_, changed: JsonObject) => {
  expect(versionOf(changed)).toBe(Object.keys(changed)[0]);
});

it('names one that clients choose only where words say that it must be the one that is there', () => {
  const created = { version: count };
  expect(versionOf(created, { created })).toBeUndefined();
  const summary = 'Changes the current package. The version must be the latest.';
  expect(versionOf(created, { created, summary })).toBe('version');
  const elsewhere = 'Changes the current package of the latest conflict';
  expect(versionOf(created, { created, summary: elsewhere })).toBeUndefined();
});

it('names none that can be the version of a product', () => {
  expect(versionOf({ version: text })).toBeUndefined();
  expect(versionOf({ apiVersion: count })).toBeUndefined();
});
