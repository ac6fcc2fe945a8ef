/** Repeated requests, and races. */
import { setTimeout as pause } from 'node:timers/promises';
import { answering } from '../changes.ts';
import type { Faulty } from '../member.ts';
import {
  type Call,
  type Change,
  type Draft,
  type Fields,
  Refusal,
  type Reply,
  type World,
} from '../service.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';
import { at } from './slips.ts';

/** What a key is remembered by. */
function keyed(read: (key: string, call: Call) => string): Change {
  return at(['createBooking'], (plain) => ({
    once: (call, work) => {
      const key = read(String(call.headers['idempotency-key']), call);
      return plain.once({ ...call, headers: { ...call.headers, 'idempotency-key': key } }, work);
    },
  }));
}

/** Answers a repeated request in another way; `first` is what the first one came to. */
function repeating(
  answer: (first: Reply, world: World, work: () => Reply | Refusal) => Reply | Refusal,
): Change {
  return at(['createBooking'], (_, world) => {
    const before = new Map<string, Reply>();
    return {
      once: ({ headers, bytes }, work) => {
        const key = `${String(headers['idempotency-key'])} ${bytes.toString()}`;
        const first = before.get(key);
        if (first) return answer(first, world, work);
        const made = work();
        if (!(made instanceof Refusal)) before.set(key, made);
        return made;
      },
    };
  });
}

const keys: readonly Faulty[] = [
  {
    id: 'keys-are-ignored',
    title: 'an idempotency key is of no effect',
    service: trips,
    change: at(['createBooking'], () => ({ once: (_, work) => work() })),
    at: ['createBooking'],
  },
  {
    id: 'keys-are-cut',
    title: 'of an idempotency key, 8 characters count, so that another one gives another’s booking',
    service: trips,
    change: at(['createBooking'], () => {
      const before = new Map<string, Reply>();
      return {
        once: ({ headers }, work) => {
          const key = String(headers['idempotency-key']).slice(0, 8);
          const known = before.get(key);
          const made = known ?? work();
          if (!(made instanceof Refusal)) before.set(key, made);
          return made;
        },
      };
    }),
    at: ['createBooking'],
  },
  {
    id: 'one-key-for-all',
    title: 'with the same body, any idempotency key gives the first booking',
    service: trips,
    change: keyed((_, { bytes }) => bytes.toString('base64url')),
    at: ['createBooking'],
  },
  {
    id: 'repeated-keys-are-500',
    title: 'the second request with an idempotency key breaks the server down',
    service: trips,
    change: repeating((_, { refuse }) => refuse('used', 'duplicate key', 500)),
    at: ['createBooking'],
  },
  {
    id: 'repeated-keys-create-again',
    title: 'the second request is answered as the first, and creates another booking',
    service: trips,
    change: repeating((first, _, work) => {
      work();
      return first;
    }),
    at: ['createBooking', 'listBookings'],
  },
  {
    id: 'repeated-keys-have-another-id',
    title: 'the second request is answered with an id of which there is no booking',
    service: trips,
    change: repeating((first) => ({
      ...first,
      json: { ...(first.json as Fields), id: crypto.randomUUID() },
    })),
    at: ['createBooking'],
  },
  {
    id: 'repeated-keys-answer-nothing',
    title: 'the second request is answered with an empty object',
    service: trips,
    change: repeating((first) => ({ ...first, json: {} })),
    at: ['createBooking'],
  },
];

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** The database answers after so many milliseconds. */
const DELAY = 8;

/** Looks first, then waits for the database, then does it without looking again. */
function racing(
  operation: string,
  look: (call: Call, world: World) => Reply | Refusal | undefined,
  blind: Change,
): Change {
  return at([operation], (plain, world) => {
    const blinded = blind(plain, world);
    let isBlind = false;
    const stages = { ...plain, ...blinded };
    return {
      once: async (call, work) => {
        const refused = look(call, world);
        if (refused) return refused;
        await pause(DELAY);
        isBlind = true;
        const made = work();
        isBlind = false;
        return made;
      },
      condition: (...given) => (isBlind ? stages : plain).condition(...given),
      rule: (...given) => (isBlind ? stages : plain).rule(...given),
    };
  });
}

/** Two changes with one ETag. */
function lostUpdate(operation: string, kind: string): Change {
  return racing(
    operation,
    (call, world) => {
      const found = world.stages.find(call, world.service.kinds[kind]!);
      return found instanceof Refusal ? found : world.stages.condition(call, found);
    },
    () => ({ condition: () => undefined }),
  );
}

/** Two creates of what has to be unique. */
function twice(operation: string, kind: string): Change {
  return racing(
    operation,
    (call, world) => {
      const fields = call.body as Fields;
      const draft: Draft = {
        kind: world.service.kinds[kind]!,
        fields,
        sent: fields,
        parent: undefined,
        before: undefined,
      };
      return world.stages.rule(call, draft);
    },
    () => ({ rule: () => undefined }),
  );
}

/** A change that doesn't look whether another one has the value. */
function unlooked(operation: string): Change {
  return at([operation], (plain) => ({
    rule: (call, draft) => {
      const refusal = plain.rule(call, draft);
      return refusal?.reason === 'used' ? undefined : refusal;
    },
  }));
}

const races: readonly Faulty[] = [
  {
    id: 'stations-get-a-used-code',
    title: 'a station is replaced by one with the code of another, which no new one may have',
    service: trips,
    change: unlooked('replaceStation'),
    at: ['replaceStation'],
    severity: 'warning',
  },
  {
    id: 'two-changes-of-a-trip-win',
    title: 'of two changes of a trip with one ETag at once, both are made',
    service: trips,
    change: lostUpdate('changeTrip', 'trip'),
    at: ['changeTrip'],
  },
  {
    id: 'two-replacements-of-a-ticket-win',
    title: 'of two replacements of a ticket with one ETag at once, both are made',
    service: tickets,
    change: lostUpdate('replace_ticket', 'ticket'),
    at: ['replace_ticket'],
  },
  {
    id: 'two-stations-with-a-code',
    title: 'two stations with one code are created at once',
    service: trips,
    change: twice('createStation', 'station'),
    at: ['createStation'],
  },
  {
    id: 'two-users-with-a-name',
    title: 'two users with one name are created at once',
    service: tickets,
    change: twice('create_user', 'user'),
    at: ['create_user'],
  },
  {
    id: 'two-labels-with-a-name',
    title: 'two labels with one name are created at once',
    service: tickets,
    change: twice('create_label', 'label'),
    at: ['create_label'],
  },
  {
    id: 'two-projects-with-a-slug',
    title: 'two projects with one slug are created at once',
    service: tickets,
    change: twice('create_project', 'project'),
    at: ['create_project'],
  },
  ...(
    [
      [200, 201],
      [201, 200],
    ] as const
  ).map(([right, wrong]): Faulty => ({
    id: `put-member-is-${wrong}-in-place-of-${right}`,
    title: `a member that is ${right === 200 ? 'replaced' : 'created'} is ${wrong}`,
    service: tickets,
    change: answering((reply, { operation }) =>
      operation === 'put_member' && reply.status === right ? { ...reply, status: wrong } : reply,
    ),
    at: ['put_member'],
  })),
  {
    id: 'two-members-with-a-nickname',
    title: 'two members with one nickname are put at once',
    service: tickets,
    change: at(['put_member'], (plain, world) => ({
      once: async (call, work) => {
        const { parameters, body, account } = call;
        const parent = plain.find(call, world.service.kinds['project']!);
        const isThere = !(plain.find(call, world.service.kinds['member']!) instanceof Refusal);
        await pause(DELAY);
        if (isThere || parent instanceof Refusal) return work();
        const key = String(parameters['nickname']);
        const fields = { ...(body as Fields), nickname: key };
        const now = Date.now();
        const times = { createdAt: now, changedAt: now, version: 1 };
        world.resources.add({ kind: 'member', parent, key, account, fields, ...times });
        return { status: 201, headers: JSON_TYPE, json: world.service.envelope(fields) };
      },
    })),
    at: ['put_member', 'list_members'],
  },
  {
    id: 'updates-of-projects-are-lost',
    title: 'of two updates of a project at once, one writes what was there before the other',
    service: tickets,
    change: at(['update_project'], (plain, world) => ({
      once: async (call, work) => {
        const found = plain.find(call, world.service.kinds['project']!);
        if (found instanceof Refusal) return work();
        const { fields } = found;
        await pause(DELAY);
        found.fields = fields;
        return work();
      },
    })),
    at: ['update_project'],
    severity: 'warning',
  },
  {
    id: 'two-bookings-with-a-key',
    title: 'two requests with one idempotency key at once create two bookings',
    service: trips,
    change: at(['createBooking'], (plain) => {
      const busy = new Map<string, Promise<void>>();
      return {
        once: async (call, work) => {
          const key = String(call.headers['idempotency-key']);
          const isBusy = busy.has(key);
          const waiting = busy.get(key) ?? pause(DELAY);
          busy.set(key, waiting);
          await waiting;
          setImmediate(() => busy.delete(key));
          return isBusy ? work() : plain.once(call, work);
        },
      };
    }),
    at: ['createBooking'],
  },
];

/** What has to be unique is held against the very resource that has it. */
const used: Faulty = {
  id: 'stations-are-refused-their-own-code',
  title: 'the code that a station has already is refused as used',
  service: trips,
  change: at(['replaceStation'], (plain) => ({
    rule: (call, draft) => plain.rule(call, { ...draft, before: undefined }),
  })),
  at: ['replaceStation'],
};

export const repeats: readonly Faulty[] = [...keys, ...races, used];
