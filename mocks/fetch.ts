import { withControls } from '../src/questions/local-mock.ts';
import { type CreateHandlersOptions, type FakeControls, type PlantPaths, fake } from './fake.ts';

/** Answers a request that is for the API, and leaves any other to you: that is `undefined`. */
export type FetchHandler<Paths = PlantPaths> = ((
  request: Request,
) => Promise<Response | undefined>) &
  FakeControls<Paths>;

/**
 * The mock without msw, for those who bring their own way to intercept requests. A dropped connection is
 * `Response.error()`.
 *
 * @typeParam Paths The `paths` of your document, as openapi-typescript writes them.
 */
export function createFetch<Paths = PlantPaths>(
  options: CreateHandlersOptions = {},
): FetchHandler<Paths> {
  const { interceptor, controls } = fake<Paths>(options);
  const answer = async (request: Request): Promise<Response | undefined> =>
    interceptor.isFor(request) ? await interceptor.answer(request) : undefined;
  return withControls(answer, controls);
}
