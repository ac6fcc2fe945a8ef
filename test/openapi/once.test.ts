import { describe, expect, it } from 'vitest';
import { loadDocument } from '../../src/model/load-document.ts';
import { Recent, Replayed, onceFor } from '../../src/openapi/once.ts';

describe('onceFor', () => {
  it('makes once for each object, also where nothing comes of it', () => {
    const asked: object[] = [];
    const made = onceFor((key: object): undefined => void asked.push(key));
    const [a, b] = [{}, {}];
    for (const keyAsked of [a, a, b, a]) expect(made(keyAsked)).toBeUndefined();
    expect(asked).toEqual([a, b]);
  });

  it('keeps it by what it is told, and keeps no failure', () => {
    let count = 0;
    const made = onceFor(
      ({ root }: { root: object }, isBroken: boolean) => {
        count += 1;
        if (isBroken) throw new Error('no');
        return { root, count };
      },
      ({ root }) => root,
    );
    const root = {};
    expect(() => made({ root }, true)).toThrow('no');
    const first = made({ root }, false);
    expect(made({ root }, true)).toBe(first);
    expect(made({ root: {} }, false)).not.toBe(first);
  });
});

describe('Recent', () => {
  it('makes the same of the same parts, once', () => {
    const recent = new Recent<object>(4);
    const file = {};
    const first = recent.of(['a', 1, file], () => ({}));
    expect(recent.of(['a', 1, file], () => ({}))).toBe(first);
    for (const others of [
      ['b', 1, file],
      ['a', 2, file],
      ['a', 1, {}],
      ['a', 1],
    ]) {
      expect(recent.of(others, () => ({}))).not.toBe(first);
    }
  });

  it('lets go of what was not asked for the longest', () => {
    const recent = new Recent<number>(2);
    let made = 0;
    const ask = (text: string): number =>
      recent.of([text], () => {
        made += 1;
        return made;
      });
    expect(['a', 'b', 'a', 'c', 'a', 'b'].map(ask)).toEqual([1, 2, 1, 3, 1, 4]);
  });

  it('keeps neither a failure nor a text of many megabytes', () => {
    const recent = new Recent<object>(2);
    const fail = (): never => {
      throw new Error('no');
    };
    expect(() => recent.of(['a'], fail)).toThrow('no');
    const large = 'x'.repeat(2_000_000);
    const first = recent.of([large], () => ({}));
    expect(recent.of([large], () => ({}))).not.toBe(first);
  });
});

describe('Replayed', () => {
  /** Numbers below a limit, which counts how many were made. */
  function counting(limit: number): { items: Iterable<number>; made: () => number } {
    let made = 0;
    const items = {
      *[Symbol.iterator]() {
        for (let i = 0; i < limit; i += 1) {
          made += 1;
          yield i;
        }
      },
    };
    return { items, made: () => made };
  }

  it('makes each item when it is asked for, and once', () => {
    const { items, made } = counting(5);
    const replayed = new Replayed(items);
    expect(made()).toBe(0);
    expect([...Iterator.from(replayed).take(2)]).toEqual([0, 1]);
    expect(made()).toBe(2);
    expect([...replayed]).toEqual([0, 1, 2, 3, 4]);
    expect([...replayed]).toEqual([0, 1, 2, 3, 4]);
    expect(made()).toBe(5);
  });

  it('gives all to each of those who go through them side by side', () => {
    const replayed = new Replayed(counting(3).items);
    const [left, right] = [replayed[Symbol.iterator](), replayed[Symbol.iterator]()];
    const seen = Array.from({ length: 4 }, () => [left.next().value, right.next().value]);
    expect(seen).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [undefined, undefined],
    ]);
  });

  it('makes anew what is too much to be kept', () => {
    const { items, made } = counting(10_000);
    const replayed = new Replayed(items);
    const all = Array.from({ length: 10_000 }, (_, i) => i);
    expect([...replayed]).toEqual(all);
    expect(made()).toBe(10_000);
    const halves = [replayed[Symbol.iterator](), replayed[Symbol.iterator]()];
    expect(halves.map((half) => [...half])).toEqual([all, all]);
    expect(made()).toBe(30_000);
  });

  it('fails again where an item can not be made', () => {
    const replayed = new Replayed({
      *[Symbol.iterator]() {
        yield 1;
        throw new Error('no');
      },
    });
    expect(() => [...replayed]).toThrow('no');
    expect(() => [...replayed]).toThrow('no');
  });
});

it('a document that is read again is the same one, a changed one is another', () => {
  const text = (title: string): string =>
    `openapi: 3.1.0\ninfo: { title: ${title}, version: 1.0.0 }\npaths: {}\n`;
  const document = loadDocument(text('a'), 'a.yaml');
  expect(loadDocument(text('a'), 'a.yaml')).toBe(document);
  expect(loadDocument(text('a'), 'b.yaml').file).toBe('b.yaml');
  expect(loadDocument(text('b'), 'a.yaml').root).not.toEqual(document.root);
});
