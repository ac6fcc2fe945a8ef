import { describe, expect, it } from 'vitest';
import { ResourceList } from '../../src/mock/resource-list.ts';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';

function listOf(...resources: JsonObject[]): ResourceList {
  const list = new ResourceList();
  for (const resource of resources) list.keep(resource);
  // Makes the index that is to follow.
  list.find('id', 0);
  return list;
}

const a = { id: 1, name: 'a' };
const b = { id: 2, name: 'b' };
const twin = { id: 1, name: 'twin' };

describe('look-up after a change', () => {
  it('finds what took the place, not what was there', () => {
    const list = listOf(a, b);
    list.replace(0, { ...a, name: 'new' });
    expect(list.find('id', 1)).toEqual({ id: 1, name: 'new' });
    list.replace(0, { id: 3 });
    expect([list.find('id', 1), list.find('id', 3)]).toEqual([undefined, { id: 3 }]);
    list.replace(1, undefined);
    expect([list.find('id', 2), list.size]).toEqual([undefined, 1]);
    list.replace(0, { name: 'without' });
    expect(list.find('id', 3)).toBeUndefined();
  });

  it('finds the next where duplicates are accepted', () => {
    const list = listOf(a, twin, b);
    list.replace(0, undefined);
    expect(list.find('id', 1)).toBe(twin);
    list.replace(1, { id: 1, name: 'third' });
    expect(list.find('id', 1)).toBe(twin);
    list.replace(0, undefined);
    expect(list.find('id', 1)).toEqual({ id: 1, name: 'third' });
  });

  it('finds the first of those that a change has made equal', () => {
    const list = listOf(a, b);
    list.replace(0, { id: 2, name: 'first' });
    expect(list.find('id', 2)).toEqual({ id: 2, name: 'first' });
    list.replace(0, undefined);
    expect(list.find('id', 2)).toBe(b);
  });

  it('is not troubled by a place where nothing is', () => {
    const list = listOf(a);
    list.replace(7, undefined);
    expect(list.all).toEqual([a]);
    expect(list.placeOf(b)).toBe(-1);
  });
});
