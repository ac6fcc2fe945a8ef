import { type Command, Option } from 'commander';
import { defaults } from '../../face/defaults.ts';
import type { CommandBinding } from '../binding.ts';
import type { CommandContext } from '../io.ts';
import {
  addListening,
  addTrust,
  controlOption,
  logOption,
  requestTimeoutOption,
  secretNameOption,
} from './shared-options.ts';
import {
  MAX_BODY_LIMIT,
  MAX_MILLISECONDS,
  integerOption,
  originOption,
  several,
} from '../inputs/option-parsers.ts';
import { UserError } from '../user-error.ts';
import type { MockFlags } from '../mock/mock.ts';

/** Adds `mock`: the fake service over HTTP, with its resources in memory. */
export function registerMock(program: Command, context: CommandContext): void {
  const { service } = context.io;
  const command = program
    .command('mock')
    .summary('a stateful fake of the document, to build and test against')
    .description('Serve the document as a stateful fake.');
  addContent(command, service);
  addTrust(command);
  addServing(command);
  command.action(async (flags: MockFlags) => {
    // The other commands start without it.
    const { mock } = await import('../mock/mock.ts');
    await mock(flags, context.io);
  });
  for (const [name, by] of Object.entries(service.renamedOptions)) {
    command.addOption(new Option(`--${name} [value]`).hideHelp()).on(`option:${name}`, () => {
      throw new UserError(`Failed to use --${name}: it was renamed. Write --${by}.`);
    });
  }
}

function documentsOption(): Option {
  return new Option(
    '--spec <[name=]file>',
    'OpenAPI document; - is standard input (default: the one of the kit); repeatable: each is then served below /name (default: from its file, or its title)',
  ).argParser(several);
}

function addContent(command: Command, service: CommandBinding): void {
  addListening(command, service, documentsOption())
    .option(
      '--profile <name|file>',
      `how the open questions are answered: ${service.profileNames.join(', ')} or a file`,
    )
    .option('--seed <file>', 'resources to begin with, YAML or JSON')
    .option('--har <file>', 'answer what was recorded in it as it was then, the rest as a mock')
    .option(
      '--allow-callbacks <origin>',
      'send callbacks and webhooks to this origin, such as http://localhost:3000; * for any; repeatable (default: none are sent)',
      originOption,
    )
    .option('--upstream <base_url>', 'a real server, for the paths that --real names')
    .option(
      '--real <path>',
      'pass this path on to --upstream; * stands for anything, as in /payments/*; repeatable',
      several,
    )
    .option(
      '--allow-origin <origin>',
      "whose pages may reach --upstream, besides this machine's; * for any; repeatable",
      originOption,
    )
    .option(
      '--fill <count>',
      'believable resources that each empty collection begins with, examples of lists first',
      integerOption(0),
    )
    .option(
      '--scenario <name|file>',
      `state to begin with: ${service.scenarioNames.join(', ')} or a file`,
    )
    .option('--scenarios <dir>', 'folder of further scenarios, to choose from while it runs')
    .option('--persist <file>', 'keep the store in this file, so that it survives a restart')
    .option('--token <token>', 'the one valid bearer token (default: any but invalid-token)');
}

function addServing(command: Command): void {
  command
    .option(
      '--max-resources <count>',
      'how many a sandbox stores; a create beyond gets a 400',
      integerOption(0),
      defaults.mock.maxResources,
    )
    .option(
      '--max-bytes <bytes>',
      'memory that what is stored takes, in all sandboxes together; a create beyond gets a 400 (default: a quarter of the heap, at most 1 GiB)',
      integerOption(0),
    )
    .option(
      '--body-limit <bytes>',
      'largest request body that is taken, packed and unpacked',
      integerOption(0, MAX_BODY_LIMIT),
      defaults.mock.bodyLimit,
    )
    .addOption(requestTimeoutOption(defaults.mock.requestTimeout))
    .option(
      '--watch',
      'read document, profile, seed, scenarios and handlers again when they change',
    )
    .option('--latency <ms>', 'wait before each answer', integerOption(0, MAX_MILLISECONDS))
    .option('--handlers <file>', 'module with your own msw handlers, asked before ours')
    .option('--no-prism', 'turn Prism off (it validates every request and response by default)')
    .option(
      '--prism-deadline <ms>',
      "how long an answer waits for Prism's findings",
      integerOption(0, MAX_MILLISECONDS),
      defaults.mock.prismDeadline,
    )
    .addOption(controlOption())
    .addOption(secretNameOption())
    .option(
      '--sandbox-idle <ms>',
      'drop a sandbox that nobody has used for so long (default: 900000, 15 minutes)',
      integerOption(1, MAX_MILLISECONDS),
    )
    .addOption(logOption());
}
