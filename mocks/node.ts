import { type SetupServer, setupServer as setupMswServer } from 'msw/node';
import { MOCK_RULES, OBJECT, type OptionRules, demandOptions } from '../src/mock/demand-options.ts';
import { type CreateHandlersOptions, createHandlers } from './handlers.ts';
import { withService } from './plant-store.ts';

const RULES: OptionRules = {
  ...MOCK_RULES,
  profiles: OBJECT,
  baseUrl: [
    'an address such as https://store.example/api',
    (value) => /^(?:https?:\/\/.|\/|\*)/i.test(String(value)),
  ],
  scenario: ['one of `scenarios`, or a parsed file', OBJECT[1]],
};

/** The fake inside a Node process, without a socket: `setupServer().listen()`. */
export function setupServer(options: CreateHandlersOptions = {}): SetupServer {
  demandOptions(withService(options), RULES);
  return setupMswServer(...createHandlers(options));
}
