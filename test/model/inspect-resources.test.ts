import { describe, expect, it } from 'vitest';
import { documentFromValue } from '../../src/openapi/document.ts';
import { inspectCollections, inspectResources } from '../../src/model/inspect-resources.ts';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';
import { readYaml } from '../../src/openapi/read-yaml.ts';

const thing: JsonObject = {
  required: ['id'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};

/** What is wrong with a file of resources: `code message @pointer line:column, help`. */
function problems(text: string, schema: JsonObject | undefined = thing, pointer = ''): string[] {
  const requestBody = schema && { content: { 'application/json': { schema } } };
  const post = requestBody ? { requestBody } : {};
  const document = documentFromValue({ paths: { '/things': { post } } });
  const source = readYaml(text, 'a.yaml');
  const list = pointer === '' ? source.value : (source.value as JsonObject)[pointer.slice(1)]!;
  return inspectResources(source, list, document, pointer).map((inspectResource) => {
    const place = `${inspectResource.location?.line}:${inspectResource.location?.column}`;
    return `${inspectResource.code}: ${inspectResource.message} @${inspectResource.pointer} ${place}. ${inspectResource.help}`;
  });
}

describe('a list of resources', () => {
  it('may hold any number, each with an identity of its own', () => {
    expect(problems('[]')).toEqual([]);
    expect(problems('- { id: 1 }\n- { id: 2, name: Rosa }\n')).toEqual([]);
  });

  it('is a list', () => {
    const help = 'Write a list: each item begins with "- ".';
    expect(problems('id: 1')).toEqual([`not-a-list: a seed is a list of resources @ 1:1. ${help}`]);
    expect(problems('# empty')).toEqual([
      `not-a-list: a seed is a list of resources @ 1:1. ${help}`,
    ]);
    expect(problems('a: 1\nseed: 1', thing, '/seed')).toEqual([
      `not-a-list: a seed is a list of resources @/seed 2:1. ${help}`,
    ]);
  });

  it('holds what could be created', () => {
    const help = 'Write it as a request body that creates one.';
    expect(problems('- { id: 1 }\n- { id: x }\n- { name: 1 }\n- { id: x }\n')).toEqual([
      `invalid-resource: id must be an integer, got the string "x" @/1/id 2:5. ${help}`,
      `invalid-resource: id is required @/2 3:3. ${help}`,
      `invalid-resource: name must be a string, got 1 @/2/name 3:5. ${help}`,
      `invalid-resource: id must be an integer, got the string "x" @/3/id 4:5. ${help}`,
    ]);
  });

  it('holds no identity twice', () => {
    expect(
      problems('s:\n  - { id: 1 }\n  - { id: 2 }\n  - { id: 1 }\n  - { id: 1.0 }\n', thing, '/s'),
    ).toEqual([
      'repeated-identity: id 1 is there twice @/s/2/id 4:7. Give each its own.',
      'repeated-identity: id 1 is there twice @/s/3/id 5:7. Give each its own.',
    ]);
  });

  it('holds objects only, also where the schema takes anything', () => {
    expect(problems('- 1\n- { id: 1 }\n- { id: 1 }\n')).toEqual([
      'invalid-resource: a resource must be an object, got 1 @/0 1:3. Write it as a request body that creates one.',
    ]);
  });

  it('may leave out an identity that is made for it', () => {
    const made = { properties: { id: { type: 'integer' }, name: {} } };
    expect(problems('- { name: a }\n- { name: a }\n', made)).toEqual([]);
  });

  it('may repeat itself where nothing identifies a resource', () => {
    const named = { properties: { name: { type: 'string' } } };
    expect(problems('- { name: a }\n- { name: a }\n', named)).toEqual([]);
  });

  it('has no place where the document creates nothing', () => {
    const source = readYaml('[]', 'a.yaml');
    expect(inspectResources(source, [], documentFromValue({ paths: {} }))).toEqual([
      {
        code: 'no-create',
        message: 'the document has no operation that creates something from JSON',
        help: 'Leave the resources out.',
        pointer: '',
        location: { file: 'a.yaml', line: 1, column: 1 },
      },
    ]);
  });
});

describe('a map of collections', () => {
  const requestBody = { content: { 'application/json': { schema: thing } } };
  const parameters = [
    { name: 'X-Trace', in: 'header', required: true },
    { name: 'shop', in: 'path', required: true, schema: { type: 'integer' } },
  ];
  const document = documentFromValue({
    paths: {
      '/shops/{shop}/things': { post: { requestBody, parameters, responses: { 201: {} } } },
      '/notes': { post: {} },
      '/notes/{id}': { get: { responses: { 200: requestBody } } },
    },
  });

  function inCollections(text: string, pointer = ''): string[] {
    const source = readYaml(text, 'a.yaml');
    const map = (pointer === '' ? source.value : (source.value as JsonObject)['c']) as JsonObject;
    return inspectCollections(source, map, document, pointer).map(
      ({ code, message, help, location }) =>
        `${code} ${location?.line}:${location?.column} ${message}. ${help}`,
    );
  }

  it('holds a list for each path that something is created at', () => {
    expect(inCollections('/shops/1/things: [{ id: 1 }]\n/shops/2/things: [{ id: 1 }]')).toEqual([]);
    expect(inCollections('/notes: [{ id: a, text: x }, {}]')).toEqual([]);
  });

  it('is told what is wrong, with its place', () => {
    const text = `c:
  /nothing: []
  /shops/{shop}/things: []
  /shops/x/things: []
  /shops/1/things: 1
  /shops/2/things: [{ id: x }]
  /notes: [{ id: a }, { id: b }, { id: a }]`;
    const unknown = 'no operation creates anything at this path';
    const help = 'Name one of: /shops/{shop}/things, /notes, with values in place of braces.';
    expect(inCollections(text, '/c')).toEqual([
      `unknown-collection 2:3 ${unknown}. ${help}`,
      `unknown-collection 3:3 ${unknown}. ${help}`,
      'unknown-collection 4:3 the path parameter shop must be an integer, got the string "x". Name a path that a request could be sent to.',
      'not-a-list 5:3 a seed is a list of resources. Write a list: each item begins with "- ".',
      'invalid-resource 6:23 id must be an integer, got the string "x". Write it as a request body that creates one.',
      'repeated-identity 7:36 id "a" is there twice. Give each its own.',
    ]);
  });

  it('has to be one where several operations create, unless it is empty', () => {
    const source = readYaml('seed: [{ id: 1 }]', 'a.yaml');
    expect(inspectResources(source, [], document)).toEqual([]);
    const [missing] = inspectResources(source, [{ id: 1 }], document);
    expect(missing).toMatchObject({
      code: 'collection-missing',
      message: 'the document has several collections',
      help: "Write a map from a collection's path to its list. Name one of: /shops/{shop}/things, /notes.",
    });
    const [below] = inspectResources(source, [{ id: 1 }], document, '/seed');
    expect(below?.help).toMatch(/^Write them under "collections", a map from /);
    expect(below?.pointer).toBe('/seed');
  });

  it('has no place where only one operation creates', () => {
    const documentWithBody = documentFromValue({ paths: { '/things': { post: { requestBody } } } });
    const [problem] = inspectCollections(
      readYaml('{}', 'a.yaml'),
      { '/things': [] },
      documentWithBody,
    );
    expect(problem).toMatchObject({
      code: 'unknown-collection',
      message: 'the document has only one collection, which has no name',
      help: 'Leave the name out.',
      location: { line: 1, column: 1 },
    });
    const none = documentFromValue({ paths: { '/things': { get: {} } } });
    const [other] = inspectCollections(readYaml('{}', 'a.yaml'), { '/things': [] }, none);
    expect(other?.message).toBe('no operation of the document creates anything that could be kept');
  });
});
