import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { PROJECTS } from './projects.ts';
import { STOCK } from './stock.ts';
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
    ['closeTask', 'deleteTask', 'moveTask'].map(
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

/** As {@link telling}, in an envelope; bins have to be there. */
const tellingOf =
  (name: string, tell: (is: number, id: unknown) => number): Change =>
  async (request, next) => {
    const body = request.method === 'POST' ? await request.clone().text() : '';
    const bin = (/"bin_id":"([^"]*)"/.exec(body) ?? [])[1];
    const known =
      bin === undefined ? undefined : await next(new Request(new URL(`/bins/${bin}`, request.url)));
    if (known?.ok === false) return Response.json({ error: 'no bin' }, { status: 422 });
    const response = await next(request);
    if (!response.ok) return response;
    const { data } = (await response.json()) as { data: JsonObject };
    const is = data[name];
    const changed =
      typeof is === 'number'
        ? { ...data, [name]: tell(is, data['item_id'] ?? data['picker_id']) }
        : data;
    return Response.json({ data: changed }, response);
  };

const NOT = "doesn't follow what it counts";

it.each<
  [name: string, what: string, tell: (is: number, id: unknown) => number, told: readonly string[]]
>([
  ['on_hand', 'as it is', (is) => is, []],
  ['on_hand', 'none', () => 0, [`violation add_movement: on_hand ${NOT}`]],
  ['on_hand', 'no less than before', rising(), [`violation add_movement: on_hand ${NOT}`]],
  ['movement_count', 'none', () => 0, [`violation add_movement: movement_count ${NOT}`]],
  ['reserved', 'no less than before', rising(), [`violation cancel_reservation: reserved ${NOT}`]],
  ['open_task_count', 'none', () => 0, [`violation assign_pick_task: open_task_count ${NOT}`]],
  [
    'open_task_count',
    'no less than before',
    rising(),
    ['assign', 'complete'].map((verb) => `violation ${verb}_pick_task: open_task_count ${NOT}`),
  ],
])('numbers follow what refers to something: %s, %s', async (name, _, tell, told) => {
  const { findings } = await runOnMock(STOCK, tellingOf(name, tell), { only: ['oracle/lists'] });
  const said = findings.map(
    ({ severity, operation, message }) => `${severity} ${operation}: ${message}`,
  );
  expect(new Set(said)).toEqual(new Set(told));
});
