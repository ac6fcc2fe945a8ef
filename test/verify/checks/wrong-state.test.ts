import { describe, expect, it } from 'vitest';
import { type Case, type JudgedExchange, hasAnswer } from '../../../src/verify/cases/case.ts';
import { refusedValid } from '../../../src/verify/checks/refused-valid.ts';
import { loadDocument } from '../../../src/model/load-document.ts';
import { operations } from '../../../src/model/operation.ts';
import { madeUpReference } from '../../../src/verify/checks/wrong-state.ts';
import type { JsonValue } from '../../../src/openapi/json/json-value.ts';
import { type Parts, context, exchange } from './exchanges.ts';

const document = loadDocument(
  `openapi: 3.1.0
paths:
  /enrolments:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Enrolment' } } } }
      responses: { '201': { description: it }, '400': { $ref: '#/components/responses/No' }, '409': { description: no }, '422': { description: no } }
  /courses/{course}/rooms:
    put:
      parameters: [{ name: course, in: path, required: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Enrolment' } } } }
      responses: { '200': { description: it }, '400': { $ref: '#/components/responses/No' }, '422': { description: no } }
    get:
      parameters: [{ name: course, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: it }, '409': { description: not built yet }, '404': { description: no } }
    delete:
      parameters: [{ name: course, in: path, required: true, schema: { type: string } }]
      responses: { '204': { description: gone }, '409': { description: in use }, '404': { description: no } }
components:
  responses:
    'No': { description: no, content: { application/json: { schema: { properties: { note: { type: string }, errors: { type: object } } } } } }
  schemas:
    Enrolment: { properties: { courseId: { type: string }, note: { type: string } } }`,
  'a.yaml',
);
const [enrol, room, rooms, demolish] = ['POST', 'PUT', 'GET', 'DELETE'].map((method) =>
  operations(document).find((operation) => operation.method === method),
);
const given: NonNullable<Case['given']> = {
  parameters: {},
  references: { '/courses 0': 'c1' },
  resource: {},
};
const sent = { courseId: 'c1', note: 'x' };

function refused(status: number, answer: unknown, operation = enrol!, about = given): string {
  const body = JSON.stringify(answer);
  return say([exchange({ status, body, sent, operation, given: about })]);
}

function say(exchanges: readonly JudgedExchange[]): string {
  const [first] = [refusedValid.checkRun(exchanges, { ...context, document })].flat();
  return first?.message ?? '';
}

const state = (what: string): string =>
  `no request succeeds: what ${what} may have to be in another state first`;
const OF_COURSE = state('courseId refers to');

describe('a refusal by an operation that takes nothing', () => {
  it.each([
    [422, { message: 'the course is a draft' }],
    [422, { errors: [{ field: 'courseId', issue: 'is a draft' }] }],
    [422, { message: 'not now' }],
    [409, { message: 'note must not be there' }],
    [400, { message: 'The course is a draft.', note: 'see the manual' }],
  ])('may be for the state of what its body refers to: %i %j', (status, answer) => {
    expect(refused(status, answer)).toBe(OF_COURSE);
  });
  it.each([
    [422, { message: 'note is too long' }],
    [422, { note: ['is too long'] }],
    [422, { errors: { note: ['is too long'] } }],
    [422, { message: 'no such course' }],
    [400, { message: 'not now' }],
    [400, { message: 'the course is a draft, and note is missing' }],
    [423, { message: 'the course is locked' }],
  ])('is for the request where it says so, or says nothing: %i %j', (status, answer) => {
    expect(refused(status, answer)).toBe(`a valid request is refused with ${status}`);
  });
  it('may be for the state of what its path names', () => {
    const nothing = { ...given, references: {} };
    expect(refused(422, 'archived', room, nothing)).toBe(state('its path names'));
    expect(refused(400, 'archived course', room, nothing)).toBe(state('its path names'));
    expect(refused(422, 'archived', enrol, nothing)).toMatch(/^a valid request is refused/);
  });
  it('is for the request once another one is taken', () => {
    const taken = exchange({ status: 201, sent, operation: enrol!, given, id: 'b' });
    const other = exchange({ status: 422, body: '"a draft"', sent, operation: enrol!, given });
    expect(say([taken, other])).toBe('a valid request is refused with 422');
  });
});

describe.each([
  ['a read', rooms!, 200],
  ['a deletion', demolish!, 204],
])('%s that is taken elsewhere', (_, operation, success) => {
  const judged = (status: number): string[] => {
    const about = { operation, given };
    const exchanges = [
      exchange({ status: success, ...about }),
      exchange({ status, body: '{}', ...about }),
    ];
    return [refusedValid.checkRun(exchanges, { ...context, document })]
      .flat()
      .map(({ severity, message }) => `${severity}: ${message}`);
  };

  it('may be refused for the state of what it is about by the status that says so', () => {
    expect(judged(409)).toEqual([
      'note: a request that the schema allows is refused with 409: what its path names may have to be in another state first',
    ]);
    expect(judged(423)).toEqual(['violation: a valid request is refused with 423']);
  });
});

it('what another operation would have to name may be unknown to the server', () => {
  const text = (path: string): string => `openapi: 3.1.0
paths:
  ${path}:
    post:
      requestBody: { content: { application/json: { schema: { properties: { id: { type: integer }, kind: { type: string }, uid: { type: integer } } } } } }
      responses: { '200': { description: it, content: { application/json: { schema: { properties: { flagId: { type: integer } } } } } } }
  /flags/{flagId}:
    get: { responses: { '200': { description: it, content: { application/json: { schema: { properties: { flagId: { type: integer } } } } } } } }`;
  const told = (
    path: string,
    sent: JsonValue,
    message: string,
    given?: Parts['given'],
  ): string | undefined => {
    const document = loadDocument(text(path), 'a.yaml');
    const [operation] = operations(document);
    const refused = exchange({
      operation: operation!,
      sent,
      status: 400,
      body: JSON.stringify({ message }),
      ...(given && { given }),
    });
    return hasAnswer(refused) ? madeUpReference(refused, document) : undefined;
  };
  expect(told('/flags', { kind: 'post', id: 8 }, 'Invalid data')).toBe('id');
  expect(told('/flags', { kind: 'post', id: 8 }, 'Invalid kind')).toBeUndefined();
  expect(told('/flags', { flagId: 8 }, 'Invalid data')).toBeUndefined();
  expect(told('/things', { id: 8 }, 'Invalid data')).toBeUndefined();
  expect(told('/things', { uid: 8 }, 'Invalid data')).toBe('uid');
  const given = { parameters: {}, resource: {}, references: { '/users 0': 8 } };
  expect(told('/things', { uid: 8 }, 'Invalid data', given)).toBeUndefined();
});
