/** The ruleset's own functions on documents that are broken anywhere, in this process. */
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

type Path = readonly (string | number)[];
type Found = readonly { readonly message: string; readonly path: Path }[] | undefined;
type Rule = (target: unknown, options: unknown, context: unknown) => Found;

const spectral = createRequire(import.meta.url).resolve('@stoplight/spectral-cli');
const { oas3_1: format } = createRequire(spectral)('@stoplight/spectral-formats') as {
  oas3_1: unknown;
};

const folder = new URL('../../spec/functions/', import.meta.url);
const functions = new Map<string, Rule>();
for (const file of globSync('*.js', { cwd: folder })) {
  const { default: rule } = (await import(new URL(file, folder).href)) as { default: Rule };
  functions.set(basename(file, '.js'), rule);
}

const text = `openapi: 3.1.0
security: [{ key: [] }]
paths:
  /a:
    post:
      parameters: [{ name: q, schema: { type: integer, maximum: 3, example: 3 }, example: 3 }]
      requestBody:
        content:
          application/json:
            schema: &thing
              allOf:
                - required: [id]
                  properties: { id: { type: integer, format: int64, multipleOf: 0.5 } }
                - additionalProperties: { items: { enum: [1] } }
              example: { id: 1 }
              examples: [{ id: 1, list: [1] }]
            examples: { one: { value: { id: 1, list: [9223372036854775808] } } }
      responses:
        '200': { headers: { H: { schema: { const: 1 }, example: 1 } }, content: { a/json: { schema: *thing } } }
        '400': { content: { application/json: { schema: { anyOf: [{ properties: { e: {} } }] } } } }
components:
  schemas: { Error: { oneOf: [{ properties: { message: { description: m } } }] }, Thing: *thing }
  securitySchemes: { key: { type: http } }
`;

/** Every place in a value. */
function places(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, child]) => places(child, [...path, key]))];
}

/** A copy with another value in a place. */
function withOther(value: unknown, [key, ...path]: Path, other: unknown): unknown {
  if (key === undefined) return other;
  const child = withOther((value as Record<string, unknown>)[key], path, other);
  if (Array.isArray(value)) return value.with(Number(key), child);
  return { ...(value as object), [key]: child };
}

function contextOf(document: unknown, path: Path): unknown {
  const read = { data: document, input: '', formats: new Set([format]), getRangeForJsonPath() {} };
  const documentInventory = { document: read, findAssociatedItemForPath: () => null };
  return { document: read, documentInventory, path, rule: { resolved: true } };
}

const others = [[], {}, null, true, 7, 'text', [[]], [null], { a: null }];
const judges = new Set(['valid-example', 'schema-examples']);
const options = { schemaField: 'schema', oasVersion: 3, type: 'media' };

test.each(others.map((other) => [other]))(
  'none throws where %j stands in place of anything',
  (other) => {
    const document: unknown = parse(text);
    for (const path of places(document)) {
      const broken = withOther(document, path, other);
      for (const [name, rule] of functions) {
        if (judges.has(name)) continue;
        const where = `${name}, ${path.join('/')}`;
        expect.soft(() => rule(broken, null, contextOf(broken, [])), where).not.toThrow();
      }
    }
  },
);

test('nor do those that judge examples', () => {
  const context = contextOf({}, []);
  const whole = { properties: { a: { items: {} } }, additionalProperties: {}, allOf: [{}] };
  const keywords = { ...whole, required: ['a'], examples: [1], example: 1, type: 'object' };
  const holder = { schema: keywords, example: {}, examples: { one: { value: 1 } } };
  for (const other of others) {
    for (const path of places(holder)) {
      const broken = withOther(holder, path, other);
      const document = { components: { schemas: { A: (broken as typeof holder)?.schema } } };
      const judge = (): unknown => [
        functions.get('valid-example')!(broken, options, context),
        functions.get('valid-example')!(broken, { ...options, schemaField: '$' }, context),
        functions.get('schema-examples')!(document, null, context),
      ];
      const where = `${JSON.stringify(other)}, ${path.join('/')}`;
      expect.soft(judge, where).not.toThrow();
    }
  }
});
