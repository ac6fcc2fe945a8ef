import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../serve/http-helpers.ts';
import { run } from './run-main.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'faults-'));
  await writeFile(join(folder, 'any.spectral.yaml'), 'rules: {}\n');
});
afterAll(() => rm(folder, { recursive: true }));

async function lint(code: number, text: string, ...words: string[]): Promise<string> {
  await writeFile(join(folder, 'it'), text);
  const { stdout, stderr, ...ran } = await run(['lint', 'it', ...words], { cwd: folder });
  expect({ code: ran.code, stdout }).toEqual({ code, stdout: '' });
  return stderr.replaceAll(join(folder, ''), '');
}

describe('lint of what is no document says only what is wrong first', () => {
  it.each<[string, number, string, RegExp]>([
    [
      'prose',
      2,
      'Dear all,\nso it is: not: YAML\n and more.\n',
      /^it:1:1 not-a-document: it is a text;/,
    ],
    [
      'a line',
      2,
      '\n Just a sentence.\n',
      /^it:2:2 not-a-document: it is a single value; an OpenAPI/,
    ],
    ['a page', 2, '<!doctype html>\n<p style="a: b">404</p>\n', /^it:1:1 not-a-document: .*HTML/],
    ['nothing', 2, '', /^it:1:1 empty-document: /],
    ['a comment', 2, '# openapi: 3.1.0\n', /^it:1:1 empty-document: .* nothing but comments/],
    ['a list', 2, '- openapi: 3.1.0\n- b\n', /^it:1:1 not-a-document: it is a list;/],
    ['null', 2, 'null\n', /^it:1:1 not-a-document: it is a single value;/],
    ['a map', 1, '\n{"a": 1}\n', /^it:2:1 unrecognized-format: it has no "openapi"/],
    [
      'an older document',
      2,
      'swagger: "1.2"\ninfo: {}\n',
      /^it:1:1 unsupported-version: the kit reads OpenAPI 3\.2, 3\.1, 3\.0 and 2\.0, .* swagger: "1\.2"$/,
    ],
    ['a newer one', 2, '# new\nopenapi:  4.0.0\n', /^it:2:1 unsupported.* openapi: "4\.0\.0"$/],
    ['a number', 2, 'openapi: 3.1\npaths: {}\n', /^it:1:1 unsupported-version: .* openapi: 3\.1$/],
    ['broken JSON', 1, '{"a": 1,\n "b" 2}\n', /^it:2:6 yaml-missing-char: /],
    ['a broken document', 1, 'openapi: 3.1.0\ninfo: [1\npaths: {}\n', /^it:3:1 yaml-bad-indent: /],
  ])('%s', async (_name, code, text, message) => {
    const [head, first = '', ...rest] = (await lint(code, text)).trimEnd().split('\n');
    expect(head).toBe('Failed to lint:');
    expect(first.replace(/^\S*\//, '')).toMatch(message);
    expect(rest.at(-1)).toMatch(/^ {2}help: \S/);
    expect(rest.length).toBeLessThanOrEqual(3);
  });

  it('also at an address, such as that of a page around the document', async () => {
    await using server = await serve((_incoming, outgoing) => {
      outgoing.end('<!doctype html>\n<p style="a: b">api.yaml</p>\n');
    });
    const address = `${server.url}/api.yaml`;
    const { code, stdout, stderr } = await run(['lint', address], { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`${address}:1:1 not-a-document: it is an HTML or XML page`);
  });

  it('a report for a program has it, and nothing else', async () => {
    await writeFile(join(folder, 'it'), 'openapi: [\n');
    const words = ['lint', 'it', '-r', 'any.spectral.yaml', '--output.json', 'report.json'];
    expect(await run(words, { cwd: folder })).toMatchObject({ code: 1, stderr: '' });
    const report: unknown = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    expect(report).toMatchObject([{ code: 'yaml-bad-indent' }]);
  });

  it('the others beside it are linted, and a ruleset of your own may be for any of them', async () => {
    const texts = ['openapi: [\n', 'a: 1\n', 'openapi: 3.2.0\n', 'asyncapi: 3.0.0\n'];
    const files = texts.map((_, i) => `beside-${i}`);
    for (const [i, file] of files.entries()) await writeFile(join(folder, file), texts[i]!);
    const words = ['lint', ...files, '-r', 'any.spectral.yaml'];
    const { code, stdout, stderr } = await run(words, { cwd: folder });
    expect(stderr.match(/beside-\d:.*/g)).toEqual([expect.stringMatching(/^beside-0:2:1 yaml-/)]);
    expect(stdout).toBe('No errors in 3 documents.\n');
    expect(code).toBe(1);
  });

  it('a ruleset of your own may be for other documents, which are YAML, too', async () => {
    const broken = await lint(1, 'asyncapi: [3.0.0\nchannels: {}\n', '-r', 'any.spectral.yaml');
    expect(broken).toMatch(/it:2:1 yaml-bad-indent/);
  });
});
