import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run, serve } from './run-main.ts';

const own = join(import.meta.dirname, '../own-api');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'several-'));
  await cp(join(own, 'library.openapi.yaml'), join(folder, 'library.openapi.yaml'));
  await cp(join(own, 'notes.openapi.yaml'), join(folder, 'openapi.yaml'));
  await writeFile(join(folder, 'seed.yaml'), '[]\n');
});
afterAll(() => rm(folder, { recursive: true }));

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

  it.each([
    [['--spec', 'library.openapi.yaml'], 'two of them would be below /library'],
    [['--spec', '_kit=openapi.yaml'], 'below "_kit": a name begins with a letter or digit'],
    [['--spec', 'a/b=openapi.yaml'], 'below "a/b": a name begins with a letter or digit'],
    [['--spec', 'openapi.yaml', '--seed', 'seed.yaml'], 'with --seed: it is for one document'],
  ])('refuses %j', async (words, message) => {
    const first = ['--spec', 'library.openapi.yaml'];
    const { code, stderr } = await run([...START, ...first, ...words], { cwd: folder });
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
