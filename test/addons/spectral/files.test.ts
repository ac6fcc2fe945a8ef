/** Documents in several files, held against the kit's rules. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LintFinding, lint } from '../../../src/index.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lint-files-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** The findings about files by their names, the first of which is the document. */
async function found(files: Readonly<Record<string, string>>): Promise<LintFinding[]> {
  const names = Object.keys(files);
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), files[name]!);
  }
  return await lint({ documents: [join(folder, names[0]!)] });
}

const HEAD = `openapi: 3.0.3
info: { title: Things, version: '1' }
paths:
  '/things/{id}': { $ref: 'paths/things.yaml#/~1things~1%7Bid%7D' }
components:
  parameters:
    id: { name: id, in: path, required: true, schema: { type: string } }
  schemas: { $ref: schemas/_index.yaml }
`;
const item = (responses: string): string => `
/things/{id}:
  parameters: [{ $ref: '../api.yaml#/components/parameters/id' }]
  get:
    operationId: getThing
    responses: ${responses}
`;
const THING =
  "{ description: it, content: { application/json: { schema: { $ref: '../schemas/Thing.yaml' } } } }";
const SCHEMAS = {
  'schemas/_index.yaml': 'Thing: { $ref: ./Thing.yaml }\nPart: { $ref: ./Part.yaml }\n',
  'schemas/Thing.yaml': "{ type: object, properties: { part: { $ref: './Part.yaml' } } }\n",
  'schemas/Part.yaml': "{ type: object, properties: { of: { $ref: './Thing.yaml' } } }\n",
};

it('nothing is wrong with parts that refer to each other, and names of them', async () => {
  const things = item(`{ 200: ${THING} }`);
  const [first, ...others] = await found({
    'api.yaml': HEAD,
    'paths/things.yaml': things,
    ...SCHEMAS,
  });
  expect(first).toMatchObject({
    rule: 'sloppy',
    message: expect.stringContaining('in place of a map'),
  });
  expect(others).toEqual([]);
});

it('what is wrong in another file is told there, and the same mistake once', async () => {
  const things = `${item(`{ '200': ${THING}, '5xx': { description: no } }`)}
  put: { operationId: putThing, parameters: [{ name: name, in: path, required: true, schema: { type: string } }], responses: { '5xx': { description: no }, '204': { description: done } } }
`;
  const findings = await found({ 'api.yaml': HEAD, 'paths/things.yaml': things, ...SCHEMAS });
  const [, parameter, status, ...others] = findings;
  expect(parameter).toMatchObject({
    rule: 'path-params',
    message: expect.stringContaining('"name"'),
  });
  const file = join(folder, 'paths/things.yaml');
  expect(status).toMatchObject({ rule: 'known-status', file, line: 6 });
  expect(status?.message).toContain('The same in another place.');
  expect(others).toEqual([]);
});

it('a reference that leads where none may is a finding, and the rest is linted', async () => {
  const away =
    "{ description: it, content: { application/json: { schema: { $ref: 'http://127.0.0.1:9/a.yaml' } } } }";
  const things = item(`{ '200': ${away}, '599x': { description: no } }`);
  const findings = await found({ 'api.yaml': HEAD, 'paths/things.yaml': things, ...SCHEMAS });
  const rules = findings.map(({ rule, message }) => `${rule}: ${message}`);
  expect(rules.join('\n')).toContain(
    'readable: The $ref "http://127.0.0.1:9/a.yaml" leads to a URL. ',
  );
  expect(rules.join('\n')).toContain('known-status: ');
});

it('tabs are white space in JSON', async () => {
  const document = { openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths: {} };
  expect(await found({ 'tabs.json': JSON.stringify(document, undefined, '\t') })).toEqual([]);
});
