import { describe, expect, it } from 'vitest';
import { asCreated } from '../../../src/model/resources/envelopes-in.ts';
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
    ['../auth/register', true],
    ['address', false],
    ['login', false],
    ['../cars/create', false],
  ])('may be created at a word: /users/%s', (word, found) => {
    const { pathname: path } = new URL(word, 'http://a/users/');
    const schema = { $ref: '#/components/schemas/User' };
    const answer = { responses: { 200: { content: { 'application/json': { schema } } } } };
    const document = documentFromValue({
      paths: {
        [path]: { post: answer },
        '/users': { get: {} },
        '/users/{id}': { get: answer },
      },
      components: { schemas: { User: { properties: { id: { type: 'integer' } } } } },
    });
    const family = resourceFamilies(document).get('/users/{id}');
    expect(family?.collection).toBe(found ? path : undefined);
  });

  it('may be told with a token by what creates it, and alone by what reads it', () => {
    const user = { $ref: '#/components/schemas/User' };
    const answer = (schema: JsonObject): JsonObject => ({
      responses: { 200: { content: { 'application/json': { schema } } } },
    });
    const registered = { properties: { user, token: { type: 'string' } } };
    const document = documentFromValue({
      paths: {
        '/auth/register': { post: answer(registered) },
        '/users/{id}': { get: answer(user) },
      },
      components: { schemas: { User: { properties: { id: { type: 'integer' } } } } },
    });
    const family = resourceFamilies(document).get('/users/{id}')!;
    expect(family.envelope).toEqual([]);
    expect(asCreated(document, family).envelope).toEqual(['user']);
  });

  it('is nothing in particular where what registers somebody tells of several others, too', () => {
    const schema = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
    const answer = (of: JsonObject): JsonObject => ({
      responses: { 200: { content: { 'application/json': { schema: of } } } },
    });
    const registered = { properties: { agent: schema('Agent'), ship: schema('Ship') } };
    const identified = (name: string): JsonObject => ({ properties: { [name]: {} } });
    const document = documentFromValue({
      paths: {
        '/register': { post: answer(registered) },
        '/agents/{symbol}': { get: answer(schema('Agent')) },
        '/ships/{symbol}': { get: answer(schema('Ship')) },
      },
      components: { schemas: { Agent: identified('symbol'), Ship: identified('symbol') } },
    });
    expect([...resourceFamilies(document).keys()]).toEqual([]);
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
