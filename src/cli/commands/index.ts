import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { registerDredd } from './dredd.ts';
import { registerJudge } from './judge.ts';
import { registerLint } from './lint.ts';
import { registerMock } from './mock.ts';
import { registerProxy } from './proxy.ts';
import { registerVerify } from './verify.ts';

/** Adds every verb to the program, in the order in which --help shows them. */
export function registerCommands(program: Command, context: CommandContext): void {
  registerLint(program, context);
  registerMock(program, context);
  registerVerify(program, context);
  registerProxy(program, context);
  registerJudge(program, context);
  registerDredd(program, context);
}
