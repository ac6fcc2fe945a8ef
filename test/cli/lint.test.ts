import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultDocument } from '../../src/cli/defaults.ts';
import type { Io } from '../../src/cli/io.ts';
import { lintFormats } from '../../src/cli/lint/lint-outputs.ts';
import { type Ran, run } from './run-main.ts';

let folder: string;

async function lint(words: readonly string[], overrides: Partial<Io> = {}): Promise<Ran> {
  return await run(['lint', ...words], { env: process.env, cwd: folder, ...overrides });
}

/** With a ruleset that Spectral is through with in half the time of the kit's own. */
async function lintQuickly(words: readonly string[], overrides: Partial<Io> = {}): Promise<Ran> {
  return await lint(['--ruleset', 'quick.spectral.yaml', ...words], overrides);
}

/** A failure that the user can mend: one clear line, nothing on standard output, no stack. */
function expectUsageError(outcome: Ran, message: string | RegExp): void {
  expect(outcome.stderr).toMatch(message);
  expect(outcome.stderr).not.toMatch(/^\s+at /m);
  expect(outcome).toMatchObject({ code: 2, stdout: '' });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lint-'));
  const text = await readFile(defaultDocument(), 'utf8');
  const files = {
    'good.yaml': text,
    'no-format.yaml': text.replace('              format: int64\n', ''),
    'no-id.yaml': text.replace('      operationId: createPlant\n', ''),
    'a[1] (x)!.yaml': text.replace('              format: int64\n', ''),
    'binary.yaml': new Uint8Array([0, 255, 254, 1]),
    'split.yaml': text.replace("'#/components/schemas/Error'", "'parts.yaml#/Error'"),
    'loop.yaml': text.replace(
      "$ref: '#/components/schemas/Plant'\n        - type",
      "$ref: '#/components/schemas/NewPlant'\n        - type",
    ),
    'unclosed.yaml': text.replace('openapi: 3.1.0\n', 'openapi: 3.1.0\nx-list: [a\n'),
    'parts.yaml':
      'Error:\n  type: object\n  required: [error, message]\n  properties:\n' +
      '    error: { type: integer, description: The number }\n' +
      '    message: { type: string, description: The text }\n',
    'quick.spectral.yaml':
      'rules:\n  integer-format:\n    severity: warn\n    message: The integer has no format.\n' +
      "    given: $..schema..[?(@ && @.type=='integer')]\n" +
      '    then: { field: format, function: truthy }\n',
    'own.spectral.yaml':
      'rules:\n  titled:\n    severity: info\n    message: The title is wrong.\n    given: $.info.title\n' +
      "    then: { function: pattern, functionOptions: { match: '^Zoo' } }\n",
    'broken.spectral.yaml': 'rules:\n  odd: { given: $, then: { function: nowhere } }\n',
    'no-function.spectral.yaml': 'functions: [nowhere]\nrules: {}\n',
    'syntax.spectral.yaml': 'rules: [\n',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
});

afterAll(() => rm(folder, { recursive: true }));

describe.concurrent('exit codes', () => {
  test('0 for the document of the kit', async () => {
    expect(await lint([])).toEqual({
      code: 0,
      stdout: 'No findings of severity warn or worse in 1 document.\n',
      stderr: '',
    });
  });

  test('1 for a warning, with file, line, rule and remedy', async () => {
    const { code, stdout, stderr } = await lint(['no-format.yaml']);
    expect(stdout).toContain(join(folder, 'no-format.yaml'));
    expect(stdout).not.toContain('\u001B[');
    expect(stdout).toMatch(/ 1\d\d:\d+ +warning +integer-format .*add "format: int32"/);
    expect(stdout).toContain('1 problem (0 errors, 1 warning');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  });

  test('1 for a map that may be a part of a document', async () => {
    const { code, stdout, stderr } = await lint(['parts.yaml', '-F', 'error']);
    expect(stderr).toContain('parts.yaml:1:1 unrecognized-format: it has no "openapi"');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });

  test.each([
    ['a file that is not there', ['nowhere.yaml'], /Failed to read .*nowhere\.yaml: there is no/],
    ['a folder', ['.'], /it is a folder/],
    ['a file that is not text', ['binary.yaml'], /it is not text/],
    ['a pattern that matches nothing', ['*.toml'], /nothing matches \*\.toml/],
    [
      'an address where nobody is',
      ['http://127.0.0.1:9/a.yaml'],
      /ECONNREFUSED.*Check the address/,
    ],
    ['an unknown flag', ['--loud'], /unknown option '--loud'/],
    ['an unknown format', ['-f', 'stylish,word'], /"word" is not a format\. Use one of stylish/],
    ['an unknown severity', ['--fail-severity', 'warning'], /Allowed choices are error, warn/],
    ['a ruleset that is not there', ['--ruleset', 'nowhere.yaml'], /nowhere\.yaml: there is no/],
    ['a broken rule', ['--ruleset', 'broken.spectral.yaml'], /:2:\d+ — Function is not defined/],
    [
      'a ruleset with a syntax error',
      ['--ruleset', 'syntax.spectral.yaml'],
      /^Failed to read the ruleset:\n\S+syntax\.spectral\.yaml:2:1 yaml-bad-indent: /,
    ],
    ['a function missing', ['-r', 'no-function.spectral.yaml'], /Cannot find module.*--verbose/],
    ['a report into no folder', ['-o', 'none/a.txt'], /there is no folder .*none\. Make it/],
    ['a report onto a folder', ['-o', '.'], /it is a folder/],
    [
      'a report that nobody can write',
      ['-o', `${'a'.repeat(300)}.txt`],
      /^Failed to write \S+: its name is too long\. Choose a file that can be written\.\n$/,
    ],
    ['two reports on one output', ['-f', 'json', '-f', 'sarif'], /can't share standard output/],
    ['one file for two reports', ['-f', 'json,sarif', '-o', 'a'], /Use --output\.json <file>/],
  ])('2 for %s', async (_name, words, message) => {
    expectUsageError(await lint(words), message);
  });

  test('130 when interrupted', async () => {
    const controller = new AbortController();
    const running = lint([], { signal: controller.signal });
    setTimeout(() => controller.abort('SIGINT'), 100);
    expect(await running).toEqual({ code: 130, stdout: '', stderr: '' });
  });
});

describe.concurrent('documents', () => {
  test('several files, a pattern and --spec, whatever can be read of them', async () => {
    const words = ['nowhere.yaml', 'binary.yaml', 'good.yaml', 'no-*.yaml', '--spec', 'split.yaml'];
    const { code, stdout, stderr } = await lint(words);
    expect(stderr).toMatch(/^Failed to read \S+nowhere\.yaml: /m);
    expect(stderr).toMatch(/^Failed to read \S+binary\.yaml: /m);
    expect(stdout).not.toContain(join(folder, 'good.yaml'));
    expect(stdout).toContain('integer-format');
    expect(stdout).toContain('operation-operationId');
    expect(code).toBe(2);
  });

  test('a name with the characters of a pattern', async () => {
    const { code, stdout } = await lintQuickly(['a[1] (x)!.yaml']);
    expect(stdout).toContain('a[1] (x)!.yaml');
    expect(code).toBe(1);
  });

  test('a mistake behind a reference is reported where it stands; what no command reads, too', async () => {
    const { stdout } = await lint(['split.yaml', 'loop.yaml', 'unclosed.yaml', '-f', 'json']);
    const results = JSON.parse(stdout) as { code: string; source: string }[];
    const of = (file: string): string[] =>
      results.filter(({ source }) => source === join(folder, file)).map(({ code }) => code);
    expect(of('loop.yaml')).toEqual(['reference-loop']);
    expect(of('unclosed.yaml')).toEqual(['yaml-bad-indent']);
    expect(results).toContainEqual(
      expect.objectContaining({ code: 'integer-format', source: join(folder, 'parts.yaml') }),
    );
  });
});

describe.concurrent('--fail-severity', () => {
  test('error lets warnings pass, and still shows them', async () => {
    const { code, stdout } = await lintQuickly(['no-format.yaml', '--fail-severity', 'error']);
    expect(stdout).toContain('integer-format');
    expect(stdout).toContain('No errors in 1 document.');
    expect(code).toBe(0);
  });

  test('error fails on errors', async () => {
    expect(await lint(['no-id.yaml', '-F', 'error'])).toMatchObject({ code: 1 });
  });

  test.each([
    ['warn', 0],
    ['info', 1],
  ])('%s on an info: %i', async (severity, code) => {
    const words = ['-r', 'own.spectral.yaml', '--fail-severity', severity];
    const outcome = await lint(words);
    expect(outcome.stdout).toContain('The title is wrong.');
    expect(outcome.code).toBe(code);
  });

  test('with --display-only-failures the others are left out', async () => {
    const { code, stdout } = await lintQuickly(['no-format.yaml', '-D', '-F', 'error']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'No errors in 1 document.\n' });
  });
});

describe.concurrent('formats', () => {
  test('json is JSON, with and without findings', async () => {
    expect(JSON.parse((await lintQuickly(['-f', 'json'])).stdout)).toEqual([]);
    const { stdout } = await lintQuickly(['no-format.yaml', '-f', 'json', '--verbose']);
    expect(JSON.parse(stdout)).toMatchObject([{ code: 'integer-format', severity: 1 }]);
  });

  test('each of them, all in one run', async () => {
    const outputs = lintFormats.map((format) => `--output.${format}=all.${format}`);
    const { code, stderr } = await lintQuickly(['no-format.yaml', ...outputs]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const reports = new Map<string, string>();
    for (const format of lintFormats) {
      const report = await readFile(join(folder, `all.${format}`), 'utf8');
      expect(`${format}: ${report}`).toMatch(/The integer has/);
      reports.set(format, report);
    }
    expect(JSON.parse(reports.get('json')!)).toMatchObject([{ code: 'integer-format' }]);
    expect(JSON.parse(reports.get('sarif')!)).toMatchObject({
      version: '2.1.0',
      runs: [{ results: [{ ruleId: 'integer-format', level: 'warning' }] }],
    });
    expect(reports.get('junit')).toMatch(/^<\?xml version="1\.0"[\s\S]*<failure message=/);
    // The file is meant from the folder of the run.
    expect(reports.get('github-actions')).toMatch(
      /^::warning title=integer-format,file=no-format\.yaml,col=\d+/,
    );
  });
});

describe.concurrent('--output', () => {
  test('one file, and a last word on standard output', async () => {
    const file = join(folder, 'report.xml');
    const { code, stdout } = await lintQuickly([
      'no-format.yaml',
      '-f',
      'junit',
      '-o',
      'report.xml',
    ]);
    expect(await readFile(file, 'utf8')).toContain('integer-format');
    expect(stdout).toBe(
      `There are findings of severity warn or worse in 1 document: see ${file}.\n`,
    );
    expect(code).toBe(1);
  });

  test.skipIf(!existsSync('/dev/full'))('a disk that is full', async () => {
    const outcome = await lintQuickly(['no-format.yaml', '-o', '/dev/full']);
    expectUsageError(outcome, /^Failed to write \/dev\/full: the disk is full\. Choose a file/);
  });

  test('several formats, one on standard output', async () => {
    const { code, stdout } = await lintQuickly([
      'no-format.yaml',
      '--format=stylish,github-actions',
      '--format=sarif',
      '--output.github-actions=annotations.txt',
      '--output.sarif=lint.sarif',
    ]);
    expect(stdout).toContain('1 problem');
    expect(await readFile(join(folder, 'annotations.txt'), 'utf8')).toMatch(/^::warning/);
    expect(await readFile(join(folder, 'lint.sarif'), 'utf8')).toContain('"2.1.0"');
    expect(code).toBe(1);
  });

  test('a format that only --output.<format> names comes beside the one for people', async () => {
    const { code, stdout } = await lintQuickly(['--output.code-climate', 'quality.json']);
    expect(await readFile(join(folder, 'quality.json'), 'utf8')).toBe('[]');
    expect(stdout).toMatch(/^No findings/);
    expect(code).toBe(0);
  });
});

describe.concurrent('what else is said', () => {
  test('--quiet leaves the report alone', async () => {
    expect(await lintQuickly(['--quiet'])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('--verbose says on standard error what is linted', async () => {
    const { stdout, stderr } = await lintQuickly(['good.yaml', '--verbose']);
    expect(stderr).toMatch(/^Found \d+ rules .*\nLinting .*good\.yaml\n$/);
    expect(stdout).toMatch(/^No findings/);
  });

  test('--verbose says where a ruleset failed', async () => {
    const { code, stderr } = await lint(['-v', '-r', 'no-function.spectral.yaml']);
    expect(stderr).toMatch(/^\s+at /m);
    expect(code).toBe(2);
  });

  test('--show-documentation-url', async () => {
    const { stdout } = await lint(['parts.yaml', 'no-id.yaml', '--show-documentation-url']);
    expect(stdout).toContain('https://meta.stoplight.io/');
  });

  const terminal = { write: () => true, isTTY: true };

  test('colour on a terminal, and none in a file beside it', async () => {
    const words = ['no-format.yaml', '--format=stylish,pretty', '--output.pretty=report.txt'];
    const { stdout } = await lintQuickly(words, { stdout: terminal, env: {} });
    expect(stdout).toContain('\u001B[');
    const report = await readFile(join(folder, 'report.txt'), 'utf8');
    expect(report).toContain('integer-format');
    expect(report).not.toContain('\u001B[');
  });

  test('no colour on a terminal with NO_COLOR', async () => {
    const { stdout } = await lintQuickly(['no-format.yaml'], {
      stdout: terminal,
      env: { NO_COLOR: '1' },
    });
    expect(stdout).toContain('integer-format');
    expect(stdout).not.toContain('\u001B[');
  });
});
