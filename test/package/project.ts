import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { runNpm } from '../setup/run-npm.ts';

const TSC = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
/** What a process came to. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A server's process. */
export interface Serving extends AsyncDisposable {
  readonly url: string;
  /** What it has written on standard error so far. */
  stderr(): string;
}

/** A user's project with the packed kit in it, and nothing else. */
export class Project implements AsyncDisposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async #empty(): Promise<Project> {
    // Node names modules by their real paths.
    const project = new Project(await realpath(await mkdtemp(join(tmpdir(), 'kit-user-'))));
    await project.write('package.json', '{ "private": true, "type": "module" }\n');
    return project;
  }

  /** A folder of its own with what is installed in another one. */
  static async sharing(installed: string): Promise<Project> {
    const project = await Project.#empty();
    const modules = 'node_modules';
    await symlink(join(installed, modules), join(project.folder, modules), 'junction');
    return project;
  }

  npm(words: readonly string[]): Promise<string> {
    return runNpm(words, this.folder);
  }

  async write(name: string, text: string): Promise<void> {
    await writeFile(join(this.folder, name), text);
  }

  /** Runs a module's text in the project. */
  async node(text: string, flags: readonly string[] = []): Promise<Ran> {
    return await this.#run([...flags, '--input-type=module', '--eval', text]);
  }

  /** Runs the kit's command to its end. */
  async kit(...words: readonly string[]): Promise<Ran> {
    return await this.#run([this.#bin(), ...words]);
  }

  /** Runs the repository's TypeScript in the project. */
  async tsc(...words: readonly string[]): Promise<Ran> {
    return await this.#run([TSC, ...words]);
  }

  /** Starts one of the kit's servers, and waits until it says where it listens. */
  async serve(...words: readonly string[]): Promise<Serving> {
    const args = [this.#bin(), ...words, '--port', '0', '--log', 'json'];
    const child = spawn(process.execPath, args, {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      // No test is that long: a server that says nothing ends, and its lines with it.
      timeout: 55_000,
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const lines = createInterface(child.stdout);
    const { value } = (await lines[Symbol.asyncIterator]().next()) as { value?: string };
    const { listening } = JSON.parse(value ?? '{}') as { listening?: string };
    if (listening === undefined) throw new Error(`It doesn't listen: ${stderr}`);
    const stop = async (): Promise<void> => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    };
    return { url: listening, stderr: () => stderr, [Symbol.asyncDispose]: stop };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true });
  }

  #bin(): string {
    return join(this.folder, 'node_modules/plant-store-kit/bin/plant-store.js');
  }

  async #run(args: readonly string[]): Promise<Ran> {
    const options = { cwd: this.folder, timeout: 50_000, maxBuffer: 2 ** 26 };
    try {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args, options);
      return { code: 0, stdout, stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as Ran;
      return { code, stdout, stderr };
    }
  }
}
