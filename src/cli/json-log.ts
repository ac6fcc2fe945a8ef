import { explain } from './explain.ts';
import type { CommandContext, Io } from './io.ts';

/** How much a line of the log matters. */
export type Level = 'info' | 'warn' | 'error';

/** A line of the JSON log, with its end of line: an object with time (RFC 3339), level, message and more. */
export function jsonLine(
  level: Level,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
  now: Date = new Date(),
): string {
  return `${JSON.stringify({ time: now.toISOString(), level, message, ...more })}\n`;
}

/** Runs a command whose messages are in the format of its log, also that of why it went wrong. */
export async function inLog(
  format: string,
  context: CommandContext,
  run: (io: Io) => Promise<void>,
): Promise<void> {
  if (format !== 'json') {
    await run(context.io);
    return;
  }
  const told = withJsonLog(context.io);
  try {
    await run(told);
  } catch (error) {
    context.exit(explain(error, told));
  }
}

/** The same surroundings, where every message becomes a line of the JSON log. */
function withJsonLog(io: Io): Io {
  const { stderr } = io;
  const write = (text: string): void => {
    const message = text.trim().replace(/^Warning: /, '');
    if (message !== '') stderr.write(jsonLine(levelOf(text), message));
  };
  io.takeWarnings?.(({ name, message }) => stderr.write(jsonLine('warn', message, { name })));
  return { ...io, stderr: { write } };
}

/** Messages begin alike: see CONTRIBUTING. */
function levelOf(text: string): Level {
  if (text.startsWith('Failed')) return 'error';
  return text.startsWith('Warning') ? 'warn' : 'info';
}
