import { expect, it } from 'vitest';
import { createMock, loadDocument } from '../../../src/index.ts';
import { textOf } from '../../../src/openapi/json/stringify-json.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { PROJECTS } from './projects.ts';
import { type Change, runOnMock } from './support.ts';

/** An answer embeds this in place of the project. */
const embedding =
  (project: JsonObject | undefined): Change =>
  async (request, next) => {
    const response = await next(request);
    if (!request.url.includes('include=')) return response;
    const { project: _, ...task } = (await response.json()) as JsonObject;
    return Response.json(project === undefined ? task : { ...task, project });
  };

const OTHER: JsonObject = {
  id: '5b2c6f0e-6a0f-4a0e-9a35-0b1f3f0d7c11',
  title: 'Another',
  state: 'open',
  taskCount: 0,
  openTaskCount: 0,
  totalEstimate: 0,
};

it.each<[change: Change | undefined, told: readonly string[]]>([
  [undefined, []],
  [embedding(undefined), ['project is not embedded, though include asks for it']],
  [embedding(OTHER), ['what is embedded as project is not what projectId names']],
])('what is asked for is embedded: %#', async (change, told) => {
  const { findings } = await runOnMock(PROJECTS, change, { only: ['oracle/queries'] });
  expect(findings.map(({ message }) => message)).toEqual(told);
});

it('a mock embeds what is stored, where that is asked for', async () => {
  const mock = createMock({ document: await loadDocument({ text: PROJECTS, file: 'p.json' }) });
  const headers = { 'content-type': 'application/json' };
  const send = async (path: string, body?: object): Promise<JsonObject> => {
    const sent = body && { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await mock.fetch(new Request(`http://mock.test${path}`, sent));
    return (await response.json()) as JsonObject;
  };
  const project = await send('/projects', { title: 'House' });
  const place = `/projects/${textOf(project['id']!)}`;
  const task = await send(`${place}/tasks`, { title: 'Roof' });
  expect(task).not.toHaveProperty('project');
  const path = `/tasks/${textOf(task['id']!)}`;
  expect(await send(path)).not.toHaveProperty('project');
  expect(await send(`${path}?include=project`)).toEqual({
    ...task,
    project: await send(place),
  });
});
