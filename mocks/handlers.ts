import type { HttpHandler } from 'msw/http';
import { handlersFor } from '../src/mock/msw-adapter.ts';
import { type FakeOptions, createFake } from './fake.ts';

/** Options of {@link createHandlers}. */
export interface CreateHandlersOptions extends FakeOptions {
  /** Only requests to this address are answered. Default: `/plants` at any address. */
  readonly baseUrl?: string | undefined;
}

/** msw handlers that answer as the mock server does. */
export function createHandlers(options: CreateHandlersOptions = {}): HttpHandler[] {
  const { document, responder } = createFake(options);
  return handlersFor(document, responder, { baseUrl: options.baseUrl });
}
