import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantStore } from '../../../mocks/command.ts';
import { readPipe } from '../../../src/cli/inputs/read-once.ts';

const BIN = join(import.meta.dirname, '../../../bin/plant-store.js');
let folder: string;
let document: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'once-'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  document = await readFile(plantStore.document, 'utf8');
  await writeFile(join(folder, 'untitled.yaml'), document.replace(/^info:\n(?: .*\n)+/m, ''));
});
afterAll(() => rm(folder, { recursive: true }));

interface Ran {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a shell's line does, with `kit` for the command. */
async function shell(line: string): Promise<Ran> {
  const script = `kit() { "${process.execPath}" "${BIN}" "$@"; }; ${line}`;
  const child = spawn('bash', ['--norc', '-c', script], { cwd: folder, timeout: 25_000 });
  child.stdin.end();
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}

const DRY = 'kit verify http://127.0.0.1:1 --dry-run';

describe('a pipe', () => {
  it('that nobody writes to is not waited for', () => {
    expect(() => readPipe(join(folder, 'pipe'), { writer: 20 })).toThrow('nobody writes to');
  });

  it('from which nothing more comes is not waited for', async () => {
    const writer = spawn('bash', ['--norc', '-c', 'exec 3<>pipe; echo some >&3; exec sleep 20'], {
      cwd: folder,
    });
    try {
      expect(() => readPipe(join(folder, 'pipe'), { writer: 5000, bytes: 50 })).toThrow(
        'nothing more comes',
      );
    } finally {
      writer.kill();
      await once(writer, 'close');
    }
  });

  it('whose writer comes late and is slow is read to its end', async () => {
    const line = '(sleep 0.2; printf a; sleep 0.2; printf b) > pipe';
    const writer = spawn('bash', ['--norc', '-c', line], { cwd: folder });
    expect(readPipe(join(folder, 'pipe')).toString()).toBe('ab');
    await once(writer, 'close');
  });
});

describe.concurrent('what comes only once', () => {
  it.each([
    ['standard input', `cat ${plantStore.document} | ${DRY} --spec -`],
    ['its device', `cat ${plantStore.document} | ${DRY} --spec /dev/stdin`],
    ['a redirected file', `${DRY} --spec - < ${plantStore.document}`],
    ['a process substitution', `${DRY} --spec <(cat ${plantStore.document})`],
  ])('is read as a document: %s', async (_, line) => {
    const { code, stdout, stderr } = await shell(line);
    expect(stderr).toBe('');
    expect(stdout).toContain('POST');
    expect(code).toBe(0);
  });

  it('is linted', async () => {
    const { code, stdout } = await shell('cat untitled.yaml | kit lint -');
    expect(stdout).toMatch(/^\s*standard input\n[^✖]*oas3-schema .*"info"/);
    expect(stdout).not.toContain('stdin');
    expect(code).toBe(1);
  });

  it('is linted where it is broken, and called what it is', async () => {
    const { code, stderr } = await shell("echo 'openapi: [' | kit lint -");
    expect(stderr).toMatch(/^Failed to lint:\nstandard input:\d/);
    expect(stderr).not.toContain('stdin');
    expect(code).toBe(1);
  });

  it('is linted alone', async () => {
    const { code, stderr } = await shell('kit lint <(cat untitled.yaml) untitled.yaml');
    expect(stderr).toMatch(
      /^Failed to lint \/dev\/fd\/\d+: what comes from a pipe is linted alone/,
    );
    expect(code).toBe(2);
  });

  it('is named where it is broken', async () => {
    const { code, stderr } = await shell(`echo 'openapi: [' | ${DRY} --spec -`);
    expect(stderr).toMatch(
      /^Failed to read the OpenAPI document standard input:\nstandard input:\d/,
    );
    expect(code).toBe(2);
  });

  it('can not be watched', async () => {
    const { code, stderr } = await shell('kit mock --spec - --watch');
    expect(stderr).toBe(
      'Failed to watch -: it can be read only once. Name a file, or leave --watch out.\n',
    );
    expect(code).toBe(2);
  });

  it('is no device', async () => {
    const { code, stderr } = await shell(`${DRY} --spec - < /dev/zero`);
    expect(stderr).toMatch(/^Failed to read the document -: it is no file but a device/);
    expect(code).toBe(2);
  });
});
