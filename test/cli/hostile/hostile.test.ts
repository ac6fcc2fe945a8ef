import { expect, it } from 'vitest';
import { hostileAnswers } from './answers.ts';
import { harmDoneBy } from './judge-hostile.ts';

it.concurrent.each(Object.keys(hostileAnswers))(
  'a server does no harm to a run and its reports: %s',
  async (name) => {
    let requests = 0;
    // First now and then, so that the run goes on.
    const choose = (): string | undefined => {
      requests += 1;
      return requests > 60 || requests % 5 === 3 ? name : undefined;
    };
    expect(await harmDoneBy(choose)).toEqual([]);
  },
  60_000,
);
