/** The composite action, run step by step as GitHub's runner does it. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

/** What became of a step. */
export interface Outcome {
  readonly code: number;
  readonly text: string;
  /** What the step wrote to $GITHUB_OUTPUT. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** Runs the steps of `action.yml`. */
export class ActionRunner {
  readonly #action: Action;
  /** What the steps know as $RUNNER_TEMP. */
  readonly #folder: string;

  private constructor(action: Action, folder: string) {
    this.#action = action;
    this.#folder = folder;
  }

  static async in(folder: string): Promise<ActionRunner> {
    const file = join(import.meta.dirname, '../../action.yml');
    return new ActionRunner(parse(await readFile(file, 'utf8')) as Action, folder);
  }

  /** The scripts of all steps that have one. */
  get scripts(): string[] {
    return this.#action.runs.steps.flatMap(({ run }) => run ?? []);
  }

  /** Runs a step: inputs go to its environment, its script to bash. */
  async run(id: string, inputs: Readonly<Record<string, string>>): Promise<Outcome> {
    const step = this.#action.runs.steps.find((one) => one.id === id)!;
    const folder = this.#folder;
    const files = {
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_STEP_SUMMARY: join(folder, 'sum'),
    };
    for (const file of Object.values(files)) await writeFile(file, '');
    const given = Object.entries(step.env ?? {}).map(([name, text]) => [
      name,
      this.#evaluate(text, inputs),
    ]);
    const env = { ...process.env, RUNNER_TEMP: folder, ...files, ...Object.fromEntries(given) };
    const { code, text } = await bash(step.run!, folder, env);
    const lines = (await readFile(files.GITHUB_OUTPUT, 'utf8')).split('\n').filter(Boolean);
    const outputs = Object.fromEntries(lines.map((line) => line.split('=') as [string, string]));
    return { code, text, outputs, summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8') };
  }

  #evaluate(text: string, inputs: Readonly<Record<string, string>>): string {
    return text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => {
      const input = this.#action.inputs[name];
      if (input === undefined) throw new Error(`The action has no input ${name}.`);
      return inputs[name] ?? input.default ?? '';
    });
  }
}

function bash(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number; readonly text: string }> {
  const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  return new Promise((resolve) => {
    execFile('bash', shell, { env, cwd, timeout: 120_000 }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
      resolve({ code, text: stdout + stderr });
    });
  });
}
