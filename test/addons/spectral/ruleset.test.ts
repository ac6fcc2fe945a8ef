import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import ruleset, { spectralRules } from '../../../src/addons/spectral/ruleset.ts';
import { lintText } from './lint-in-process.ts';

interface AppliedRule {
  readonly given: string | readonly string[];
  readonly resolved?: boolean;
}

const requireSpectral = createRequire(
  createRequire(import.meta.url).resolve('@stoplight/spectral-cli'),
);
const { oas } = requireSpectral('@stoplight/spectral-rulesets') as {
  readonly oas: { readonly rules: Readonly<Record<string, AppliedRule>> };
};

it('makes Spectral walk through no document with its references followed, which can be without end', () => {
  const { rules } = ruleset as { readonly rules: Readonly<Record<string, AppliedRule | string>> };
  const walking = Object.entries(rules).filter(([name, rule]) => {
    const { given, resolved } = typeof rule === 'string' ? oas.rules[name]! : rule;
    return resolved !== false && [given].flat().some((path) => /[^$.\w]/.test(path));
  });
  expect(Object.keys(rules)).toEqual(expect.arrayContaining(Object.keys(spectralRules)));
  expect(walking).toEqual([]);
});

it("tells at its own place what Spectral's rules find in an operation", async () => {
  const text = `openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /a~b:
    get:
      operationId: é
      tags: x
      parameters:
        - { name: q, in: query, schema: { type: string } }
        - { name: q, in: query, schema: { type: string } }
      responses: { '200': { description: x } }
    post: { operationId: b, tags: [a], responses: { '201': { description: x } } }
`;
  const results = await lintText(text, '/api.yaml');
  const found = results
    .filter(({ code }) => String(code).startsWith('operation-') && code in spectralRules)
    .map(({ code, path, range }) => [code, path.slice(1).join(' '), range.start.line]);
  expect(found).toEqual([
    ['operation-description', '/a~b get', 4],
    ['operation-operationId-valid-in-url', '/a~b get operationId', 5],
    ['operation-tags', '/a~b get tags', 6],
    ['operation-parameters', '/a~b get parameters 1', 9],
    ['operation-description', '/a~b post', 11],
  ]);
});

it.each(['3.0.3', '3.1.0', '3.2.0'])(
  'the item of a path may refer to another one in %s; what is wrong beside is told',
  async (version) => {
    const text = `openapi: ${version}
info: { title: t, version: '1' }
paths:
  /a: { get: { responses: { '200': { description: x } } } }
  /b: { $ref: '#/paths/~1a' }
  /c: { gets: { responses: { '200': { description: x } } } }
`;
    const results = await lintText(text, '/api.yaml');
    const found = results.filter(({ code }) => code === 'oas3-schema');
    expect(found.map(({ path }) => path[1])).not.toContain('/b');
    expect(results.some(({ path }) => path[1] === '/c')).toBe(true);
  },
);
