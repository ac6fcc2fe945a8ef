import { type SetupWorker, setupWorker as setupMswWorker } from 'msw/browser';
import { withControls } from '../src/questions/local-mock.ts';
import {
  type CreateHandlersOptions,
  type FakeControls,
  type PlantPaths,
  fake,
} from './handlers.ts';

/**
 * The fake inside a browser, in a service worker: `await setupWorker().start()`.
 *
 * @typeParam Paths The `paths` of your document, as openapi-typescript writes them.
 */
export function setupWorker<Paths = PlantPaths>(
  options: CreateHandlersOptions = {},
): SetupWorker & FakeControls<Paths> {
  const { handlers, controls } = fake<Paths>(options);
  return withControls(setupMswWorker(...handlers), controls);
}
