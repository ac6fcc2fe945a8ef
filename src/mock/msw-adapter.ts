import { type HttpHandler, HttpResponse, http } from 'msw/http';
import type { Interceptor } from './interceptor.ts';

/** msw's handlers over a mock: one for all that it answers. */
export function handlersOf(mock: Interceptor): HttpHandler[] {
  return [
    http.all(
      ({ request }) => mock.isFor(request),
      ({ request }) => mock.answer(request, HttpResponse),
    ),
  ];
}
