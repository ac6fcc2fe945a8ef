/** The slips of developers that several faults have in common. */
import type {
  Act,
  Call,
  Change,
  Fields,
  Omission,
  Reason,
  Reply,
  Resource,
  Service,
  Stages,
  World,
} from '../service.ts';
import { Refusal, all } from '../service.ts';
import type { Faulty } from '../member.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';
import { answering } from '../changes.ts';

/** A change that shows in requests for these operations only. */
export function at(operations: readonly string[], change: Change): Change {
  return (plain, world) => {
    const changed = Object.entries(change(plain, world)).map(([name, stage]) => {
      const usual = plain[name as keyof Stages];
      return [name, choosing(operations, stage, usual)] as const;
    });
    return Object.fromEntries(changed);
  };
}

type AnyStage = (...given: never[]) => unknown;

function choosing(operations: readonly string[], changed: AnyStage, usual: AnyStage): AnyStage {
  return (...given) => {
    const call = given.find((argument): argument is never => isCall(argument));
    const isHere = call === undefined || operations.includes((call as Call).operation);
    return (isHere ? changed : usual)(...given);
  };
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'operation' in value && 'bytes' in value;
}

/** Where a server breaks down: before the body is looked at, once it is read, or once it is found valid. */
export type Moment = 'admit' | 'validate' | 'once';

/** An exception that nobody catches. */
export function crashing(
  when: (call: Call, world: World) => boolean,
  moment: Moment = 'once',
): Change {
  return (plain, world) => {
    const crash = (): Refusal => world.refuse('syntax', 'Internal Server Error', 500);
    const stages: Pick<Stages, Moment> = {
      admit: (call) => plain.admit(call) ?? (when(call, world) ? crash() : undefined),
      validate: (call) => (when(call, world) ? crash() : plain.validate(call)),
      once: (call, work) => (when(call, world) ? crash() : plain.once(call, work)),
    };
    return { [moment]: stages[moment] };
  };
}

/** A refusal of what the document lets in. */
export function refusing(message: string, when: (call: Call, world: World) => boolean): Change {
  return (plain, world) => ({
    validate: (call) =>
      plain.validate(call) ?? (when(call, world) ? world.refuse('shape', message) : undefined),
  });
}

/** The value of a body at `rider.email`. */
export function sent(call: Call, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Fields | undefined | null)?.[name], call.body);
}

/** The same service with an operation that does something else. */
export function operating(service: Service, id: string, change: (plain: Act) => Act): Service {
  const act = change(service.operations[id]!);
  return { ...service, operations: { ...service.operations, [id]: act } };
}

/** What else an operation does where it has succeeded. */
export function besides(
  service: Service,
  id: string,
  effect: (call: Call, world: World, reply: Reply) => void,
): Service {
  return operating(service, id, (plain) => (call, world) => {
    const reply = plain(call, world);
    if (!(reply instanceof Refusal)) effect(call, world, reply);
    return reply;
  });
}

/** The resource that a path names, as it is there. */
export function named(call: Call, world: World, kind: string): Resource | undefined {
  const { parameter } = world.service.kinds[kind]!;
  return all(world, kind).find(({ key }) => key === String(call.parameters[parameter]));
}

/** Changes the answers of an operation where it succeeds. */
export function succeeding(change: (reply: Reply, call: Call) => Reply): Change {
  return answering((reply, call) => (reply.status < 300 ? change(reply, call) : reply));
}

/** Faults of one sort: a keyword of the document that nobody checks. */
export function omissions(
  service: Service,
  operation: string,
  places: Readonly<Record<string, string>>,
): Faulty[] {
  return Object.entries(places).flatMap(([place, keywords]) =>
    keywords.split(' ').map((keyword) => omission(service, { operation, place, keyword })),
  );
}

function omission(service: Service, omitted: Omission): Faulty {
  const { operation, place, keyword } = omitted;
  return {
    id: kebab(`${operation}-${place}-without-${keyword}`),
    title: `${operation} does not check ${keyword} of ${place === '' ? 'its body' : place}`,
    service: { ...service, omission: omitted },
    at: [operation],
  };
}

/** `listTrips` is `list-trips`. */
export function kebab(text: string): string {
  return text
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z\d]+/g, '-')
    .toLowerCase();
}

type Paging = Stages['page'];

/** Pages of an operation in another way. */
export function paging(operation: string, change: (page: Paging) => Paging): Change {
  return at([operation], (plain) => ({
    page: change((call, resources) => plain.page(call, resources)),
  }));
}

export function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}

/** With a property of that value, or without it where there is none. */
export function having(fields: Fields, name: string, value: unknown): Fields {
  return value === undefined ? without(fields, name) : { ...fields, [name]: value };
}

/** An operation of a service. */
export type Place = readonly [service: Service, operation: string];

/** Operations that break down at the same thing. */
export function breaking(
  id: string,
  what: string,
  places: readonly Place[],
  when: (call: Call) => boolean,
  moment: Moment = 'admit',
): Faulty[] {
  return places.map(([service, operation]) => ({
    id: `${kebab(operation)}-${id}`,
    title: `${operation} breaks down at ${what}`,
    service,
    change: at([operation], crashing(when, moment)),
    at: [operation],
  }));
}

/** A refusal that nobody has written. */
export function unhandled(
  service: Service,
  operation: string,
  reason: Reason,
  what: string,
): Faulty {
  return {
    id: `${kebab(operation)}-breaks-down-${kebab(what)}`,
    title: `${operation} breaks down ${what}`,
    service,
    change: answering((reply, call, refusal) =>
      call.operation === operation && refusal?.reason === reason
        ? service.error(500, 'Internal Server Error', reason)
        : reply,
    ),
    at: [operation],
  };
}

/** The same service with an operation that answers a change and does not store it. */
export function unstored(service: Service, operation: string, kind: string): Service {
  return operating(service, operation, (plain) => (call, world) => {
    const resource = named(call, world, kind);
    const fields = resource?.fields;
    const reply = plain(call, world);
    if (resource && fields) resource.fields = fields;
    return reply;
  });
}

export const INT32: number = 2 ** 31;

/** The numbers of a body that are too large for a column of so many. */
export function exceeds(place: string, most: number): (call: Call) => boolean {
  return (call) => {
    const value = sent(call, place) ?? call.parameters[place];
    return (
      (typeof value === 'number' || typeof value === 'bigint') && (value >= most || value < -most)
    );
  };
}

export const JSON_TYPE: Reply['headers'] = { 'Content-Type': 'application/json' };

interface Kinds {
  readonly service: Service;
  readonly at: readonly string[];
}

/** Where a kind is created and read. */
export const KINDS: Readonly<Record<string, Kinds>> = {
  station: { service: trips, at: ['createStation', 'replaceStation', 'getStation'] },
  trip: { service: trips, at: ['createTrip', 'changeTrip', 'getTrip'] },
  booking: { service: trips, at: ['createBooking', 'getBooking'] },
  payment: { service: trips, at: ['payBooking', 'getPayment'] },
  user: { service: tickets, at: ['create_user', 'get_user'] },
  label: { service: tickets, at: ['create_label', 'list_labels', 'delete_label'] },
  project: { service: tickets, at: ['create_project', 'update_project', 'get_project'] },
  ticket: { service: tickets, at: ['create_ticket', 'replace_ticket', 'get_ticket'] },
  comment: { service: tickets, at: ['create_comment', 'list_comments'] },
  attachment: { service: tickets, at: ['attach_file', 'get_attachment'] },
};

/** Trips whose stations have no photo until one is put there. */
export const bareStations: Service = operating(
  {
    ...trips,
    kinds: { ...trips.kinds, station: { ...trips.kinds['station']!, made: {} } },
  },
  'getPhoto',
  (plain) => (call, world) => {
    const station = named(call, world, 'station');
    const isBare = station !== undefined && station.fields['photo'] === undefined;
    return isBare ? world.refuse('missing', 'this station has no photo') : plain(call, world);
  },
);
