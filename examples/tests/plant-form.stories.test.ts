// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { setupServer } from 'plant-store-kit/mocks/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { composeStories } from '../stories/csf.ts';
import * as stories from '../stories/plant-form.stories.ts';

const server = setupServer();

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(cleanup);
afterAll(() => server.close());

/** What the form says at the end of each story. */
const words: Readonly<Record<string, RegExp>> = {
  Empty: /^$/,
  Created: /^Ivy is in the store\.$/,
  NumberIsUsed: /^id 1 is already used/,
  SignedOut: /token/,
  StoreIsDown: /fetch/i,
};

it.each(composeStories(stories))('$name', async ({ name, handlers, element, play }) => {
  server.resetHandlers(...handlers);
  const { container } = render(element());
  await play(container);
  expect(container.querySelector('p')?.textContent ?? '').toMatch(words[name]!);
});
