import { expect, it } from 'vitest';
import { createMock, loadDocument } from '../../src/index.ts';
import { PROJECTS } from '../verify/oracles/projects.ts';

type Fields = Record<string, unknown>;

it('numbers follow what is created, changed, closed and deleted', async () => {
  const document = await loadDocument({ text: PROJECTS, file: 'projects.json' });
  const mock = createMock({ document });
  const send = async (method: string, path: string, body?: Fields): Promise<Fields> => {
    const headers = { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
    const response = await mock.fetch(new Request(`http://mock.test${path}`, { method, ...sent }));
    return response.status === 204 ? {} : ((await response.json()) as Fields);
  };
  const project = await send('POST', '/projects', { title: 'House' });
  const other = await send('POST', '/projects', { title: 'Garden' });
  const numbers = async ({ id }: Fields): Promise<unknown[]> => {
    const { taskCount, openTaskCount, totalEstimate } = await send(
      'GET',
      `/projects/${String(id)}`,
    );
    return [taskCount, openTaskCount, totalEstimate];
  };
  expect(await numbers(project)).toEqual([0, 0, 0]);
  const add = (estimate: number): Promise<Fields> =>
    send('POST', `/projects/${String(project['id'])}/tasks`, { title: 'Roof', estimate });
  const [first, second] = [await add(3), await add(4)];
  expect(await numbers(project)).toEqual([2, 2, 7]);
  await send('PATCH', `/tasks/${String(first['id'])}`, { title: 'Roof', estimate: 10 });
  await send('POST', `/tasks/${String(second['id'])}/close`);
  expect(await numbers(project)).toEqual([2, 1, 14]);
  await send('DELETE', `/tasks/${String(second['id'])}`);
  expect(await numbers(project)).toEqual([1, 1, 10]);
  expect(await numbers(other)).toEqual([0, 0, 0]);
});

it('a number is readOnly in the one schema of what is sent and told', async () => {
  const it = (name: string): string =>
    `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
  const create = (name: string): string =>
    `post: { requestBody: { ${it(name)} }, responses: { '201': { description: it, ${it(name)} } } }`;
  const at = `parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]`;
  const text = `
openapi: 3.1.0
info: { title: Depots, version: '1' }
paths:
  /depots: { ${create('Depot')} }
  /depots/{id}: { ${at}, get: { responses: { '200': { description: it, ${it('Depot')} } } } }
  /parcels: { ${create('Parcel')} }
  /parcels/{id}: { ${at}, delete: { responses: { '204': { description: gone } } } }
components:
  schemas:
    Depot: { type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string }, parcelCount: { type: integer, readOnly: true, description: The number of its parcels. } } }
    Parcel: { type: object, required: [depotId], properties: { id: { type: integer, readOnly: true }, depotId: { type: integer } } }
`;
  const mock = createMock({ document: await loadDocument({ text, file: 'depots.yaml' }) });
  const post = (path: string, body: Fields): Promise<Response> => {
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    return mock.fetch(new Request(`http://mock.test${path}`, sent));
  };
  const depot = await post('/depots', { name: 'North', parcelCount: 9 });
  expect(await depot.json()).toMatchObject({ id: 1, parcelCount: 0 });
  await post('/parcels', { depotId: 1 });
  const read = await mock.fetch(new Request('http://mock.test/depots/1'));
  expect(await read.json()).toMatchObject({ parcelCount: 1 });
});
