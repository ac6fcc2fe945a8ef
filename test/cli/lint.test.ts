import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plantStore } from '../../mocks/command.ts';
import type { ProcessIo } from '../../src/cli/io.ts';
import { lintFormats } from '../../src/openapi/linter.ts';
import { controlFile } from '../serve/control/control-document.ts';
import { type Ran, run } from './run-main.ts';

let folder: string;

async function lint(words: readonly string[], overrides: Partial<ProcessIo> = {}): Promise<Ran> {
  return await run(['lint', ...words], { env: process.env, cwd: folder, ...overrides });
}

/** With a ruleset that Spectral is through with in half the time of the kit's own. */
async function lintQuickly(
  words: readonly string[],
  overrides: Partial<ProcessIo> = {},
): Promise<Ran> {
  return await lint(['--ruleset', 'quick.spectral.yaml', ...words], overrides);
}

/** A run that several tests look at, once the first of them wants it. */
function shared<Outcome>(start: () => Promise<Outcome>): () => Promise<Outcome> {
  let started: Promise<Outcome> | undefined;
  return () => (started ??= start());
}

const terminal = { write: () => true, isTTY: true };
const inFiles = lintFormats.filter((format) => format !== 'stylish');
const ruleset = ['--ruleset', 'own.spectral.yaml'];

const everyFormat = shared(() => {
  const outputs = [
    '--fail-severity=warn',
    ...inFiles.map((format) => `--output.${format}=all.${format}`),
  ];
  const formats = ['--format=stylish,github-actions', '--format=sarif'];
  return lintQuickly(['no-format.yaml', ...formats, ...outputs]);
});
const named = shared(() =>
  lintQuickly(['a[1] (x)!.yaml', '-F', 'warn', '-f', 'junit', '-o', 'report.xml']),
);
const lenient = shared(() => lintQuickly(['no-format.yaml', '--output.json', 'beside.json']));
const nothingLeft = shared(() =>
  lintQuickly(['no-format.yaml', '-D', '-F', 'error', '-f', 'json', '--verbose']),
);
const quiet = shared(() => lint([...ruleset, '-F', 'warn', '--quiet', '--show-documentation-url']));
const plain = shared(() => {
  return lint([...ruleset, '-F', 'info'], { stdout: terminal, env: { NO_COLOR: '1' } });
});
const colored = shared(() => {
  const outputs = ['--format=stylish,pretty', '--output.pretty=report.txt', '--output.json=r.json'];
  const words = ['no-id.yaml', 'no-format.yaml', '--display-only-failures', '-F', 'error'];
  return lintQuickly([...words, ...outputs], { stdout: terminal, env: {} });
});

/** A failure that the user can mend: one clear line, nothing on standard output, no stack. */
function expectUsageError(outcome: Ran, message: string | RegExp): void {
  expect(outcome.stderr).toMatch(message);
  expect(outcome.stderr).not.toMatch(/^\s+at /m);
  expect(outcome).toMatchObject({ code: 2, stdout: '' });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lint-'));
  const text = await readFile(plantStore.document, 'utf8');
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
      '    then: { field: format, function: truthy }\n' +
      '  named:\n    severity: error\n    message: The operation has no name.\n' +
      '    given: $.paths[*][*]\n    then: { field: operationId, function: truthy }\n',
    'own.spectral.yaml':
      'documentationUrl: https://rules.test/\nrules:\n  titled:\n    severity: info\n    message: The title is wrong.\n    given: $.info.title\n' +
      "    then: { function: pattern, functionOptions: { match: '^Zoo' } }\n",
    'ruled/.spectral.yaml':
      'extends: plant-store-kit\nrules:\n  integer-format: error\n  unused-component: off\n' +
      '  titled:\n    severity: warn\n    message: The title is wrong.\n    given: $.info.title\n' +
      "    then: { function: pattern, functionOptions: { match: '^Zoo' } }\n",
    'broken.spectral.yaml': 'rules:\n  odd: { given: $, then: { function: nowhere } }\n',
    'no-function.spectral.yaml': 'functions: [nowhere]\nrules: {}\n',
    'syntax.spectral.yaml': 'rules: [\n',
  };
  await mkdir(join(folder, 'ruled'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
});

afterAll(() => rm(folder, { recursive: true }));

describe.concurrent('exit codes', () => {
  test('0 for the document of the kit', async () => {
    expect(await lint([])).toEqual({
      code: 0,
      stdout: 'No errors in 1 document.\n',
      stderr: '',
    });
  });

  test('0 for it also where style counts', async () => {
    const { code, stdout } = await lint(['--style', '--fail-severity', 'hint']);
    expect(stdout).toBe('No findings of severity hint or worse in 1 document.\n');
    expect(code).toBe(0);
  });

  test('1 for a warning, where that is asked for', async () => {
    const { code, stdout, stderr } = await everyFormat();
    expect(stdout).toContain(join(folder, 'no-format.yaml'));
    expect(stdout).not.toContain('\u001B[');
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
      ['http://127.0.0.1:9/a.yaml', '--ruleset', 'quick.spectral.yaml'],
      /ECONNREFUSED.*Check the address/,
    ],
    ['an unknown flag', ['--loud'], /unknown option '--loud'/],
    ['an unknown format', ['-f', 'stylish,word'], /"word" is not a format\. Use one of stylish/],
    ['an unknown severity', ['--fail-severity', 'warning'], /Allowed choices are error, warn/],
    ['a ruleset that is not there', ['--ruleset', 'nowhere.yaml'], /nowhere\.yaml: there is no/],
    [
      'a broken rule',
      ['--ruleset', 'broken.spectral.yaml'],
      /:2:\d+ — Function is not defined.*, or add --verbose for details\.\n$/,
    ],
    [
      'a ruleset with a syntax error',
      ['--ruleset', 'syntax.spectral.yaml'],
      /^Failed to read the ruleset:\n\S+syntax\.spectral\.yaml:2:1 yaml-bad-indent: /,
    ],
    [
      'a report into no folder',
      ['-o', 'none/a.txt'],
      /none\/a\.txt: its folder is not there\. Check the path after --output/,
    ],
    ['a report onto a folder', ['-o', '.'], /it is a folder/],
    [
      'a report that nobody can write',
      ['-o', `${'a'.repeat(300)}.txt`],
      /^Failed to write the report \S+: its name is too long\. Check the path after --output\.\n$/,
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
  const many = shared(() => {
    const readable = ['good.yaml', 'no-*.yaml', 'loop.yaml', 'unclosed.yaml', controlFile];
    const words = ['nowhere.yaml', 'binary.yaml', ...readable, '--spec', 'split.yaml'];
    return lint([...words, '--style', '-f', 'json', '--output.stylish=many.txt', '--verbose']);
  });
  const results = async (): Promise<{ code: string; source: string }[]> =>
    JSON.parse((await many()).stdout) as { code: string; source: string }[];
  const codesOf = async (file: string): Promise<string[]> =>
    (await results())
      .filter(({ source }) => source === resolve(folder, file))
      .map(({ code }) => code);

  test('several files, a pattern and --spec, whatever can be read of them', async () => {
    const { code, stderr } = await many();
    expect(stderr).toMatch(/^Failed to read \S+nowhere\.yaml: /m);
    expect(stderr).toMatch(/^Failed to read \S+binary\.yaml: /m);
    expect(stderr).toMatch(/^Linting \S+good\.yaml$/m);
    expect(await codesOf('good.yaml')).toEqual([]);
    expect(await codesOf('no-format.yaml')).toEqual(['integer-format']);
    expect(await codesOf('no-id.yaml')).toEqual(['operation-operationId']);
    expect(code).toBe(2);
  });

  test('the document of the control API has no finding', async () => {
    const { stderr } = await many();
    expect(stderr).toContain(`Linting ${controlFile}\n`);
    expect(await codesOf(controlFile)).toEqual([]);
  });

  test('a name with the characters of a pattern', async () => {
    const { code } = await named();
    expect(await readFile(join(folder, 'report.xml'), 'utf8')).toContain('a[1] (x)!.yaml');
    expect(code).toBe(1);
  });

  test('a mistake is reported with file, line, rule and remedy', async () => {
    await many();
    const report = await readFile(join(folder, 'many.txt'), 'utf8');
    const [, problems = ''] = report.split(join(folder, 'no-format.yaml'));
    expect(problems).toMatch(/^\n +1\d\d:\d+ +hint +integer-format .*add "format: int32"/);
    expect(report).not.toContain('\u001B[');
  });

  test('a mistake behind a reference is reported where it stands; what no command reads, too', async () => {
    expect(await codesOf('loop.yaml')).toContain('readable');
    expect(await codesOf('unclosed.yaml')).toEqual(['yaml-bad-indent']);
    expect(await codesOf('parts.yaml')).toContain('integer-format');
  });
});

describe.concurrent('--fail-severity', () => {
  test('a property named __proto__ is one like any other', async () => {
    const schema =
      '{ type: object, properties: { __proto__: { $ref: "#/components/schemas/A" } } }';
    const text = `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents: { schemas: { A: { type: string }, B: ${schema} } }\n`;
    await writeFile(join(folder, 'proto.yaml'), text);
    const { stdout } = await lint(['proto.yaml', '--format', 'json', '--fail-severity', 'error']);
    const errors = (JSON.parse(stdout) as { severity: number }[]).filter(
      (finding) => finding.severity === 0,
    );
    expect(errors).toEqual([]);
  });

  test('by default lets warnings pass, and still shows them', async () => {
    const { code, stdout } = await lenient();
    expect(stdout).toContain('integer-format');
    expect(stdout).toContain('No errors in 1 document.');
    expect(code).toBe(0);
  });

  test('error fails on errors', async () => {
    expect(await colored()).toMatchObject({ code: 1 });
  });

  test.each([
    ['warn', 0, quiet],
    ['info', 1, plain],
  ] as const)('%s on an info: %i', async (_severity, code, lintOwn) => {
    const outcome = await lintOwn();
    expect(outcome.stdout).toContain('The title is wrong.');
    expect(outcome.code).toBe(code);
  });

  test('with --display-only-failures the others are left out', async () => {
    const { stdout } = await colored();
    expect(stdout).toContain('The operation has no name.');
    expect(stdout).not.toContain('integer-format');
    expect(await nothingLeft()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\[\]/) });
  });
});

describe.concurrent('style', () => {
  test('is counted by default, by rule', async () => {
    const { code, stdout } = await lint(['no-format.yaml', 'no-id.yaml']);
    expect(stdout).toBe(
      'Style, listed by --style: integer-format 1, operation-operationId 1.\n' +
        'No errors in 2 documents.\n',
    );
    expect(code).toBe(0);
  });
});

describe.concurrent('a ruleset in the working folder', () => {
  test('is used, and can extend that of the kit by name', async () => {
    const cwd = join(folder, 'ruled');
    const { code, stdout } = await lint(['../no-format.yaml'], { cwd });
    expect(stdout).toMatch(/error +integer-format/);
    expect(stdout).toMatch(/warning +titled +The title is wrong\./);
    expect(stdout).not.toContain('unused-component');
    expect(code).toBe(1);
  });

  test('gives way to --ruleset', async () => {
    const cwd = join(folder, 'ruled');
    const { stdout } = await lint(['../no-format.yaml', '-r', '../quick.spectral.yaml'], { cwd });
    expect(stdout).toMatch(/warning +integer-format/);
    expect(stdout).not.toContain('titled');
  });
});

describe.concurrent('formats', () => {
  test('json is JSON, also without findings', async () => {
    expect(JSON.parse((await nothingLeft()).stdout)).toEqual([]);
  });

  test('each of them, all in one run', async () => {
    const { stdout } = await everyFormat();
    const reports = new Map<string, string>([['stylish', stdout]]);
    for (const format of inFiles) {
      reports.set(format, await readFile(join(folder, `all.${format}`), 'utf8'));
    }
    for (const format of lintFormats) {
      expect(`${format}: ${reports.get(format)}`).toMatch(/The integer has/);
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
    const { code, stdout } = await named();
    const file = join(folder, 'report.xml');
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
    const { stdout } = await everyFormat();
    expect(stdout).toContain('1 problem');
    expect(await readFile(join(folder, 'all.github-actions'), 'utf8')).toMatch(/^::warning/);
    expect(await readFile(join(folder, 'all.sarif'), 'utf8')).toContain('"2.1.0"');
  });

  test('a format that only --output.<format> names comes beside the one for people', async () => {
    const { stdout } = await lenient();
    const report = JSON.parse(await readFile(join(folder, 'beside.json'), 'utf8')) as unknown;
    expect(report).toMatchObject([{ code: 'integer-format', severity: 1 }]);
    expect(stdout).toMatch(/^\s*\S+no-format\.yaml\n/);
  });
});

describe.concurrent('what else is said', () => {
  test('--quiet leaves the report alone', async () => {
    const { code, stdout, stderr } = await quiet();
    expect(stdout).toMatch(/1 problem \(.*\)\s*$/);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('--verbose says on standard error what is linted', async () => {
    const { stdout, stderr } = await nothingLeft();
    expect(stderr).toMatch(/^Found \d+ rules .*\nLinting .*no-format\.yaml\n$/);
    expect(JSON.parse(stdout)).toEqual([]);
  });

  test('--verbose says where a ruleset failed', async () => {
    const { code, stdout, stderr } = await lint(['-v', '-r', 'no-function.spectral.yaml']);
    expect(stderr).toMatch(/^\s+at /m);
    expect(stderr).toMatch(
      /^Failed to lint: .*Cannot find module.*Check the ruleset \S+no-function\.spectral\.yaml\.\n$/m,
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test('--show-documentation-url', async () => {
    expect((await quiet()).stdout).toContain('https://rules.test/');
    expect((await plain()).stdout).not.toContain('https://');
  });

  test('colour on a terminal, and none in the files beside it', async () => {
    const { stdout } = await colored();
    expect(stdout).toContain('\u001B[');
    for (const file of ['report.txt', 'r.json']) {
      const report = await readFile(join(folder, file), 'utf8');
      expect(report).toContain('named');
      expect(report).not.toContain('\u001B[');
    }
  });

  test('no colour on a terminal with NO_COLOR', async () => {
    const { stdout } = await plain();
    expect(stdout).toContain('titled');
    expect(stdout).not.toContain('\u001B[');
  });
});
