import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { transportFailure } from '../../../src/verify/checks/status.ts';
import { SilentOperations } from '../../../src/verify/run/silent-operations.ts';
import { loadDocument } from '../../../src/model/load-document.ts';
import { operations } from '../../../src/model/operation.ts';
import { context, exchange } from '../checks/exchanges.ts';

const silent = exchange({ failure: { kind: 'timeout', message: 'no answer in 5000 ms' } });

describe('an operation that never answers', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => vi.useRealTimers());

  it('keeps its turns as long as it may just be slow', async () => {
    const watch = new SilentOperations();
    const all = [1, 2, 3, 4, 5].map(() => watch.enter('watch'));
    for (const note of await Promise.all(all)) expect(note).toBeTypeOf('function');
  });

  it('gets three requests once it is silent, whoever waits', async () => {
    const watch = new SilentOperations();
    const first = [1, 2, 3].map(() => watch.enter('watch'));
    vi.advanceTimersByTime(300);
    const late = watch.enter('watch');
    const other = await watch.enter('other');
    expect(other).toBeTypeOf('function');
    let isOver = false;
    void late.then(() => (isOver = true));
    await pause(5);
    expect(isOver).toBe(false);
    for (const note of await Promise.all(first)) note?.(silent);
    expect(await late).toBeUndefined();
    expect([watch.isGivenUp('watch'), watch.isGivenUp('other')]).toEqual([true, false]);
  });

  it('gets one for each that is given up, until three are', async () => {
    const watch = new SilentOperations();
    const [first] = [1, 2, 3].map(() => watch.enter('watch'));
    vi.advanceTimersByTime(300);
    const waiting = [1, 2, 3].map(() => watch.enter('watch'));
    let gone = 0;
    for (const answer of waiting) void answer.then(() => (gone += 1));
    (await first)!(silent);
    await pause(5);
    expect(gone).toBe(1);
  });

  it('gets as many as there are where it takes one', async () => {
    const watch = new SilentOperations();
    const first = [1, 2, 3].map(() => watch.enter('watch'));
    vi.advanceTimersByTime(300);
    const late = watch.enter('watch');
    const [note, ...others] = await Promise.all(first);
    note!(exchange());
    for (const other of others) other!(silent);
    expect(await late).toBeTypeOf('function');
    expect(await watch.enter('watch')).toBeTypeOf('function');
  });
});

it.each([
  ["'200': { description: streaming responses }", 'note'],
  ["'200': { description: it, content: { text/event-stream: {} } }", 'note'],
  [
    "'200': { description: The thing }, '409': { description: it waits for another one }",
    'violation',
  ],
  ["'200': { description: Waits until it is done }", 'note'],
  ["'200': { description: it }", 'violation'],
])('no answer in time, where the document has %s, is a %s', (responses, severity) => {
  const text = `openapi: 3.1.0\npaths: { /watch: { post: { responses: { ${responses} } } } }`;
  const document = loadDocument(text, 'a.yaml');
  const [operation] = operations(document);
  const failure = { kind: 'timeout', message: 'no answer in 5000 ms' } as const;
  const [found] = [
    transportFailure.check(exchange({ operation: operation!, failure }), { ...context, document }),
  ].flat();
  expect(found?.severity).toBe(severity);
});
