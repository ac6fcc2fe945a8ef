/** What is sent where a server refuses what its document allows, and says what it wants. */
import { expect, it } from 'vitest';
import type { RunResult } from '../../../src/index.ts';
import { type Change, runOnMock } from '../oracles/support.ts';

const LOCATION = `{ $ref: '#/components/schemas/Location' }`;
const DOCUMENT = `
openapi: 3.1.0
info: { title: Catalogue, version: '1' }
paths:
  /locations:
    post:
      operationId: add-location
      requestBody: { required: true, content: { application/json: { schema: ${LOCATION} } } }
      responses: { '201': { description: it, content: { application/json: { schema: ${LOCATION} } } }, '400': { description: bad } }
  /locations/{id}:
    get:
      operationId: get-location
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: it, content: { application/json: { schema: ${LOCATION} } } }, '404': { description: none } }
components:
  schemas:
    Location:
      type: object
      required: [kind, target, title]
      properties:
        id: { type: string, readOnly: true }
        kind: { type: string }
        target: { type: string }
        title: { type: string, maxLength: 40 }
`;

/** Takes only locations for which `refusal` has nothing to say. */
function takingOnly(
  refusal: (location: Record<string, string>) => string | undefined,
  status = 400,
): Change {
  return async (request, next) => {
    if (request.method !== 'POST') return next(request);
    const response = await next(request.clone());
    const said = response.ok
      ? refusal((await request.clone().json()) as Record<string, string>)
      : undefined;
    return said === undefined ? response : Response.json({ message: said }, { status });
  };
}

const kinds = (kind = ''): string | undefined =>
  ['file', 'url'].includes(kind)
    ? undefined
    : 'kind must be one of the following values: file, url';
const urls = (target = ''): string | undefined =>
  /^https?:/.test(target) ? undefined : `The given target is not a valid URL: ${target}`;

function told({ findings }: RunResult): string[] {
  const blamed = findings.filter(({ severity }) => severity === 'violation');
  return blamed.map(({ operation, message }) => `${operation}: ${message}`);
}

it('is what its refusals say, with other values each time', async () => {
  const taken: string[] = [];
  const result = await runOnMock(
    DOCUMENT,
    takingOnly(({ kind, target }) => {
      const said = kinds(kind) ?? urls(target);
      if (said === undefined) taken.push(target!);
      return said;
    }),
  );
  expect(told(result)).toEqual([]);
  expect(result.verdict).toBe('pass');
  expect(new Set(taken).size).toBeGreaterThan(10);
  const notes = result.findings.map(({ message }) => message);
  expect(notes).toContainEqual(
    expect.stringContaining('only its refusals say what kind has to be'),
  );
});

it('is what its refusals say of a property, also where they forbid it', async () => {
  const refusal = ({ kind = '' }: Record<string, string>): string | undefined => kinds(kind);
  const result = await runOnMock(DOCUMENT, takingOnly(refusal, 403));
  expect(result.coverage?.unverified).toEqual([]);
  const silent = await runOnMock(
    DOCUMENT,
    takingOnly(({ kind }) => kinds(kind) && 'not allowed', 403),
  );
  expect(silent.coverage?.unverified).toContain('add-location');
});

const CHANGE = `{ type: object, required: [target, title], properties: { target: { type: string }, title: { type: string, maxLength: 40 } } }`;
const CHANGED = DOCUMENT.replace(
  'components:\n',
  `    patch:
      operationId: change-location
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: ${CHANGE} } } }
      responses: { '200': { description: it, content: { application/json: { schema: ${LOCATION} } } }, '400': { description: bad }, '404': { description: none } }
components:
`,
);

it('is what the refusals of another operation say of the same property', async () => {
  const result = await runOnMock(CHANGED, async (request, next) => {
    if (!['POST', 'PATCH'].includes(request.method)) return next(request);
    const response = await next(request.clone());
    const { target } = response.ok ? ((await request.json()) as Record<string, string>) : {};
    if (target === undefined || urls(target) === undefined) return response;
    const message = request.method === 'POST' ? urls(target) : 'something is wrong';
    return Response.json({ message }, { status: 400 });
  });
  expect(told(result)).toEqual([]);
  expect(result.verdict).toBe('pass');
  expect(result.coverage?.unverified).toEqual([]);
});

it('is told where refusals say nothing, or what the document says otherwise', async () => {
  const silent = await runOnMock(
    DOCUMENT,
    takingOnly(({ kind }) => (kinds(kind) === undefined ? undefined : 'bad request')),
  );
  expect(told(silent)).toContain('add-location: a valid request is refused with 400');
  const shorter = await runOnMock(
    DOCUMENT,
    takingOnly(({ title = '' }) =>
      title.length > 5 ? 'title must be at most 5 characters' : undefined,
    ),
  );
  expect(told(shorter)).not.toEqual([]);
});

it('has what refusals miss, one after the other, where the document has it as optional', async () => {
  const text = DOCUMENT.replace('      required: [kind, target, title]\n', '').replace(
    'properties:\n',
    'properties:\n        data: { type: string }\n        records: { type: array, items: { type: string } }\n',
  );
  const made: Record<string, string>[] = [];
  const change = takingOnly((location) => {
    const missed = ['kind', 'target'].find((name) => location[name] === undefined);
    if (missed !== undefined) return `Key '${missed}' not present`;
    if ('data' in location && 'records' in location) return 'Give records or data, not both';
    made.push(location);
    return undefined;
  });
  const result = await runOnMock(text, change, { maxCases: 300 });
  expect(result.coverage?.unverified).toEqual([]);
  expect(made.length).toBeGreaterThan(20);
});

it('is without what refusals name, where nothing has to be there', async () => {
  const optional = DOCUMENT.replace('      required: [kind, target, title]\n', '').replace(
    'properties:\n',
    'properties:\n        level: { type: integer, enum: [0, 1] }\n        origin: { type: string }\n' +
      '        aliases: { type: array, items: { type: string } }\n',
  );
  const made: Record<string, string>[] = [];
  const result = await runOnMock(
    optional.replace('      type: object\n', '      type: object\n      required: [aliases]\n'),
    takingOnly((location) => {
      const { level, origin, aliases, ...others } = location;
      if (aliases!.length > 0) return 'aliases: object does not exist';
      if (level !== undefined) return `level: "${level}" is not a valid choice`;
      if (origin !== undefined) return 'origin: object does not exist';
      if (others.title === undefined) return 'something is missing';
      made.push(others);
      return undefined;
    }),
  );
  expect(result.coverage?.unverified).toEqual([]);
  expect(made.length).toBeGreaterThan(20);
  expect(made.some(({ kind }) => kind !== undefined)).toBe(true);
  const said = result.findings
    .filter(({ severity }) => severity === 'violation')
    .map(({ received }) => received);
  // What the document lists has to be taken.
  expect(said).toContainEqual(expect.stringContaining('not a valid choice'));
  expect(said.join()).not.toContain('does not exist');
});

it('is short and plain, where all longer ones are said to be used', async () => {
  const titled = DOCUMENT.replace('maxLength: 40', 'example: A title of some length');
  const result = await runOnMock(titled, async (request, next) => {
    if (request.method !== 'POST') return next(request);
    const response = await next(request.clone());
    const { title = '' } = response.ok ? ((await request.json()) as Record<string, string>) : {};
    if (title.length <= 24) return response;
    return Response.json({ message: 'this title exists already' }, { status: 409 });
  });
  expect(result.coverage?.unverified).toEqual([]);
});
