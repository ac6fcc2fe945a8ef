/** What a server does by itself: a new board has columns, what is put behind all others is the last. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from '../oracles/support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;
const told = (status: number, schema: string): string =>
  `'${status}': { description: it, ${json(schema)} }`;
const takes = (schema: string): string => `requestBody: { required: true, ${json(schema)} }`;
const NO = `'404': { description: none }, '409': { description: not as things are }`;
const at = (name: string): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: string, format: uuid } }]`;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Boards, version: '1' }
paths:
  /boards:
    post: { operationId: add-board, ${takes(ref('Board'))}, responses: { ${told(201, ref('Board'))} } }
  /boards/{boardId}:
    ${at('boardId')}
    get: { operationId: get-board, responses: { ${told(200, ref('Board'))}, ${NO} } }
  /boards/{boardId}/columns:
    ${at('boardId')}
    get: { operationId: list-columns, responses: { ${told(200, `{ type: array, items: ${ref('Column')} }`)}, ${NO} } }
    post: { operationId: add-column, ${takes(ref('Column'))}, responses: { ${told(201, ref('Column'))}, ${NO} } }
  /disks:
    post: { operationId: add-disk, ${takes(ref('Disk'))}, responses: { ${told(201, ref('Told'))} } }
  /disks/{diskId}:
    ${at('diskId')}
    get: { operationId: get-disk, responses: { ${told(200, ref('Told'))}, ${NO} } }
  /disks/{diskId}/move:
    ${at('diskId')}
    post: { operationId: move-disk, ${takes('{ type: object, required: [position], properties: { position: { type: integer, minimum: 0, maximum: 9 } } }')}, responses: { ${told(200, ref('Told'))}, ${NO} } }
  /disks/{diskId}:resize:
    ${at('diskId')}
    post: { operationId: resize-disk, ${takes('{ type: object, required: [size], properties: { size: { type: integer, minimum: 1, maximum: 99 } } }')}, responses: { ${told(200, ref('Told'))}, ${NO} } }
components:
  schemas:
    Board: { type: object, required: [name], properties: { id: { type: string, format: uuid, readOnly: true }, name: { type: string, maxLength: 80 } } }
    Column: { type: object, required: [title], properties: { id: { type: string, format: uuid, readOnly: true }, title: { type: string, maxLength: 80 } } }
    Disk: { type: object, required: [size], properties: { id: { type: string, format: uuid, readOnly: true }, size: { type: integer, minimum: 1, maximum: 99 } } }
    Told: { type: object, required: [id, size, position], properties: { id: { type: string, format: uuid }, size: { type: integer }, position: { type: integer } } }
`;

async function blamed(change: Change): Promise<string[]> {
  const { findings } = await runOnMock(DOCUMENT, change);
  return findings
    .filter(({ severity }) => severity === 'violation')
    .map(({ operation, message }) => `${operation}: ${message}`);
}

/** Disks that stand alone, and grow. */
function disks(placeOf: (asked: number) => number): Change {
  const all = new Map<string, Record<string, unknown>>();
  return async (request, next) => {
    const { pathname } = new URL(request.url);
    const [, kind, id = '', action = ''] = pathname.split(/[/:]/);
    const sent = request.method === 'POST' ? await request.clone().text() : '';
    const response = await next(request);
    if (kind !== 'disks' || ![200, 201, 404].includes(response.status)) return response;
    if (response.status === 201) {
      const disk = { ...((await response.json()) as Record<string, unknown>), position: 0 };
      all.set(String((disk as Record<string, unknown>)['id']), disk);
      return Response.json(disk, { status: 201 });
    }
    const disk = all.get(id);
    if (disk === undefined) return Response.json({}, { status: 404 });
    const body = sent === '' ? {} : (JSON.parse(sent) as Record<string, number>);
    if (action === 'move') disk['position'] = placeOf(body['position']!);
    if (action === 'resize' && body['size']! < Number(disk['size']))
      return Response.json({}, { status: 409 });
    if (action === 'resize') disk['size'] = body['size'];
    return Response.json(disk);
  };
}

it('a new board may have columns of its own', async () => {
  const change: Change = async (request, next) => {
    const response = await next(request);
    const isList = request.method === 'GET' && request.url.endsWith('/columns');
    if (!isList || !response.ok) return response;
    const id = new URL(request.url).pathname.split('/')[2]!.replace(/.$/, '7');
    return Response.json([{ id, title: 'To do' }, ...((await response.json()) as object[])]);
  };
  expect(await blamed(change)).toEqual([]);
});

it('what stands behind all others is the last, and a disk may only grow', async () => {
  expect(await blamed(disks(() => 0))).toEqual([]);
  expect((await blamed(disks((asked) => asked + 1))).join('\n')).toContain('move-disk: position ');
});
