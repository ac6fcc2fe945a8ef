import { expect, it } from 'vitest';
import { MemoryStore } from '../../src/mock/resource-store.ts';
import type { JsonValue } from '../../src/openapi/json/json-value.ts';
import { heapAfterCollection } from '../serve/heap.ts';
import { StoreRoom, bytesOf } from '../../src/mock/store-room.ts';

const text = (length: number): string => 'x'.repeat(length);

it('refuses what it has no room for, and the store is as before', () => {
  const store = new MemoryStore();
  store.keepWithin(new StoreRoom(10_000));
  store.add({ id: 1, name: text(4000) });
  expect(() => store.add({ id: 2, name: text(8000) })).toThrow(/the store is full.*10000 bytes/);
  const [first] = store.content().resources;
  expect(() => store.replace(first!, { id: 1, name: text(20_000) })).toThrow(/is full/);
  expect(store.list()).toEqual([{ id: 1, name: text(4000) }]);
});

it('has room again for what is deleted, replaced, emptied or let go of', () => {
  const room = new StoreRoom(10_000);
  const fill = (): void => store.collection('/things').add({ id: 1, name: text(8000) });
  const store = new MemoryStore();
  store.keepWithin(room);
  const frees: (() => void)[] = [
    () => store.collection('/things').reset(),
    () => {
      const things = store.collection('/things');
      things.replace(things.find('id', 1)!, undefined);
    },
    () => store.reset(),
    () => {
      const things = store.collection('/things');
      things.replace(things.find('id', 1)!, { id: 1 });
    },
  ];
  for (const free of frees) {
    fill();
    expect(fill).toThrow(/is full/);
    free();
  }
  fill();
  store.keepWithin(undefined);
  expect(() => room.take(10_000)).not.toThrow();
});

it('gives back what a journal refuses', () => {
  const store = new MemoryStore();
  const refuse = (): never => {
    throw new Error('full disk');
  };
  store.keepIn({ add: refuse, change: refuse, replace: refuse });
  store.keepWithin(new StoreRoom(10_000));
  for (let i = 0; i < 5; i += 1) {
    expect(() => store.add({ name: text(8000) })).toThrow('full disk');
  }
});

it('is shared by stores, and refuses only when nothing gives way', () => {
  const old = new MemoryStore();
  const room = new StoreRoom(10_000, () => {
    const gaveWay = old.size > 0;
    old.keepWithin(undefined);
    old.reset();
    return gaveWay;
  });
  const store = new MemoryStore();
  for (const memory of [old, store]) memory.keepWithin(room);
  old.add({ name: text(8000) });
  store.add({ name: text(8000) });
  expect([old.size, store.size]).toEqual([0, 1]);
  expect(() => store.add({ name: text(8000) })).toThrow(/is full/);
});

it.each<[string, (i: number) => JsonValue]>([
  ['texts', (i) => `${i}`.padStart(1000, 'x')],
  ['texts beyond Latin-1', (i) => `${i}`.padStart(1000, '桜')],
  ['empty objects', () => ({})],
  ['empty lists', () => []],
  ['fractions', (i) => ({ i: i + 0.5 })],
  ['objects', (i) => ({ id: i, name: `thing ${i}`, tag: null, parts: [1, 2] })],
  ['objects with keys of their own', (i) => ({ [`a${i}`]: 1, [`b${i}`]: 2, [`c${i}`]: 3 })],
])('counts no less memory than %s take, and not much more', (_what, make) => {
  const text = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => make(i)));
  const before = heapAfterCollection();
  const values = JSON.parse(text) as JsonValue[];
  const taken = heapAfterCollection() - before;
  expect(bytesOf(values)).toBeGreaterThan(taken * 0.8);
  expect(bytesOf(values)).toBeLessThan(taken * 5);
});
