import { isLoopback } from '../../http/host.ts';
import { defaults } from '../../index.ts';
import { type Io, type ExitCode, UserError } from '../io.ts';

/**
 * Starts a server.
 *
 * @throws {UserError} where it can't listen, with what to do about it.
 */
export async function listenOrExplain<Started>(
  start: () => Promise<Started>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Started> {
  try {
    return await start();
  } catch (error) {
    const { code = '', syscall, message } = error as NodeJS.ErrnoException;
    const causes: Record<string, string> = {
      EADDRINUSE: `port ${port} is in use. Stop what listens there, or take another with --port (0 for any)`,
      EACCES: `port ${port} may not be used. Take one above 1023 with --port`,
      EADDRNOTAVAIL: `this machine has no address ${host}. Check --host`,
      ENOTFOUND: `there is no host ${host}. Check --host`,
    };
    // What the system doesn't say is about something else, and says so itself.
    if (syscall === undefined) throw error;
    throw new UserError(`Failed to listen on ${host}: ${causes[code] ?? message}.`);
  }
}

/** Says so where a server listens on more than the loopback interface. */
export function warnOfStrangers(host: string, what: 'mock' | 'proxy', io: Io): void {
  if (isLoopback(host)) return;
  io.stderr.write(`Warning: listening on ${host}, so that other machines can reach the ${what}.\n`);
}

/** Flags of what has a control API. */
export interface ControlFlags {
  readonly host: string;
  readonly control?: boolean | undefined;
  readonly controlToken?: string;
  readonly trustProxy?: boolean | undefined;
}

/**
 * The token of the control API: the flag's, else the environment's.
 *
 * @throws {UserError} where the flag is empty.
 */
export function controlToken({ controlToken: given }: ControlFlags, io: Io): string | undefined {
  if (given === '') {
    throw new UserError(
      'Failed to use the control token: it is empty. Leave --control-token out, to ask for none.',
    );
  }
  return given ?? (io.env[io.service.controlTokenVariable] || undefined);
}

/**
 * Asks for the time that `--drain` takes beside what every command has.
 *
 * @param then Milliseconds for what comes after it (default: 0), and how the process ends where that doesn't do
 *   (default: as interrupted).
 */
export function askForDrain(
  { drain }: { readonly drain: number },
  io: Io,
  { more = 0, code }: { readonly more?: number; readonly code?: ExitCode } = {},
): void {
  io.askForTime?.(more + Math.max(0, drain - defaults.drain), code);
}

/** Where the inspector is, or how to open it. */
export function inspectorLine(url: string, flags: ControlFlags, io: Io): string[] {
  if (flags.control === false) return [];
  const hasToken = controlToken(flags, io) !== undefined;
  if (hasToken) return [`Inspector: ${url}/_kit/ (it asks for the control token)`];
  if (isLoopback(flags.host) && flags.trustProxy !== true) return [`Inspector: ${url}/_kit/`];
  const variable = io.service.controlTokenVariable;
  return [`Inspector and control API are closed. To open them: --control-token, or ${variable}`];
}
