import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { ExitCode } from '../exit-code.ts';
import { type Change, planChanges, presentText } from './plan.ts';
import { type Project, readProject } from './project.ts';
import { fileProblem } from '../../openapi/files/read-text-file.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';
import { createInterface } from 'node:readline';

/** The options of `init`, as commander gives them. */
export interface InitFlags {
  readonly public?: string;
  readonly yes?: boolean;
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

/** Makes a front end's project ready for the fake. */
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
  const changes = planChanges(project, insideOnly(folder), io.service);
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

function nextSteps({ hasKit }: Project, packageName: string): string {
  const fake = './mocks/browser';
  const lines = [
    '',
    ...(hasKit ? [] : ['Install the kit:', `  npm install --save-dev ${packageName}`, '']),
    'Where the page starts, before the app does:',
    '  if (import.meta.env.DEV) {',
    `    const { worker } = await import('${fake}');`,
    "    await worker.start({ onUnhandledFrame: 'bypass' });",
    '  }',
    '',
    `In unit tests:  import { setupServer } from '${packageName}/mocks/node';`,
    'Over HTTP:      npm run mock',
    'A real one:     npm run verify -- https://…',
    '',
  ];
  return lines.join('\n');
}

/** Asks the person at the terminal. */
export interface Asker {
  /** The answer, without whitespace around; `''` where there is none, also at the end of input. */
  ask(question: string): Promise<string>;
  close(): void;
}

/** `undefined` where nobody sits at a terminal. */
export function createAsker({ stdin, stdout, signal }: Io): Asker | undefined {
  if (stdin?.isTTY !== true || stdout.isTTY !== true) return undefined;
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
