import { plantStore } from '../../mocks/command.ts';
import type { ProcessIo } from '../../src/cli/io.ts';
import { main as boundMain } from '../../src/cli/main.ts';

/** The command line of this service. */
export function main(words: readonly string[], io: ProcessIo): Promise<number> {
  return boundMain(words, io, plantStore);
}

/** What a command line came to. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that serves, in this process. */
export interface Serving {
  readonly url: string;
  stdout(): string;
  stderr(): string;
  /** Ends it as a signal does. Default: SIGTERM. */
  stop(signal?: NodeJS.Signals): Promise<Ran>;
}

/**
 * Runs a command line to its end.
 *
 * @param around What is left out is empty, or this process's; what is written is kept, not passed on.
 */
export async function run(words: readonly string[], around: Partial<ProcessIo> = {}): Promise<Ran> {
  return await start(words, around).ended;
}

/** Starts a command and waits until it says where it listens. */
export async function serve(
  words: readonly string[],
  around: Partial<ProcessIo> = {},
): Promise<Serving> {
  const controller = new AbortController();
  const { promise: listening, resolve } = Promise.withResolvers<string>();
  const { ended, stdout, stderr } = start(
    words,
    { ...around, signal: controller.signal },
    (text) => {
      const url = /http:\/\/[\w.:[\]]+:\d+/.exec(text)?.[0];
      if (url !== undefined) resolve(url);
    },
  );
  const early = ended.then(({ code }) => {
    throw new Error(`It ended with ${code}: ${stderr()}`);
  });
  const url = await Promise.race([listening, early]);
  early.catch(() => {});
  const stop = (signal: NodeJS.Signals = 'SIGTERM'): Promise<Ran> => {
    controller.abort(signal);
    return ended;
  };
  return { url, stdout, stderr, stop };
}

function start(
  words: readonly string[],
  around: Partial<ProcessIo>,
  told: (stdout: string) => void = () => {},
): Pick<Serving, 'stdout' | 'stderr'> & { readonly ended: Promise<Ran> } {
  let stdout = '';
  let stderr = '';
  const ended = main(words, {
    cwd: process.cwd(),
    signal: new AbortController().signal,
    ...around,
    // As bin/plant-store.js has it.
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...around.env },
    stdout: {
      ...around.stdout,
      write: (text) => {
        stdout += text;
        told(stdout);
      },
    },
    stderr: { write: (text) => (stderr += text) },
  });
  return {
    ended: ended.then((code) => ({ code, stdout, stderr })),
    stdout: () => stdout,
    stderr: () => stderr,
  };
}
