/** Courses that can be brought back, students, and who is enrolled in which: once, whoever asks. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from './support.ts';

const told = (status: number, schema: string): string =>
  `'${status}': { description: it, content: { application/json: { schema: ${schema} } } }`;
const one = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;
const takes = (name: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: ${one(name)} } } }`;
const READS = 'security: [{ token: [] }, { key: [] }]';
const REFUSES = `'401': { description: who }, '403': { description: no }, '404': { description: none }`;
const MADE = `'400': { description: bad }, '409': { description: taken }, '415': { description: type }, '422': { description: none }`;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Courses, version: '1' }
security: [{ token: [] }]
paths:
  /courses:
    post: { operationId: addCourse, ${takes('Course')}, responses: { ${told(201, one('Course'))}, ${MADE}, ${REFUSES} } }
  /courses/{courseId}:
    parameters: [{ name: courseId, in: path, required: true, schema: { type: integer, minimum: 1 } }]
    get: { operationId: getCourse, ${READS}, responses: { ${told(200, one('Course'))}, ${REFUSES} } }
    delete: { operationId: deleteCourse, responses: { '204': { description: gone }, ${REFUSES} } }
  /courses/{courseId}/restore:
    parameters: [{ name: courseId, in: path, required: true, schema: { type: integer, minimum: 1 } }]
    post: { operationId: restoreCourse, responses: { ${told(200, one('Course'))}, '409': { description: there }, ${REFUSES} } }
  /students:
    post: { operationId: addStudent, ${takes('Student')}, responses: { ${told(201, one('Student'))}, ${MADE}, ${REFUSES} } }
  /students/{studentId}:
    parameters: [{ name: studentId, in: path, required: true, schema: { type: integer, minimum: 1 } }]
    get: { operationId: getStudent, responses: { ${told(200, one('Student'))}, ${REFUSES} } }
  /enrolments:
    get:
      operationId: listEnrolments
      parameters: [{ name: courseId, in: query, schema: { type: integer } }]
      responses: { ${told(200, `{ type: array, items: ${one('Enrolment')} }`)}, ${REFUSES} }
    post: { operationId: enrol, ${takes('Enrolment')}, responses: { ${told(201, one('Enrolment'))}, ${MADE}, ${REFUSES} } }
  /enrolments/{enrolmentId}:
    parameters: [{ name: enrolmentId, in: path, required: true, schema: { type: integer, minimum: 1 } }]
    get: { operationId: getEnrolment, responses: { ${told(200, one('Enrolment'))}, ${REFUSES} } }
components:
  securitySchemes: { token: { type: http, scheme: bearer }, key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Course: { type: object, required: [title], properties: { id: { type: integer, readOnly: true }, title: { type: string, minLength: 1, maxLength: 90 } } }
    Student: { type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string, minLength: 1, maxLength: 90 } } }
    Enrolment: { type: object, required: [courseId, studentId], properties: { id: { type: integer, readOnly: true }, courseId: { type: integer }, studentId: { type: integer }, discount: { type: integer, minimum: 0, maximum: 90 } } }
`;

const SECRETS = {
  credentials: { token: 'first-token-1', key: 'first-key-1' },
  otherCredentials: { token: 'other-token-2', key: 'other-key-2' },
};

interface Slips {
  /** Whoever has a key may do all. */
  readonly keyWrites?: boolean;
  /** Whoever asks brings a course back. */
  readonly anyRestores?: boolean;
  /** A second deletion crashes. */
  readonly crashes?: boolean;
  /** The list is that of all courses. */
  readonly listsAll?: boolean;
}

const status = (code: number): Response => new Response(null, { status: code });

/** Refuses whom it doesn't know, and those who may only read. */
function asking({ headers, method }: Request, pathname: string, slips: Slips): string | number {
  const bearer = headers.get('authorization')?.replace('Bearer ', '');
  const secret = bearer ?? headers.get('x-key') ?? '';
  const school = /^(first|other)-(?:token|key)-\d$/.exec(secret)?.[1];
  const isRead = method === 'GET' && /^\/courses\/[^/]+$/.test(pathname);
  const isAllowed = bearer !== undefined || isRead || slips.keyWrites === true;
  return school === undefined ? 401 : isAllowed ? school : 403;
}

/** Knows who asks, and who has made what; deletes so that courses can be brought back. */
function school(slips: Slips = {}): Change {
  const owners = new Map<string, string>();
  const deleted = new Set<string>();
  const pairs = new Set<string>();
  const onItem = (method: string, item: string, action: string | undefined): number | undefined => {
    if (action === 'restore') return deleted.delete(item) ? undefined : 409;
    if (deleted.has(item)) return method === 'DELETE' && slips.crashes === true ? 500 : 404;
    if (method !== 'DELETE') return undefined;
    deleted.add(item);
    return 204;
  };
  const enrolled = async (request: Request, next: () => Promise<Response>): Promise<Response> => {
    const sent = request.clone().json() as Promise<{ courseId?: number; studentId?: number }>;
    const body = await sent.catch(() => ({ courseId: 0, studentId: 0 }));
    const pair = `${body.courseId} ${body.studentId}`;
    if (pairs.has(pair)) return status(409);
    const response = await next();
    if (response.ok) pairs.add(pair);
    return response;
  };
  return async (request, next) => {
    const { pathname } = new URL(request.url);
    const { method } = request;
    const who = asking(request, pathname, slips);
    if (typeof who === 'number') return status(who);
    const [, kind, id, action] = pathname.split('/');
    const item = `/${kind}/${id}`;
    const isOwn = owners.get(item) === who;
    if (id !== undefined && !isOwn && !(action === 'restore' && slips.anyRestores === true))
      return status(404);
    const code = id === undefined ? undefined : onItem(method, item, action);
    if (code !== undefined) return status(code);
    const headers = {
      ...Object.fromEntries(request.headers),
      authorization: 'Bearer first-token-1',
    };
    if (action === 'restore') return next(new Request(`http://mock.test${item}`, { headers }));
    const url = slips.listsAll === true ? request.url.replace(/\?.*/, '') : request.url;
    const sent = new Request(new Request(url, request), { headers });
    const isPair = pathname === '/enrolments' && method === 'POST';
    const response = await (isPair ? enrolled(sent, () => next(sent)) : next(sent));
    if (method === 'POST' && response.status === 201) {
      const created = (await response.clone().json()) as { id: number };
      owners.set(`${pathname}/${created.id}`, who);
    }
    if (method !== 'GET' || pathname !== '/enrolments' || !response.ok) return response;
    const items = (await response.json()) as { id: number }[];
    return Response.json(items.filter((item) => owners.get(`${pathname}/${item.id}`) === who));
  };
}

async function toldOf(only: string, slips?: Slips): Promise<string[]> {
  const { findings } = await runOnMock(DOCUMENT, school(slips), { only: [only], ...SECRETS });
  return findings
    .filter(({ severity }) => severity !== 'note')
    .map(({ severity, operation, message }) => `${severity} ${operation}: ${message}`);
}

it('what is there once for what it refers to is created again for others', async () => {
  const only = 'oracle/queries/list-enrolments/';
  expect(await toldOf(only)).toEqual([]);
  expect(await toldOf(only, { listsAll: true })).toEqual([
    expect.stringMatching(/^violation listEnrolments: .*courseId/),
  ]);
});

it('what only reads does nothing else', async () => {
  expect(await toldOf('oracle/roles/')).toEqual([]);
  const told = await toldOf('oracle/roles/', { keyWrites: true });
  expect(told).toContain('violation deleteCourse: it is done for whoever has a credential of key');
  expect(told.some((message) => message.includes('getCourse'))).toBe(false);
});

it('what a client has deleted no other one brings back', async () => {
  const only = 'oracle/other-client/restore-course/';
  expect(await toldOf(only)).toEqual([]);
  expect(await toldOf(only, { anyRestores: true })).toEqual([
    'violation restoreCourse: does something with what another client has created',
  ]);
});

it('what is gone may be deleted once more', async () => {
  const only = 'oracle/changes/delete-course/';
  expect(await toldOf(only)).toEqual([]);
  expect(await toldOf(only, { crashes: true })).toEqual([
    expect.stringMatching(/^violation deleteCourse: .*500/),
  ]);
});
