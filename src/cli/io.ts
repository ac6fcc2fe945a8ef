import type { CommandBinding } from './binding.ts';

/** Where a text goes: standard output, standard error, or a test's buffer. */
export interface TextSink {
  write(text: string): unknown;
  /** True where a person looks at a terminal; decides on colour and progress. */
  readonly isTTY?: boolean | undefined;
  /** Width of the terminal in columns. */
  readonly columns?: number | undefined;
}

/** Where answers to questions come from. */
export type TextSource = NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined };

/** What `main` gets of the process around it. Tests pass their own. */
export interface ProcessIo {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  /** Opens what is asked only where a person sits at it. Default: nobody does. */
  readonly stdin?: (() => TextSource) | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Relative paths on the command line are resolved against this folder. */
  readonly cwd: string;
  /** Aborted by SIGINT, SIGTERM or a closed pipe (SIGPIPE); its reason is the signal's name. */
  readonly signal: AbortSignal;
  /** Has the process's own warnings told by someone else. Default: Node tells them. */
  readonly takeWarnings?: ((tell: (warning: Error) => void) => void) | undefined;
  /** Asks for so many milliseconds more after that, and says how the process ends where they don't do: by default as interrupted. Default: nobody counts them. */
  readonly askForTime?: AskForTime | undefined;
}

type AskForTime = (ms: number, code?: ExitCode) => void;

/** Everything that a command may touch of what is around it. */
export interface Io extends ProcessIo {
  /** What it uses when nothing else is said. */
  readonly service: CommandBinding;
}

/** Whether to colour what goes to `sink`: a terminal, and no NO_COLOR (https://no-color.org). */
export function wantsColor(io: Io, sink: TextSink = io.stdout): boolean {
  return sink.isTTY === true && (io.env['NO_COLOR'] ?? '') === '' && io.env['TERM'] !== 'dumb';
}

/** What a command gets from `main`. */
export interface CommandContext {
  readonly io: Io;
  /** Sets the exit code that `main` returns; default 0. */
  exit(code: number): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Milliseconds that a command has to put things in order; then the process ends. */
export const GRACE_MS = 900;

/**
 * Aborted by the first signal; its reason is the signal's name. Signals are heard only while someone
 * listens: else the system ends the process at once, also in the middle of work that lets nothing through.
 * Whoever listens has a moment, or as much as was asked for, and a second signal ends the process.
 */
export function interruption(): { signal: AbortSignal; askForTime: AskForTime } {
  let more = 0;
  let end: ExitCode = ExitCode.interrupted;
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Set<unknown>();
  let isHearing = false;
  const hear = (name: NodeJS.Signals): void => {
    for (const other of SIGNALS) process.off(other, hear);
    isHearing = false;
    setTimeout(() => process.exit(end), GRACE_MS + more).unref();
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
  const askForTime: AskForTime = (ms, code = end) => {
    more = Math.max(more, ms);
    end = code;
  };
  return { signal, askForTime };
}

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

/** What the process says to its caller. */
export const ExitCode = {
  /** Everything asked for was done and found well. */
  pass: 0,
  /** The verdict is `fail`: a violation, or a lint finding. */
  fail: 1,
  /** Wrong usage, or an input that can't be read. */
  usage: 2,
  /** The target can't be reached, so nothing was verified. */
  unreachable: 3,
  /** Nothing was found wrong, and too little was verified. */
  inconclusive: 4,
  /** Ended by Ctrl-C before the end (128 + SIGINT). */
  interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/**
 * A failure that the user can mend: printed as its message, without a stack trace.
 * The message follows «Failed to ‹act›: ‹cause›. ‹what to do›».
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly exitCode: ExitCode;

  /** @param exitCode Default: 2, wrong usage or unreadable input. */
  constructor(message: string, exitCode: ExitCode = ExitCode.usage) {
    super(message);
    this.exitCode = exitCode;
  }
}
