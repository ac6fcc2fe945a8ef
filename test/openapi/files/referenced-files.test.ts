import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock, loadDocument } from '../../../src/index.ts';
import { isAllowed } from '../../../src/openapi/files/referenced-files.ts';
import { serve } from '../../serve/http-helpers.ts';

const folder = mkdtempSync(join(tmpdir(), 'files-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const HEAD = 'openapi: 3.0.3\ninfo: { title: T, version: "1" }\n';

/** A document whose only operation stands in another file. */
function withPaths(reference: string): string {
  return `${HEAD}paths:\n  /pets:\n    $ref: ${reference}\n`;
}

/** The problems of a document as `code at file:line:column`. */
async function problems(path: string, allowRefs?: readonly string[]): Promise<string[]> {
  const { diagnostics } = await loadDocument(path, { allowRefs });
  return diagnostics.map(({ code, location }) => {
    const file = location?.file.slice(folder.length + 1);
    return `${code} at ${file}:${location?.line}:${location?.column}`;
  });
}

beforeAll(() => {
  write(
    'parts/paths.yaml',
    'pets:\n  post:\n    operationId: addPet\n    requestBody: { $ref: "bodies.json#/pet" }\n' +
      '    responses: { 201: { description: d, content: { application/json: { schema: { $ref: ../pet.yaml } } } } }\n',
  );
  write(
    'parts/bodies.json',
    '{ "pet": { "content": { "application/json": { "schema": { "$ref": "../pet.yaml" } } } } }',
  );
  write(
    'pet.yaml',
    'type: object\nrequired: [name]\nproperties:\n  name: { type: string, nullable: true }\n  parent: { $ref: "#" }\n',
  );
});

describe('a document in several files', () => {
  it('is one: its mock knows what each of them says', async () => {
    const document = await loadDocument(write('api.yaml', withPaths('parts/paths.yaml#/pets')));
    const mock = createMock({ document });
    const post = async (pet: unknown): Promise<number> => {
      const init = { method: 'POST', body: JSON.stringify(pet) };
      const headers = { 'content-type': 'application/json' };
      return (await mock.fetch(new Request('http://mock/pets', { ...init, headers }))).status;
    };
    expect(await post({ name: null, parent: { name: 'Rex' } })).toBe(201);
    expect(await post({ name: 'Tom', parent: {} })).toBe(400);
    expect(document.otherFiles.toSorted()).toEqual(
      ['parts/bodies.json', 'parts/paths.yaml', 'pet.yaml'].map(
        (name) => pathToFileURL(join(folder, name)).href,
      ),
    );
  });

  it('says in which of them something is wrong', async () => {
    write('wrong/paths.yaml', 'pets:\n  get:\n    responses:\n      200: { $ref: "#/none" }\n');
    const document = write('wrong/api.yaml', withPaths('paths.yaml#/pets'));
    expect(await problems(document)).toEqual(['unresolved-reference at wrong/paths.yaml:4:14']);
    write('wrong/schema.yaml', 'type: object\nproperties:\n  a: { type: strnig }\n');
    const other = write(
      'wrong/other.yaml',
      `${HEAD}paths: {}\ncomponents: { schemas: { A: { $ref: schema.yaml } } }\n`,
    );
    expect(await problems(other)).toEqual(['invalid-keyword at wrong/schema.yaml:3:8']);
  });

  it('names each reference to a file that is missing as it is written', async () => {
    const path = (name: string): string => `  /${name}:\n    $ref: "none.yaml#/${name}"\n`;
    const document = write('both.yaml', `${HEAD}paths:\n${path('a')}${path('b')}`);
    const { diagnostics } = await loadDocument(document);
    expect(diagnostics.map(({ message }) => message)).toEqual(
      ['a', 'b'].map((name) => expect.stringContaining(`"none.yaml#/${name}"`) as string),
    );
  });

  it('says that a file is missing, broken, or no file', async () => {
    expect(await problems(write('a.yaml', withPaths('none.yaml')))).toEqual([
      'unreadable-reference at a.yaml:5:5',
    ]);
    expect(await problems(write('slash.yaml', withPaths('"file:///a%2Fb.yaml"')))).toEqual([
      'remote-reference at slash.yaml:5:5',
    ]);
    expect(await problems(write('b.yaml', withPaths('parts')))).toEqual([
      'unreadable-reference at b.yaml:5:5',
    ]);
    write('broken.yaml', 'a: [\n');
    const [broken = ''] = await problems(write('c.yaml', withPaths('broken.yaml')));
    expect(broken).toMatch(/^yaml-\S+ at broken\.yaml:/);
  });
});

describe('a reference out of the folder', () => {
  it('has to be allowed', async () => {
    const document = write('inner/api.yaml', withPaths('../parts/paths.yaml#/pets'));
    expect(await problems(document)).toEqual(['outside-reference at inner/api.yaml:5:5']);
    expect(await problems(document, [folder])).toEqual([]);
    // What is allowed to one file is not to the next.
    expect((await problems(document, [join(folder, 'parts')])).toSorted()).toEqual([
      expect.stringMatching(/^outside-reference at parts\/bodies\.json:1:/),
      expect.stringMatching(/^outside-reference at parts\/paths\.yaml:5:/),
    ]);
  });

  it('has to be where a symbolic link leads, of a file or of a folder', async () => {
    write('shared/get.yaml', 'get: { responses: { 200: { description: d } } }\n');
    const first = write('linked/one.yaml', withPaths('get.yaml'));
    const two = write('linked/two.yaml', withPaths('folder/get.yaml'));
    symlinkSync('../shared/get.yaml', join(folder, 'linked/get.yaml'));
    symlinkSync(join(folder, 'shared'), join(folder, 'linked/folder'));
    expect(await problems(first)).toEqual(['outside-reference at linked/one.yaml:5:5']);
    expect(await problems(two)).toEqual(['outside-reference at linked/two.yaml:5:5']);
    expect(await problems(first, [join(folder, 'linked')])).toHaveLength(1);
    for (const allowed of ['shared', 'linked/folder']) {
      expect(await problems(two, [join(folder, allowed)])).toEqual([]);
    }
  });

  it('may be a link that leads nowhere: there is nothing to read', async () => {
    const nowhere = write('nowhere/api.yaml', withPaths('nothing.yaml'));
    const round = write('nowhere/round.yaml', withPaths('loop/a.yaml'));
    symlinkSync('../nothing.yaml', join(folder, 'nowhere/nothing.yaml'));
    symlinkSync('back', join(folder, 'nowhere/loop'));
    symlinkSync('loop', join(folder, 'nowhere/back'));
    expect(await problems(nowhere)).toEqual(['unreadable-reference at nowhere/api.yaml:5:5']);
    expect(await problems(round)).toEqual(['unreadable-reference at nowhere/round.yaml:5:5']);
  });

  it('is none where the link leads within the folder, or the folder is a link itself', async () => {
    write('real/parts/pet.yaml', 'get: { responses: { 200: { description: d } } }\n');
    write('real/api.yaml', withPaths('pet.yaml'));
    symlinkSync('parts/pet.yaml', join(folder, 'real/pet.yaml'));
    symlinkSync('real', join(folder, 'as-link'));
    expect(await problems(join(folder, 'real/api.yaml'))).toEqual([]);
    expect(await problems(join(folder, 'as-link/api.yaml'))).toEqual([]);
  });

  it('to another machine has to be, too', async () => {
    let asked = 0;
    await using server = await serve((_request, response) => {
      asked += 1;
      response.end('get: { responses: { 200: { description: d } } }');
    });
    const document = write('remote.yaml', withPaths(`${server.url}/paths.yaml`));
    expect(await problems(document)).toEqual(['remote-reference at remote.yaml:5:5']);
    expect(asked).toBe(0);
    expect(await problems(document, [`${server.url}/`])).toEqual([]);
    expect(asked).toBe(1);
  });

  it.each(['//host/paths.yaml', 'file://host/paths.yaml'])(
    'to a file of another machine is one, too: %s',
    async (reference) => {
      const document = write('other-host.yaml', withPaths(`"${reference}"`));
      expect(await problems(document)).toEqual(['remote-reference at other-host.yaml:5:5']);
    },
  );

  it('is not redirected to where it may not lead', async () => {
    let asked = 0;
    await using secret = await serve((_request, response) => {
      asked += 1;
      response.end('get: { responses: { 200: { description: d } } }');
    });
    await using server = await serve(({ url }, response) => {
      const location = url === '/a.yaml' ? `${secret.url}/b.yaml` : '/c.yaml';
      if (url !== '/c.yaml') return response.writeHead(302, { location }).end();
      return response.end('get: { responses: { 200: { description: d } } }');
    });
    const away = write('away.yaml', withPaths(`${server.url}/a.yaml`));
    expect(await problems(away, [`${server.url}/`])).toEqual([
      'unreadable-reference at away.yaml:5:5',
    ]);
    expect(asked).toBe(0);
    const within = write('within.yaml', withPaths(`${server.url}/b.yaml`));
    expect(await problems(within, [`${server.url}/`])).toEqual([]);
    expect(await problems(away, [`${server.url}/`, `${secret.url}/`])).toEqual([]);
  });

  it('says that nobody answers there, or with an error', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(404).end();
    });
    const lost = write('lost.yaml', withPaths(`${server.url}/paths.yaml`));
    expect(await problems(lost, [server.url])).toEqual(['unreadable-reference at lost.yaml:5:5']);
    const nobody = write('nobody.yaml', withPaths('http://127.0.0.1:9/paths.yaml'));
    expect(await problems(nobody, ['http://127.0.0.1:9/'])).toEqual([
      'unreadable-reference at nobody.yaml:5:5',
    ]);
  });
});

describe('a place that references may lead to', () => {
  it.each([
    ['https://a.example/specs/x.yaml', 'https://a.example', true],
    ['https://a.example/specs/x.yaml', 'https://a.example/specs', true],
    ['https://a.example.org/specs/x.yaml', 'https://a.example', false],
    ['https://a.example/specs/../secret.yaml', 'https://a.example/specs/', false],
    ['https://a.example@other.example/x.yaml', 'https://a.example', false],
    ['/specs/x.yaml', 'https://a.example', false],
  ])('%s is of %s: %s', (target, place, isOfIt) => {
    expect(isAllowed(target, [place])).toBe(isOfIt);
  });
});
