import { type Command, Option } from 'commander';
import { defaults } from '../../face/defaults.ts';
import type { CommandContext, Io } from '../io.ts';
import {
  idRangeOption,
  integerOption,
  numberOption,
  markerOption,
  several,
  shardOption,
  valueOption,
} from '../inputs/option-parsers.ts';
import {
  addCredentials,
  addJudgement,
  addTrust,
  reporterOption,
  timeoutOption,
} from './shared-options.ts';

/** Adds `verify`: a server against the document. */
export function registerVerify(program: Command, context: CommandContext): void {
  const command = program
    .command('verify')
    .summary('whether a real server keeps what the document promises')
    .description('Send the cases to a server and judge its answers by the document.')
    .argument('[base_url...]', 'where the server answers, with or without a path; one or several');
  addJudging(command, context.io);
  addChoosing(command);
  addReaching(command, context.io);
  addSparing(command);
  addReporting(command, context.io);
  command
    .addHelpText(
      'after',
      '\nExit codes: 0 the server keeps the contract, 1 a violation, 2 wrong usage, an input ' +
        "that can't be read or\na report that can't be written, 3 the server can't be reached, 4 nothing was found wrong, but too\n" +
        'little was verified, 130 interrupted. With several URLs, the most severe wins: 130, 2, 1, 3, 4, 0.\n\nHTTP_PROXY, HTTPS_PROXY and NO_PROXY are obeyed. Redirects ' +
        'are reported, not followed. A 429 is\nwaited for as its Retry-After says, up to 30 s in all.',
    )
    .action(async (baseUrls: readonly string[]) => {
      // The other commands start without them.
      const { applyConfig } = await import('../config/read-config.ts');
      const hasServer = baseUrls.length > 0 || command.getOptionValue('rerun') !== undefined;
      const configured = applyConfig(command, context.io, hasServer);
      const { verify } = await import('../verify/verify.ts');
      context.exit(await verify([...baseUrls, ...configured], command.opts(), context.io));
    });
}

function addJudging(command: Command, { service }: Io): void {
  command.optionsGroup('What is judged, and by what:');
  const cases = new Option('--cases <file...>', 'case files (default: the one of the kit)');
  addJudgement(command, service, cases).option(
    '--learn <file>',
    "write the server's answers to the open questions as a profile",
  );
  command
    .option(
      '--baseline <file>',
      'known findings: they are reported and fail no run; what is mended or has expired is named',
    )
    .option('--write-baseline <file>', 'write every violation that was found as a known one');
  command.option(
    '--min-coverage <percent>',
    'operations that must have succeeded at least once; fewer, and the run is inconclusive (default: 10, and ' +
      'whatever creates something, and nothing left out for a limit)',
    numberOption(0, 100),
  );
}

function addChoosing(command: Command): void {
  command
    .optionsGroup('What is sent:')
    .option(
      '--only <pattern>',
      'only cases and questions (question/‹id›) whose id, name or operation has this in it, once each; * for anything; repeatable',
      several,
    )
    .option('--skip <pattern>', 'all but these; repeatable', several)
    .option(
      '--value <name=value>',
      'what a parameter or a property of a body is to be, of every operation that has it, or of one ' +
        '(operation.name=value); for reading, and for what is created; repeatable',
      valueOption,
    )
    .option('--no-large', 'leave out bodies of more than 64 KiB')
    .option(
      '--max-cases <n>',
      'the most cases and questions, some of every operation and kind; fewer than 200 are sent once each',
      integerOption(1, 1_000_000),
    )
    .option(
      '--examples <n>',
      'so many random bodies more, of each operation that takes one (there are 24)',
      integerOption(1, 1_000_000),
    )
    .option(
      '--seed <n>',
      'decides random cases and the order of sending',
      integerOption(0, 2 ** 32 - 1),
      1,
    )
    .option(
      '--shard <i/n>',
      'send one of several parts, such as 2/4; merge joins their JSON reports into one result',
      shardOption,
    )
    .option(
      '--rerun <report.json>',
      'send again what failed in a JSON report, and say what is mended; with its seed and flags',
    )
    .option('--dry-run', 'print every request as a line of curl; send none')
    .option('--bail', 'stop at the first violation')
    .option(
      '--max-time <seconds>',
      'end the run after so long, with what was found and learnt so far',
      numberOption(0.1, 86_400),
    );
}

function addReaching(command: Command, { service }: Io): void {
  command.optionsGroup('How the server is reached:');
  addCredentials(command, service)
    .option(
      '--credentials-everywhere',
      'send them also where the document asks for none, as one does that forgets to',
    )
    .option(
      '--other-credential <scheme=$VARIABLE>',
      'the credential of another client, in the form of --credential: what the run creates is tried with it, ' +
        'and may be neither read nor changed; repeatable',
      several,
    )
    .option(
      '--login <operation[#property]>',
      'get the token from an operation of the document, and where its answer has it (data.token)',
    )
    .option(
      '--login-value <name=value>',
      'what a parameter or property of the login is to be; a $VARIABLE of the environment is a secret; repeatable',
      valueOption,
    )
    .option(
      '--login-renew <seconds>',
      'log in again after so long (default: as expires_in of its answer says); a 401 renews once',
      numberOption(1, 86_400),
    )
    .option(
      '--header <name: value>',
      'one more header of every request, Authorization included; repeatable. Its value is a secret: reports show the ' +
        `variable that it is ("X-Key: $KEY"), else $${service.headerVariable(1)} and so on`,
      several,
    )
    .addOption(timeoutOption(5000))
    .option('--wait <seconds>', 'wait so long until the server is up', numberOption(0, 86_400));
  addTrust(command);
}

function addSparing(command: Command): void {
  command
    .optionsGroup('What the server is spared (a run changes and deletes only what it has created):')
    .option(
      '--allow-changes',
      'change and delete what the run has not created, too: whole collections, settings, what stops or resets the server',
    )
    .option('--rate <n>', 'requests a second, at the most', numberOption(0.01, 100_000))
    .option('--concurrency <n>', 'requests at a time', integerOption(1, 256), 8)
    .option(
      '--max-creates <n>',
      'requests that can create something, at the most; the rest is left out',
      integerOption(0),
    )
    .option(
      '--max-changes <n>',
      'requests that can create, change or delete something, at the most',
      integerOption(0),
    )
    .option(
      '--clean-up',
      'delete what the run has created when it ends, the newest first, and report what is left',
    )
    .option('--id-range <from..to>', 'ids of what is created, both ends included', idRangeOption)
    .option(
      '--marker <text>',
      'stands in the texts of what is created',
      markerOption,
      defaults.verify.marker,
    );
}

function addReporting(command: Command, { service }: Io): void {
  command
    .optionsGroup('Reports and options:')
    .addOption(reporterOption())
    .option('--har <file>', 'record every request and response, without secrets (HAR 1.2)')
    .option(
      '--config <file>',
      `options in YAML; one that is named here may also say whom to trust (default: ${service.configFileName}, if it is there)`,
    )
    .option('--no-config', 'read no config file');
}
