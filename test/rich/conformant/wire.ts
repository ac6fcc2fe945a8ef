/** Servers that speak HTTP as their documents say, each in a way of its own. */
import { wait, withHeaders, withType } from '../../family/changes.ts';
import { admitting, answering, both, ruling, withStatuses } from '../changes.ts';
import type { Conformant } from '../member.ts';
import { type Fields, Refusal } from '../service.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';

/** Conditional and repeated requests, pages. */
export const protocol: readonly Conformant[] = [
  {
    id: 'changes-need-an-etag',
    title: 'a change of a trip has to say which version it is of',
    service: trips,
    change: (plain, world) => ({
      condition: (call, resource) =>
        /^(?:change|delete)Trip$/.test(call.operation) && call.headers['if-match'] === undefined
          ? world.refuse('condition', 'If-Match is required', 428)
          : plain.condition(call, resource),
    }),
  },
  {
    id: 'weak-etags',
    title: 'ETags are weak',
    service: tickets,
    change: (plain) => ({
      etag: (resource) => `W/${plain.etag(resource)}`,
    }),
  },
  {
    id: 'no-etags',
    title: 'conditions are of no effect',
    service: trips,
    change: both(
      () => ({ condition: () => undefined }),
      answering((reply) => {
        const { ETag: _, ...headers } = reply.headers;
        return { ...reply, headers };
      }),
    ),
  },
  {
    id: 'used-keys-are-422',
    title: 'an idempotency key that comes with another body is refused with 422',
    service: withStatuses(trips, { used: 422 }),
  },
  {
    id: 'keys-are-uuids',
    title: 'an idempotency key that is no UUID is refused',
    service: trips,
    change: admitting(({ headers }, world) => {
      const key = headers['idempotency-key'];
      const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(String(key));
      return key === undefined || isUuid
        ? undefined
        : world.refuse('shape', 'Idempotency-Key is no UUID');
    }),
  },
  {
    id: 'keys-are-of-no-effect',
    title: 'an idempotency key is of no effect',
    service: tickets,
    change: () => ({ once: (_, work) => work() }),
  },
  {
    id: 'keys-are-for-all-paths',
    title: 'an idempotency key is used once, whatever for',
    service: tickets,
    change: (_, world) => {
      const used = new Map<string, string>();
      return {
        once: (call, work) => {
          const key = call.headers['idempotency-key'];
          if (key === undefined) return work();
          const before = used.get(String(key));
          if (before !== undefined) return world.refuse('used', 'this Idempotency-Key is used');
          used.set(String(key), call.path);
          return work();
        },
      };
    },
  },
  {
    id: 'small-pages',
    title: 'a page has 5 items at the most',
    service: trips,
    change: (plain) => ({
      page: (call, resources) => {
        const { limit = 5 } = call.parameters as { limit?: number };
        const parameters = { ...call.parameters, limit: Math.min(5, limit) };
        return plain.page({ ...call, parameters }, resources);
      },
    }),
  },
  {
    id: 'the-nearest-in-front-come-first',
    title: 'what is in front of a place comes in the order in which a client goes back',
    service: trips,
    change: (plain) => ({
      page: (call, resources) => {
        const page = plain.page(call, resources);
        const isBack = call.parameters['before'] !== undefined && !(page instanceof Refusal);
        return isBack ? { ...page, items: page.items.toReversed() } : page;
      },
    }),
  },
  {
    id: 'pages-are-linked',
    title: 'a page has a Link to the next one',
    service: trips,
    change: answering((reply, { path }) => {
      const { next } = (reply.json ?? {}) as Fields;
      const link = `<${path}?cursor=${String(next)}>; rel="next"`;
      return typeof next === 'string' ? withHeaders(reply, { Link: link }) : reply;
    }),
  },
  {
    id: 'newest-first',
    title: 'lists begin with what is newest',
    service: tickets,
    change: (plain) => ({
      select: (call, resources, kind) => plain.select(call, resources, kind).toReversed(),
    }),
  },
];

/** How errors are told, and who is let in when. */
export const errors: readonly Conformant[] = [
  {
    id: 'invalid-is-422',
    title: 'what breaks the document is refused with 422 where that is documented',
    service: trips,
    change: answering((reply, { operation }, refusal) =>
      refusal?.reason === 'shape' && /^(?:create|change|pay|replace)/.test(operation)
        ? trips.error(422, 'it is invalid', 'shape')
        : reply,
    ),
  },
  {
    id: 'bodies-before-credentials',
    title: 'a request is held against the document before its credential is looked at',
    service: tickets,
    change: (plain) => ({
      admit: () => undefined,
      validate: (call) => plain.validate(call) ?? plain.admit(call),
    }),
  },
  {
    id: 'operators-ride',
    title: 'an operator may do whatever a rider may',
    service: trips,
    change: (plain) => ({
      admit: (call) =>
        call.headers['x-operator-key'] === trips.credentials['operator']
          ? undefined
          : plain.admit(call),
    }),
  },
  {
    id: 'a-wrong-login-is-403',
    title: 'who is known, but no admin, is refused with 403',
    service: tickets,
    change: answering((reply, { operation, headers }, refusal) =>
      refusal?.reason === 'credential' &&
      operation === 'create_user' &&
      headers.authorization !== undefined
        ? tickets.error(403, 'you are no admin', 'credential')
        : reply,
    ),
  },
  {
    id: 'challenges',
    title: 'a 401 says how to log in',
    service: tickets,
    change: answering((reply) =>
      reply.status === 401
        ? withHeaders(reply, { 'WWW-Authenticate': 'Bearer realm="tickets"' })
        : reply,
    ),
  },
  {
    id: 'charsets',
    title: 'media types have a charset',
    service: tickets,
    change: answering((reply) =>
      reply.json === undefined ? reply : withType(reply, 'application/json; charset=utf-8'),
    ),
  },
  {
    id: 'deleted-is-410',
    title: 'what was deleted is gone',
    service: trips,
    change: (plain, world) => {
      const gone = new Set<string>();
      return {
        remove: (call, resource) => {
          gone.add(resource.key);
          plain.remove(call, resource);
        },
        find: (call, kind) => {
          const found = plain.find(call, kind);
          const isGone = gone.has(String(call.parameters[kind.parameter]));
          return found instanceof Refusal && isGone
            ? world.refuse('missing', 'it is gone', 410)
            : found;
        },
      };
    },
  },
  {
    id: 'pictures-are-looked-into',
    title: 'what is no PNG is refused',
    service: trips,
    change: (plain, world) => ({
      validate: (call) => {
        const isPng = String(call.body).startsWith('\u0089PNG');
        const refusal = plain.validate(call);
        return refusal || call.operation !== 'putPhoto' || isPng
          ? refusal
          : world.refuse('media-type', 'it is no PNG', 415);
      },
    }),
  },
  {
    id: 'small-files',
    title: 'an attachment has 64 KiB at the most',
    service: tickets,
    change: ruling(
      'attachment',
      'it is too large',
      ({ file }: { readonly file: string }) => file.length > 65_536,
    ),
  },
  {
    id: 'slow',
    title: 'each answer takes some milliseconds',
    service: trips,
    change: answering(async (reply) => {
      await wait(4);
      return reply;
    }),
  },
  {
    id: 'connections-are-closed',
    title: 'a connection is good for one request',
    service: tickets,
    change: answering((reply) => withHeaders(reply, { Connection: 'close' })),
  },
];
