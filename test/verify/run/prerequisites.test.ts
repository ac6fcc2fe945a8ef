/** Operations that take a request only once another one has changed the state of what it is about. */
import { describe, expect, it } from 'vitest';
import type { RunResult, VerifyOptions } from '../../../src/index.ts';
import { type Change, runOnMock } from '../oracles/support.ts';

const told = (status: number, schema: string): string =>
  `'${status}': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } }`;
const takes = (schema: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } }`;
const inPath = (name: string): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: integer, minimum: 1 } }]`;
const NONE = `'404': { description: none }`;
const REFUSED = `'400': { description: bad }, '409': { description: not now }, ${NONE}`;
const act = (id: string, tells: string): string =>
  `post: { operationId: ${id}, responses: { ${told(200, tells)}, '409': { description: not now }, ${NONE} } }`;

const SET_STATE = ', status: { type: string, enum: [draft, published, archived] }';

const DOCUMENT = `
openapi: 3.1.0
info: { title: School, version: '1' }
paths:
  /courses:
    post: { operationId: addCourse, ${takes('Course')}, responses: { ${told(201, 'Course')}, '400': { description: bad } } }
  /courses/{courseId}:
    ${inPath('courseId')}
    get: { operationId: getCourse, responses: { ${told(200, 'Course')}, ${NONE} } }
    patch: { operationId: changeCourse, ${takes('CourseChange')}, responses: { ${told(200, 'Course')}, ${REFUSED} } }
  /courses/{courseId}/archive:
    ${inPath('courseId')}
    ${act('archiveCourse', 'Course')}
  /courses/{courseId}/publish:
    ${inPath('courseId')}
    ${act('publishCourse', 'Course')}
  /courses/{courseId}/enrolments:
    ${inPath('courseId')}
    post: { operationId: enrol, ${takes('Enrolment')}, responses: { ${told(201, 'Enrolment')}, ${REFUSED} } }
  /courses/{courseId}/enrolments/{enrolmentId}:
    parameters:
      - { name: courseId, in: path, required: true, schema: { type: integer, minimum: 1 } }
      - { name: enrolmentId, in: path, required: true, schema: { type: integer, minimum: 1 } }
    get: { operationId: getEnrolment, responses: { ${told(200, 'Enrolment')}, ${NONE} } }
  /reviews:
    post: { operationId: addReview, ${takes('Review')}, responses: { ${told(201, 'Review')}, ${REFUSED} } }
  /reviews/{reviewId}:
    ${inPath('reviewId')}
    get: { operationId: getReview, responses: { ${told(200, 'Review')}, ${NONE} } }
components:
  schemas:
    Course:
      type: object
      required: [title]
      properties:
        id: { type: integer, readOnly: true }
        title: { type: string, minLength: 1, maxLength: 90 }
        status: { type: string, enum: [draft, published, archived], readOnly: true }
    CourseChange: { type: object, properties: { title: { type: string, minLength: 1, maxLength: 90 }${SET_STATE} } }
    Enrolment: { type: object, required: [student], properties: { id: { type: integer, readOnly: true }, student: { type: string, minLength: 1, maxLength: 90 } } }
    Review: { type: object, required: [courseId], properties: { id: { type: integer, readOnly: true }, courseId: { type: integer }, stars: { type: integer, minimum: 1, maximum: 5 } } }
`;

interface School {
  /** What a refusal says. Default: that the course is not published. */
  readonly words?: string;
  /** What courses can be published by. Default: any. */
  readonly by?: 'POST' | 'PATCH';
}

interface Seen {
  readonly change: Change;
  readonly requests: string[];
  readonly text: string;
}

/** Takes enrolments in, and reviews of, published courses only; what is archived stays so. */
function school({ words = 'The course is not published.', by }: School = {}): Seen {
  const states = new Map<string, string>();
  const requests: string[] = [];
  const refusal = (): Response => Response.json({ error: words }, { status: 409 });
  const moved = (course: string, state: string): boolean => {
    const was = states.get(course) ?? 'draft';
    const isAllowed = was === 'draft' || (was === 'published' && state === 'archived');
    if (isAllowed) states.set(course, state);
    return isAllowed;
  };
  const isOpen = (course: string): boolean => states.get(course) === 'published';
  const STATES: Readonly<Record<string, string>> = { publish: 'published', archive: 'archived' };
  const change: Change = async (request, next) => {
    const { method } = request;
    const [, kind, course = '', below] = new URL(request.url).pathname.split('/');
    requests.push(
      `${method} /${[kind, course.replace(/.+/, '*'), below].filter(Boolean).join('/')}`,
    );
    const body = await bodyOf(request);
    const isThere = async (id: string): Promise<boolean> =>
      (await next(new Request(`http://mock.test/courses/${id}`))).ok;
    const withState = async (response: Response): Promise<Response> => {
      const told = response.clone().json() as Promise<{ id: number }>;
      const shown = await told.catch(() => null);
      if (!response.ok || kind !== 'courses' || below === 'enrolments' || !shown) return response;
      const status = states.get(`${shown.id}`) ?? 'draft';
      return Response.json({ ...shown, status }, { status: response.status });
    };
    const state = method === 'POST' ? STATES[`${below}`] : undefined;
    const isAllowed = by !== 'PATCH' || state !== 'published';
    if (state !== undefined && (await isThere(course)) && !(isAllowed && moved(course, state)))
      return refusal();
    const response = await next(request.clone());
    const isSet = method === 'PATCH' && by !== 'POST' && response.ok;
    if (isSet && body.status !== undefined && !moved(course, body.status)) return refusal();
    const isAbout = kind === 'reviews' || below === 'enrolments';
    const about = kind === 'reviews' ? `${body.courseId}` : course;
    const isAdded = method === 'POST' && response.status === 201 && isAbout;
    return isAdded && !isOpen(about) ? refusal() : withState(response);
  };
  const text = by === 'POST' ? DOCUMENT.replace(SET_STATE, '') : DOCUMENT;
  return { change, requests, text };
}

async function bodyOf(
  request: Request,
): Promise<{ status?: string; courseId?: number; after?: number }> {
  const sent = request.clone().json() as Promise<Record<string, unknown> | null>;
  const { status, courseId, after } = (await sent.catch(() => null)) ?? {};
  return {
    ...(typeof after === 'number' ? { after } : {}),
    ...(typeof status === 'string' ? { status } : {}),
    ...(typeof courseId === 'number' ? { courseId } : {}),
  };
}

async function run(
  { change, text }: Seen,
  options: Partial<VerifyOptions> = {},
): Promise<RunResult> {
  return runOnMock(text, change, options);
}

const blamed = ({ findings }: RunResult): string[] =>
  findings
    .filter(({ severity }) => severity !== 'note')
    .map(({ operation, message, received }) => `${operation}: ${message}: ${received}`);

/** Requests of one operation, and what they need. */
const ENROLS = { only: ['POST /courses/{courseId}/enrolments'] };

const needs = ({ operations = [] }: RunResult, id: string): string | undefined =>
  operations.find(({ operation }) => operation === id)!.needs;

describe('an operation on what has to be in another state first', () => {
  it('is asked once that was brought about, and the report says what it needs', async () => {
    const only = ['/courses/{courseId}/enrolments', '/reviews'];
    const result = await run(school(), { only });
    expect(blamed(result)).toEqual([]);
    expect(result.verdict).toBe('pass');
    expect(result.coverage!.unverified).toEqual([]);
    expect(needs(result, 'enrol')).toBe('POST /courses/{courseId}/publish');
    expect(needs(result, 'addReview')).toBe('POST /courses/{courseId}/publish');
    expect(needs(result, 'getReview')).toBeUndefined();
  });

  it.each([
    ['the words of the refusal name no action', { words: 'Not now.' }],
    ['the refusal names the present state', { words: 'The course is a draft.' }],
  ])('is found by trying where %s', async (_words, options) => {
    const result = await run(school({ ...options, by: 'POST' }), ENROLS);
    expect(blamed(result)).toEqual([]);
    expect(result.verdict).toBe('pass');
    expect(needs(result, 'enrol')).toBe('POST /courses/{courseId}/publish');
  });

  it('may take less in its body in that state, too', async () => {
    const seen = school({ by: 'POST' });
    const change: Change = async (request, next) => {
      const { after } = await bodyOf(request);
      const isOfNone = request.url.endsWith('/enrolments') && after !== undefined;
      const there = isOfNone ? await next(new Request(`${request.url}/${after}`)) : undefined;
      const response = await seen.change(request, next);
      return there?.ok === false && response.ok
        ? Response.json({ error: 'after: there is no such enrolment' }, { status: 400 })
        : response;
    };
    const text = seen.text.replace(
      'student: { type: string,',
      'after: { type: integer, minimum: 1 }, student: { type: string,',
    );
    const result = await run({ ...seen, change, text }, ENROLS);
    expect(blamed(result)).toEqual([]);
    expect(result.verdict).toBe('pass');
    expect(needs(result, 'enrol')).toBe('POST /courses/{courseId}/publish');
  });

  it('may need a state that is set by a change', async () => {
    const result = await run(school({ by: 'PATCH' }), ENROLS);
    expect(blamed(result)).toEqual([]);
    expect(result.verdict).toBe('pass');
    expect(needs(result, 'enrol')).toBe('PATCH /courses/{courseId} with status: published');
  });

  it('is asked with the version that it has then, though the change tells none', async () => {
    const seen = school({ by: 'POST' });
    const versions = new Map<string, number>();
    const change: Change = async (request, next) => {
      const [, kind, named = '', below] = new URL(request.url).pathname.split('/');
      const tag = (course: string): string => `"${course}-${versions.get(course) ?? 0}"`;
      const isStale = below === 'enrolments' && request.headers.get('if-match') !== tag(named);
      if (isStale && request.method === 'POST')
        return Response.json({ error: 'Another version.' }, { status: 412 });
      const response = await seen.change(request, next);
      if (!response.ok || kind !== 'courses') return response;
      if (below !== undefined) {
        if (below !== 'enrolments') versions.set(named, (versions.get(named) ?? 0) + 1);
        return response;
      }
      const { id } = (await response.clone().json()) as { id: number };
      response.headers.set('etag', tag(`${id}`));
      return response;
    };
    const text = seen.text
      .replace(
        'post: { operationId: enrol, ',
        'post: { operationId: enrol, parameters: [{ name: If-Match, in: header, required: true, schema: { type: string } }], ',
      )
      .replaceAll(
        "'409': { description: not now }, '404'",
        "'409': { description: not now }, '412': { description: changed }, '404'",
      );
    const result = await run({ ...seen, text, change }, ENROLS);
    expect(blamed(result)).toEqual([]);
    expect(result.coverage!.unverified).toEqual([]);
    expect(needs(result, 'enrol')).toBe('POST /courses/{courseId}/publish');
  });

  it('is tried a few times only', async () => {
    const seen = school();
    const change: Change = async (request, next) => {
      const isEnrolment = request.url.endsWith('/enrolments');
      const response = await seen.change(request, next);
      return isEnrolment && response.ok ? Response.json({}, { status: 409 }) : response;
    };
    const result = await run({ ...seen, change }, ENROLS);
    expect(result.coverage!.unverified).toEqual(['enrol']);
    const actions = seen.requests.filter((line) => /publish|archive|PATCH/.test(line));
    expect(actions.length).toBeGreaterThan(1);
    expect(actions.length).toBeLessThanOrEqual(8);
  });
});

describe('what a run must not do', () => {
  it('is not done to find out either: what is skipped is not sent', async () => {
    const seen = school({ by: 'POST' });
    const result = await run(seen, { ...ENROLS, skip: ['publishCourse'] });
    expect(seen.requests).not.toContain('POST /courses/*/publish');
    expect(result.coverage!.unverified).toContain('enrol');
  });

  it('is not done beyond the limit of changes', async () => {
    const seen = school();
    // A course and a request, and both again to find out; the change would be the fifth.
    const result = await run(seen, { ...ENROLS, maxChanges: 4 });
    expect(seen.requests).not.toContain('POST /courses/*/publish');
    expect(result.leftOut).toMatchObject([{ reason: 'max-changes' }]);
  });
});
