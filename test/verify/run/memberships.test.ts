/** Members of a team: put under the name of a user who has to be there, with a role that others may forbid. */
import { expect, it } from 'vitest';
import type { RunResult } from '../../../src/index.ts';
import { type Change, runOnMock } from '../oracles/support.ts';

const told = (status: number, schema: string): string =>
  `'${status}': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } }`;
const takes = (schema: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } }`;
const named = (name: string): string =>
  `{ name: ${name}, in: path, required: true, schema: { type: string, format: uuid } }`;
const BAD = `'400': { description: bad }`;
const NONE = `'404': { description: none }`;
const created = (kind: string): string => `
  /${kind}s:
    post: { operationId: add-${kind}, ${takes('Named')}, responses: { ${told(201, 'Named')}, ${BAD} } }
  /${kind}s/{${kind}Id}:
    parameters: [${named(`${kind}Id`)}]
    get: { operationId: get-${kind}, responses: { ${told(200, 'Named')}, ${NONE} } }`;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Teams, version: '1' }
paths:${created('team')}${created('user')}
    delete: { operationId: block-user, responses: { '202': { description: accepted }, '204': { description: done }, ${NONE} } }
  /teams/{teamId}/members/{userId}:
    parameters: [${named('teamId')}, ${named('userId')}]
    get: { operationId: get-member, responses: { ${told(200, 'Member')}, ${NONE} } }
    put: { operationId: set-member, ${takes('Member')}, responses: { ${told(200, 'Member')}, ${told(201, 'Member')}, ${BAD}, ${NONE}, '409': { description: not as things are } } }
components:
  schemas:
    Named:
      type: object
      required: [name]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        name: { type: string, minLength: 1, maxLength: 90 }
        status: { type: string, enum: [active, blocked], readOnly: true }
    Member: { type: object, required: [role], properties: { role: { type: string, enum: [owner, member] } } }
`;

const blamed = ({ findings }: RunResult, least = 'violation'): string[] =>
  findings
    .filter(({ severity }) => severity === least)
    .map(({ operation, message, received }) => `${operation}: ${message}: ${received}`);

/** Nobody is a member who is no user, and no team is left without an owner. */
const strict: Change = async (request, next) => {
  const [, , team = '', below, user = ''] = new URL(request.url).pathname.split('/');
  if (request.method !== 'PUT' || below !== 'members') return next(request);
  const before = await next(new Request(request.url));
  const known = await next(new Request(`http://mock.test/users/${user}`));
  const response = await next(request.clone());
  if (response.ok && !known.ok) return Response.json({ error: 'no such user' }, { status: 404 });
  const { role } = (await response.clone().json()) as { role?: string };
  const isLast = before.ok && team !== '' && role === 'member';
  return response.ok && isLast
    ? Response.json({ error: 'a team needs an owner' }, { status: 409 })
    : response;
};

it('are put under the names of users that the run has created', async () => {
  const result = await runOnMock(DOCUMENT, strict);
  expect(blamed(result)).toEqual([]);
  expect(result.coverage!.unverified).toEqual([]);
});

it('a value that is refused for what is sent, and not for what is there, is a violation', async () => {
  const result = await runOnMock(DOCUMENT, async (request, next) => {
    const sent = await request.clone().text();
    const isMember = request.method === 'PUT' && sent.includes('"role":"member"');
    return isMember ? Response.json({ error: 'no' }, { status: 400 }) : next(request);
  });
  expect(blamed(result).join('\n')).toContain('set-member: a valid request is refused with 400');
});

it('what a deletion leaves in another state is a warning, and in the same one a violation', async () => {
  const keeping = async (status: string, answer = 204, other = {}): Promise<RunResult> => {
    const blocked = new Map<string, object>();
    return runOnMock(DOCUMENT, async (request, next) => {
      const { pathname } = new URL(request.url);
      const isUser = /^\/users\/./.test(pathname);
      const isGone = isUser && blocked.has(pathname);
      if (isGone && request.method === 'GET') return Response.json(blocked.get(pathname));
      const before =
        isUser && request.method === 'DELETE' ? await next(new Request(request.url)) : undefined;
      const response = await next(request);
      if (before?.ok === true) {
        const user = (await before.json()) as object;
        blocked.set(pathname, { ...user, status, ...other });
        return new Response(undefined, { status: answer });
      }
      if (response.status !== 201 || !pathname.startsWith('/users')) return response;
      return Response.json(
        { ...((await response.json()) as object), status: 'active' },
        { status: 201 },
      );
    });
  };
  const left = await keeping('blocked');
  expect(blamed(left, 'warning').join('\n')).toContain(
    'get-user: what was deleted can still be read, with another status',
  );
  const pending = blamed(await keeping('active', 202));
  expect(pending.filter((told) => told.startsWith('get-user'))).toEqual([]);
  const another = await keeping('blocked', 204, { name: 'another' });
  expect(blamed(another).join('\n')).toContain('block-user has deleted is not there any more');
  const still = await keeping('active');
  expect(blamed(still).join('\n')).toContain('block-user has deleted is not there any more');
});
