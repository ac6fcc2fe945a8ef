import { expect, it } from 'vitest';
import { operations } from '../../../src/model/operation.ts';
import { resourceFamilies } from '../../../src/model/resources/resources.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import { createFreshValues } from '../../../src/model/requests/fresh-values.ts';
import { type CaseTemplate, buildCase, withGiven } from '../../../src/verify/cases/case.ts';
import { generateCases } from '../../../src/verify/cases/generate/generate-cases.ts';

const schema = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
const content = { 'application/json': { schema } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const responses = { 200: { description: 'ok', content } };
const document = documentFromValue({
  paths: {
    '/a': { post: { requestBody: { content }, responses } },
    '/a/{id}': { get: { parameters, responses } },
    '/a/{id}/draft': { get: { parameters, responses } },
    '/b/': { post: { requestBody: { content }, responses } },
    '/b/{id}/': { get: { parameters, responses } },
  },
});

const templateOf = (id: string): CaseTemplate => ({
  id,
  title: id,
  operation: operations(document).find((operation) => operation.id === id)!,
  validity: { kind: 'valid' },
  build: () => ({ method: 'GET', target: '/', headers: [] }),
});

it('is about the resource that was created, also where paths end in a slash', () => {
  const given = { parameters: { id: 'x' }, resource: { id: 'x' }, origin: '/b/' };
  expect(withGiven(templateOf('GET /b/{id}/'), given).given).toEqual(given);
});

it.each([
  ['GET /a/{id}', { resource: { id: 'x', name: 'y' } }],
  ['GET /a/{id}/draft', { resource: {}, around: { id: 'x', name: 'y' } }],
])('%s is about the resource that was created, or about what stands below it', (id, about) => {
  const creates = resourceFamilies(document).get('/a/{id}')!;
  const needs = { steps: [{ template: templateOf('POST /a'), creates }] };
  const given = { parameters: { id: 'x' }, resource: { id: 'x', name: 'y' } };
  expect(withGiven({ ...templateOf(id), needs }, given).given).toEqual({ ...given, ...about });
});

it('knows the resource of a path that it leads to, not of one with a value of its own', () => {
  const integers = [{ ...parameters[0], schema: { type: 'integer' } }];
  const numbered = documentFromValue({
    paths: {
      '/a': { post: { requestBody: { content }, responses } },
      '/a/{id}': { get: { parameters: integers, responses } },
    },
  });
  const operation = operations(numbered).find(({ method }) => method === 'GET')!;
  const known = [...generateCases({ document: numbered, operation, seed: 1 })].map((template) => {
    const { given } = withGiven(template, { parameters: { id: 7 }, resource: { id: 7 } });
    return [template.title, given?.resource];
  });
  expect(Object.fromEntries(known)).toMatchObject({
    'the least request': { id: 7 },
    'path parameter id -1': {},
  });
});

it.each([
  ['GET /a/{id}', '"7"', 'valid'],
  ['GET /a/{id}', undefined, 'open'],
  // What lies below has a version of its own.
  ['GET /a/{id}/draft', '"7"', 'open'],
])('a case is held to what was decided when its need was met: %s, %s', (id, etag, kind) => {
  const template = { ...templateOf(id), needsVersion: true };
  const known = { parameters: { id: 'x' }, resource: {}, etag, versioned: '/a/{id}' };
  const given = withGiven(template, known);
  const fresh = createFreshValues({ seed: 1, runId: 'a' });
  expect(buildCase(given, fresh).validity.kind).toBe(kind);
  expect(buildCase(template, fresh).validity.kind).toBe('open');
});
