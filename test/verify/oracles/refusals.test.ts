import { expect, it } from 'vitest';
import { answering } from '../../rich/changes.ts';
import type { Reason, Service } from '../../rich/service.ts';
import { tickets } from '../../rich/tickets.ts';
import { trips } from '../../rich/trips.ts';
import { PROJECTS } from './projects.ts';
import { type Change, runOnMock, toldBy } from './support.ts';

it.each([trips, tickets])(
  'what is refused is answered by a server that keeps its contract',
  async (service) => {
    const told = await toldBy('refusals', service);
    expect(told.filter((line) => !line.startsWith('note'))).toEqual([]);
  },
);

it.each<[service: Service, operation: string, reason: Reason]>([
  [trips, 'cancelTrip', 'state'],
  [trips, 'deleteStation', 'state'],
  [trips, 'deleteTrip', 'state'],
  [tickets, 'delete_label', 'state'],
])('what is refused may not break the server down: %#, %s', async (service, operation, reason) => {
  const change = answering((reply, call, refusal) =>
    call.operation === operation && refusal?.reason === reason
      ? service.error(500, 'Internal Server Error', reason)
      : reply,
  );
  const told = await toldBy('refusals', service, change);
  expect(told.some((line) => line.startsWith(`violation ${operation}: `))).toBe(true);
});

const ITEM = `content: { application/json: { schema: { type: object, required: [id, name], properties: { id: { type: string, readOnly: true }, name: { type: string } } } } }`;
const selling = (conflict: string): string => `
openapi: 3.1.0
info: { title: Items, version: '1' }
paths:
  /items:
    post: { operationId: addItem, requestBody: { required: true, ${ITEM} }, responses: { '201': { description: it, ${ITEM} } } }
  /items/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getItem, responses: { '200': { description: it, ${ITEM} }, '404': { description: none } } }
  /items/{id}/sell:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { operationId: sellItem, responses: { '200': { description: it, ${ITEM} }, '404': { description: none }, '409': { description: ${conflict} } } }
`;

it.each([
  ['It was sold already.', true],
  ['It was sold before.', true],
  ['It has been sold before, or was withdrawn.', true],
  ['It must be published before it can be sold.', false],
  ['It was published before the shop opened.', false],
  ['The idempotency key was already used with other parameters.', false],
  ['This key was used twice. The item was sold already.', true],
])(
  'what is done a second time is told where that is to be refused: %s',
  async (conflict, isTold) => {
    const { findings } = await runOnMock(selling(conflict), undefined, {
      only: ['oracle/refusals/'],
    });
    const told = findings.map(({ operation, message }) => `${operation}: ${message}`);
    expect(told.includes('sellItem: it is done a second time')).toBe(isTold);
  },
);

it('what a body names may have another name the second time', async () => {
  const named = selling('An item of the given name already exists.').replace(
    'post: { operationId: sellItem,',
    `post: { operationId: sellItem, requestBody: { required: true, ${ITEM} },`,
  );
  const { findings } = await runOnMock(named, undefined, { only: ['oracle/refusals/'] });
  expect(findings.map(({ message }) => message)).not.toContain('it is done a second time');
});

/** Projects whose deletion is described so. */
const deleting = (said: string): string =>
  PROJECTS.replace('Deletes the project and its tasks.', said);

/** It is told to be done, and nothing is done. */
const idleDeletion: Change = (request, next) =>
  request.method === 'DELETE'
    ? Promise.resolve(new Response(null, { status: 204 }))
    : next(request);

it.each<[said: string, change: Change | undefined, told: readonly string[]]>([
  ['Deletes the project and its tasks.', undefined, []],
  [
    'Deletes the project and its tasks.',
    idleDeletion,
    ['what refers to it in /projects/{projectId}/tasks is still there'],
  ],
  ['A project that has tasks cannot be deleted.', undefined, []],
  [
    'A project that has tasks cannot be deleted.',
    idleDeletion,
    ['it is deleted, though something in /projects/{projectId}/tasks refers to it'],
  ],
  ['Deletes the project.', idleDeletion, []],
])('what lies below and is read elsewhere: %s', async (said, change, told) => {
  const only = ['oracle/refusals/delete-project'];
  const { findings } = await runOnMock(deleting(said), change, { only });
  expect(findings.map(({ message }) => message)).toEqual(told);
});

/** What was refused for a state is told to be done. */
const lenient: Change = async (request, next) => {
  const response = await next(request);
  if (response.status !== 409) return response;
  const [, , id, action] = new URL(request.url).pathname.split('/');
  const found = await next(new Request(new URL(`/projects/${id}`, request.url)));
  return Response.json(await found.json(), { status: action === 'tasks' ? 201 : 200 });
};

it.each<[change: Change | undefined, told: readonly string[]]>([
  [undefined, []],
  [
    lenient,
    [
      'violation addTask: it is done though state: "closed"',
      'warning closeProject: it is done though state: "closed"',
    ],
  ],
])('what a state forbids is refused: %#', async (change, told) => {
  const only = ['oracle/refusals/add-task', 'oracle/refusals/close-project'];
  const { findings } = await runOnMock(PROJECTS, change, { only });
  const said = findings.filter(({ check }) => check === 'refusals');
  expect(
    said.map(({ severity, operation, message }) => `${severity} ${operation}: ${message}`),
  ).toEqual(told);
});
