/** What there is one of, and nobody has made: it is changed only where that is allowed, and put back. */
import { expect, it } from 'vitest';
import { type RunResult, type VerifyOptions, verify } from '../../../src/index.ts';
import { kebabCase } from '../../../src/model/kebab-case.ts';
import { becoming, settings } from '../../rich/faults/settings.ts';
import { documentOf, judge, outcomeOf } from '../../rich/judge.ts';
import { startServer } from '../../rich/server.ts';
import { type Change, type Fields, all } from '../../rich/service.ts';
import { shop } from '../../rich/shop.ts';

interface Judged {
  readonly result: RunResult;
  /** What the settings are then; `undefined` where nobody has asked for them. */
  readonly left: Fields | undefined;
}

async function judged(options: Partial<VerifyOptions>, change?: Change): Promise<Judged> {
  const document = await documentOf(shop);
  await using server = await startServer(shop, change);
  const { credentials } = shop;
  const only = ['-settings'];
  const run = verify({ document, baseUrl: server.url, credentials, only, ...options });
  const result = await run.result;
  return { result, left: all(server.world, 'settings')[0]?.fields };
}

const { first } = shop.kinds['settings']!;

it('is left alone where the run may change only what it has created', async () => {
  const { result, left } = await judged({});
  expect(left).toBe(first);
  expect(result.changed).toBeUndefined();
  const harmful = result.leftOut?.flatMap(({ operations = [] }) => operations);
  expect(harmful).toEqual(['replaceSettings', 'changeSettings']);
});

it('is changed, replaced and put back where the run may change it', async () => {
  const { result, left } = await judged({ allowChanges: true });
  const blame = result.findings.filter(({ severity }) => severity !== 'note');
  expect(blame.map(({ message }) => message)).toEqual([]);
  expect(left).not.toBe(first);
  expect(left).toEqual(first);
  const changed = Map.groupBy(result.changed!, ({ operation }) => operation);
  expect([...changed.keys()].toSorted()).toEqual(['changeSettings', 'replaceSettings']);
  expect(result.changed!.every(({ restored }) => restored)).toBe(true);
});

it('is put back by a change where nothing replaces it', async () => {
  const only = ['change-settings'];
  const refused: Change = (plain, world) => ({
    validate: (call) =>
      call.operation === 'replaceSettings' ? world.refuse('state', 'no') : plain.validate(call),
  });
  expect((await judged({ allowChanges: true, only }, refused)).left).toEqual(first);
});

it('what could not be put back is told, and how it differs', async () => {
  const change = becoming((_, __, now) => ({ ...now, banner: 'Closed' }));
  const { result } = await judged({ allowChanges: true }, change);
  const left = new Set(result.changed!.map(({ left: why }) => why));
  expect(left).toEqual(new Set(['another banner than before']));
});

it.each(settings)('a fault is found: $id, $title', async (member) => {
  const only = member.at.map((id) => `/${kebabCase(id)}/`);
  expect(outcomeOf(await judge(member, { seed: 1, only }), member)).toBe('found');
});
