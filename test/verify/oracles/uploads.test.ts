import { expect, it } from 'vitest';
import type { Change } from '../../rich/service.ts';
import { change as changed } from '../../rich/operations.ts';
import { all } from '../../rich/service.ts';
import { besides } from '../../rich/faults/slips.ts';
import { trips } from '../../rich/trips.ts';
import { toldBy } from './support.ts';

/** A photo is stored as something else than was sent. */
const storing = (change: (photo: Buffer) => Buffer): Change => {
  return (plain) => ({
    parse: async (call) => {
      const value = await plain.parse(call);
      if (call.operation !== 'putPhoto' || typeof value !== 'string') return value;
      return change(Buffer.from(value, 'latin1')).toString('latin1');
    },
  });
};

it.each<[what: string, change?: (photo: Buffer) => Buffer]>([
  ['kept as they are'],
  ['written anew', (photo) => Buffer.concat([photo.subarray(0, 8), Buffer.from('anew')])],
])('uploads may be %s', async (_, change) => {
  expect(await toldBy('uploads', trips, change && storing(change))).toEqual([]);
});

it.each<[words: string, change: (photo: Buffer) => Buffer]>([
  ['was taken for UTF-8', (photo) => Buffer.from(photo.toString())],
  ['was encoded as UTF-8', (photo) => Buffer.from(photo.toString('latin1'))],
  ['lacks bytes', (photo) => photo.subarray(0, -1)],
  ['lacks bytes', () => Buffer.alloc(0)],
  ['is in Base64', (photo) => Buffer.from(photo.toString('base64'))],
])('an upload is spoilt: it %s', async (words, change) => {
  expect(await toldBy('uploads', trips, storing(change))).toEqual([
    `violation putPhoto: what is read then ${words}`,
  ]);
});

it('an upload takes the place of those of other resources', async () => {
  const service = besides(trips, 'putPhoto', ({ body: photo }, world) => {
    for (const resource of all(world, 'station')) changed(resource, { ...resource.fields, photo });
  });
  expect(await toldBy('uploads', service)).toEqual([
    'violation putPhoto: the file of another resource is this one then',
  ]);
});

it('the first upload stays, whatever is put there then', async () => {
  const service = besides(trips, 'putPhoto', ({ body }, world) => {
    for (const resource of all(world, 'station')) {
      const { first = body } = resource.fields;
      if (resource.fields['photo'] === body)
        changed(resource, { ...resource.fields, first, photo: first });
    }
  });
  expect(await toldBy('uploads', service)).toEqual([
    'violation putPhoto: what is read then is what was there before',
  ]);
});
