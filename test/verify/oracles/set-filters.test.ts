import { expect, it } from 'vitest';
import { PROJECTS } from './projects.ts';
import { type Change, runOnMock } from './support.ts';

/** A question for an assignee is answered so. */
const asked =
  (answer: (target: string) => Request | undefined): Change =>
  async (request, next) => {
    if (!request.url.includes('assigneeId=')) return next(request);
    const sent = answer(request.url);
    return sent === undefined ? Response.json([]) : next(sent);
  };

it.each<[change: Change | undefined, told: readonly string[]]>([
  [undefined, []],
  [
    asked((target) => new Request(target.replace(/\?.*$/, ''))),
    ["assigneeId doesn't leave out what has another assigneeId"],
  ],
  [asked(() => undefined), ['assigneeId leaves out what has the wanted assigneeId']],
])('a list is filtered by what only an action sets: %#', async (change, told) => {
  const only = ['oracle/queries/list-tasks/finds-by*'];
  const { findings } = await runOnMock(PROJECTS, change, { only });
  expect(findings.map(({ message }) => message)).toEqual(told);
});
