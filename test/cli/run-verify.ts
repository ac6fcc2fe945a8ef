import type { ProcessIo } from '../../src/cli/io.ts';
import { checkReportsOf } from '../setup/check-report.ts';
import { type Ran, run } from './run-main.ts';

export type { Ran } from './run-main.ts';

/** The process around it, as far as a test sets it. */
export type Around = Partial<ProcessIo> & { readonly isTTY?: boolean };

/** Runs `verify` as the command does; its JSON reports are held against their schema. */
export async function verify(args: readonly string[], around: Around = {}): Promise<Ran> {
  const { isTTY = false, ...io } = around;
  const ran = await run(['verify', ...args], { ...io, stdout: { isTTY, write: () => true } });
  if (ran.code !== 2) checkReportsOf(args, ran.stdout, around.cwd ?? process.cwd());
  return ran;
}
