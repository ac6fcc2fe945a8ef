import { mkdirSync, writeFileSync, existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { type Project, readProject, setScript } from './project.ts';
import { fileProblem, readTextFile } from '../../openapi/files/read-text-file.ts';
import { type Io, ExitCode, UserError } from '../io.ts';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CommandBinding } from '../binding.ts';
import { installLine } from '../../package-root.ts';
import { addons, manifestOf } from '../doctor/packages.ts';
import { workerScriptName } from '../doctor/worker-script.ts';
import { parse } from 'yaml';
import { readDocument } from '../inputs/read-document.ts';
import type { LoadedDocument } from '../../index.ts';
import { firstTest } from './first-test.ts';
import { inFolder, startSteps } from './frameworks.ts';

/** The options of `init`, as commander gives them. */
export interface InitFlags {
  readonly public?: string;
  /** A document of the user's own. */
  readonly spec?: string;
  readonly yes?: boolean;
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

/** Makes a front end's project ready for the mock. */
export async function init(flags: InitFlags, io: Io): Promise<ExitCode> {
  const asker = flags.yes || flags.force || flags.dryRun ? undefined : createAsker(io);
  try {
    return await setUp(flags, io, asker);
  } finally {
    asker?.close();
  }
}

async function setUp(flags: InitFlags, io: Io, asker: Asker | undefined): Promise<ExitCode> {
  const project = readProject(io);
  const folder = flags.public ?? (await likelyFolder(project, asker));
  const fakeOf = await readFakeOf(flags.spec, io);
  const isInPage = project.framework.onServer === undefined || flags.public !== undefined;
  const choices = { folder: isInPage ? insideOnly(folder) : undefined, ...fakeOf };
  const changes = planChanges(project, choices, io.service);
  const chosen = new Set<Change>();
  for (const change of changes) if (await isWanted(change, flags, asker)) chosen.add(change);
  if (io.signal.aborted) return ExitCode.interrupted;
  const mayWrite = flags.yes === true || flags.force === true || asker !== undefined;
  const writes = mayWrite && flags.dryRun !== true;
  if (writes) for (const change of chosen) apply(change, io);
  for (const change of changes) io.stdout.write(`${line(change, chosen.has(change))}\n`);
  if (flags.dryRun === true) return ExitCode.pass;
  if (!writes && chosen.size > 0) {
    throw new UserError(
      `Failed to set the project up: there is no terminal to ask on. Nothing was written. ` +
        'Add --yes, or --force to overwrite what differs.',
    );
  }
  io.stdout.write(nextSteps(project, io.service.packageName));
  return ExitCode.pass;
}

/** A document of the user's own, and the same for a page, which reads no YAML. */
interface OwnDocument {
  readonly spec: string;
  readonly json: string;
}

/** The document that the mock is of. */
interface FakeOf {
  readonly document: LoadedDocument;
  /** `undefined` for the one that the kit brings. */
  readonly userDocument: OwnDocument | undefined;
}

async function readFakeOf(spec: string | undefined, io: Io): Promise<FakeOf> {
  const document = await readDocument(spec === undefined ? {} : { spec }, io);
  const { text, otherFiles } = document;
  if (spec === undefined) return { document, userDocument: undefined };
  const json = `${JSON.stringify(parse(text), null, 2)}\n`;
  if (otherFiles.length === 0) return { document, userDocument: { spec, json } };
  throw new UserError(
    `Failed to set the project up: ${spec} refers to other files, which a page can't read. Bundle it into one file first.`,
  );
}

async function likelyFolder({ publicFolders }: Project, asker: Asker | undefined): Promise<string> {
  const [likeliest = 'public'] = publicFolders;
  if (publicFolders.length === 1 || asker === undefined) return likeliest;
  const answer = await asker.ask(`Which folder is served as it is? [${likeliest}] `);
  return answer === '' ? likeliest : answer;
}

function insideOnly(folder: string): string {
  const isOutside = isAbsolute(folder) || folder.split(/[\\/]/).includes('..');
  if (!isOutside) return folder;
  throw new UserError(
    `Failed to set the project up: ${folder} is outside of it. Name a folder in it.`,
  );
}

async function isWanted(
  { kind, file, what }: Change,
  flags: InitFlags,
  asker: Asker | undefined,
): Promise<boolean> {
  if (kind !== 'overwrite') return kind !== 'none';
  if (flags.force === true) return true;
  if (asker === undefined) return false;
  return /^y(?:es)?$/i.test(await asker.ask(`${file} differs (${what}). Overwrite it? [y/N] `));
}

function apply({ file, edit }: Change, { cwd }: Io): void {
  const text = edit(presentText(cwd, file) ?? '');
  try {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), text);
  } catch (error) {
    throw new UserError(`Failed to write ${file}: ${fileProblem(error)}. Check its folder.`);
  }
}

function line({ kind, file, what }: Change, isChosen: boolean): string {
  if (isChosen) return `  ${kind.padEnd(9)}  ${file}  (${what})`;
  return kind === 'none'
    ? `  as it is   ${file}  (${what})`
    : `  keep       ${file}  (it differs; --force overwrites it: ${what})`;
}

function nextSteps(project: Project, packageName: string): string {
  const { hasKit, framework, packages, sources } = project;
  const lines = [
    '',
    ...(hasKit ? [] : ['Install the kit:', `  npm install --save-dev ${packageName}`, '']),
    ...startSteps(framework, packages, sources),
    '',
    `In unit tests:  ${testPlace(project).run}`,
    'Over HTTP:      npm run mock',
    'A real one:     npm run verify -- https://…',
    ...missingAddons(),
    '',
  ];
  return lines.join('\n');
}

/** What each add-on that isn't installed would bring, and how to install it. */
function missingAddons(): string[] {
  const missing = addons.filter(([name]) => manifestOf(name) === undefined);
  if (missing.length === 0) return [];
  const width = Math.max(...missing.map(([, use]) => use.length));
  const lines = missing.map(([name, use]) => `  ${use.padEnd(width)}  ${installLine(name)}`);
  return ['', 'For more:', ...lines];
}

/** Asks the person at the terminal. */
interface Asker {
  /** The answer, without whitespace around; `''` where there is none, also at the end of input. */
  ask(question: string): Promise<string>;
  close(): void;
}

/** `undefined` where nobody sits at a terminal. */
function createAsker({ stdin: open, stdout, signal }: Io): Asker | undefined {
  const stdin = stdout.isTTY === true ? open?.() : undefined;
  if (stdin?.isTTY !== true) return undefined;
  const lines = createInterface({ input: stdin, signal });
  const answers = lines[Symbol.asyncIterator]();
  return {
    ask: async (question) => {
      stdout.write(question);
      const { value, done } = await answers.next();
      return done === true ? '' : value.trim();
    },
    close: () => lines.close(),
  };
}

/** One thing that `init` would do. */
export interface Change {
  /** The file, relative to the project, with `/`. */
  readonly file: string;
  /** What it is, in a few words. */
  readonly what: string;
  /** `overwrite` is asked first: what is there now is the user's. */
  readonly kind: 'create' | 'update' | 'overwrite' | 'none';
  /** The file's new text, given its present one. */
  readonly edit: (text: string) => string;
}

/** Where things go, and what the mock is of. */
interface Choices extends FakeOf {
  /** Where the worker script goes; `undefined` where the page asks the mock over HTTP. */
  readonly folder: string | undefined;
}

/** What it takes to set a project up: nothing where it is set up already. */
function planChanges(
  project: Project,
  { folder, userDocument, document }: Choices,
  { packageName, programName }: Pick<CommandBinding, 'packageName' | 'programName'>,
): Change[] {
  const spec = userDocument === undefined ? '' : ` --spec ${userDocument.spec}`;
  // As full as the page's own.
  const full = userDocument === undefined ? '' : ' --fill 25';
  const scripts = {
    mock: `${programName} mock${spec}${full}`,
    verify: `${programName} verify${spec}`,
  };
  const inPage =
    folder === undefined
      ? []
      : [workerChange(project, folder), handlerChange(project, packageName, userDocument)];
  return [
    ...inPage,
    ...(userDocument === undefined ? [] : [documentChange(project, userDocument)]),
    ...serverChanges(project),
    ...testChanges(project, packageName, { document, userDocument }),
    ...Object.entries(scripts).map(([name, line]) => scriptChange(project, name, line)),
  ];
}

/** What the page has of the user's document, beside the module with the mock. */
const DOCUMENT_PATH = './api.json';

/** Made of the document: it is nobody's own work. */
function documentChange({ cwd, sources }: Project, { spec, json }: OwnDocument): Change {
  const file = inFolder(sources, 'mocks/api.json');
  const present = presentText(cwd, file);
  const kind = present === undefined ? 'create' : present === json ? 'none' : 'update';
  return { file, what: `${spec} for the page`, kind, edit: () => json };
}

function workerChange({ cwd }: Project, folder: string): Change {
  const file = `${folder.replaceAll('\\', '/').replace(/\/+$/, '')}/${workerScriptName}`;
  const script = readFileSync(
    fileURLToPath(import.meta.resolve(`msw/${workerScriptName}`)),
    'utf8',
  );
  const present = presentText(cwd, file);
  // One of another version of msw is nobody's own work.
  const isMsw = present?.includes('INTEGRITY_CHECKSUM') === true;
  const kind = isMsw && present !== script ? 'update' : kindOf(present, script);
  return { file, what: "msw's service worker", kind, edit: () => script };
}

function handlerChange(
  { cwd, language, sources }: Project,
  packageName: string,
  document: OwnDocument | undefined,
): Change {
  const file = inFolder(sources, `mocks/browser.${language}`);
  const text =
    document === undefined
      ? `import { setupWorker } from '${packageName}/mocks/browser';

/** The mock in this page. Other profiles: 'typical', 'lenient', or answers of your own. */
export const worker = setupWorker({ profile: 'documented' });
`
      : `import { documentFrom, fill } from '${packageName}/mocks';
import { setupWorker } from '${packageName}/mocks/browser';
import api from '${DOCUMENT_PATH}';

/** The mock in this page. Where the page calls its API elsewhere: baseUrl: '/api'. */
export const worker = setupWorker({ document: documentFrom(api), fill: fill(25) });
`;
  return {
    file,
    what: 'the mock in a page',
    kind: kindOf(presentText(cwd, file), text),
    edit: () => text,
  };
}

function scriptChange({ scripts }: Project, name: string, line: string): Change {
  const present = scripts[name];
  const kind = present === undefined ? 'update' : present === line ? 'none' : 'overwrite';
  return {
    file: 'package.json',
    what: `script "${name}": ${line}`,
    kind,
    edit: (text) => setScript(text, name, line),
  };
}

function serverChanges(project: Project): Change[] {
  const made = project.framework.onServer?.(project);
  if (made === undefined) return [];
  const { file, what, text } = made;
  return [{ file, what, kind: kindOf(presentText(project.cwd, file), text), edit: () => text }];
}

/** A first test, for the user to go on with: one that is there stays as it is. */
function testChanges(
  project: Project,
  packageName: string,
  { document, userDocument }: FakeOf,
): Change[] {
  const { file, hasVitest } = testPlace(project);
  const text = firstTest({ document, packageName, hasVitest, json: userDocument && DOCUMENT_PATH });
  if (text === undefined) return [];
  const kind = presentText(project.cwd, file) === undefined ? 'create' : 'none';
  return [{ file, what: 'a first test', kind, edit: () => text }];
}

/** Where the first test is, or is to be, and what runs it. */
function testPlace({ cwd, language, sources, packages }: Project): {
  readonly file: string;
  readonly hasVitest: boolean;
  readonly run: string;
} {
  const hasVitest = packages.has('vitest');
  // The types of Node's runner are in few projects of pages, whose build would fail without them.
  const likely = hasVitest || language === 'js' ? language : 'mjs';
  const files = [likely, 'ts', 'js', 'mjs'].map((end) =>
    inFolder(sources, `mocks/api.test.${end}`),
  );
  const file = files.find((candidate) => existsSync(join(cwd, candidate))) ?? files[0]!;
  return { file, hasVitest, run: `${hasVitest ? 'npx vitest run' : 'node --test'} ${file}` };
}

function kindOf(present: string | undefined, wanted: string): Change['kind'] {
  if (present === undefined) return 'create';
  return present === wanted ? 'none' : 'overwrite';
}

/** @throws {UserError} where something is there that is no readable file. */
function presentText(cwd: string, file: string): string | undefined {
  try {
    return readTextFile(join(cwd, file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'ENOTDIR') {
      const culprit = nearest(cwd, file);
      throw new UserError(
        `Failed to write ${file}: ${culprit} is no folder. Move it out of the way, or name another folder.`,
      );
    }
    throw new UserError(`Failed to read ${file}: ${fileProblem(error)}. Move it out of the way.`);
  }
}

/** What is there of a path's folders, the innermost. */
function nearest(cwd: string, file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(cwd, folder))) folder = dirname(folder);
  return folder;
}
