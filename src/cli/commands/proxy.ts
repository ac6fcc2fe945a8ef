import type { Command } from 'commander';
import { defaults } from '../../face/defaults.ts';
import type { CommandContext } from '../io.ts';
import { addListening, addServing, addTrust, requestTimeoutOption } from './shared-options.ts';
import { integerOption, timeOption, originOption } from '../inputs/option-parsers.ts';
import { inLog } from '../json-log.ts';
import type { ProxyFlags } from '../proxy/proxy.ts';

/** Adds `proxy <base_url>`: the Prism gateway in front of a real server. */
export function registerProxy(program: Command, context: CommandContext): void {
  const { service } = context.io;
  const command = program
    .command('proxy')
    .summary('validate and record the traffic to a real server (Prism)')
    .description('Validate and record every exchange with a real server (Prism).')
    .argument('<base_url>', 'where the real server answers; a path in it is kept');
  addListening(command, service)
    .option(
      '--allow-origin <origin>',
      'let pages of this origin use the proxy, and accept its host name; * means any; repeatable',
      originOption,
    )
    .option('--errors', 'answer a violation with an error, instead of only reporting it')
    .option(
      '--prism-deadline <ms>',
      'how long an answer waits for its sl-violations header at most, such as 500 (ms) or 2s; log and reports have all findings',
      timeOption('ms', 0),
      defaults.proxy.deadline,
    )
    .option('--har <file>', 'record every exchange as HAR 1.2, without secrets')
    .option('--report <file>', 'write a JSON report at the end')
    .option(
      '--timeout <ms>',
      'time without a byte after which the real server counts as hanging, such as 500 (ms) or 30s',
      timeOption('ms', 1),
      defaults.proxy.timeout,
    )
    .option(
      '--body-limit <bytes>',
      'largest request body to pass on',
      integerOption(0),
      defaults.proxy.bodyLimit,
    )
    .addOption(requestTimeoutOption(defaults.proxy.requestTimeout));
  addTrust(command);
  addServing(command, service)
    .addHelpText(
      'after',
      `
Exit codes:
  0    no violation
  1    a violation, or a request without an answer
  2    wrong usage, or a file that can't be written`,
    )
    .action(async (baseUrl: string, flags: ProxyFlags) => {
      // The other commands start without it.
      const { proxy } = await import('../proxy/proxy.ts');
      await inLog(flags.log, context, async (io) => context.exit(await proxy(baseUrl, flags, io)));
    });
}
