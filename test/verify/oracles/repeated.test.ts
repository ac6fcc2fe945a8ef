import { expect, it } from 'vitest';
import { type OpenApiDocument, documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { documentOf } from '../../rich/judge.ts';
import { wait } from '../../family/changes.ts';
import { type Change, type Reply, type Service, Refusal } from '../../rich/service.ts';
import { tickets } from '../../rich/tickets.ts';
import { trips } from '../../rich/trips.ts';
import { toldBy } from './support.ts';

const told = (service: Service, change?: Change): Promise<string[]> =>
  toldBy('repeated', service, change);

/** Answers what has a known key as before, whatever its body is. */
function keyed(keyOf: (key: string) => string): Change {
  return () => {
    const known = new Map<string, Reply>();
    return {
      once: (call, work) => {
        const key = call.headers['idempotency-key'];
        if (key === undefined) return work();
        const before = known.get(keyOf(String(key)));
        if (before !== undefined) return before;
        const reply = work();
        if (!(reply instanceof Refusal)) known.set(keyOf(String(key)), reply);
        return reply;
      },
    };
  };
}

const never: Change = () => ({ once: (_, work) => work() });

it.each([trips, tickets])('is silent where keys are heeded', async (service) => {
  expect(await told(service)).toEqual([]);
});

it('finds a key that is of no effect where the document says what it is for', async () => {
  expect(await told(trips, never)).toEqual([
    'violation createBooking: the same request with the same idempotency key creates another resource',
  ]);
});

it('notes it where the document only has the header', async () => {
  expect(await told(tickets, never)).toEqual([
    'note create_ticket: the same request with the same idempotency key creates another resource',
  ]);
});

it.each([
  'Sent again, nothing is done twice.',
  'A request with a key that was used before gets the answer of the first one.',
  'Keys are reused for replays of a call.',
  'An earlier response is returned.',
])('takes what a document says of it for a promise: %s', async (description) => {
  const { root } = await documentOf(tickets);
  const changed = structuredClone(root);
  const { parameters } = changed['components'] as { parameters: Record<string, JsonObject> };
  parameters['idempotency_key']!['description'] = description;
  const document = documentFromValue(changed);
  expect(await toldBy('repeated', tickets, never, { document })).toContain(
    'violation create_ticket: the same request with the same idempotency key creates another resource',
  );
});

it('finds keys of which the end is not looked at', async () => {
  const told_ = await told(
    trips,
    keyed((key) => key.slice(0, -1)),
  );
  expect(told_).toContain(
    'violation createBooking: another idempotency key gets the resource of an earlier one',
  );
});

it('notes another body that is answered with the earlier resource', async () => {
  expect(await told(trips, keyed(String))).toEqual([
    'note createBooking: another body with a used idempotency key is answered with the earlier resource',
  ]);
});

it('finds requests with one key that are done each when they come together', async () => {
  // Whether a key is known is looked up, and another moment later the request is done.
  const change: Change = (plain, world) => {
    const known = new Map<unknown, { readonly bytes: Buffer; readonly reply: Reply }>();
    const first = new WeakSet();
    return {
      parse: async (call) => {
        if (!known.has(call.headers['idempotency-key'])) first.add(call);
        await wait(60);
        return plain.parse(call);
      },
      once: (call, work) => {
        const { 'idempotency-key': key } = call.headers;
        if (key === undefined) return work();
        const before = first.has(call) ? undefined : known.get(key);
        if (before !== undefined)
          return before.bytes.equals(call.bytes)
            ? before.reply
            : world.refuse('used', 'it is used');
        const reply = work();
        if (!(reply instanceof Refusal)) known.set(key, { bytes: call.bytes, reply });
        return reply;
      },
    };
  };
  expect(await told(trips, change)).toEqual([
    'violation createBooking: one idempotency key creates several resources when its requests come together',
  ]);
});

/** The tickets, whose creation says something of keys. */
async function ticketsSaying(description: string, refusal?: string): Promise<OpenApiDocument> {
  const { root } = await documentOf(tickets);
  const changed = structuredClone(root);
  for (const item of Object.values(changed['paths'] as Record<string, JsonObject>)) {
    const post = item['post'] as JsonObject | undefined;
    if (post?.['operationId'] !== 'create_ticket') continue;
    post['description'] = description;
    if (refusal !== undefined)
      Object.assign(post['responses'] as JsonObject, { 409: { description: refusal } });
  }
  return documentFromValue(changed);
}

const SAID = 'With an `Idempotency-Key`, a repeated request is answered as the first time.';

/** Refuses what has a known key. */
const refusing: Change = (_, world) => {
  const known = new Set<unknown>();
  return {
    once: (call, work) => {
      const key = call.headers['idempotency-key'];
      if (key === undefined) return work();
      if (known.has(key)) return world.refuse('used', 'the key was used');
      known.add(key);
      return work();
    },
  };
};

it('takes what the operation says of keys for a promise', async () => {
  const document = await ticketsSaying(SAID);
  expect(await toldBy('repeated', tickets, never, { document })).toContain(
    'violation create_ticket: the same request with the same idempotency key creates another resource',
  );
});

it.each([
  'An `Idempotency-Key` is 36 characters. Create it again.',
  'Use the same API key as before.',
])('takes nothing else that it says for a promise: %s', async (description) => {
  const document = await ticketsSaying(description);
  expect(await toldBy('repeated', tickets, never, { document })).toContain(
    'note create_ticket: the same request with the same idempotency key creates another resource',
  );
});

it('finds a repeated request that is refused where the first answer is promised', async () => {
  const message =
    'violation create_ticket: the same request with the same idempotency key is refused';
  const promised = await ticketsSaying(SAID);
  expect(await toldBy('repeated', tickets, refusing, { document: promised })).toContain(message);
  const other = await ticketsSaying(SAID, 'The key was used with another body');
  expect(await toldBy('repeated', tickets, refusing, { document: other })).toContain(message);
});

it.each<[string, string, string?]>([
  ['nothing is promised', 'Creates a ticket.'],
  ['the document says so', `${SAID} A used key is refused while the first request is at work.`],
  ['there is a refusal for it', SAID, 'The key is in use'],
  ['it has a status of its own', 'A second one with the same `Idempotency-Key` returns 409.'],
])('is silent about a repeated request that is refused where %s', async (_, said, refusal) => {
  const document = await ticketsSaying(said, refusal);
  expect(await toldBy('repeated', tickets, refusing, { document })).toEqual([]);
});
