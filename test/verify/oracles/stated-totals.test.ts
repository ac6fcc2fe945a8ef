import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { PROJECTS } from './projects.ts';
import { type Change, runOnMock } from './support.ts';

/** What tells of a resource tells a number of it so. */
const telling =
  (name: string, tell: (is: number, id: unknown) => number): Change =>
  async (request, next) => {
    const response = await next(request);
    if (!response.ok || response.status === 204) return response;
    const view = (await response.json()) as JsonObject;
    const is = view[name];
    const changed = typeof is === 'number' ? { ...view, [name]: tell(is, view['id']) } : view;
    return Response.json(changed, response);
  };

/** What has once risen stays so. */
function rising(): (is: number, id: unknown) => number {
  const most = new Map<unknown, number>();
  return (is, id) => {
    most.set(id, Math.max(is, most.get(id) ?? 0));
    return most.get(id)!;
  };
}

it.each<[what: string, change: Change | undefined, told: readonly string[]]>([
  ['as the mock tells them', undefined, []],
  [
    'never more than none',
    telling('taskCount', () => 0),
    ["violation addTask: taskCount doesn't follow what it counts"],
  ],
  [
    'those that are closed as well',
    telling('openTaskCount', rising()),
    ['closeTask', 'deleteTask'].map(
      (operation) => `violation ${operation}: openTaskCount doesn't follow what it counts`,
    ),
  ],
  [
    'how many instead of how much',
    telling('totalEstimate', (is) => Math.min(is, 1)),
    ["violation addTask: totalEstimate doesn't follow what it counts"],
  ],
  [
    'what only a name says',
    telling('noteCount', () => 0),
    ["warning addNote: noteCount doesn't follow what it counts"],
  ],
])('numbers follow what they count: %s', async (_, change, told) => {
  const { findings } = await runOnMock(PROJECTS, change, { only: ['oracle/lists'] });
  const said = findings.map(
    ({ severity, operation, message }) => `${severity} ${operation}: ${message}`,
  );
  expect(new Set(said)).toEqual(new Set(told));
});
