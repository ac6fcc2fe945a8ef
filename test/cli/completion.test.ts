import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run as runMain } from './run-main.ts';

const run = promisify(execFile);
const bin = join(import.meta.dirname, '../../bin/plant-store.js');

let folder: string;
let env: NodeJS.ProcessEnv;

/** A folder with `plant-store` on the PATH, and files to complete. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'completion-'));
  const program = join(folder, 'plant-store');
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`);
  await chmod(program, 0o755);
  await writeFile(join(folder, 'traffic.har'), '{}');
  env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` };
});

afterAll(() => rm(folder, { recursive: true }));

function findShell(name: string): string | undefined {
  const folders = ['/bin', '/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  const found = folders.map((base) => join(base, name)).find((path) => existsSync(path));
  if (found === undefined) {
    process.stderr.write(
      `\n*** SKIPPED: completion in ${name}. It is not on this machine. ***\n\n`,
    );
  }
  return found;
}

/** What a shell offers after a tab, by asking the shell itself. */
const ASK: Readonly<Record<string, (line: string) => string>> = {
  bash: (line) => `
    source ./script.bash
    COMP_LINE=${quote(line)} COMP_POINT=${line.length}
    eval "COMP_WORDS=($COMP_LINE)"
    case $COMP_LINE in *' ') COMP_WORDS+=("");; esac
    COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    _plant_store
    printf '%s\\n' "\${COMPREPLY[@]}"`,
  fish: (line) => `
    source ./script.fish
    complete -C ${quote(line)} | string replace -r '\\t.*' ''
    true`,
  // zsh completes only where someone types; on a busy machine its answer takes a while.
  zsh: (line) => `
    zmodload zsh/zpty
    zpty typist zsh -f -i
    zpty -w typist 'PS1=; unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -C -d $PWD/.known'
    zpty -w typist 'zstyle ":completion:*" list-separator "|"; LISTMAX=999; stty cols 200'
    zpty -w typist 'source ./script.zsh; echo RE""ADY'
    for i in {1..100}; do zpty -r -t typist line && [[ $line = *READY* ]] && break; sleep 0.1; done
    zpty -w -n typist ${quote(line)}$'\\t\\t'
    for i in {1..30}; do while zpty -r -t typist line; do print -r -- "$line"; done; sleep 0.1; done
    zpty -d typist`,
};

const quote = (text: string): string => `'${text}'`;

async function offers(shell: string, path: string, line: string): Promise<string> {
  const flags = shell === 'zsh' ? ['-f'] : shell === 'bash' ? ['--norc'] : ['--no-config'];
  const script = ASK[shell]!(line);
  const options = { cwd: folder, env, timeout: 25_000 };
  const { stdout } = await run(path, [...flags, '-c', script], options);
  return shell === 'zsh' ? asRead(stdout) : stdout;
}

/** What a terminal was told, without how; zsh writes a word in pieces. */
function asRead(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/[\r\n\b]/g, '');
}

describe.concurrent.each(['bash', 'fish', 'zsh'])('%s', (shell) => {
  const path = findShell(shell);
  beforeAll(async () => {
    // As a profile has it, once for all lines.
    const { stdout } = await runMain(['completion', shell]);
    await writeFile(join(folder, `script.${shell}`), stdout);
    if (shell !== 'zsh' || path === undefined) return;
    // What zsh itself can complete: it takes a third of a second to find out.
    const script = 'autoload -Uz compinit; compinit -u -d $PWD/.known';
    await run(path, ['-f', '-c', script], { cwd: folder });
  });
  it.skipIf(path === undefined).each([
    ['plant-store ver', ['verify'], ['mock']],
    ['plant-store mock --lat', ['--latency'], ['--profile']],
    ['plant-store mock --profile ty', ['typical'], ['lenient']],
    ['plant-store mock --log s', ['silent'], ['pretty']],
    ['plant-store judge tr', ['traffic.har'], ['verify']],
    ['plant-store completion ', ['bash', 'zsh', 'fish'], ['traffic.har']],
  ])('%s', async (line, wanted, unwanted) => {
    const offered = await offers(shell, path!, line);
    for (const word of wanted) expect(offered).toContain(word);
    for (const word of unwanted) expect(offered).not.toContain(word);
  });
});

describe('what can follow', () => {
  const complete = async (...words: string[]): Promise<string[]> => {
    const { stdout } = await runMain(['complete', '--', ...words]);
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t')[0]!);
  };

  it('offers an option once, unless it can come again', async () => {
    const words = await complete('verify', '--strict', '--reporter', 'json', '-');
    expect(words).not.toContain('--strict');
    expect(words).toContain('--reporter');
  });

  it('offers values after an equals sign, as one word and as bash takes it apart', async () => {
    expect(await complete('verify', '--reporter=sa')).toEqual(['--reporter=sarif', ':files']);
    expect(await complete('verify', '--reporter', '=', 'sa')).toEqual(['sarif', ':files']);
    expect(await complete('verify', '--profile', '=')).toContain('typical');
  });

  it('offers nothing where a value can be anything, and after an unknown verb', async () => {
    expect(await complete('mock', '--port', '')).toEqual([]);
    expect(await complete('nonsense', '')).toEqual([]);
  });

  it('never names the command that the scripts ask', async () => {
    expect(await complete('')).not.toContain('complete');
  });
});

it('refuses a shell that it does not know', async () => {
  const failed = run(process.execPath, [bin, 'completion', 'tcsh']);
  await expect(failed).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('bash') });
});
