import { mkdtemp, rm, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMockServer } from '../../mocks/server.ts';
import { readProfile } from '../../src/questions/profile-file.ts';
import { questionsByOperation } from '../../src/questions/index.ts';
import { loadDocument } from '../../src/model/load-document.ts';
import { kebabCase } from '../../src/model/kebab-case.ts';
import { verify } from '../cli/run-verify.ts';
import { type Fault, faults } from './faults.ts';
import { openLibrary, secrets } from './library.ts';
import { respelling } from './respell.ts';
import { type Report, librarySpec, reportOn, reportsOn, verifyLibrary } from './run-own.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'own-api-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

it(
  'passes a conformant service, and the mock that has learnt from it',
  { timeout: 60_000 },
  async () => {
    const profile = join(folder, 'library.profile.yaml');
    await using library = await openLibrary();
    const report = await reportOn(library.url, ['--learn', profile]);
    expect(report.findings).toEqual([]);
    expect(report.verdict).toBe('pass');

    const document = loadDocument(await readFile(librarySpec, 'utf8'), librarySpec);
    const questions = questionsByOperation(document);
    const answers = readProfile(await readFile(profile, 'utf8'), profile, questions);
    await using fake = await createMockServer({ document, profile: answers });
    const again = await reportOn(fake.url, ['--profile', profile]);
    expect(again.findings).toEqual([]);
    expect(again.verdict).toBe('pass');
  },
);

it('passes a service that spells what it returns in its own way', async () => {
  await using library = await openLibrary(respelling);
  const { findings, verdict } = await reportOn(library.url, ['--skip', 'broken/']);
  expect(findings).toEqual([]);
  expect(verdict).toBe('pass');
});

it('says how far it goes with each operation, and keeps secrets to itself', async () => {
  await using library = await openLibrary({ ignores: /^query\.since$/ });
  const { stdout, code } = await verifyLibrary(library.url, [
    '--only',
    'get',
    '--reporter',
    'json',
  ]);
  expect(code).toBe(1);
  for (const secret of Object.values(secrets)) expect(stdout).not.toContain(secret);
  const { operations, findings } = JSON.parse(stdout) as Awaited<ReturnType<typeof reportOn>>;
  expect(operations.find((operation) => operation.operation === 'getLoan')?.message).toBe(
    'on what createMember and createBook and lendBook create',
  );
  const levels = Object.fromEntries(
    operations.map((operation) => [operation.operation, operation.level]),
  );
  expect(levels).toEqual({
    createBook: 'full',
    listBooks: 'full',
    getBook: 'chained',
    replaceBook: 'chained',
    changeBook: 'chained',
    removeBook: 'chained',
    lendBook: 'chained',
    getLoan: 'chained',
    createMember: 'full',
    getMember: 'chained',
    pay: 'full',
    getReport: 'full',
    getShelf: 'full',
  });
  expect(findings[0]?.curl).toMatch(
    /'http:\/\/127\.0\.0\.1:\d+\/reports\/books\?.*api_key='"\$REPORT_KEY"/,
  );
});

it("reads a 3.0 document, and says what it can't ask", async () => {
  const spec = 'test/own-api/workshop.openapi.json';
  const document = loadDocument(await readFile(spec, 'utf8'), spec);
  await using fake = await createMockServer({ document });
  const { stdout, code } = await verify([fake.url, '--spec', spec, '--no-large']);
  expect(stdout).not.toContain('Only in part');
  expect(stdout.match(/^Not at all: .*/gm)).toEqual(['Not at all: traceBench: TRACE is not sent']);
  expect(code).toBe(0);
  const planned = await verify([fake.url, '--spec', spec, '--dry-run', '--only', 'get-tool']);
  expect(planned.stdout).toContain('# getTool: on what addTool creates');
  expect(planned.stdout).toContain(
    '# getBench: with a made-up bench, if it is taken: give --value bench=…, or document an example',
  );
});

/** The flags that choose the cases which show a fault. */
function flagsOf({ cases, rule, operation, shownBy = operation }: Fault): readonly string[] {
  if (cases) return cases;
  const shown = kebabCase(shownBy);
  return rule === 'R5'
    ? ['--only', `broken/${shown}/`]
    : ['--only', `/${shown}/`, '--skip', 'broken/'];
}

describe('a faulty service', { timeout: 60_000 }, () => {
  const groups = Map.groupBy(faults, (fault) => flagsOf(fault).join(' '));
  const judged = new Map<readonly Fault[], Promise<readonly Report[]>>();

  /** In one run of the command line with those that the same cases show. */
  async function judge(fault: Fault): Promise<Report> {
    const group = groups.get(flagsOf(fault).join(' '))!;
    if (!judged.has(group)) judged.set(group, judgeTogether(group));
    return (await judged.get(group))![group.indexOf(fault)]!;
  }

  async function judgeTogether(group: readonly Fault[]): Promise<readonly Report[]> {
    await using libraries = new AsyncDisposableStack();
    const urls: string[] = [];
    for (const fault of group) urls.push(libraries.use(await openLibrary(fault)).url);
    return await reportsOn(urls, flagsOf(group[0]!));
  }

  it.each(faults.map((fault) => [fault.name, fault] as const))('%s', async (_name, fault) => {
    const operation = fault.shownBy ?? fault.operation;
    const report = await judge(fault);
    const found = report.findings.filter(
      (finding) =>
        finding.operation === operation && finding.severity === (fault.severity ?? 'violation'),
    );
    if (fault.severity === 'warning') expect(report.verdict).toBe('pass');
    expect(found.map(({ rule, pointer }) => `${rule} ${pointer}`)).toContainEqual(
      expect.stringMatching(new RegExp(`^${fault.rule} .*(?:${fault.pointer.source})`)),
    );
  });
});
