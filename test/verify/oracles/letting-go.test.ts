/** What refers to something that is deleted, and refers to nothing then. */
import { expect, it } from 'vitest';
import { STOCK } from './stock.ts';
import { type Change, runOnMock } from './support.ts';

/** Tasks that are read as they were before their picker was deleted, or not at all. */
const remembering = (isGone: boolean): Change => {
  const before = new Map<string, string>();
  return async (request, next) => {
    const response = await next(request);
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET' && !pathname.endsWith('/assign')) return response;
    const path = pathname.replace(/\/assign$/, '');
    const body = await response.clone().text();
    if (pathname !== path) before.set(path, body);
    const known = before.get(path);
    if (known === undefined || body === known) return response;
    return isGone
      ? Response.json({ error: 'none' }, { status: 404 })
      : Response.json(JSON.parse(known));
  };
};

it.each<[what: string, change: Change | undefined, told: readonly string[]]>([
  ['as it is said', undefined, []],
  ['still named', remembering(false), ['picker_id in /pick_tasks still names what is gone']],
  ['gone, too', remembering(true), ['what refers to it in /pick_tasks is gone then']],
])('what refers to what is deleted lets it go: %s', async (_, change, told) => {
  const { findings } = await runOnMock(STOCK, change, { only: ['oracle/refusals/delete-picker*'] });
  const said = findings.filter(({ severity }) => severity === 'violation');
  expect(said.map(({ message }) => message)).toEqual(told);
});
