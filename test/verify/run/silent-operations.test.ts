import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { transportFailure } from '../../../src/verify/checks/status.ts';
import { SilentOperations } from '../../../src/verify/run/silent-operations.ts';
import { loadDocument } from '../../../src/model/load-document.ts';
import { operations } from '../../../src/model/operation.ts';
import { context, exchange } from '../checks/exchanges.ts';

const silent = exchange({ failure: { kind: 'timeout', message: 'no answer in 5000 ms' } });

describe('an operation that never answers', () => {
  it('gets six requests, whoever waits', async () => {
    const watch = new SilentOperations();
    const first = [1, 2, 3, 4, 5, 6].map(() => watch.enter('watch'));
    const late = watch.enter('watch');
    const other = await watch.enter('other');
    expect(other).toBeTypeOf('function');
    let isOver = false;
    void late.then(() => (isOver = true));
    await pause(5);
    expect(isOver).toBe(false);
    for (const note of await Promise.all(first)) note?.(silent);
    expect(await late).toBeUndefined();
  });

  it('gets as many as there are where it takes one', async () => {
    const watch = new SilentOperations();
    const first = [1, 2, 3, 4, 5, 6].map(() => watch.enter('watch'));
    const late = watch.enter('watch');
    const [note, ...others] = await Promise.all(first);
    note!(exchange());
    for (const one of others) one!(silent);
    expect(await late).toBeTypeOf('function');
    expect(await watch.enter('watch')).toBeTypeOf('function');
  });
});

it.each([
  ["'200': { description: streaming responses }", 'note'],
  ["'200': { description: it, content: { text/event-stream: {} } }", 'note'],
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
