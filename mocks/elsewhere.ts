/**
 * What `plant-store-kit/mocks/browser` is in Node, and `plant-store-kit/mocks/node` in a page. A bundler that builds
 * one source for both finds either; only who calls it where it can't work is told so.
 */
import { StateError } from '../src/mock/state-error.ts';

/** @throws {StateError} always: there is no page. */
export function setupWorker(): never {
  throw new StateError(
    'no-page',
    'Failed to set up the worker: this code runs outside of a page. Call setupServer of plant-store-kit/mocks/node here.',
  );
}

/** @throws {StateError} always: this is a page. */
export function setupServer(): never {
  throw new StateError(
    'no-process',
    'Failed to set up the mock: this code runs in a page. Call setupWorker of plant-store-kit/mocks/browser here.',
  );
}
