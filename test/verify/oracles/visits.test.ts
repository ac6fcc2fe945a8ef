/** Visits to rooms, no two at a time, and what each room has one of, or many that clients name. */
import { expect, it } from 'vitest';
import { loadDocument, verify } from '../../../src/index.ts';
import { serve } from '../../serve/http-helpers.ts';

const parameter = (name: string, type: string): string =>
  `{ name: ${name}, in: path, required: true, schema: { type: ${type} } }`;
const [room, visit] = ['room_id', 'visit_id'].map((name) => parameter(name, 'integer'));
const answers = (status: number, schema: string): string =>
  `'${status}': { description: it, content: { application/json: { schema: ${schema} } } }`;
const documentOf = (status: number, name: string): string =>
  answers(status, `{ $ref: '#/components/schemas/${name}' }`);
const takes = (name: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } }`;
const NONE = `'404': { description: none }, '400': { description: bad }`;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Visits, version: '1' }
paths:
  /rooms:
    post: { operationId: addRoom, ${takes('NewRoom')}, responses: { ${documentOf(201, 'Room')}, ${NONE} } }
  /rooms/{room_id}:
    parameters: [${room}]
    get: { operationId: getRoom, responses: { ${documentOf(200, 'Room')}, ${NONE} } }
    patch: { operationId: changeRoom, ${takes('NewRoom')}, responses: { ${documentOf(200, 'Room')}, ${NONE} } }
    delete: { operationId: removeRoom, responses: { '204': { description: done }, ${NONE} } }
  /rooms/{room_id}/restore:
    parameters: [${room}]
    post: { operationId: restoreRoom, responses: { ${documentOf(200, 'Room')}, '409': { description: there }, ${NONE} } }
  /rooms/{room_id}/keys:
    parameters: [${room}]
    post: { operationId: addKey, ${takes('Key')}, responses: { ${documentOf(201, 'Key')}, '409': { description: used }, ${NONE} } }
  /rooms/{room_id}/keys/{name}:
    parameters: [${room}, ${parameter('name', "string, pattern: '^[a-z]{8,12}$'")}]
    get: { operationId: getKey, responses: { ${documentOf(200, 'Key')}, ${NONE} } }
    delete: { operationId: removeKey, responses: { '204': { description: done }, ${NONE} } }
  /rooms/{room_id}/sign:
    parameters: [${room}]
    get: { operationId: getSign, responses: { ${documentOf(200, 'Sign')}, ${NONE} } }
    put: { operationId: putSign, ${takes('Sign')}, responses: { ${documentOf(200, 'Sign')}, ${NONE} } }
    delete: { operationId: removeSign, responses: { '204': { description: done }, ${NONE} } }
  /rooms/{room_id}/tools:
    parameters: [${room}]
    get: { operationId: listTools, responses: { ${answers(200, "{ type: array, items: { $ref: '#/components/schemas/Tool' } }")}, ${NONE} } }
  /rooms/{room_id}/tools/{code}:
    parameters: [${room}, ${parameter('code', "string, pattern: '^[a-z]{8}$'")}]
    put: { operationId: putTool, ${takes('NewTool')}, responses: { ${documentOf(201, 'Tool')}, ${documentOf(200, 'Tool')}, ${NONE} } }
    delete: { operationId: removeTool, responses: { '204': { description: done }, ${NONE} } }
  /visits:
    get:
      operationId: listVisits
      parameters: [{ name: state, in: query, schema: { $ref: '#/components/schemas/State' } }]
      responses: { ${answers(200, "{ type: array, items: { $ref: '#/components/schemas/Visit' } }")}, ${NONE} }
    post: { operationId: addVisit, ${takes('NewVisit')}, responses: { ${documentOf(201, 'Visit')}, '409': { description: busy }, ${NONE} } }
  /visits/{visit_id}:
    parameters: [${visit}]
    get: { operationId: getVisit, responses: { ${documentOf(200, 'Visit')}, ${NONE} } }
  /visits/{visit_id}/close:
    parameters: [${visit}]
    post: { operationId: closeVisit, responses: { ${documentOf(200, 'Visit')}, ${NONE} } }
components:
  schemas:
    State: { type: string, enum: [open, closed] }
    NewRoom: { type: object, required: [label], properties: { label: { type: string } } }
    Room: { type: object, required: [id, label], properties: { id: { type: integer, readOnly: true }, label: { type: string } } }
    Key: { type: object, required: [name], properties: { name: { type: string, pattern: '^[a-z]{8,12}$' } } }
    Sign: { type: object, required: [text], properties: { text: { type: string } } }
    NewTool: { type: object, required: [weight], properties: { weight: { type: integer, minimum: 1, maximum: 99 } } }
    Tool: { type: object, required: [code, weight], properties: { code: { type: string }, weight: { type: integer } } }
    NewVisit: { type: object, required: [room_id, starts_at], properties: { marks: { $ref: '#/components/schemas/Marks' }, room_id: { type: integer }, starts_at: { type: string, format: date-time } } }
    Marks: { type: array, maxItems: 5, items: { type: string, pattern: '^[a-z]{8,12}$' } }
    Visit: { type: object, required: [id, room_id, starts_at, state], properties: { marks: { $ref: '#/components/schemas/Marks' }, id: { type: integer, readOnly: true }, room_id: { type: integer }, starts_at: { type: string, format: date-time }, state: { $ref: '#/components/schemas/State', readOnly: true } } }
`;

interface Room {
  readonly label: string;
  readonly tools: Map<string, object>;
  readonly keys: Set<string>;
}

interface Visit {
  readonly marks?: readonly string[] | undefined;
  readonly room_id: number;
  readonly starts_at: string;
  state: string;
}

type Fault =
  | 'sign outlives room'
  | 'sign stays'
  | 'tools weigh 1'
  | 'tools are lost'
  | 'all are closed'
  | 'listed as open'
  | 'closed are not found'
  | 'names are deleted everywhere'
  | 'restored rooms have no label'
  | 'rooms are not restored'
  | 'states are taken'
  | 'one mark is listed';

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

const MISSING: Answer = { status: 404 };

/** Answers to requests, by method and path. */
function createService(fault?: Fault): (method: string, target: string, body: object) => Answer {
  const rooms = new Map<number, Room>();
  const visits = new Map<number, Visit>();
  const signs = new Map<number, object>();
  let count = 0;
  const shown = (id: number): object => ({ id, ...visits.get(id) });
  const listed = (state: string | null): object[] =>
    [...visits.keys()]
      .map(shown)
      .filter((item) => state === null || (item as Visit).state === state)
      .filter(() => fault !== 'closed are not found' || state !== 'closed')
      .map((item) => (fault === 'listed as open' ? { ...item, state: 'open' } : item))
      .map((item) => {
        const { marks } = item as Visit;
        return fault === 'one mark is listed' && marks
          ? { ...item, marks: marks.slice(0, 1) }
          : item;
      });

  const ofSign = (method: string, id: number, body: object): Answer => {
    if (method === 'PUT') signs.set(id, body);
    if (!signs.has(id)) return MISSING;
    if (method !== 'DELETE') return { status: 200, body: signs.get(id) };
    if (fault !== 'sign stays') signs.delete(id);
    return { status: 204 };
  };

  const gone = new Map<number, Room>();
  const restored = (id: number): Answer => {
    const found = gone.get(id);
    if (found === undefined) return rooms.has(id) ? { status: 409 } : MISSING;
    const label = fault === 'restored rooms have no label' ? 'room' : found.label;
    if (fault !== 'rooms are not restored') rooms.set(id, { ...found, label });
    gone.delete(id);
    return { status: 200, body: { id, label } };
  };

  const ofKeys = (method: string, { keys }: Room, name: string, body: object): Answer => {
    if (method === 'POST') {
      const key = body as { name: string };
      if (keys.has(key.name)) return { status: 409 };
      keys.add(key.name);
      return { status: 201, body: key };
    }
    if (!keys.has(name)) return MISSING;
    if (method === 'GET') return { status: 200, body: { name } };
    const all = [...rooms.values()].map((other) => other.keys);
    for (const some of fault === 'names are deleted everywhere' ? all : [keys]) some.delete(name);
    return { status: 204 };
  };

  const ofTools = (method: string, found: Room, code: string | undefined, body: object): Answer => {
    if (code === undefined) {
      const tools = [...found.tools.values()];
      const light = tools.map((tool) => ({ ...tool, weight: 1 }));
      return { status: 200, body: fault === 'tools weigh 1' ? light : tools };
    }
    const isNew = !found.tools.has(code);
    if (method === 'DELETE') return { status: found.tools.delete(code) ? 204 : 404 };
    const tool = { code, ...body };
    found.tools.set(code, tool);
    return { status: isNew ? 201 : 200, body: tool };
  };

  const ofRoom = (method: string, id: number, [part, code]: string[], body: object): Answer => {
    if (part === 'restore') return restored(id);
    const found = rooms.get(id);
    if (found === undefined) {
      const sign = fault === 'sign outlives room' && part === 'sign' ? signs.get(id) : undefined;
      return sign && method === 'GET' ? { status: 200, body: sign } : MISSING;
    }
    if (part === undefined) {
      if (method === 'DELETE') gone.set(id, found);
      if (method === 'DELETE') rooms.delete(id);
      if (method === 'PATCH') rooms.set(id, { ...found, ...body });
      if (method === 'PATCH' && fault === 'tools are lost') found.tools.clear();
      return method === 'DELETE'
        ? { status: 204 }
        : { status: 200, body: { id, label: rooms.get(id)!.label } };
    }
    if (part === 'keys') return ofKeys(method, found, code ?? '', body);
    if (part === 'sign') return ofSign(method, id, body);
    return ofTools(method, found, code, body);
  };

  const ofVisits = (
    method: string,
    [id, action]: string[],
    body: object,
    query: URLSearchParams,
  ): Answer => {
    if (id === undefined && method === 'GET') {
      return { status: 200, body: listed(query.get('state')) };
    }
    if (id === undefined) {
      const { room_id: at, starts_at: time, state, marks } = body as Visit;
      const isBusy = [...visits.values()].some(
        (candidate) => candidate.room_id === at && candidate.starts_at === time,
      );
      if (isBusy) return { status: 409 };
      if (!rooms.has(at)) return { status: 400 };
      visits.set((count += 1), {
        marks,
        room_id: at,
        starts_at: time,
        state: (fault === 'states are taken' && state) || 'open',
      });
      return { status: 201, body: shown(count) };
    }
    const found = visits.get(Number(id));
    if (found === undefined) return MISSING;
    if (action !== undefined) {
      const others = [...visits.values()].filter((other) => other.room_id === found.room_id);
      for (const closed of fault === 'all are closed' ? others : [found]) closed.state = 'closed';
    }
    return { status: 200, body: shown(Number(id)) };
  };

  return (method, target, body) => {
    const { pathname, searchParams } = new URL(target, 'http://host');
    const [kind, ...rest] = pathname.slice(1).split('/');
    if (kind === 'visits') return ofVisits(method, rest, body, searchParams);
    if (rest.length > 0) return ofRoom(method, Number(rest[0]), rest.slice(1), body);
    const { label } = body as Room;
    rooms.set((count += 1), { label, tools: new Map(), keys: new Set() });
    return { status: 201, body: { id: count, label } };
  };
}

/** What the oracles of some operations say, as `operation: message`. */
async function told(only: string, fault?: Fault): Promise<string[]> {
  const service = createService(fault);
  await using server = await serve((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { method = '', url = '' } = incoming;
      const { status, body } = service(
        method,
        url,
        text === '' ? {} : (JSON.parse(text) as object),
      );
      outgoing.writeHead(status, { 'Content-Type': 'application/json' });
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  const document = await loadDocument({ text: DOCUMENT, file: 'visits.yaml' });
  const run = verify({
    document,
    baseUrl: server.url,
    only: [`oracle/${only}/`],
    questions: false,
  });
  const { findings } = await run.result;
  const violations = findings.filter(({ severity }) => severity === 'violation');
  return [...new Set(violations.map(({ operation, message }) => `${operation}: ${message}`))];
}

it.each<[only: string, fault: Fault, message: string]>([
  [
    'siblings/close-visit',
    'all are closed',
    'closeVisit: state of another resource changes with an action on one',
  ],
  [
    'read-only/add-visit',
    'states are taken',
    'addVisit: state is taken from the client, though it is readOnly',
  ],
  ['lists/list-visits', 'one mark is listed', 'listVisits: marks is another in the list'],
  [
    'siblings/remove-key',
    'names are deleted everywhere',
    'removeKey: another resource is gone when one is deleted',
  ],
  [
    'changes/restore-room',
    'restored rooms have no label',
    'restoreRoom: label is another when it is brought back',
  ],
  [
    'changes/restore-room',
    'rooms are not restored',
    'restoreRoom: what was brought back is not there',
  ],
  ['lists/list-visits', 'listed as open', 'listVisits: state is another in the list'],
  [
    'lists/list-visits',
    'closed are not found',
    'listVisits: what closeVisit was done to is not listed',
  ],
  ['lists/list-tools', 'tools weigh 1', 'listTools: weight is another in the list'],
  [
    'siblings/change-room',
    'tools are lost',
    'changeRoom: what lies below it in /rooms/{room_id}/tools is gone then',
  ],
  [
    'parents/get-sign',
    'sign outlives room',
    'getSign: GET takes what lies below a parent that was deleted',
  ],
  ['changes/remove-sign', 'sign stays', 'removeSign: what was deleted is read as it was before'],
])('%s finds: %s', async (only, fault, message) => {
  expect(await told(only)).toEqual([]);
  expect(await told(only, fault)).toEqual([message]);
});
