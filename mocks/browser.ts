import { type SetupWorker, setupWorker as setupMswWorker } from 'msw/browser';
import { handlersOf } from '../src/mock/msw-adapter.ts';
import { withControls } from '../src/questions/local-mock.ts';
import { type CreateHandlersOptions, type FakeControls, type PlantPaths, fake } from './fake.ts';

/**
 * The mock inside a browser, in a service worker: `await setupWorker().start()`.
 *
 * @typeParam Paths The `paths` of your document, as openapi-typescript writes them.
 */
export function setupWorker<Paths = PlantPaths>(
  options: CreateHandlersOptions = {},
): SetupWorker & FakeControls<Paths> {
  const { interceptor, controls } = fake<Paths>(options);
  return withControls(setupMswWorker(...handlersOf(interceptor)), controls);
}
