/** The composite action, run step by step as GitHub's runner does it. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

/** What an expression can name: `inputs.token`, `strategy.job-index`, `steps.verify.outputs.sarif`. */
type Context = (name: string) => string;

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

/** Runs the steps of `action.yml` in a job: a folder of the runner's, and a checked-out repository. */
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
    const step = this.#action.runs.steps.find((candidate) => candidate.id === id)!;
    const folder = this.#folder;
    const files = {
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_STEP_SUMMARY: join(folder, 'sum'),
    };
    for (const file of Object.values(files)) await writeFile(file, '');
    const given = evaluated(step.env, this.#context(inputs, {}));
    const job = {
      RUNNER_TEMP: folder,
      GITHUB_ACTIONS: 'true',
      GITHUB_JOB: 'contract',
      GITHUB_WORKSPACE: folder,
      GITHUB_WORKFLOW_REF: 'octocat/hello/.github/workflows/contract.yml@refs/heads/main',
    };
    const { code, text } = await runBash(step.run!, folder, {
      ...process.env,
      ...job,
      ...files,
      ...given,
    });
    const written = (await readFile(files.GITHUB_OUTPUT, 'utf8')).matchAll(/^(\w+)=(.*)$/gm);
    const outputs = Object.fromEntries([...written].map(([, name, value]) => [name, value]));
    return { code, text, outputs, summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8') };
  }

  /** What a step that another action does is given, after `verify`; `undefined` where it is skipped. */
  given(
    id: string,
    inputs: Readonly<Record<string, string>>,
    verified: Outcome,
  ): Readonly<Record<string, string>> | undefined {
    const step = this.#action.runs.steps.find((candidate) => candidate.id === id)!;
    const context = this.#context(inputs, verified.outputs);
    const isRun = (step.if ?? '')
      .replaceAll(/^\$\{\{ | \}\}$/g, '')
      .split(' && ')
      .every((term) => {
        const [, name = '', operator, text] = /^([\w.-]+) ([!=]=) '(.*)'$/.exec(term) ?? [];
        return term === 'always()' || (context(name) === text) === (operator === '==');
      });
    return isRun ? evaluated(step.with, context) : undefined;
  }

  #context(
    inputs: Readonly<Record<string, string>>,
    outputs: Readonly<Record<string, string>>,
  ): Context {
    return (name) => {
      const [kind, ...path] = name.split('.');
      if (kind === 'strategy') return { 'job-index': '0', 'job-total': '1' }[path[0]!]!;
      if (kind === 'steps') return outputs[path[2]!] ?? '';
      const input = this.#action.inputs[path[0]!];
      if (kind !== 'inputs' || input === undefined) throw new Error(`There is no ${name}.`);
      return inputs[path[0]!] ?? input.default ?? '';
    };
  }
}

function evaluated(
  texts: Readonly<Record<string, string>> = {},
  context: Context,
): Readonly<Record<string, string>> {
  const entries = Object.entries(texts).map(([key, text]) => [
    key,
    text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => context(name)),
  ]);
  return Object.fromEntries(entries);
}

/** Runs a script as CI's runners do: the first command that fails ends it. */
export function runBash(
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
