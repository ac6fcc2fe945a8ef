import {
  DiagnosticError,
  type LoadedDocument,
  type MockInputs,
  type OpenApiDocument,
  type ProfileAnswers,
  type Scenario,
  type ScenarioFile,
  type SharedStore,
  connectStore,
  loadRecording,
  loadScenario,
  loadSeed,
} from '../../index.ts';
import { requireTool } from '../doctor/packages.ts';
import { type Io, UserError } from '../io.ts';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RequestHandler } from 'msw';
import { count } from '../../openapi/count.ts';
import { fileProblem } from '../../openapi/files/read-text-file.ts';
import { refuseAddress } from '../inputs/addresses.ts';
import {
  type DocumentFlags,
  readProfile,
  shownPath,
  unknownName,
} from '../inputs/read-document.ts';
import { readInput } from '../inputs/read-input.ts';
import { comesOnce } from '../inputs/read-once.ts';
import type { NamingFlags, OwnFlags } from './several.ts';
import { errorMessage } from '../../openapi/error-message.ts';

/** Where the command line says that the mock's files are. */
export interface InputFlags extends DocumentFlags, OwnFlags {
  readonly spec: string;
}

/**
 * Reads all files that the mock of a document answers from; the user's own scenarios count more than the service's.
 *
 * @throws {UserError} where one can't be read, or `--scenario` names none.
 * @throws {DiagnosticError} with everything that is wrong with one.
 */
export async function readMockInputs(
  flags: InputFlags,
  io: Io,
  document: LoadedDocument,
): Promise<MockInputs & { readonly document: LoadedDocument }> {
  const { seed, profile, har } = flags;
  const { scenarios, ...content } = await io.service.contentFor(document);
  const seeded =
    seed === undefined
      ? { seed, collections: undefined }
      : await loadSeed({ text: readInput(seed, 'the seed', '--seed', io), file: seed }, document);
  const named = await readScenarios(flags, document, io);
  return {
    ...content,
    ...seeded,
    document,
    recording: har === undefined ? undefined : await readRecording(har, document, io),
    profile: await readProfile(profile, document, io),
    scenario: named.scenario,
    scenarios: new Map<string, Scenario | ScenarioFile>([
      ...Object.entries(scenarios),
      ...named.scenarios,
    ]),
  };
}

async function readRecording(
  file: string,
  document: LoadedDocument,
  io: Io,
): Promise<MockInputs['recording']> {
  const text = readInput(file, 'the recording', '--har', io);
  const recording = await loadRecording({ text, file }, document);
  const { answers, skipped } = recording;
  if (answers === 0) {
    throw new UserError(
      `Failed to use the recording ${file}: no request in it is for an operation of ${document.file}, with its whole answer. Record it again, or leave --har out.`,
    );
  }
  const others = skipped === 0 ? '' : `; ${count(skipped, 'entry')} left out`;
  io.stderr.write(`${file}: ${count(answers, 'recorded answer')}${others}.\n`);
  return recording;
}

/**
 * The paths of those files, and of the folder of scenarios, to be watched.
 *
 * @throws {UserError} where one can be read only once.
 */
export function watchedPaths(
  { spec, profile, seed, har, scenario, scenarios, handlers }: InputFlags,
  io: Io,
): Set<string> {
  const { profileNames, profileFile } = io.service;
  const profilePath = profile && profileNames.includes(profile) ? profileFile(profile) : profile;
  const paths = [spec, profilePath, seed, har, scenario, scenarios, handlers]
    .filter((path) => path !== undefined)
    .map((path) => {
      if (!comesOnce(path, io)) return resolve(io.cwd, path);
      throw new UserError(
        `Failed to watch ${path}: it can be read only once. Name a file, or leave --watch out.`,
      );
    });
  return new Set(paths);
}

/** The user's own scenarios, and the one to begin with. */
interface ScenarioInputs {
  /** By name: the file's, without its ending. */
  readonly scenarios: ReadonlyMap<string, Scenario>;
  /** One of them, or of the kit's. */
  readonly scenario: string | undefined;
}

const IS_SCENARIO = /\.(?:ya?ml|json)$/;

async function readScenarios(
  { scenario, scenarios: folder }: InputFlags,
  document: OpenApiDocument,
  io: Io,
): Promise<ScenarioInputs> {
  const files = folder === undefined ? [] : scenarioFiles(folder, io);
  const names = [...new Set([...io.service.scenarioNames, ...files.map(nameOf)])];
  const isFile = scenario !== undefined && !names.includes(scenario);
  if (isFile) {
    refuseAddress(scenario, 'read the scenario', '--scenario');
    if (!existsSync(resolve(io.cwd, scenario))) throw unknownName('scenario', scenario, names);
    files.push(scenario);
  }
  const profiles = files.length === 0 ? {} : await readProfiles(document, io);
  const scenarios = new Map<string, Scenario>();
  for (const file of files) {
    const text = readInput(file, 'the scenario', '--scenario', io);
    scenarios.set(nameOf(file), await loadScenario({ text, file }, document, profiles));
  }
  return { scenarios, scenario: isFile ? nameOf(scenario) : scenario };
}

function scenarioFiles(folder: string, io: Io): string[] {
  refuseAddress(folder, 'read the scenarios', '--scenarios', 'folder');
  try {
    const names = readdirSync(resolve(io.cwd, folder)).filter((name) => IS_SCENARIO.test(name));
    return names.sort().map((name) => join(folder, name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const cause = code === 'ENOENT' ? 'there is no such folder' : fileProblem(error);
    throw new UserError(
      `Failed to read the scenarios in ${folder}: ${code === 'ENOTDIR' ? 'it is no folder' : cause}. Check the path after --scenarios.`,
    );
  }
}

function nameOf(file: string): string {
  return basename(file).replace(IS_SCENARIO, '');
}

/** Those of the kit that are profiles of this document. */
async function readProfiles(
  document: OpenApiDocument,
  io: Io,
): Promise<Record<string, ProfileAnswers>> {
  const profiles: Record<string, ProfileAnswers> = {};
  for (const name of io.service.profileNames) {
    try {
      profiles[name] = (await readProfile(name, document, io))!;
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
    }
  }
  return profiles;
}

/** How often a file was imported: Node keeps a module under its address. */
let imports = 0;

/**
 * The msw handlers that a module exports, as the file is now. What it imports itself stays as it was
 * when it was loaded first.
 *
 * @throws {UserError} where it can't be loaded, or exports none.
 */
export async function importHandlers(file: string, io: Io): Promise<RequestHandler[]> {
  const fail = (cause: string, help: string): never => {
    throw new UserError(`Failed to load the handlers ${file}: ${cause}. ${help}`);
  };
  refuseAddress(file, 'load the handlers', '--handlers');
  const path = resolve(io.cwd, file);
  if (!existsSync(path)) return fail('there is no such file', 'Check the path after --handlers.');
  let module: { default?: unknown; handlers?: unknown };
  try {
    module = (await import(freshAddress(path))) as typeof module;
  } catch (error) {
    const cause = errorMessage(error);
    const place = await failedPlace(error, path, io.cwd);
    const where = place === undefined ? '' : ` (${place})`;
    return fail(`${cause}${where}`, 'It must be a module that Node can import.');
  }
  const exported = module.handlers ?? module.default;
  if (isList(exported)) return exported;
  // Of `module.exports = { … }`, Node doesn't see every name.
  const { handlers } = (exported ?? {}) as { readonly handlers?: unknown };
  if (isList(handlers)) return handlers;
  return fail(
    'it exports no list of msw handlers',
    'Write `export const handlers = [http.post(…)]`, with http from "msw/http".',
  );
}

function isList(value: unknown): value is RequestHandler[] {
  return (
    Array.isArray(value) &&
    value.every(
      (handler: unknown) => typeof (handler as { run?: unknown } | null)?.run === 'function',
    )
  );
}

/** One that Node has loaded nothing from yet. */
function freshAddress(path: string): string {
  const url = pathToFileURL(path);
  if (imports > 0) url.search = `again=${imports}`;
  imports += 1;
  // A CommonJS module is kept under its path, whatever the address says.
  delete createRequire(url).cache[realpathSync(path)];
  return url.href;
}

/** A path, with its line and column, at the end of a line of a stack. */
const PLACE = /(file:\/\/)?((?:\/|[A-Z]:\\)[^\n()?]*?)(?:\?[^\n:)]*)?:(\d+)(?::(\d+))?\)?$/gm;

/**
 * Where a module failed that was imported, as `file:line:column`; `undefined` where Node doesn't say.
 *
 * @param path The module's own.
 * @param cwd What files are shown relative to.
 */
export async function failedPlace(
  error: unknown,
  path: string,
  cwd: string,
): Promise<string | undefined> {
  if (!(error instanceof Error)) return undefined;
  const place = placeIn(error.stack ?? '', cwd);
  // Of an ES module that it can't parse, Node tells the place only on standard error.
  const isUnplaced = place === undefined && error instanceof SyntaxError;
  return isUnplaced ? placeIn(await checked(path), cwd) : place;
}

function placeIn(stack: string, cwd: string): string | undefined {
  for (const [, scheme, text = '', line, column] of stack.matchAll(PLACE)) {
    const path = scheme === undefined ? text : fileURLToPath(`file://${text}`);
    if (/[\\/]node_modules[\\/]/.test(path) || !existsSync(path)) continue;
    return [shownPath(path, cwd), line, ...(column === undefined ? [] : [column])].join(':');
  }
  return undefined;
}

/** What `node --check` says of a file, without running it. */
function checked(path: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, ['--check', path], { timeout: 5000 }, (_error, _stdout, stderr) => {
    resolve(stderr);
  });
  return promise;
}

/** What is said of the store. */
export interface StoreFlags {
  readonly store?: string;
  readonly storePrefix?: string;
  /** Milliseconds. */
  readonly wait: number;
  readonly sandboxIdle?: number | undefined;
}

/** The part of each document, by the path that the document is below; empty where nothing is shared. */
export type Stores = ReadonlyMap<string, SharedStore>;

/**
 * Connects to the store.
 *
 * @throws {UserError} where it can't be used with the other flags, or `redis` isn't installed.
 * @throws {StoreAwayError} where it can't be reached in time.
 */
export async function connectStores(
  documents: readonly { readonly name: string }[],
  flags: StoreFlags & Pick<NamingFlags, 'persist' | 'har'>,
  io: Io,
): Promise<Stores> {
  const { store: url, storePrefix = 'mock', wait, sandboxIdle } = flags;
  const stores = new Map<string, SharedStore>();
  if (url === undefined) return stores;
  demandStore(url, flags);
  for (const { name } of documents) {
    const prefix = name === '' ? storePrefix : `${storePrefix}:${name}`;
    const onTrouble = (message: string): void => void io.stderr.write(`${message}\n`);
    stores.set(name, await connectStore({ url, prefix, wait, sandboxIdle, onTrouble }));
  }
  return stores;
}

function demandStore(url: string, flags: Pick<NamingFlags, 'persist' | 'har'>): void {
  const stray = (['persist', 'har'] as const).find((flag) => flags[flag] !== undefined);
  if (stray !== undefined) {
    throw new UserError(
      `Failed to share the store: --${stray} is for a mock of its own. Leave --${stray} or --store out.`,
    );
  }
  if (!/^rediss?:\/\/[^/]/.test(url) || !URL.canParse(url)) {
    throw new UserError(
      'Failed to share the store: --store is no redis:// or rediss:// URL. Write it as redis://host:6379.',
    );
  }
  requireTool('redis', 'share the store');
}
