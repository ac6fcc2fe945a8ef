import { expect, it } from 'vitest';
import { createMock, loadDocument } from '../../src/index.ts';
import { PROJECTS } from '../verify/oracles/projects.ts';

it('refuses what the state of a resource forbids, as the document says', async () => {
  const mock = createMock({ document: await loadDocument({ text: PROJECTS, file: 'p.json' }) });
  const headers = { 'content-type': 'application/json' };
  const send = async (path: string, body?: object): Promise<readonly [number, unknown]> => {
    const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
    const request = new Request(`http://mock.test${path}`, { method: 'POST', ...sent });
    const response = await mock.fetch(request);
    return [response.status, await response.json()];
  };
  const [, project] = await send('/projects', { title: 'House' });
  const { id, state } = project as { readonly id: string; readonly state: string };
  expect(state).toBe('open');
  expect((await send(`/projects/${id}/tasks`, { title: 'Roof' }))[0]).toBe(201);
  expect(await send(`/projects/${id}/close`)).toMatchObject([200, { state: 'closed' }]);
  expect(await send(`/projects/${id}/tasks`, { title: 'Roof' })).toMatchObject([
    409,
    { message: 'The project is closed' },
  ]);
  expect((await send(`/projects/${id}/close`))[0]).toBe(409);
});
