/** A server of trips that keeps its document, but for what a test changes; and a run of `verify` on it. */
import { loadDocument, verify } from '../../src/index.ts';
import type { RunResult } from '../../src/verify/run/event.ts';
import { type TestServer, serve } from '../serve/http-helpers.ts';

const DOCUMENT = `
openapi: 3.1.0
info: { title: Trips, version: '1' }
paths:
  /trips:
    get:
      operationId: listTrips
      responses:
        '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Trip' } } } } }
    post:
      operationId: createTrip
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewTrip' } } } }
      responses:
        '201': { $ref: '#/components/responses/One' }
        '400': { $ref: '#/components/responses/Bad' }
  /trips/{tripId}:
    parameters: [{ name: tripId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getTrip
      responses:
        '200': { $ref: '#/components/responses/One' }
        '404': { $ref: '#/components/responses/Bad' }
    put:
      operationId: replaceTrip
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewTrip' } } } }
      responses:
        '200': { $ref: '#/components/responses/One' }
        '400': { $ref: '#/components/responses/Bad' }
        '404': { $ref: '#/components/responses/Bad' }
components:
  responses:
    One: { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Trip' } } } }
    Bad: { description: bad, content: { application/json: { schema: { type: object, required: [message], properties: { message: { type: string } } } } } }
  schemas:
    NewTrip:
      type: object
      required: [title, seats]
      properties:
        title: { type: string }
        note: { type: string }
        seats: { type: integer, minimum: 0, maximum: 1000 }
        status: { type: string, enum: [planned, open] }
    Trip:
      allOf:
        - $ref: '#/components/schemas/NewTrip'
        - { type: object, required: [id], properties: { id: { type: string } } }
`;

/** A trip, or what was sent for one. */
export type Fields = Record<string, unknown>;

/** What the server answers. */
export interface Reply {
  readonly status: number;
  readonly value?: unknown;
}

/** How a server differs from its document. */
export interface Difference {
  /** Changes what was sent before it is checked. */
  readonly read?: (fields: Fields) => Fields;
  /** Refuses what the document allows, with these words. */
  readonly refuse?: (fields: Fields) => string | undefined;
  /** What is stored of a replaced trip. Default: what was sent. */
  readonly replace?: (stored: Fields, fields: Fields) => Fields;
  /** What it keeps its trips in. Default: a map of its own. */
  readonly trips?: Map<string, Fields>;
  /** What a new trip is called. Default: its number. */
  readonly name?: () => string;
  /** Changes an answer; nothing is sent where it gives nothing. */
  readonly answer?: (reply: Reply, fields: Fields | undefined) => Reply | undefined;
}

const bad = (message: string): Reply => ({ status: 400, value: { message } });

/** Starts it. */
export async function startTrips(difference: Difference = {}): Promise<TestServer> {
  const { answer = (reply) => reply, trips = new Map<string, Fields>() } = difference;
  const { name = () => String(trips.size + 1) } = difference;
  return serve((incoming, outgoing) => {
    const chunks: Uint8Array[] = [];
    incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const fields = fieldsOf(body, incoming.headers['content-type']);
      const [, all, id] = /^(\/trips)(?:\/([^/?]+))?/.exec(incoming.url ?? '') ?? [];
      const ownReply = all === undefined ? undefined : replyTo(incoming.method ?? '', id, fields);
      const reply = answer(ownReply ?? { status: 404, value: { message: 'nothing here' } }, fields);
      if (reply === undefined) return;
      outgoing.writeHead(reply.status, { 'Content-Type': 'application/json' });
      outgoing.end(JSON.stringify(reply.value));
    });
  });

  function replyTo(method: string, id: string | undefined, sent: Fields | undefined): Reply {
    const stored = id === undefined ? undefined : trips.get(id);
    if (id !== undefined && stored === undefined)
      return { status: 404, value: { message: 'no trip' } };
    if (method === 'GET') return { status: 200, value: stored ?? [...trips.values()].slice(-20) };
    const isCreate = method === 'POST' && id === undefined;
    if (!isCreate && method !== 'PUT') return { status: 405, value: { message: 'no' } };
    const fields = sent && (difference.read?.(sent) ?? sent);
    const fault = fields === undefined ? 'no object' : faultIn(fields, difference);
    if (fields === undefined || fault !== undefined) return bad(fault ?? '');
    const key = id ?? name();
    const trip = { ...(stored && difference.replace?.(stored, fields)), ...fields, id: key };
    trips.set(key, trip);
    return { status: isCreate ? 201 : 200, value: trip };
  }
}

function fieldsOf(body: string, type = ''): Fields | undefined {
  if (!type.includes('json')) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    const isFields = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isFields ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

function faultIn(fields: Fields, { refuse }: Difference): string | undefined {
  const { title, note = '', seats, status = 'open' } = fields;
  if (typeof title !== 'string' || typeof note !== 'string') return 'title or note is no text';
  if (!['planned', 'open'].includes(status as string)) return 'status is unknown';
  const isSeats = Number.isInteger(seats) && Number(seats) >= 0 && Number(seats) <= 1000;
  return isSeats ? refuse?.(fields) : 'seats are not between 0 and 1000';
}

/** Verifies it, with few cases. */
export async function verifyTrips(url: string, options: object = {}): Promise<RunResult> {
  const document = await loadDocument({ text: DOCUMENT, file: 'trips.yaml' });
  return await verify({ document, baseUrl: url, maxCases: 199, ...options }).result;
}
