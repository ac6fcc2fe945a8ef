import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createMockServer } from '../../mocks/server.ts';

const file = join(import.meta.dirname, '../../docs/control-api.md');
const run = promisify(execFile);

const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

it.skipIf(!hasCurl)('every curl line of docs/control-api.md works as it stands there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'control-'));
  await using server = await createMockServer();
  const page = await readFile(file, 'utf8');
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)]
    .map(([, block = '']) => block)
    .filter((block) => block.includes('curl '));
  const script = blocks.join('').replaceAll('http://127.0.0.1:4010', server.url);
  const quiet = `curl() { command curl -sS --fail-with-body --noproxy '*' -w '\\n' "$@"; }\nset -e\n`;
  try {
    const { stdout } = await run('bash', ['-c', quiet + script], { cwd: folder });
    expect(script.match(/^curl /gm)?.length).toBeGreaterThan(18);
    expect(stdout).toContain('{"total":1}');
    expect(stdout).toContain('"answer":"refused 409"');
    expect(stdout).toContain('"resources":[{"id":1,');
  } finally {
    await rm(folder, { recursive: true });
  }
});
