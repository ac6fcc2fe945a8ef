/** What is accepted with 202 is done a moment later. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from '../oracles/support.ts';

const body = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const takes = (name: string): string => `requestBody: { required: true, ${body(name)} }`;
const LATER = `'202': { description: it is done a moment later }, '400': { description: bad }, '404': { description: none }`;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Disks, version: '1' }
paths:
  /disks:
    get: { operationId: listDisks, responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Disk' } } } } } } }
    post: { operationId: createDisk, ${takes('NewDisk')}, responses: { '202': { description: it is made a moment later, ${body('Disk')} }, '400': { description: bad } } }
  /disks/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }]
    get: { operationId: getDisk, responses: { '200': { description: it, ${body('Disk')} }, '404': { description: none } } }
    put: { operationId: replaceDisk, ${takes('NewDisk')}, responses: { ${LATER} } }
    patch: { operationId: changeDisk, ${takes('DiskChange')}, responses: { ${LATER} } }
    delete: { operationId: deleteDisk, responses: { ${LATER} } }
components:
  schemas:
    NewDisk: { type: object, additionalProperties: false, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 90 }, size: { type: integer, minimum: 1, maximum: 999 } } }
    DiskChange: { type: object, additionalProperties: false, minProperties: 1, properties: { name: { type: string, minLength: 1, maxLength: 90 }, size: { type: integer, minimum: 1, maximum: 999 } } }
    Disk: { type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: { type: string }, size: { type: integer } } }
`;

/** Whatever is created or changed is read as it was before for so many milliseconds. */
function delayed(ms: number): Change {
  const earlier = new Map<string, { readonly until: number; readonly response: Response }>();
  const now = async (request: Request, next: Parameters<Change>[1]): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const before = earlier.get(pathname);
    const isOld = before !== undefined && before.until > performance.now();
    return isOld ? before.response.clone() : next(request);
  };
  return async (request, next) => {
    const { url, method } = request;
    if (!/^(?:POST|PUT|PATCH|DELETE)$/.test(method)) return now(request, next);
    const response = await now(new Request(url), next);
    // What is not there yet can't be changed.
    if (method !== 'POST' && !response.ok) return response;
    const done = await next(request);
    if (!done.ok) return done;
    const { pathname } = new URL(url);
    const until = performance.now() + ms;
    if (method !== 'POST') earlier.set(pathname, { until, response });
    else {
      const { id } = (await done.clone().json()) as { id: number };
      earlier.set(`${pathname}/${id}`, { until, response: new Response(null, { status: 404 }) });
    }
    return done;
  };
}

it('what is created and changed a moment after its 202 is held against nobody', async () => {
  const options = { only: ['oracle/changes/', 'oracle/stored/', 'boundary/replace-disk/'] };
  const { findings } = await runOnMock(DOCUMENT, delayed(100), options);
  const told = findings.filter(({ severity }) => severity !== 'note');
  expect(told.map(({ operation, message }) => `${operation}: ${message}`)).toEqual([]);
});
