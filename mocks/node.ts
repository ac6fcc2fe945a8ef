import { type SetupServer, setupServer as setupMswServer } from 'msw/node';
import { type CreateHandlersOptions, createHandlers } from './handlers.ts';

/** The fake inside a Node process, without a socket: `setupServer().listen()`. */
export function setupServer(options: CreateHandlersOptions = {}): SetupServer {
  return setupMswServer(...createHandlers(options));
}
