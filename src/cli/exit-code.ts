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
