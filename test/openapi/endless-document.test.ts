import { describe, expect, it } from 'vitest';
import { DocumentLinker } from '../../src/openapi/link-document.ts';
import { inspectDocument } from '../../src/model/inspect-document.ts';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';
import { compileSchema } from '../../src/openapi/schema/compile-schema.ts';
import { readYaml } from '../../src/openapi/read-yaml.ts';
import { HEAD, failure } from './failure.ts';

describe('a document without an end in sight', () => {
  it.each([
    [400, []],
    [600, ['the file is nested deeper than 500 levels']],
  ])('counts how deep aliases lead, one in the other: %i', (levels, messages) => {
    const lines = Array.from(
      { length: levels },
      (_, i) => `- &a${i} [${i > 0 ? `*a${i - 1}` : 1}]`,
    );
    const { diagnostics } = readYaml(lines.join('\n'), 'a.yaml');
    expect(diagnostics.map(({ message }) => message)).toEqual(messages);
  });

  it('refuses aliases that expand without end, in a short time', () => {
    const lines = ['a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]'];
    for (let i = 1; i < 12; i += 1) {
      lines.push(`a${i}: &a${i} [${`*a${i - 1},`.repeat(10)}]`);
    }
    const { diagnostics } = failure(`${HEAD}paths: {}\n${lines.join('\n')}\n`);
    expect(diagnostics).toMatchObject([
      { code: 'yaml-value', message: 'aliases expand to over 1000000 nodes' },
    ]);
  });

  it.each([600, 100_000])('refuses %i levels of nesting', (depth) => {
    const deep = '['.repeat(depth) + ']'.repeat(depth);
    expect(failure(`${HEAD}paths: {}\nx-a: ${deep}\n`).diagnostics).toMatchObject([
      { code: 'yaml-value', message: 'the file is nested deeper than 500 levels' },
    ]);
  });

  it('takes no value for valid by schemas that refer to each other too deeply to be compiled', () => {
    const links: JsonObject = { 20_000: true };
    for (let i = 0; i < 20_000; i += 1) links[i] = { not: { $ref: `#/x-links/${i + 1}` } };
    const components = { schemas: { Deep: { $ref: '#/x-links/0' } } };
    const root = { openapi: '3.1.0', paths: {}, components, 'x-links': links };
    const file = { value: root, locate: () => undefined };
    const document = inspectDocument(new DocumentLinker(file, 'file:///a').finish(), () => {
      throw new Error('it is refused');
    });
    expect(document.diagnostics).toEqual([]);
    expect(compileSchema(root, '/components/schemas/Deep')(1)).toMatchObject([
      { keyword: 'depth', message: 'the body is nested too deeply to be checked' },
    ]);
  });
});
