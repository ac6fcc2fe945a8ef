/** Folders in a tree, with documents in them that carry tags, and exports that are followed as jobs. */
import { describe, expect, it } from 'vitest';
import { type Change, runOnMock } from './support.ts';

const answer = (status: number, schema: string): string =>
  `'${status}': { description: it, content: { application/json: { schema: ${schema} } } }`;
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;
const takes = (name: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: ${ref(name)} } } }`;
const NO = ['400', '404', '409', '422']
  .map((status) => `'${status}': { description: no }`)
  .join(', ');
const embedded = (name: string, item: string): string =>
  `{ type: object, required: [_embedded], properties: { _embedded: { type: object, required: [${name}], properties: { ${name}: { type: array, items: ${ref(item)} } } } } }`;
const lists = (name: string, item: string): string => answer(200, embedded(name, item));
const inPath = (...names: readonly string[]): string =>
  `parameters: [${names.map((name) => `{ name: ${name}, in: path, required: true, schema: { type: integer, minimum: 1 } }`).join(', ')}]`;
const ID = `id: { type: integer, readOnly: true }`;
const NAME = `name: { type: string, minLength: 1, maxLength: 90 }`;
const PARENT = `parentId: { type: [integer, 'null'], minimum: 1 }`;
const FOLDER = `folderId: { type: integer, minimum: 1 }`;
const object = (required: string, ...properties: readonly string[]): string =>
  `{ type: object, required: [${required}], properties: { ${properties.join(', ')} } }`;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Folders, version: '1' }
paths:
  /folders:
    get: { operationId: listFolders, responses: { ${lists('folders', 'Folder')} } }
    post: { operationId: addFolder, ${takes('NewFolder')}, responses: { ${answer(201, ref('Folder'))}, ${NO} } }
  /folders/{folderId}:
    ${inPath('folderId')}
    get: { operationId: getFolder, responses: { ${answer(200, ref('Folder'))}, ${NO} } }
  /folders/{folderId}/children:
    ${inPath('folderId')}
    get: { operationId: listChildren, responses: { ${lists('folders', 'Folder')}, ${NO} } }
  /folders/{folderId}/move:
    ${inPath('folderId')}
    post: { operationId: moveFolder, description: A folder can't be moved below itself., ${takes('Move')}, responses: { ${answer(200, ref('Folder'))}, ${NO} } }
  /folders/{folderId}/papers:
    ${inPath('folderId')}
    get: { operationId: listFolderPapers, responses: { ${lists('papers', 'Paper')}, ${NO} } }
  /papers:
    get: { operationId: listPapers, responses: { ${lists('papers', 'Paper')} } }
    post: { operationId: addPaper, ${takes('NewPaper')}, responses: { ${answer(201, ref('Paper'))}, ${NO} } }
  /papers/{paperId}:
    ${inPath('paperId')}
    get: { operationId: getPaper, responses: { ${answer(200, ref('Paper'))}, ${NO} } }
    patch: { operationId: changePaper, description: Makes a new revision., ${takes('Change')}, responses: { ${answer(200, ref('Paper'))}, ${NO} } }
  /papers/{paperId}/tags:
    ${inPath('paperId')}
    get: { operationId: listPaperTags, responses: { ${lists('tags', 'Tag')}, ${NO} } }
  /papers/{paperId}/tags/{tagId}:
    ${inPath('paperId', 'tagId')}
    put: { operationId: tagPaper, responses: { '204': { description: it }, ${NO} } }
    delete: { operationId: untagPaper, responses: { '204': { description: it }, ${NO} } }
  /papers/{paperId}/revisions:
    ${inPath('paperId')}
    get: { operationId: listRevisions, responses: { ${lists('revisions', 'Revision')}, ${NO} } }
  /papers/{paperId}/revisions/{number}:
    ${inPath('paperId', 'number')}
    get: { operationId: getRevision, responses: { ${answer(200, ref('Revision'))}, ${NO} } }
  /tags:
    post: { operationId: addTag, ${takes('NewTag')}, responses: { ${answer(201, ref('Tag'))}, ${NO} } }
  /tags/{tagId}:
    ${inPath('tagId')}
    get: { operationId: getTag, responses: { ${answer(200, ref('Tag'))}, ${NO} } }
    delete: { operationId: dropTag, responses: { '204': { description: gone }, ${NO} } }
  /tags/{tagId}/papers:
    ${inPath('tagId')}
    get: { operationId: listTagged, responses: { ${lists('papers', 'Paper')}, ${NO} } }
  /exports:
    post: { operationId: startExport, ${takes('Export')}, responses: { '202': { description: it, headers: { Location: { schema: { type: string } } }, content: { application/json: { schema: ${ref('Job')} } } }, ${NO} } }
  /jobs/{jobId}:
    ${inPath('jobId')}
    get: { operationId: getJob, responses: { ${answer(200, ref('Job'))}, ${NO} } }
components:
  schemas:
    NewFolder: ${object('name', NAME, PARENT)}
    Folder: ${object('id, name', ID, NAME, PARENT)}
    Move: ${object('parentId', PARENT)}
    NewPaper: ${object('name, folderId', NAME, FOLDER)}
    Paper: ${object('id, name, folderId', ID, NAME, FOLDER)}
    Change: ${object('', NAME, FOLDER)}
    Revision: ${object('number, name', 'number: { type: integer, minimum: 1 }', NAME)}
    NewTag: ${object('name', NAME)}
    Tag: ${object('id, name', ID, NAME)}
    Export: ${object('folderId', FOLDER)}
    Job: ${object('id, state', ID, 'state: { enum: [queued, done] }')}
`;

async function told(
  change?: Change,
  only: readonly string[] = ['oracle/'],
  document: string = DOCUMENT,
): Promise<string[]> {
  const { findings } = await runOnMock(document, change, { only });
  return findings
    .filter(({ severity }) => severity !== 'note')
    .map(({ severity, operation, message }) => `${severity} ${operation}: ${message}`);
}

interface Item {
  readonly id: number;
  readonly parentId?: number | null;
  readonly folderId?: number;
}
type Next = Parameters<Change>[1];

async function itemsAt(next: Next, path: string): Promise<readonly Item[]> {
  const response = await next(new Request(`http://mock.test${path}`));
  const { _embedded: all = {} } = (await response.json()) as {
    _embedded?: Record<string, readonly Item[]>;
  };
  return Object.values(all)[0] ?? [];
}

/** A server that lists something else below what a path names. */
const listing =
  (pattern: RegExp, itemsOf: (named: number, next: Next) => Promise<readonly Item[]>): Change =>
  async (request, next) => {
    const [, named] = pattern.exec(new URL(request.url).pathname) ?? [];
    if (request.method !== 'GET' || named === undefined) return next(request);
    const [name = ''] = request.url.includes('children') ? ['folders'] : ['papers'];
    return Response.json({ _embedded: { [name]: await itemsOf(Number(named), next) } });
  };
const CHILDREN = /^\/folders\/(\d+)\/children$/;

/** Where each was at first. */
const stale = (pattern: RegExp, all: string, ownerOf: (item: Item) => unknown): Change => {
  const first = new Map<number, unknown>();
  const list = listing(pattern, async (named, next) => {
    return (await itemsAt(next, all)).filter(({ id }) => first.get(id) === named);
  });
  return async (request, next) => {
    const response = await list(request, next);
    const made = (await response
      .clone()
      .json()
      .catch(() => ({}))) as Item;
    if (response.status === 201 && request.url.endsWith(all)) first.set(made.id, ownerOf(made));
    return response;
  };
};

/** Does more with the tags of papers when something is done. */
const also =
  (
    method: string,
    pattern: RegExp,
    act: (names: readonly number[], next: Next) => Promise<void>,
  ): Change =>
  async (request, next) => {
    const names = pattern.exec(new URL(request.url).pathname)?.slice(1).map(Number);
    const response = await next(request);
    if (request.method === method && names !== undefined && response.ok) await act(names, next);
    return response;
  };
const untag = async (next: Next, paper: number, tag: number): Promise<void> => {
  await next(new Request(`http://mock.test/papers/${paper}/tags/${tag}`, { method: 'DELETE' }));
};

it('nobody is blamed who keeps folders, papers and tags', async () => {
  expect(await told()).toEqual([
    'warning moveFolder: it is put below itself, though that is to be refused',
  ]);
});

describe('a server is blamed', () => {
  it.each<[what: string, message: string, only: string, change: Change]>([
    [
      'that lists what lies deeper',
      'violation listChildren: the list has what has another parentId than its path names',
      'oracle/lists/list-children',
      listing(CHILDREN, async (named, next) => {
        const all = await itemsAt(next, '/folders');
        const isBelow = ({ parentId }: Item): boolean =>
          parentId === named || all.some((above) => above.id === parentId && isBelow(above));
        return all.filter(isBelow);
      }),
    ],
    [
      'that lists what was moved away',
      'violation listChildren: the list still has what has another parentId since moveFolder',
      'oracle/lists/list-children',
      stale(CHILDREN, '/folders', ({ parentId }) => parentId),
    ],
    [
      'that lists what was changed to be elsewhere',
      'violation listFolderPapers: the list still has what has another folderId since changePaper',
      'oracle/lists/list-folder-papers',
      stale(/^\/folders\/(\d+)\/papers$/, '/papers', ({ folderId }) => folderId),
    ],
    [
      'that forgets where something was moved',
      'violation moveFolder: parentId is not read as it was sent',
      'oracle/stored/move-folder',
      async (request, next) => {
        if (!request.url.endsWith('/move')) return next(request);
        return next(new Request(request.url.replace('/move', '')));
      },
    ],
    [
      'that moves nothing to the top',
      'violation moveFolder: parentId is not removed by null',
      'oracle/stored/move-folder',
      async (request, next) => {
        if (!request.url.endsWith('/move')) return next(request);
        const { parentId } = (await request.clone().json()) as Item;
        return next(parentId === null ? new Request(request.url.replace('/move', '')) : request);
      },
    ],
    [
      'that moves children, too',
      'violation moveFolder: parentId of what refers to it in /folders changes',
      'oracle/siblings/move-folder',
      also('POST', /^\/folders\/(\d+)\/move$/, async ([moved], next) => {
        const children = await itemsAt(next, `/folders/${moved}/children`);
        for (const { id } of children) {
          const headers = { 'Content-Type': 'application/json' };
          const body = '{"parentId":null}';
          const init = { method: 'POST', headers, body };
          await next(new Request(`http://mock.test/folders/${id}/move`, init));
        }
      }),
    ],
    [
      'that lists what has no such tag',
      'violation listTagged: the list has what nothing relates to it',
      'oracle/changes/list-tagged',
      listing(/^\/tags\/(\d+)\/papers$/, (_, next) => itemsAt(next, '/papers')),
    ],
    [
      'that lists nothing by its tag',
      'warning listTagged: the list lacks what is related to it',
      'oracle/changes/list-tagged',
      listing(/^\/tags\/(\d+)\/papers$/, async () => []),
    ],
    [
      'whose changes take tags away',
      'violation changePaper: tags lacks then what tagPaper had put there',
      'oracle/siblings/change-paper',
      also('PATCH', /^\/papers\/(\d+)$/, async ([paper], next) => {
        const tags = await itemsAt(next, `/papers/${paper}/tags`);
        for (const { id } of tags) await untag(next, paper!, id);
      }),
    ],
    [
      'that takes a tag from all papers',
      'violation untagPaper: tags of another resource lacks what was taken away below one',
      'oracle/changes/tag-paper',
      also('DELETE', /^\/papers\/\d+\/tags\/(\d+)$/, async ([tag], next) => {
        for (const { id } of await itemsAt(next, '/papers')) await untag(next, id, tag!);
      }),
    ],
    [
      'that forgets jobs',
      'violation startExport: Location leads to nothing',
      'oracle/links/start-export',
      async (request, next) => {
        const response = await next(request);
        if (response.status !== 202) return response;
        const { id } = (await response.clone().json()) as Item;
        return new Response(response.body, {
          status: 202,
          headers: { 'Content-Type': 'application/json', Location: `/exports/${id}` },
        });
      },
    ],
  ])('%s', async (_, message, only, change) => {
    expect(await told(change, [only])).toContain(message);
  });

  it('that lists a tag which was deleted', async () => {
    const tags = new Map<string, unknown>();
    const change: Change = async (request, next) => {
      const { pathname } = new URL(request.url);
      const [, paper, tag] = /^\/papers\/(\d+)\/tags(?:\/(\d+))?$/.exec(pathname) ?? [];
      const response = await next(request);
      if (request.method === 'PUT' && tag !== undefined) {
        const named = await next(new Request(`http://mock.test/tags/${tag}`));
        tags.set(paper!, await named.json());
      }
      const isList = request.method === 'GET' && paper !== undefined && tags.has(paper);
      return isList ? Response.json({ _embedded: { tags: [tags.get(paper)] } }) : response;
    };
    expect(await told(change, ['oracle/changes/drop-tag'])).toContain(
      'violation dropTag: tags still has what was deleted',
    );
  });
});

interface Mistakes {
  /** What a revision is called, by all names that its paper had. */
  readonly nameOf?: (names: readonly string[], number: number) => string | undefined;
  /** How many revisions a change makes. Default: one. */
  readonly added?: number;
}

/** Keeps what papers were called. */
function keeping({ nameOf = (names, number) => names[number - 1], added = 1 }: Mistakes): Change {
  const kept = new Map<string, string[]>();
  return async (request, next) => {
    const [, , paper = '', below, number] = new URL(request.url).pathname.split('/');
    const names = kept.get(paper) ?? [];
    if (below === 'revisions' && request.method === 'GET') {
      const revision = (of: number): object => ({ number: of, name: nameOf(names, of) });
      if (number === undefined) {
        const revisions = names.map((name, i) => ({ number: i + 1, name }));
        return Response.json({ _embedded: { revisions } });
      }
      const isThere = nameOf(names, Number(number)) !== undefined;
      return isThere
        ? Response.json(revision(Number(number)))
        : new Response(null, { status: 404 });
    }
    const response = await next(request);
    if (!response.ok || !/\/papers(?:\/\d+)?$/.test(request.url) || request.method === 'GET')
      return response;
    const { id, name } = (await response.clone().json()) as { id: number; name: string };
    const count = request.method === 'POST' ? 1 : added;
    const all = [...(kept.get(`${id}`) ?? []), ...Array.from({ length: count }, () => name)];
    kept.set(`${id}`, all);
    return response;
  };
}

const ofRevisions = ['oracle/changes/get-revision', 'oracle/changes/change-paper/keeps'];

it('nobody is blamed who keeps revisions', async () => {
  expect(await told(keeping({}), ofRevisions)).toEqual([]);
});

it.each<[what: string, mistakes: Mistakes, message: string]>([
  [
    'shows the newest one',
    { nameOf: (names, number) => (number > names.length ? undefined : names.at(-1)) },
    'violation getRevision: name is another than in the list',
  ],
  [
    'shows one of another paper',
    { nameOf: (names, number) => names[number - 1] ?? (number < 3 ? 'of another' : undefined) },
    'violation getRevision: GET takes what is of another resource',
  ],
  ['makes none', { added: 0 }, 'violation changePaper: a change adds no revision'],
])('a server is blamed that keeps revisions, and %s', async (_, mistakes, message) => {
  expect(await told(keeping(mistakes), ofRevisions)).toContain(message);
});

const HREF = '{ type: object, properties: { href: { type: string } } }';
const LINKED = DOCUMENT.replace(
  `${PARENT} } }\n    Move`,
  `${PARENT}, _links: { type: object, readOnly: true, properties: { self: ${HREF}, up: ${HREF} } } } }\n    Move`,
);

/** Says where folders are, and what they lie in. */
const linking =
  (selfOf: (folder: Item) => number, upOf: (folder: Item) => number): Change =>
  async (request, next) => {
    const response = await next(request);
    const isOne = /\/folders(?:\/\d+)?$/.test(request.url) && response.ok;
    const folder = isOne ? ((await response.clone().json()) as Item) : undefined;
    if (folder?.id === undefined) return response;
    const href = (id: number): object => ({ href: `/folders/${id}` });
    const up = (folder.parentId ?? null) === null ? {} : { up: href(upOf(folder)) };
    return Response.json({ ...folder, _links: { self: href(selfOf(folder)), ...up } }, response);
  };

it.each<[what: string, change: Change, found: readonly string[]]>([
  [
    'to itself and its parent',
    linking(
      ({ id }) => id,
      ({ parentId }) => parentId!,
    ),
    [],
  ],
  [
    'to its parent as itself',
    linking(
      ({ id, parentId }) => parentId ?? id,
      ({ parentId }) => parentId!,
    ),
    ['violation getFolder: self leads to another resource'],
  ],
  [
    'to itself as its parent',
    linking(
      ({ id }) => id,
      ({ id }) => id,
    ),
    ['violation getFolder: up leads to another parent'],
  ],
])('a folder leads %s', async (_, change, found) => {
  expect(await told(change, ['oracle/links/get-folder'], LINKED)).toEqual(found);
});

const COUNTED = DOCUMENT.replace(
  `${PARENT} } }\n    Move`,
  `${PARENT}, paperCount: { type: integer, minimum: 0, readOnly: true } } }\n    Move`,
);

it.each<[what: string, isStale: boolean, found: readonly string[]]>([
  ['follows its list', false, []],
  ['only grows', true, ['violation changePaper: paperCount counts what is no more in the list']],
])('a number %s', async (_, isStale, found) => {
  const most = new Map<number, number>();
  const change: Change = async (request, next) => {
    const response = await next(request);
    const [, id] = /\/folders\/(\d+)$/.exec(request.url) ?? [];
    if (id === undefined || !response.ok) return response;
    const { length } = await itemsAt(next, `/folders/${id}/papers`);
    most.set(Number(id), Math.max(length, most.get(Number(id)) ?? 0));
    const paperCount = isStale ? most.get(Number(id)) : length;
    return Response.json({ ...((await response.json()) as object), paperCount }, response);
  };
  expect(await told(change, ['oracle/lists/list-folder-papers'], COUNTED)).toEqual(found);
});
