/** What there is one of, and nobody has made: it is changed only where that is allowed, and put back. */
import { expect, it } from 'vitest';
import { runOnMock } from './support.ts';
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
  expect(harmful).toEqual(['deleteProducts', 'replaceSettings', 'changeSettings']);
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

const FEW = `
openapi: 3.1.0
info: { title: Processes, version: '1' }
paths:
  /processes:
    get: { responses: { '200': { description: All, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Process' } } } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } }
      responses: { '201': { description: One, content: { application/json: { schema: { $ref: '#/components/schemas/Process' } } } } }
  /processes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { enum: [maps, tiles, routes] } }]
    get: { responses: { '200': { description: One, content: { application/json: { schema: { $ref: '#/components/schemas/Process' } } } }, '404': { description: None } } }
    delete: { responses: { '204': { description: Gone }, '404': { description: None } } }
components:
  schemas: { Process: { type: object, required: [id, title], properties: { id: { type: string }, title: { type: string } } } }
`;

it('of what paths have few names for, nothing is asked that needs one of its own', async () => {
  const { findings } = await runOnMock(FEW);
  expect(findings.filter(({ severity }) => severity === 'violation')).toEqual([]);
});
