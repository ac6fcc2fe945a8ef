/** Categories below each other: references to a resource's own kind. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from './support.ts';

const answer = (status: number, schema: string): string =>
  `'${status}': { description: it, content: { application/json: { schema: ${schema} } } }`;
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;
const takes = (name: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: ${ref(name)} } } }`;
const NO = ['400', '404', '409', '422']
  .map((status) => `'${status}': { description: no }`)
  .join(', ');
const ID = `parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }]`;
const ALL = `{ type: array, items: ${ref('Category')} }`;
const WRITTEN = `name: { type: string, minLength: 1, maxLength: 90 }, parentId: { type: [integer, 'null'], minimum: 1 }`;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Categories, version: '1' }
paths:
  /categories:
    get: { operationId: listCategories, responses: { ${answer(200, ALL)} } }
    post: { operationId: addCategory, ${takes('New')}, responses: { ${answer(201, ref('Category'))}, ${NO} } }
  /categories/{id}:
    ${ID}
    get: { operationId: getCategory, responses: { ${answer(200, ref('Category'))}, ${NO} } }
    put: { operationId: replaceCategory, ${takes('New')}, responses: { ${answer(200, ref('Category'))}, ${NO} } }
    patch: { operationId: changeCategory, ${takes('Change')}, responses: { ${answer(200, ref('Category'))}, ${NO} } }
    delete: { operationId: dropCategory, responses: { '204': { description: gone }, ${NO} } }
  /categories/{id}/children:
    ${ID}
    get: { operationId: listChildren, responses: { ${answer(200, ALL)}, ${NO} } }
components:
  schemas:
    New: { type: object, required: [name], properties: { ${WRITTEN} } }
    Change: { type: object, minProperties: 1, properties: { ${WRITTEN} } }
    Category: { type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, ${WRITTEN} } }
`;

async function told(
  change?: Change,
  document: string = DOCUMENT,
  only: readonly string[] = ['oracle/'],
): Promise<string[]> {
  const { findings } = await runOnMock(document, change, { only });
  return findings
    .filter(({ severity }) => severity !== 'note')
    .map(({ severity, operation, message }) => `${severity} ${operation}: ${message}`);
}

it('nobody is blamed who keeps what refers to its own kind', async () => {
  expect(await told()).toEqual([]);
});

/** Changes what is sent, or what is answered. */
const sending =
  (method: string, make: (sent: Record<string, unknown>) => object): Change =>
  async (request, next) => {
    if (request.method !== method) return next(request);
    const { url, headers } = request;
    const body = JSON.stringify(make((await request.json()) as Record<string, unknown>));
    return next(new Request(url, { method, headers, body }));
  };
const orphaned = sending('POST', ({ name }) => ({ name }));

async function parentsOf(next: Parameters<Change>[1]): Promise<Map<number, number>> {
  const all = await next(new Request('http://mock.test/categories'));
  const list = (await all.json()) as { id: number; parentId?: number }[];
  return new Map(list.flatMap(({ id, parentId }) => (parentId ? [[id, parentId] as const] : [])));
}

const refusing =
  (
    method: string,
    status: number,
    isRefused: (id: number, body: { parentId?: number }, parents: Map<number, number>) => boolean,
  ): Change =>
  async (request, next) => {
    if (request.method !== method) return next(request);
    const body = method === 'DELETE' ? {} : ((await request.clone().json()) as object);
    const id = Number(request.url.split('/').at(-1));
    const parents = await parentsOf(next);
    return isRefused(id, body, parents) ? new Response(null, { status }) : next(request);
  };
const isParent = (id: number, _: object, parents: Map<number, number>): boolean =>
  [...parents.values()].includes(id);
const isCircle = (
  id: number,
  { parentId }: { parentId?: number },
  parents: Map<number, number>,
): boolean => parentId === id || (parentId !== undefined && parents.get(parentId) === id);

it.each([
  ['what has children is kept', refusing('DELETE', 409, isParent)],
  ['circles are refused', refusing('PATCH', 422, isCircle)],
])('nobody is blamed where %s', async (_, change) => {
  expect(await told(change)).toEqual([]);
});

it.each<[what: string, change: Change, message: string]>([
  [
    'a parent that is not stored',
    orphaned,
    'violation addCategory: parentId is not read as it was sent',
  ],
  [
    'a parent that a change forgets',
    sending('PATCH', ({ name = 'x' }) => ({ name })),
    'violation changeCategory: parentId is not read as it was sent',
  ],
  [
    'children of all',
    (request, next) =>
      next(request.url.endsWith('children') ? new Request('http://mock.test/categories') : request),
    'violation listChildren: the list has what has another parentId than its path names',
  ],
  [
    'no children',
    async (request, next) => (request.url.endsWith('children') ? Response.json([]) : next(request)),
    'warning listChildren: the list lacks what has the parentId that its path names',
  ],
  ['the deletion of a parent', refusing('DELETE', 500, isParent), 'violation dropCategory: '],
  ['a circle', refusing('PATCH', 500, isCircle), 'violation changeCategory: '],
])('finds what is wrong with %s', async (_, change, message) => {
  expect((await told(change)).filter((line) => line.startsWith(message))).not.toEqual([]);
});

/** The document, with more said in it. */
const saying = (place: string, words: string): string =>
  DOCUMENT.replace(place, `${place}${words}`);
const FILTERED = saying(
  'operationId: listCategories,',
  ` parameters: [{ name: parentId, in: query, schema: { type: integer } }],`,
);
const isAll = ({ url, method }: Request): boolean =>
  method === 'GET' && new URL(url).pathname === '/categories';

it('who has the parent that is named takes it, and no other one has to be there', async () => {
  const unknown: Change = async (request, next) => {
    if (!['POST', 'PUT', 'PATCH'].includes(request.method)) return next(request);
    const { parentId } = (await request
      .clone()
      .json()
      .catch(() => ({}))) as { parentId?: number };
    const parent = `http://mock.test/categories/${parentId}`;
    const isThere = (parentId ?? null) === null || (await next(new Request(parent))).ok;
    return isThere ? next(request) : new Response(null, { status: 422 });
  };
  expect(await told(unknown, DOCUMENT, ['boundary/', 'random/', 'oracle/stored/'])).toEqual([]);
  expect(await told(undefined, FILTERED)).toEqual([]);
});

/** The list is of what lies below nothing. */
const ofRoots: Change = async (request, next) => {
  const response = await next(request);
  if (!isAll(request)) return response;
  const all = (await response.json()) as { parentId?: number | null }[];
  return Response.json(all.filter(({ parentId }) => (parentId ?? null) === null));
};

it.each<[said: string, severity: string]>([
  ['The categories', 'warning'],
  ['All root categories', 'warning'],
  ['All categories', 'violation'],
])(
  'a list has what lies below others where it is said to be of all: %s',
  async (said, severity) => {
    const document = saying('operationId: listCategories,', ` summary: ${said},`);
    expect(await told(ofRoots, document)).toContain(
      `${severity} listCategories: what has a parentId is not listed`,
    );
  },
);

it.each<[what: string, document: string, change: Change | undefined, message: string]>([
  [
    'a filter that is not read',
    FILTERED,
    (request, next) => next(isAll(request) ? new Request('http://mock.test/categories') : request),
    `violation listCategories: parentId doesn't leave out what has another parentId`,
  ],
  [
    'a parent that is deleted, though it should not be',
    DOCUMENT.replace(
      `'204': { description: gone }, ${NO}`,
      `'204': { description: gone }, '409': { description: It has categories below it. }, '404': { description: none }`,
    ),
    async (request, next) => {
      // Whoever has none below is deleted by the mock, too.
      if (request.method !== 'DELETE') return next(request);
      const parents = await parentsOf(next);
      const gone = Number(request.url.split('/').at(-1));
      for (const [id, parent] of parents)
        if (parent === gone)
          await next(new Request(`http://mock.test/categories/${id}`, { method: 'DELETE' }));
      return next(request);
    },
    'violation dropCategory: it is deleted, though something in /categories refers to it',
  ],
  [
    'a circle that should be refused',
    DOCUMENT.replaceAll(
      `'422': { description: no }`,
      `'422': { description: It lies below itself. }`,
    ),
    undefined,
    'warning changeCategory: it is put below itself, though that is to be refused',
  ],
  [
    'a deletion of all that lies below one parent',
    DOCUMENT,
    async (request, next) => {
      if (request.method !== 'DELETE') return next(request);
      const parents = await parentsOf(next);
      const parent = parents.get(Number(request.url.split('/').at(-1)));
      const alike = [...parents].filter(([, other]) => other === parent);
      for (const [id] of parent === undefined ? [] : alike)
        await next(new Request(`http://mock.test/categories/${id}`, { method: 'DELETE' }));
      return parent === undefined ? next(request) : new Response(null, { status: 204 });
    },
    'violation dropCategory: another resource is gone when one is deleted',
  ],
])('finds %s', async (_, document, change, message) => {
  expect(await told(change, document)).toContain(message);
});
