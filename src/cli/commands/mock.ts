import { type Command, Option } from 'commander';
import { defaults } from '../../face/defaults.ts';
import type { CommandBinding } from '../binding.ts';
import { type CommandContext, UserError } from '../io.ts';
import { addListening, addServing, addTrust, requestTimeoutOption } from './shared-options.ts';
import {
  MAX_BODY_LIMIT,
  integerOption,
  timeOption,
  originOption,
  several,
} from '../inputs/option-parsers.ts';
import { inLog } from '../json-log.ts';
import type { MockFlags } from '../mock/mock.ts';

/** Adds `mock`: the mock over HTTP, with its resources in memory. */
export function registerMock(program: Command, context: CommandContext): void {
  const { service } = context.io;
  const command = program
    .command('mock')
    .summary('serve a stateful mock of a document, to build and test against')
    .description('Serve a stateful mock of the document.');
  addContent(command, service);
  addTrust(command);
  addAnswering(command);
  addServing(command, service);
  command.action(async (flags: MockFlags) => {
    // The other commands start without it.
    const { mock } = await import('../mock/mock.ts');
    await inLog(flags.log, context, (io) => mock(flags, io));
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
    'OpenAPI document; - reads standard input (default: the one of the kit). Repeatable: each is served below /name (default: from its file, or its title), and flags for one of them say which: --seed name=file',
  ).argParser(several);
}

function addContent(command: Command, service: CommandBinding): void {
  addListening(command, service, documentsOption())
    .option(
      '--profile <name|file>',
      `answer the open questions as this profile says: ${service.profileNames.join(', ')} or a file`,
      several,
    )
    .option('--seed <file>', 'resources to begin with, YAML or JSON', several)
    .option(
      '--har <file>',
      'give recorded answers where the file has one, and mock the rest',
      several,
    )
    .option(
      '--allow-callbacks <origin>',
      'send callbacks and webhooks to this origin, such as http://localhost:3000; * means any; repeatable (default: send none)',
      originOption,
    )
    .option('--upstream <base_url>', 'real server for the paths that --real names', several)
    .option(
      '--real <path>',
      'pass this path on to --upstream; * stands for anything, as in /payments/*; repeatable',
      several,
    )
    .option(
      '--allow-origin <origin>',
      "let pages of this origin reach --upstream, besides this machine's; * means any; repeatable",
      originOption,
    )
    .option('--token <token>', 'the one valid bearer token (default: any but invalid-token)');
  addStart(command, service);
}

/** What it begins with, and where that stays. */
function addStart(command: Command, service: CommandBinding): void {
  command
    .option(
      '--fill <count>',
      'begin each empty collection with this many believable resources, examples of lists first',
      integerOption(0),
      0,
    )
    .option(
      '--no-fill',
      'begin with empty collections, also where the document has examples of lists',
    )
    .option(
      '--scenario <name|file>',
      `begin in this state: ${service.scenarioNames.join(', ')} or a file`,
      several,
    )
    .option(
      '--scenarios <dir>',
      'folder of more scenarios, to choose from while the mock runs',
      several,
    )
    .option('--persist <file>', 'keep the stored resources in this file across restarts', several)
    .option(
      '--store <url>',
      'share everything with other mocks in Redis or Valkey, such as redis://host:6379',
    )
    .option(
      '--store-prefix <name>',
      'name in front of the keys in --store; mocks with the same one share (default: mock)',
    )
    .option(
      '--wait <ms>',
      'how long to wait for --store at the start, such as 500 (ms) or 30s',
      timeOption('ms', 0),
      defaults.mock.wait,
    );
}

/** How it answers: bounds, pauses, what has its say on answers. */
function addAnswering(command: Command): void {
  command
    .option(
      '--max-resources <count>',
      'most resources in a sandbox; a create beyond that gets a 400',
      integerOption(0),
      defaults.mock.maxResources,
    )
    .option(
      '--max-bytes <bytes>',
      'most memory for the resources of all sandboxes; a create beyond that gets a 400 (default: a quarter of the heap, at most 1 GiB)',
      integerOption(0),
    )
    .option(
      '--body-limit <bytes>',
      'largest request body, packed and unpacked',
      integerOption(0, MAX_BODY_LIMIT),
      defaults.mock.bodyLimit,
    )
    .addOption(requestTimeoutOption(defaults.mock.requestTimeout))
    .option('--watch', 'reload document, profile, seed, scenarios and handlers when they change')
    .option(
      '--latency <ms>',
      'wait before each answer, such as 200 (ms) or 2s',
      timeOption('ms', 0),
    )
    .option('--handlers <file>', 'module of your own msw handlers, which answer first', several)
    .option('--no-prism', 'turn Prism off (it validates every request and response by default)')
    .option(
      '--prism-deadline <ms>',
      "how long an answer waits for Prism's findings at most, such as 500 (ms) or 2s",
      timeOption('ms', 0),
      defaults.mock.prismDeadline,
    )
    .option(
      '--sandbox-idle <ms>',
      'drop a sandbox that was not used for this time, such as 500 (ms) or 30m (default: 15m)',
      timeOption('ms', 1),
    );
}
