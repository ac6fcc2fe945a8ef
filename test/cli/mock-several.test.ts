import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Serving, run, serve } from './run-main.ts';

const ownApi = join(import.meta.dirname, '../own-api');

/** Of msw, as a user writes them. */
const HANDLERS = `import { HttpResponse, http } from '${import.meta.resolve('msw')}';
export const handlers = [http.get('*/notes/999', () => new HttpResponse(null, { status: 299 }))];
`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'several-'));
  await cp(join(ownApi, 'library.openapi.yaml'), join(folder, 'library.openapi.yaml'));
  await cp(join(ownApi, 'notes.openapi.yaml'), join(folder, 'openapi.yaml'));
  await writeFile(join(folder, 'members.yaml'), '/members: [{ id: 1, name: Ann }]\n');
  await writeFile(
    join(folder, 'profile.yaml'),
    'profile: 1\nanswers: { createNote: { unknown-path: refused 410 } }\n',
  );
  await writeFile(join(folder, 'handlers.mjs'), HANDLERS);
});
afterAll(() => rm(folder, { recursive: true }));

async function json(url: string): Promise<Record<string, unknown>> {
  return (await (await fetch(url)).json()) as Record<string, unknown>;
}

const SEVERAL = ['--spec', 'library.openapi.yaml', '--spec', 'openapi.yaml'];
const START = ['mock', '--no-prism', '--port', '0'];

describe('mock --spec a --spec b', () => {
  it('serves each below its name, of its file or title, and says where', async () => {
    const mock = await serve([...START, ...SEVERAL], { cwd: folder });
    const titles = await Promise.all(
      [...mock.stdout().matchAll(/^Inspector: (\S+)$/gm)].map(async ([, url]) => {
        const response = await fetch(`${url}health`);
        return [new URL(url!).pathname, ((await response.json()) as { title: string }).title];
      }),
    );
    const { stdout, code } = await mock.stop();
    expect(titles).toEqual([
      ['/library/_kit/', 'Town Library'],
      ['/notes/_kit/', 'Notes'],
    ]);
    expect(stdout).toMatch(/curl -i \S.* http:\/\/127\.0\.0\.1:\d+\/library\/(?!library)/);
    expect(code).toBe(0);
  });

  it('takes names of its user, and one named document has a path, too', async () => {
    const spec = ['--spec', 'v2=library.openapi.yaml'];
    const mock = await serve([...START, ...spec, '--log', 'json'], { cwd: folder });
    const response = await fetch(`${mock.url}/v2/_kit/health`);
    expect(await response.json()).toMatchObject({ title: 'Town Library' });
    expect((await mock.stop()).stdout).toContain(`"listening":"${mock.url}/v2"`);
  });

  it('takes for each of them what is said of one', async () => {
    const real = createServer((_, response) => response.writeHead(218).end()).listen(
      0,
      '127.0.0.1',
    );
    await once(real, 'listening');
    const { port } = real.address() as AddressInfo;
    const words = [
      '--seed',
      'library=members.yaml',
      '--persist',
      'notes=notes.jsonl',
      '--upstream',
      `library=http://127.0.0.1:${port}`,
      '--real',
      'library=/books/*',
      '--handlers',
      'notes=handlers.mjs',
      '--profile',
      'notes=profile.yaml',
      '--scenario',
      'notes=flaky',
      '--no-fill',
    ];
    const start = async (): Promise<Serving> =>
      await serve([...START, ...SEVERAL, ...words], { cwd: folder });
    const mock = await start();
    const note = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"text":"x"}',
    };
    const members = await json(`${mock.url}/library/_kit/resources?collection=/members`);
    const passedOn = await fetch(`${mock.url}/library/books/7`);
    const made = [await fetch(`${mock.url}/notes/notes`, note)];
    const scenarios = ['library', 'notes'].map((name) =>
      json(`${mock.url}/${name}/_kit/scenarios`),
    );
    const byHand = await fetch(`${mock.url}/notes/notes/999`);
    expect(members['total']).toBe(1);
    expect([passedOn.status, made[0]!.status, byHand.status]).toEqual([218, 201, 299]);
    expect((await Promise.all(scenarios)).map(({ scenario }) => scenario)).toEqual([null, 'flaky']);
    await mock.stop();
    const again = await start();
    const resources = await json(`${again.url}/notes/_kit/resources`);
    expect(resources['total']).toBe(1);
    await again.stop();
    real.close();
  });

  it('takes for all of them a scenario that fits each', async () => {
    const mock = await serve([...START, ...SEVERAL, '--scenario', 'slow'], { cwd: folder });
    const names = ['library', 'notes'].map((name) => json(`${mock.url}/${name}/_kit/scenarios`));
    expect((await Promise.all(names)).map(({ scenario }) => scenario)).toEqual(['slow', 'slow']);
    await mock.stop();
  });

  it.each([
    [['--spec', 'library.openapi.yaml'], 'two of them would be below /library'],
    [['--spec', '_kit=openapi.yaml'], 'below "_kit": a name begins with a letter or digit'],
    [['--spec', 'a/b=openapi.yaml'], 'below "a/b": a name begins with a letter or digit'],
    ...['handlers', 'har', 'persist', 'profile', 'real', 'scenarios', 'seed', 'upstream'].map(
      (flag): [string[], string] => [
        ['--spec', 'openapi.yaml', `--${flag}`, 'a/b'],
        `Write a name in front, as in --${flag} library=…; the names are library, notes.`,
      ],
    ),
    [['--spec', 'openapi.yaml', '--upstream', 'notes=http://127.0.0.1:1'], '--real is missing'],
  ])('refuses %j', async (words, message) => {
    const first = ['--spec', 'library.openapi.yaml'];
    const { code, stderr } = await run([...START, ...first, ...words], { cwd: folder });
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
