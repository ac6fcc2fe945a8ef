import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';

export function registerLint(_program: Command, _context: CommandContext): void {
  // Being written.
}
