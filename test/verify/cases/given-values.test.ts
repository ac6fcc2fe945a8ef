import { expect, it } from 'vitest';
import { operations } from '../../../src/model/operation.ts';
import { loadDocument } from '../../../src/index.ts';
import { type GivenValues, readGivenValues } from '../../../src/verify/cases/given-values.ts';

const TEXT = `
openapi: 3.1.0
info: { title: Projects, version: '1' }
paths:
  /projects:
    get:
      operationId: listProjects
      parameters: [{ name: stage, in: query, schema: { pattern: '^(is|not):' , type: string } }]
      responses: { 200: { description: all } }
    post:
      operationId: createProject
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Project' } } } }
      responses: { 201: { description: new, content: { application/json: { schema: { $ref: '#/components/schemas/Project' } } } } }
  /projects/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getProject
      responses: { 200: { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Project' } } } } }
  /projects/{name}/stages/{stage}:
    parameters:
      - { name: name, in: path, required: true, schema: { type: string } }
      - { name: stage, in: path, required: true, schema: { type: string } }
    get:
      operationId: getStage
      responses: { 200: { description: one } }
components:
  schemas:
    Project:
      type: object
      required: [name]
      properties: { name: { type: string }, size: { type: integer } }
`;

/** What is given in each operation that has the name. */
async function given(values: GivenValues, name: string): Promise<Record<string, unknown>> {
  const document = await loadDocument({ text: TEXT, file: 'projects.yaml' });
  const givenFor = readGivenValues(document, values);
  const all = operations(document).map((operation) => [operation.id, givenFor(operation, name)]);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

it('a value is used wherever the document allows it under its name', async () => {
  expect(await given({ stage: 'test' }, 'stage')).toEqual({ getStage: 'test' });
  expect(await given({ stage: 'is:test' }, 'stage')).toEqual({
    listProjects: 'is:test',
    getStage: 'is:test',
  });
});

it('a value that the document allows nowhere is refused, by the name of its place', async () => {
  await expect(given({ 'listProjects.stage': 'test' }, 'stage')).rejects.toThrow(
    'Failed to use the value of listProjects.stage: stage must match ^(is|not):, got "test". Give one that the document allows.',
  );
  await expect(given({ size: 'large' }, 'size')).rejects.toThrow(/size must be an integer/);
});

it('what a path names is there: nothing else is created under its name, unless that is asked for', async () => {
  const inPaths = { getProject: 'kit', getStage: 'kit' };
  expect(await given({ name: 'kit' }, 'name')).toEqual(inPaths);
  expect(await given({ name: 'kit', 'createProject.name': 'new' }, 'name')).toEqual({
    ...inPaths,
    createProject: 'new',
  });
});
