import type { ProcessIo } from './io.ts';

/** Milliseconds between two looks. */
const LOOK_MS = 250;

/**
 * Ends the process, as SIGTERM would, once its parent has gone. npm and npx pass a signal on to the shell that they
 * have started, and that shell, where it is dash, ends without its child. Only what npm runs by itself: what its script
 * has put into the background is to stay.
 *
 * @param programName As the script calls it.
 */
export function endWithParent({ env }: Pick<ProcessIo, 'env'>, programName: string): void {
  if (!runsInFront(env['npm_lifecycle_script'] ?? '', programName)) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS).unref();
}

/** Whether a script runs the program, and puts nothing into the background. */
export function runsInFront(script: string, programName: string): boolean {
  return script.includes(programName) && !/(?<![&>])&(?![&>])/.test(script);
}
