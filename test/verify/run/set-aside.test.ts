/** What is deleted and can be brought back: it may be read until then, in another state. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from '../oracles/support.ts';

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } }`;
const NO = `'404': { description: none }, '409': { description: not in the trash }`;
const AT = `parameters: [{ name: fileId, in: path, required: true, schema: { type: string, format: uuid } }]`;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Files, version: '1' }
paths:
  /files:
    post: { operationId: add-file, requestBody: { required: true, ${json('File')} }, responses: { '201': { description: it, ${json('File')} } } }
  /files/{fileId}:
    ${AT}
    get: { operationId: get-file, responses: { '200': { description: it, ${json('File')} }, ${NO} } }
    delete: { operationId: trash-file, responses: { '204': { description: done }, ${NO} } }
  /files/{fileId}/restore:
    ${AT}
    post: { operationId: restore-file, responses: { '200': { description: it, ${json('File')} }, ${NO} } }
  /files/{fileId}/notes:
    ${AT}
    post: { operationId: add-note, requestBody: { required: true, ${json('Note')} }, responses: { '201': { description: it, ${json('Note')} }, ${NO} } }
components:
  schemas:
    Note: { type: object, required: [text], properties: { id: { type: string, readOnly: true }, text: { type: string, maxLength: 80 } } }
    File: { type: object, required: [name], properties: { id: { type: string, format: uuid, readOnly: true }, name: { type: string, maxLength: 80 }, trashedAt: { type: [string, 'null'], format: date-time, readOnly: true } } }
`;

async function told(
  leftAs: (file: object) => object,
  backAs: (file: object) => object = (file) => ({ ...file, trashedAt: null }),
  text: string = DOCUMENT,
): Promise<string[]> {
  const back = new Map<string, object>();
  const trashed = new Map<string, object>();
  const change: Change = async (request, next) => {
    const path = new URL(request.url).pathname.replace(/\/restore$/, '');
    const isRestore = request.url.endsWith('/restore');
    const file = await next(new Request(new URL(path, request.url)));
    const isWhole = file.ok && !path.endsWith('/notes') && request.method !== 'POST';
    if (isRestore) {
      if (!file.ok) return file;
      const left = trashed.get(path);
      if (!trashed.delete(path)) return Response.json({}, { status: 409 });
      back.set(path, backAs(left!));
      return Response.json({ ...((await file.json()) as object), trashedAt: null });
    }
    if (isWhole && request.method === 'DELETE') {
      if (trashed.has(path)) return Response.json({}, { status: 409 });
      trashed.set(path, leftAs((await file.json()) as object));
      return new Response(undefined, { status: 204 });
    }
    if (isWhole && request.method === 'GET') {
      const whole = { ...((await file.json()) as object), trashedAt: null };
      return Response.json(trashed.get(path) ?? back.get(path) ?? whole);
    }
    const response = await next(request);
    if (!response.ok || request.method !== 'POST' || path !== '/files') return response;
    return Response.json(
      { ...((await response.json()) as object), trashedAt: null },
      { status: 201 },
    );
  };
  const { findings } = await runOnMock(text, change);
  return findings
    .filter(({ severity }) => severity !== 'note')
    .map(({ severity, operation, message }) => `${severity} ${operation}: ${message}`);
}

it('is no fault of a server', async () => {
  const trashedAt = new Date().toISOString();
  expect(await told((file) => ({ ...file, trashedAt }))).toEqual([]);
});

it('is a fault where it stays as it was', async () => {
  const all = await told((file) => ({ ...file, trashedAt: null }));
  expect(all.join('\n')).toContain(
    'violation get-file: an invalid request is accepted: what trash-file has deleted is not there any more',
  );
});

it('is a fault where it is still set aside after it was brought back', async () => {
  const trashedAt = new Date().toISOString();
  const all = await told(
    (file) => ({ ...file, trashedAt }),
    (file) => file,
  );
  expect(all.join('\n')).toContain(
    'violation restore-file: trashedAt is another when it is brought back',
  );
});

it('is no fault where the document says in words alone that a deletion sets aside', async () => {
  const words = (summary: string): string =>
    DOCUMENT.replace('operationId: trash-file,', `operationId: remove-file, summary: ${summary},`)
      .replace(/ {2}\/files\/\{fileId\}\/restore:\n.*\n.*\n/, '')
      .replaceAll(', description: not in the trash', ', description: gone');
  const trashedAt = new Date().toISOString();
  const leave = (file: object): object => ({ ...file, trashedAt });
  expect(await told(leave, undefined, words('Archives a file'))).toEqual([]);
  expect((await told(leave, undefined, words('Deletes a file'))).join()).toContain('add-note');
});
