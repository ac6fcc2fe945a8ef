/** Paths may end with a slash: all of them (Django), or those of collections (FastAPI). */
import { describe, expect, it } from 'vitest';
import { createMock, loadDocument, verify } from '../../src/index.ts';

const body = `{ content: { application/json: { schema: { $ref: '#/components/schemas/Project' } } } }`;
const list = `{ content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Project' } } } } }`;

const operations = `
    get: { responses: { 200: ${list.replace('{', '{ description: ok,')} } }
    post:
      requestBody: ${body}
      responses: { 201: ${body.replace('{', '{ description: made, headers: { Location: { schema: { type: string } } },')} }`;
const read = `{ responses: { 200: ${body.replace('{', '{ description: ok,')}, 404: { description: none } } }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer } }';

/** @param ends What paths of collections, and of single ones, end with. */
function documentWith([all, item]: readonly [string, string]): string {
  return `
openapi: 3.1.0
info: { title: Projects, version: '1' }
paths:
  /projects${all}:${operations}
  /projects/{id}${item}:
    parameters: [${id}]
    get: ${read}
    delete: { responses: { 204: { description: gone }, 404: { description: none } } }
  /projects/{id}/notes${all}:
    parameters: [${id}]${operations}
  /projects/{id}/notes/{noteId}${item}:
    parameters: [${id}, ${id.replace('id', 'noteId')}]
    get: ${read}
components:
  schemas:
    Project:
      type: object
      required: [name]
      properties: { id: { type: integer, readOnly: true }, name: { type: string } }
`;
}

describe.each([
  ['', ''],
  ['/', '/'],
  ['/', ''],
] as const)('collections that end with "%s", single ones with "%s"', async (all, item) => {
  const text = documentWith([all, item]);
  const document = await loadDocument({ text, file: 'api.yaml' });
  const headers = { 'content-type': 'application/json' };

  it('are filled, found, seeded, and removed with what is below', async () => {
    const mock = createMock({ document, fill: 5 });
    const ask = (path: string, init?: RequestInit): Promise<Response> =>
      mock.fetch(new Request(`http://any${path}`, init));
    expect(await (await ask(`/projects${all}`)).json()).toHaveLength(5);
    expect(await (await ask(`/projects/3${item}`)).json()).toMatchObject({ id: 3 });
    expect(mock.collection('/projects/3/notes').size).toBe(1);
    mock.collection(`/projects/3/notes${all}`).seed([{ id: 90, name: 'seeded' }]);
    expect((await ask(`/projects/3/notes/90${item}`)).status).toBe(200);
    const made = await ask(`/projects${all}`, { method: 'POST', headers, body: '{"name":"a"}' });
    expect(made.headers.get('location')).toMatch(new RegExp(`/projects/6${item}$`));
    expect((await ask(`/projects/3${item}`, { method: 'DELETE' })).status).toBe(204);
    expect((await ask(`/projects/3${item}`)).status).toBe(404);
    expect(mock.collection('/projects/3/notes').size).toBe(0);
  });

  it('are verified: the mock passes', async () => {
    await using server = await createMock({ document }).listen();
    const { verdict, findings } = await verify({ document, baseUrl: server.url, maxCases: 60 })
      .result;
    expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
    expect(verdict).toBe('pass');
  });
});
