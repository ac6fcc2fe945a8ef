/** Changes that name in their bodies the version that they are of. */
import { expect, it } from 'vitest';
import { createMock, loadDocument } from '../../../src/index.ts';
import { of } from './notes.ts';
import { type Change, runOnMock } from './support.ts';

/** Projects of which a change names the version. */
const projects = (created = '', description = ''): string => `
openapi: 3.1.0
info: { title: Projects, version: '1' }
paths:
  /projects:
    get: { operationId: list, responses: { '200': { description: all, ${of("{ type: array, items: { $ref: '#/components/schemas/Project' } }")} } } }
    post: { operationId: add, requestBody: { required: true, ${of(`{ type: object, required: [name], properties: { name: { type: string, minLength: 1 }${created} } }`)} }, responses: { '201': { description: it, ${of("{ $ref: '#/components/schemas/Project' }")} }, '400': { description: bad } } }
  /projects/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: read, responses: { '200': { description: it, ${of("{ $ref: '#/components/schemas/Project' }")} }, '404': { description: none } } }
    put: { operationId: replace, requestBody: { required: true, ${of(`{ type: object, required: [name, version], properties: { name: { type: string, minLength: 1 }, version: { type: integer, minimum: 1, description: '${description}' } } }`)} }, responses: { '200': { description: it, ${of("{ $ref: '#/components/schemas/Project' }")} }, '400': { description: bad }, '404': { description: none }, '409': { description: it has another version by now } } }
components:
  schemas:
    Project: { type: object, required: [id, name, version], properties: { id: { type: integer }, name: { type: string }, version: { type: integer } } }
`;

const send = async (
  fetch: (request: Request) => Promise<Response>,
  method: string,
  path: string,
  body?: object,
): Promise<readonly [number, Record<string, unknown>]> => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(
    new Request(`http://mock.test${path}`, {
      method,
      ...(body === undefined ? {} : { headers, body: JSON.stringify(body) }),
    }),
  );
  return [response.status, (await response.json()) as Record<string, unknown>];
};

it('changes in the mock what has the version that is named, and gives it the next one', async () => {
  const mock = createMock({ document: await loadDocument({ text: projects(), file: 'p.yaml' }) });
  const fetch = (request: Request): Promise<Response> => mock.fetch(request);
  const [, made] = await send(fetch, 'POST', '/projects', { name: 'a' });
  const { id, version } = made as { id: number; version: number };
  const change = (name: string, of: number): ReturnType<typeof send> =>
    send(fetch, 'PUT', `/projects/${id}`, { name, version: of });
  expect(await change('b', version)).toEqual([200, { id, name: 'b', version: version + 1 }]);
  expect(await change('c', version)).toMatchObject([
    409,
    {
      message: expect.stringMatching(/^version must be \d+, which the resource has now/) as string,
    },
  ]);
  expect(await send(fetch, 'GET', `/projects/${id}`)).toEqual([
    200,
    { id, name: 'b', version: version + 1 },
  ]);
});

const told = async (document: string, change?: Change): Promise<string[]> => {
  const { findings, verdict } = await runOnMock(document, change);
  expect(verdict).not.toBe('inconclusive');
  return findings.flatMap(({ severity, operation, message }) =>
    severity === 'note' ? [] : [`${severity} ${operation}: ${message}`],
  );
};

it.each([
  ['only the server sets', projects()],
  [
    'must be the current one, by its words',
    projects(', version: { type: integer, minimum: 1 }', 'must be the version that was read last'),
  ],
])('is no fault where a change needs the version that %s', async (_, document) => {
  expect(await told(document)).toEqual([]);
});

/** Answers a PUT as if it were of the version that there is. */
const taking: Change = async (request, next) => {
  if (request.method !== 'PUT') return next(request);
  const { version } = (await (await next(new Request(request.url))).json()) as { version?: number };
  const body = { ...((await request.json()) as object), ...(version ? { version } : {}) };
  const { method, headers, url } = request;
  return next(new Request(url, { method, headers, body: JSON.stringify(body) }));
};

it('finds that a change of an earlier version is taken', async () => {
  const { findings } = await runOnMock(projects(), taking, { only: ['oracle/conditional'] });
  expect(findings).toMatchObject([
    { severity: 'violation', rule: 'R9', message: 'a change of an earlier version is accepted' },
  ]);
});

it('finds that a version stays as it is', async () => {
  const staying: Change = async (request, next) => {
    const response = await next(request);
    const body = (await response.json()) as object;
    const isOne = 'version' in body;
    return Response.json(isOne ? { ...body, version: 1 } : body, { status: response.status });
  };
  const { findings } = await runOnMock(
    projects(),
    (request, next) => staying(request, (sent) => taking(sent, next)),
    { only: ['oracle/conditional'] },
  );
  expect(findings.map(({ severity, message }) => `${severity}: ${message}`)).toContain(
    'warning: version is the same after a change',
  );
});

it('is data like other data where clients choose it', async () => {
  const raising: Change = async (request, next) => {
    const response = await next(request);
    const { method } = request;
    if (method !== 'PUT' || response.status !== 200) return response;
    const body = (await response.json()) as { version: number };
    return Response.json({ ...body, version: body.version + 1 });
  };
  const document = projects(', version: { type: integer, minimum: 1 }');
  expect(await told(document, raising)).toContainEqual(expect.stringMatching(/version/));
});
