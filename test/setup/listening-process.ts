import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A server in a process of its own. */
export interface ListeningProcess extends AsyncDisposable {
  readonly url: string;
  readonly child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Ends it with a signal and waits until it is gone; gives its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** The messages of a log whose lines are JSON; a line that is none is one itself. */
export function messagesIn(log: string): string {
  return log.replaceAll(/^\{.*\}$/gm, (line) => (JSON.parse(line) as { message: string }).message);
}

/**
 * Starts `node` and waits until it prints JSON that says where it is `listening`.
 *
 * @param blocks What its files may have, in blocks of 512 bytes; default: any number.
 */
export async function startListening(
  args: readonly string[],
  blocks?: number,
): Promise<ListeningProcess> {
  const limited = ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, ...args];
  const [command, words] = blocks === undefined ? [process.execPath, args] : ['sh', limited];
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const { promise, resolve } = Promise.withResolvers<string>();
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    const [, url] = /"listening":"([^"]+)"/.exec(stdout) ?? [];
    if (url !== undefined) resolve(url);
  });
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return (await exited)[0];
  };
  const early = exited.then(([code]) => {
    throw new Error(`The server ended with ${code}: ${messagesIn(stderr)}`);
  });
  early.catch(() => {});
  const url = await Promise.race([promise, early]);
  return {
    url,
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    end,
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL');
    },
  };
}
