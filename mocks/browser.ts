import { type SetupWorker, setupWorker as setupMswWorker } from 'msw/browser';
import { type CreateHandlersOptions, createHandlers } from './handlers.ts';

/** The fake inside a browser, in a service worker: `await setupWorker().start()`. */
export function setupWorker(options: CreateHandlersOptions = {}): SetupWorker {
  return setupMswWorker(...createHandlers(options));
}
