import { type SetupServer, setupServer as setupMswServer } from 'msw/node';
import { FAKE_RULES, OBJECT, demandOptions } from './demand-options.ts';
import { type CreateHandlersOptions, createHandlers } from './handlers.ts';

const RULES: Parameters<typeof demandOptions>[1] = {
  ...FAKE_RULES,
  baseUrl: [
    'an address such as https://store.example/api',
    (value) => /^(?:https?:\/\/.|\/|\*)/i.test(String(value)),
  ],
  scenario: ['one of `scenarios`, or a parsed file', OBJECT[1]],
};

/** The fake inside a Node process, without a socket: `setupServer().listen()`. */
export function setupServer(options: CreateHandlersOptions = {}): SetupServer {
  demandOptions(options, RULES);
  return setupMswServer(...createHandlers(options));
}
