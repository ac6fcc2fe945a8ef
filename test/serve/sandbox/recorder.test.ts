import { describe, expect, it } from 'vitest';
import { Recorder } from '../../../src/serve/sandbox/recorder.ts';

type Numbered = Recorder<number, { readonly seq: number; readonly item: number }>;

function recorderWith(count: number, bytes: number, weights: readonly number[]): Numbered {
  const recorder: Numbered = new Recorder('mine', { count, bytes }, (item, seq) => ({ seq, item }));
  for (const [i, weight] of weights.entries()) recorder.add(i + 1, weight);
  return recorder;
}

const item = (recorder: Numbered): number[] => recorder.list().map((one) => one.item);

describe('a recorder', () => {
  it('keeps the newest, and numbers all', () => {
    const recorder = recorderWith(3, 100, [1, 1, 1, 1, 1, 1, 1]);
    expect(recorder.list().map(({ seq }) => seq)).toEqual([5, 6, 7]);
    expect(item(recorder)).toEqual([5, 6, 7]);
    expect(recorder.read(Infinity)).toEqual({ requests: [], last: 7, dropped: 4 });
  });

  it('keeps no more bytes than it may', () => {
    const recorder = recorderWith(10, 10, [4, 4, 4]);
    expect(item(recorder)).toEqual([2, 3]);
    recorder.add(4, 50);
    expect(item(recorder)).toEqual([]);
    recorder.add(5, 1);
    expect(item(recorder)).toEqual([5]);
  });

  it('lists the newest after a number', () => {
    const recorder = recorderWith(5, 100, [1, 1, 1, 1, 1, 1]);
    expect(recorder.list(3).map(({ seq }) => seq)).toEqual([4, 5, 6]);
    expect(recorder.list(0, 2).map(({ seq }) => seq)).toEqual([5, 6]);
    expect(recorder.list(6)).toEqual([]);
    expect(recorder.list(99)).toEqual([]);
  });

  it('begins anew after it was cleared, with higher numbers', () => {
    const recorder = recorderWith(2, 100, [1, 1, 1]);
    recorder.clear();
    expect(recorder.list()).toEqual([]);
    for (const one of [4, 5, 6]) recorder.add(one, 1);
    expect(recorder.list().map(({ seq }) => seq)).toEqual([5, 6]);
  });

  it('tells those who listen, until they have heard enough', () => {
    const recorder = recorderWith(2, 100, []);
    const heard: number[] = [];
    const topics: string[] = [];
    const end = recorder.subscribe({
      exchange: ({ item: one }) => heard.push(one),
      changed: (topic) => topics.push(topic),
    });
    recorder.add(1, 1);
    recorder.clear();
    end();
    recorder.add(2, 1);
    recorder.clear();
    expect(heard).toEqual([1]);
    expect(topics).toEqual(['requests']);
  });
});
