/** Teams with names that clients choose, and notes below them: deleted, brought back, and created anew. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from './support.ts';

const told = (status: number, name: string): string =>
  `'${status}': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } }`;
const takes = (name: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } }`;
const NONE = `'404': { description: none }`;
const TEAM = `{ name: team, in: path, required: true, schema: { $ref: '#/components/schemas/Slug' } }`;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Teams, version: '1' }
paths:
  /teams:
    post: { operationId: addTeam, ${takes('Team')}, responses: { ${told(201, 'Team')}, '400': { description: bad }, '409': { description: taken } } }
  /teams/{team}:
    parameters: [${TEAM}]
    get: { operationId: getTeam, responses: { ${told(200, 'Team')}, ${NONE} } }
    delete: { operationId: deleteTeam, responses: { '204': { description: gone }, ${NONE} } }
  /teams/{team}/restore:
    parameters: [${TEAM}]
    post: { operationId: restoreTeam, responses: { ${told(200, 'Team')}, ${NONE}, '409': { description: there } } }
  /teams/{team}/notes:
    parameters: [${TEAM}]
    post: { operationId: addNote, ${takes('Note')}, responses: { ${told(201, 'Note')}, '400': { description: bad }, ${NONE} } }
  /teams/{team}/notes/{note_id}:
    parameters: [${TEAM}, { name: note_id, in: path, required: true, schema: { type: integer, minimum: 1 } }]
    get: { operationId: getNote, responses: { ${told(200, 'Note')}, ${NONE} } }
components:
  schemas:
    Slug: { type: string, pattern: '^[a-z]{4,30}$' }
    Team: { type: object, required: [slug], properties: { slug: { $ref: '#/components/schemas/Slug' }, title: { type: string, maxLength: 90 } } }
    Note: { type: object, required: [text], properties: { id: { type: integer, readOnly: true }, text: { type: string, minLength: 1, maxLength: 90 } } }
`;

/** Deletes teams so that they can be brought back; what is created anew takes their names. */
function keeping({ losesNotes = false, keepsNotes = false, showsNotes = false }): Change {
  const deleted = new Set<string>();
  const lost = new Set<string>();
  return async (request, next) => {
    const { pathname } = new URL(request.url);
    const [, , name = '', below] = pathname.split('/');
    const { method } = request;
    if (method === 'POST' && below === 'restore') {
      if (!deleted.delete(name)) return new Response(null, { status: 409 });
      if (losesNotes) lost.add(name);
      return next(new Request(request.url.replace('/restore', ''), { headers: request.headers }));
    }
    if (method === 'POST' && name === '') {
      const { slug = '' } = (await request
        .clone()
        .json()
        .catch(() => ({}))) as { slug?: string };
      if (!deleted.delete(slug)) return next(request);
      if (!keepsNotes) lost.add(slug);
      return next(new Request(`http://mock.test/teams/${slug}`)).then(
        (response) => new Response(response.body, { status: 201, headers: response.headers }),
      );
    }
    if (deleted.has(name) && !(showsNotes && method === 'GET' && below !== undefined))
      return new Response(null, { status: 404 });
    if (lost.has(name) && method === 'GET' && below !== undefined)
      return new Response(null, { status: 404 });
    if (method !== 'DELETE') return next(request);
    const found = await next(new Request(request.url));
    if (!found.ok) return found;
    deleted.add(name);
    return new Response(null, { status: 204 });
  };
}

async function toldOf(change: Change): Promise<string[]> {
  const only = ['oracle/changes/restore-team/', 'oracle/parents/delete-team/'];
  const { findings } = await runOnMock(DOCUMENT, change, { only });
  return findings.map(({ severity, operation, message }) => `${severity} ${operation}: ${message}`);
}

it('what is brought back has what lay below it, and what is created anew has nothing', async () => {
  expect(await toldOf(keeping({}))).toEqual([]);
  expect(await toldOf(keeping({ losesNotes: true }))).toEqual([
    'warning restoreTeam: what lay below it is gone when it is brought back',
  ]);
  expect(await toldOf(keeping({ keepsNotes: true }))).toEqual([
    'violation deleteTeam: what lay below it is there again when it is created anew',
  ]);
});

it('what was deleted is kept where a flag asks for it, so that what lies below may be read', async () => {
  const flag = `parameters: [{ name: includeDeleted, in: query, schema: { type: boolean } }]`;
  const document = DOCUMENT.replace('operationId: getTeam,', `operationId: getTeam, ${flag},`);
  const options = { only: ['oracle/parents/get-note/'] };
  const change = keeping({ showsNotes: true });
  expect((await runOnMock(document, change, options)).findings).toEqual([]);
  expect((await runOnMock(DOCUMENT, change, options)).findings).not.toEqual([]);
});
