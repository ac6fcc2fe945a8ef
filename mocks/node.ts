import { type SetupServer, setupServer as setupMswServer } from 'msw/node';
import { MOCK_RULES, OBJECT, type OptionRules, demandOptions } from '../src/mock/demand-options.ts';
import { handlersOf } from '../src/mock/msw-adapter.ts';
import { withControls } from '../src/questions/local-mock.ts';
import { type CreateHandlersOptions, type FakeControls, type PlantPaths, fake } from './fake.ts';
import { withService } from './plant-store.ts';

const RULES: OptionRules = {
  ...MOCK_RULES,
  profiles: OBJECT,
  baseUrl: [
    'an address such as https://store.example/api',
    (value) => /^(?:https?:\/\/.|\/|\*)/i.test(String(value)),
  ],
  scenario: ['one of `scenarios`, or a parsed file', OBJECT[1]],
  collections: OBJECT,
  fill: ['`fill(25)`', OBJECT[1]],
};

/**
 * The mock inside a Node process, without a socket: `setupServer().listen()`.
 *
 * @typeParam Paths The `paths` of your document, as openapi-typescript writes them.
 */
export function setupServer<Paths = PlantPaths>(
  options: CreateHandlersOptions = {},
): SetupServer & FakeControls<Paths> {
  demandOptions(withService(options), RULES);
  const { interceptor, controls } = fake<Paths>(options);
  return withControls(setupMswServer(...handlersOf(interceptor)), controls);
}
