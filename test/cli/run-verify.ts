import { main } from '../../src/cli/main.ts';
import { checkReportsOf } from '../setup/check-report.ts';

/** What a command line came to. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The process around it, as far as a test sets it. */
export interface Around {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly signal?: AbortSignal;
  readonly isTTY?: boolean;
}

/** Runs `verify` as the command does; its JSON reports are held against their schema. */
export async function verify(args: readonly string[], around: Around = {}): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  const code = await main(['verify', ...args], {
    stdout: { write: (text) => (stdout += text), isTTY: around.isTTY === true },
    stderr: { write: (text) => (stderr += text) },
    env: around.env ?? {},
    cwd: around.cwd ?? process.cwd(),
    signal: around.signal ?? new AbortController().signal,
  });
  if (code !== 2) checkReportsOf(args, stdout, around.cwd ?? process.cwd());
  return { code, stdout, stderr };
}
