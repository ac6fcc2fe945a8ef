import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMockServer } from '../../mocks/server.ts';
import { loadDocument } from '../../src/model/load-document.ts';
import { verify } from './run-verify.ts';

const THING = '{ type: object, required: [name], properties: { name: { type: string } } }';
const id = (name: string, schema: string): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: ${schema} }]`;
const body = `requestBody: { required: true, content: { application/json: { schema: ${THING} } } }`;
const ok = `responses: { '200': { description: it, content: { application/json: { schema: ${THING} } } }, default: { description: no } }`;
const gone = "responses: { '204': { description: gone }, default: { description: no } }";

const text = `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /things:
    post:
      operationId: createThing
      ${body}
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Made' } } } }, default: { description: no } }
    get: { operationId: listThings, responses: { '200': { description: all }, default: { description: no } } }
    put: { operationId: replaceThings, ${body}, ${gone} }
    patch: { operationId: changeThings, ${body}, ${gone} }
    delete: { operationId: clearThings, ${gone} }
  /things/{id}:
    ${id('id', '{ type: integer, format: int64 }')}
    get: { operationId: getThing, ${ok} }
    put: { operationId: replaceThing, ${body}, ${ok} }
    patch: { operationId: changeThing, ${body}, ${ok} }
    delete: { operationId: removeThing, ${gone} }
  /things/{id}/cancel:
    ${id('id', '{ type: integer, format: int64 }')}
    post: { operationId: cancelThing, ${gone} }
  /settings:
    get: { operationId: getSettings, ${ok} }
    put: { operationId: replaceSettings, ${body}, ${ok} }
  /users/{user}:
    ${id('user', '{ type: integer, format: int64, examples: [42] }')}
    get: { operationId: getUser, ${ok} }
    patch: { operationId: changeUser, ${body}, ${ok} }
    delete: { operationId: removeUser, ${gone} }
  /users/{user}/ban:
    ${id('user', '{ type: integer, format: int64, examples: [42] }')}
    post: { operationId: banUser, ${gone} }
  /themes/{theme}:
    ${id('theme', '{ enum: [light, dark] }')}
    put: { operationId: replaceTheme, ${body}, ${ok} }
components:
  schemas:
    Made: { type: object, required: [id, name], properties: { id: { type: integer, format: int64 }, name: { type: string } } }
`;

const folder = mkdtempSync(join(tmpdir(), 'harm-'));
const spec = join(folder, 'things.yaml');
const seeds = Array.from({ length: 60 }, (_, i) => ({ id: i, name: `mine ${i}` }));

beforeAll(() => writeFileSync(spec, text));
afterAll(() => rmSync(folder, { recursive: true }));

/** Method and path of each line of curl. */
function requests(stdout: string): { method: string; path: string }[] {
  return stdout.split('\n').flatMap((line) => {
    const path = /http:\/\/127\.0\.0\.1:1(\/[^'\s?]*)/.exec(line)?.[1];
    const method = /-X '?([A-Z]+)/.exec(line)?.[1] ?? (line.includes('--data') ? 'POST' : 'GET');
    return line.startsWith('curl') && path !== undefined ? [{ method, path }] : [];
  });
}

describe('what a run has not created', () => {
  it('is as it was afterwards, whatever the operations could do', async () => {
    await using server = await createMockServer({
      document: loadDocument(text, spec),
      collections: { '/things': seeds },
    });
    const { stdout, stderr, code } = await verify([server.url, '--spec', spec]);
    expect(stderr).toBe('');
    const left = server.collection('/things').list();
    expect(left.filter((member) => Number(member['id']) < seeds.length)).toEqual(seeds);
    expect(left.length).toBeGreaterThan(seeds.length);
    expect(code).toBe(0);
    for (const operation of ['replaceThings', 'changeThings', 'clearThings']) {
      expect(stdout).toContain(
        `Not at all: ${operation}: it would change what is at /things, and a run changes only what it has created`,
      );
    }
    expect(stdout).toContain('Not at all: replaceSettings: it would change what is at /settings,');
    expect(stdout).toContain(
      'Not at all: replaceTheme: no operation creates what theme names, and a run changes only what it has created',
    );
    // They are tried out on users that nobody can be.
    expect(stdout).not.toContain('Only in part');
    expect(stdout).not.toContain('removeThing:');
  });

  it('is said to be all that there is', async () => {
    const file = join(folder, 'settings.yaml');
    writeFileSync(
      file,
      `openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n  /settings: { put: { ${body}, ${gone} } }\n`,
    );
    const { stderr, code } = await verify(['http://127.0.0.1:1', '--spec', file]);
    expect(stderr).toBe(
      'Failed to find a case: its operations would change what the run has not created. Send them with --allow-changes.\n',
    );
    expect(code).toBe(2);
  });

  it.each([[], ['--max-creates', '0'], ['--id-range', '1..9000']])(
    'is named by no request of a dry run that changes something %j',
    async (...flags) => {
      const { stdout } = await verify([
        'http://127.0.0.1:1',
        '--spec',
        spec,
        '--dry-run',
        ...flags,
      ]);
      expect(stdout).toContain(
        '# replaceSettings: not at all: it would change what is at /settings',
      );
      const sent = requests(stdout);
      const changing = sent.filter(
        ({ method, path }) =>
          ['PUT', 'PATCH', 'DELETE'].includes(method) ||
          (method === 'POST' && /cancel|ban/.test(path)),
      );
      expect(changing.length).toBeGreaterThan(10);
      // Beyond int64, and what is no identity at all, can be nobody's.
      const far =
        /^\/(?:things|users)\/(?:\d{10,16}|9223372\d{12}|%zz|seven|x%2Fy%00z)(?:\/cancel|\/ban)?$/;
      expect(changing.filter(({ path }) => !far.test(path))).toEqual([]);
      const kinds = new Set(changing.map(({ method, path }) => `${method} ${path.split('/')[1]}`));
      expect([...kinds].toSorted()).toEqual([
        'DELETE things',
        'DELETE users',
        'PATCH things',
        'PATCH users',
        'POST things',
        'POST users',
        'PUT things',
      ]);
    },
  );

  it('is changed by a case file, too, only where the user allows it', async () => {
    const cases = join(folder, 'cases.yaml');
    writeFileSync(
      cases,
      `operation: removeUser\ncases:\n  - name: the user of the test\n    request: { noBody: true, parameters: { user: 7 } }\n    expect: success\n`,
    );
    const dryRun = (...flags: readonly string[]): ReturnType<typeof verify> =>
      verify([
        'http://127.0.0.1:1',
        '--spec',
        spec,
        '--dry-run',
        '--cases',
        cases,
        '--only',
        'curated/',
        ...flags,
      ]);
    expect(requests((await dryRun()).stdout)).toEqual([]);
    const { stdout } = await dryRun('--allow-changes');
    expect(requests(stdout)).toContainEqual({ method: 'DELETE', path: '/users/7' });
  });
});
