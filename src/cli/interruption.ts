/** How a command of this process is ended: by SIGINT, SIGTERM, or because nobody reads any longer. */
import { ExitCode } from './exit-code.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Milliseconds that a command has to put things in order; then the process ends. */
export const GRACE_MS = 900;

/**
 * Aborted by the first signal; its reason is the signal's name. Signals are heard only while someone
 * listens: else the system ends the process at once, also in the middle of work that lets nothing through.
 * Whoever listens has a moment, and a second signal ends the process.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Set<unknown>();
  let isHearing = false;
  const hear = (name: NodeJS.Signals): void => {
    for (const other of SIGNALS) process.off(other, hear);
    isHearing = false;
    setTimeout(() => process.exit(ExitCode.interrupted), GRACE_MS).unref();
    controller.abort(name);
  };
  const follow = (): void => {
    // Only where it changes: a signal that arrives while its handler is put back is lost.
    const isWanted = listeners.size > 0 && !signal.aborted;
    if (isWanted === isHearing) return;
    isHearing = isWanted;
    for (const name of SIGNALS) process[isWanted ? 'on' : 'off'](name, hear);
  };
  const { prototype } = EventTarget;
  signal.addEventListener = (...words: Parameters<EventTarget['addEventListener']>): void => {
    listeners.add(words[1]);
    prototype.addEventListener.apply(signal, words);
    follow();
  };
  signal.removeEventListener = (...words: Parameters<EventTarget['removeEventListener']>): void => {
    listeners.delete(words[1]);
    prototype.removeEventListener.apply(signal, words);
    follow();
  };
  // Whoever reads has gone, as `| head` does: that ends the command, as a signal would.
  const gone = (error: NodeJS.ErrnoException): void => {
    if (error.code !== 'EPIPE') throw error;
    controller.abort('SIGPIPE');
  };
  process.stdout.on('error', gone);
  process.stderr.on('error', gone);
  return signal;
}
