import { answering } from '../../../rich/changes.ts';
import { shop } from '../../../rich/shop.ts';
import { toldBy } from '../../oracles/support.ts';
import { expect, it } from 'vitest';

it.each([406, 500])('read without an Accept header, where that is %i', async (status) => {
  const change = answering((reply, { operation, headers }) =>
    operation === 'listProducts' && headers.accept === undefined
      ? shop.error(status, 'no Accept', 'shape')
      : reply,
  );
  const told = await toldBy('', shop, change, { only: ['no-accept-header'] });
  expect(told.filter((line) => line.startsWith('violation listProducts'))).not.toEqual([]);
  expect(await toldBy('', shop, undefined, { only: ['no-accept-header'] })).toEqual([]);
});
