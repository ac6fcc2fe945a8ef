import type { HttpHandler } from 'msw/http';
import { handlersOf } from '../src/mock/msw-adapter.ts';
import { withControls } from '../src/questions/local-mock.ts';
import { type CreateHandlersOptions, type FakeControls, type PlantPaths, fake } from './fake.ts';

/** Handlers for msw, and what tests do with what answers them. */
export type FakeHandlers<Paths = PlantPaths> = HttpHandler[] & FakeControls<Paths>;

/**
 * msw handlers that answer as the mock server does.
 *
 * @typeParam Paths The `paths` of your document, as openapi-typescript writes them.
 * @throws {StateError} for an unknown profile, question, operation or option, for an impossible
 *   answer, and where what it begins with is invalid, or more than `maxResources`.
 */
export function createHandlers<Paths = PlantPaths>(
  options: CreateHandlersOptions = {},
): FakeHandlers<Paths> {
  const { interceptor, controls } = fake<Paths>(options);
  return withControls(handlersOf(interceptor), controls);
}
