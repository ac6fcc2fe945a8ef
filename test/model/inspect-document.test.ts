import { describe, expect, it } from 'vitest';
import { inspectReferences } from '../../src/model/inspect-document.ts';
import type { JsonValue } from '../../src/openapi/json/json-value.ts';

const lost = { $ref: '#/none' };

function pointers(root: JsonValue): string[] {
  return inspectReferences(root).map(({ pointer }) => pointer);
}

describe('a $ref', () => {
  it.each(['example', 'default', 'enum', 'const', 'value', 'x-any'])(
    'is data as the value of %s, at any depth',
    (key) => {
      expect(pointers({ [key]: lost })).toEqual([]);
      expect(pointers({ a: { [key]: { b: [lost] } } })).toEqual([]);
    },
  );

  it.each([
    '$defs',
    'callbacks',
    'content',
    'dependentSchemas',
    'encoding',
    'examples',
    'headers',
    'links',
    'parameters',
    'pathItems',
    'paths',
    'patternProperties',
    'properties',
    'requestBodies',
    'responses',
    'schemas',
    'securitySchemes',
    'variables',
    'webhooks',
  ])('counts under each name in the map %s, and is a name there', (key) => {
    const names = { default: lost, example: lost, 'x-any': lost, $ref: { $ref: '#/none' } };
    const at = `/${key}`;
    expect(pointers({ [key]: names })).toEqual(
      ['default', 'example', 'x-any', '$ref'].map((name) => `${at}/${name}/$ref`),
    );
    // The names' own values are no maps of names.
    expect(pointers({ [key]: { properties: { default: lost } } })).toEqual([]);
    expect(pointers({ [key]: { $ref: '#/none' } })).toEqual([]);
  });

  it('counts in a list, but for a list of examples', () => {
    expect(pointers({ a: [[lost], lost] })).toEqual(['/a/0/0/$ref', '/a/1/$ref']);
    expect(pointers({ examples: [lost] })).toEqual([]);
    expect(pointers({ parameters: [lost] })).toEqual(['/parameters/0/$ref']);
    expect(pointers([{ default: lost, other: lost }])).toEqual(['/0/other/$ref']);
  });

  it('is none where it is no text', () => {
    expect(pointers({ $ref: 1, a: { $ref: { b: lost } } })).toEqual(['/a/$ref/b/$ref']);
  });

  it.each<[reference: string, code: string, message: string, help: string]>([
    [
      '#/none',
      'unresolved-reference',
      'names nothing in this document',
      'Correct the pointer, or add what it names.',
    ],
    [
      '#a',
      'unsupported-reference',
      'is not a JSON Pointer',
      'Write it as a path from the root of the document, such as "#/components/schemas/…".',
    ],
    [
      'b.yaml',
      'external-reference',
      'leads out of this document',
      'Bundle the document first, so that every $ref starts with "#/".',
    ],
    [
      '#/a',
      'reference-loop',
      'leads in a circle and never to a value',
      'Let one of the references in the loop be a definition.',
    ],
  ])('%s is told as %s', (reference, code, message, help) => {
    expect(inspectReferences({ a: { $ref: reference } })).toEqual([
      { code, message: `the $ref "${reference}" ${message}`, help, pointer: '/a/$ref' },
    ]);
  });

  it('may lead to a reference that leads to a value', () => {
    expect(pointers({ a: { $ref: '#/b' }, b: { $ref: '#/c' }, c: {} })).toEqual([]);
    expect(pointers({ a: { $ref: '#/b' }, b: { $ref: '#/b' } })).toEqual(['/a/$ref', '/b/$ref']);
  });
});
