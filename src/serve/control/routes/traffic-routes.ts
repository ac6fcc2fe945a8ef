import type { Route } from '../route.ts';
import { streamEvents } from '../event-stream.ts';

/** What was asked and answered. */
export const trafficRoutes: Readonly<Record<string, Route>> = {
  listRequests: ({ traffic, parameters }) => {
    const requests = traffic.list(Number(parameters['after']), Number(parameters['limit']));
    const { last, dropped } = traffic;
    return { status: 200, body: { requests, last, dropped } };
  },
  clearRequests: ({ traffic }) => {
    traffic.clear();
    return { status: 204 };
  },
  streamEvents: ({ traffic, host, request, outgoing, parameters }) => {
    // Its answer would have no end, and no content either.
    if (request.method === 'HEAD') return { status: 200 };
    const header = request.header('last-event-id');
    const isNumber = header !== undefined && /^\d{1,15}$/.test(header);
    const after = isNumber ? Number(header) : parameters['after'];
    streamEvents(outgoing, traffic, host.instance, after === undefined ? after : Number(after));
    return undefined;
  },
};
