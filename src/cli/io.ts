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
  /** Milliseconds that a command has after that. Default: as many as it takes. */
  readonly grace?: number | undefined;
}

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
