import { describe, expect, it } from 'vitest';
import { effectOf, resourceFamilies } from '../../../src/model/resources/resources.ts';
import { operations } from '../../../src/model/operation.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';

describe('a resource', () => {
  it('may be created below a parent and found without it', () => {
    const answer = (name: string): JsonObject => ({
      responses: {
        201: {
          content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
        },
      },
    });
    const familiesOf = (paths: JsonObject): unknown[] => {
      const schema = { properties: { id: { type: 'integer' } } };
      const components = { schemas: { Task: schema, Other: schema } };
      const all = resourceFamilies(documentFromValue({ paths, components }));
      return [...all.values()].map(({ collection, item, identity: identityOfFamily }) => [
        collection,
        item,
        identityOfFamily,
      ]);
    };
    const create = '/projects/{project}/tasks';
    const item = '/tasks/{task}';
    const both = { [create]: { post: answer('Task') }, [item]: { get: answer('Task') } };
    expect(familiesOf(both)).toEqual([[create, item, 'id']]);
    for (const other of [
      { ...both, [item]: { get: answer('Other') } },
      { ...both, '/users/{user}/tasks': { post: answer('Task') } },
      { ...both, [`${create}/{task}`]: { get: answer('Task') } },
      { [create]: { post: answer('Task') }, '/tasks/{project}': { get: answer('Task') } },
      { [create]: { post: answer('Task') }, '/teams/{team}/tasks/{task}': { get: answer('Task') } },
    ])
      expect(familiesOf(other)).not.toContainEqual(expect.arrayContaining([item]));
  });

  it.each<[word: string, found: boolean]>([
    ['register', true],
    ['createUser', true],
    ['sign-up', true],
    ['address', false],
    ['login', false],
  ])('may be created at a word beside its items: %s', (word, found) => {
    const schema = { $ref: '#/components/schemas/User' };
    const answer = { responses: { 200: { content: { 'application/json': { schema } } } } };
    const document = documentFromValue({
      paths: {
        [`/users/${word}`]: { post: answer },
        '/users': { get: {} },
        '/users/{id}': { get: answer },
      },
      components: { schemas: { User: { properties: { id: { type: 'integer' } } } } },
    });
    const family = resourceFamilies(document).get('/users/{id}');
    expect(family?.collection).toBe(found ? `/users/${word}` : undefined);
  });
});

it('a job is created where it is asked for below a resource, and read elsewhere', () => {
  const of = (status: string, name: string): JsonObject => {
    const schema = { $ref: `#/components/schemas/${name}` };
    return { responses: { [status]: { content: { 'application/json': { schema } } } } };
  };
  const schema = { properties: { id: { type: 'string' } } };
  const document = documentFromValue({
    paths: {
      '/films/{film}/jobs': { post: of('202', 'Job') },
      '/jobs/{job}': { get: of('200', 'Job') },
      '/films/{film}/views': { post: of('202', 'View') },
      '/views/{view}': { get: of('200', 'Job') },
    },
    components: { schemas: { Job: schema, View: schema } },
  });
  const [job, , view] = operations(document);
  expect([job, view].map((operation) => effectOf(document, operation!))).toEqual([
    'creates',
    'changes',
  ]);
  expect([...resourceFamilies(document).keys()]).toEqual(['/jobs/{job}']);
});
