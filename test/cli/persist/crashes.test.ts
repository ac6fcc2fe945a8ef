import { expect, it } from 'vitest';
import { tryCrashes } from './crashes.ts';
import { Kept } from './kept.ts';

it('a mock that is killed has kept what it acknowledged, also on a full disk and with rivals', async () => {
  const seed = Date.now() % 2 ** 31;
  const { wrong, acknowledged, kills } = await tryCrashes(8, seed);
  expect(wrong, `seed ${seed}`).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
  expect(kills).toBeGreaterThan(0);
}, 120_000);

it.each([
  [
    'a lost one',
    { resources: [{ id: 2, name: 'b' }] },
    '/1 is not there and must be a (1 letters)',
  ],
  [
    'an older text',
    {
      resources: [
        { id: 1, name: 'old' },
        { id: 2, name: 'b' },
      ],
    },
    '/1 is old (3 letters) and must be a (1 letters)',
  ],
  [
    'one that nobody created',
    { resources: [], collections: { '/x': [{ id: 3, name: '' }] } },
    '/x/3 is  (0 letters) and must be not there',
  ],
  [
    'a deletion that was refused, and made',
    { resources: [{ id: 1, name: 'a' }] },
    '/2 is not there and must be b (1 letters)',
  ],
])('what is held against a mock finds %s', (_, snapshot, found) => {
  const records = new Kept();
  for (const [address, name] of [
    ['/1', 'a'],
    ['/2', 'b'],
  ] as const) {
    records.begin(address, name);
    records.settle(address, true);
  }
  records.begin('/2', undefined);
  records.settle('/2', false);
  expect(records.compare(JSON.stringify(snapshot))).toContain(found);
});

it('either is right of what was never answered', () => {
  for (const resources of [[], [{ id: 1, name: 'a' }], [{ id: 9, name: 'z' }]]) {
    const records = new Kept();
    records.begin('/1', 'a');
    records.beginAll('{"resources":[{"id":9,"name":"z"}]}');
    expect(records.compare(JSON.stringify({ resources }))).toEqual([]);
    expect(records.addresses()).toHaveLength(resources.length);
  }
});
