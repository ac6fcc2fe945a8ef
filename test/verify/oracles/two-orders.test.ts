/** Lists in order of one property, and of another where the first is the same. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const TASK = `{ $ref: '#/components/schemas/Task' }`;
const document = (sort: string): string => `
openapi: 3.1.0
info: { title: Tasks, version: '1' }
paths:
  /tasks:
    get:
      operationId: list-tasks
      parameters: [{ name: sort, in: query, explode: false, schema: ${sort} }]
      responses: { '200': { description: all tasks, ${json(`{ type: array, items: ${TASK} }`)} } }
    post: { operationId: add-task, requestBody: { required: true, ${json(TASK)} }, responses: { '201': { description: it, ${json(TASK)} } } }
  /tasks/{taskId}:
    get: { operationId: get-task, parameters: [{ name: taskId, in: path, required: true, schema: { type: string, format: uuid } }], responses: { '200': { description: it, ${json(TASK)} }, '404': { description: none } } }
components:
  schemas:
    Task: { type: object, required: [title, points], properties: { id: { type: string, format: uuid, readOnly: true }, title: { type: string, minLength: 1, maxLength: 60 }, points: { type: integer, minimum: 0, maximum: 99 } } }
`;

const CHOICES =
  '{ type: array, minItems: 1, items: { type: string, enum: [title, -title, points, -points] } }';
const PATTERN = `{ type: string, pattern: '^-?(title|points)(,-?(title|points))?$' }`;

type Task = Record<string, string | number>;

/** Orders by so many of the properties that are asked for. */
const ordering =
  (most: number): Change =>
  async (request, next) => {
    const url = new URL(request.url);
    const keys = url.searchParams.get('sort')?.split(',').slice(0, most) ?? [];
    const isList = request.method === 'GET' && url.pathname === '/tasks';
    const checked = await next(request.clone());
    if (!isList || !checked.ok || keys.length === 0) return checked;
    const all = (await (await next(new Request(new URL('/tasks', url)))).json()) as Task[];
    const compare = (a: Task, b: Task): number => {
      for (const key of keys) {
        const [name, way] = key.startsWith('-') ? [key.slice(1), -1] : [key, 1];
        if (a[name]! !== b[name]!) return a[name]! < b[name]! ? -way : way;
      }
      return 0;
    };
    return Response.json(all.toSorted(compare));
  };

it.each([CHOICES, PATTERN])('are asked for as %s', async (sort) => {
  const told = async (most: number): Promise<string[]> => {
    const only = ['oracle/queries/list-tasks'];
    const { findings } = await runOnMock(document(sort), ordering(most), { only });
    return findings.map(({ severity, message }) => `${severity}: ${message}`);
  };
  expect(await told(2)).toEqual([]);
  expect((await told(1)).join('\n')).toContain('violation: the list is not in the order of ');
});
