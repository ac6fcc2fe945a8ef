import { describe, expect, it } from 'vitest';
import { documentFromValue } from '../../src/openapi/document.ts';
import { inspectResources } from '../../src/openapi/inspect-resources.ts';
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
  return inspectResources(source, list, document, pointer).map((one) => {
    const place = `${one.location?.line}:${one.location?.column}`;
    return `${one.code}: ${one.message} @${one.pointer} ${place}. ${one.help}`;
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
      'repeated-identity: id 1 stands there twice @/s/2/id 4:7. Give each its own.',
      'repeated-identity: id 1 stands there twice @/s/3/id 5:7. Give each its own.',
    ]);
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
