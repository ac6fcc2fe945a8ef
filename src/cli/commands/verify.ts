import { type Command, Option } from 'commander';
import { defaults } from '../../face/defaults.ts';
import type { CommandContext, Io } from '../io.ts';
import {
  idRangeOption,
  integerOption,
  markerOption,
  numberOption,
  timeOption,
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
    .summary('check that a real server keeps to a document')
    .description('Send cases to a server, and judge its answers by the document.')
    .argument(
      '[base_url...]',
      'where the server answers, with or without a path; one or several URLs',
    );
  addJudging(command, context.io);
  addChoosing(command);
  addReaching(command, context.io);
  addSparing(command);
  addReporting(command, context.io);
  command
    .addHelpText(
      'after',
      `
Exit codes:
  0    the server keeps the contract
  1    the server breaks the contract
  2    wrong usage, an input that can't be read, or a report that can't be written
  3    the server can't be reached
  4    nothing was found wrong, but too little was verified
  130  interrupted
With several URLs, the most severe code wins: 130, 2, 1, 3, 4, 0.

verify uses HTTP_PROXY, HTTPS_PROXY and NO_PROXY. It reports redirects and doesn't follow them. It waits after a
429 as Retry-After says, up to 30 s in all.`,
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
  command.optionsGroup('What the server is judged by:');
  const cases = new Option('--cases <file...>', 'case files (default: the one of the kit)');
  addJudgement(command, service, cases).option(
    '--learn <file>',
    "write the server's answers to the open questions to a profile",
  );
  command
    .option('--baseline <file>', 'known findings: the report lists them, and they fail no run')
    .option('--write-baseline <file>', 'write the violations of this run as known findings');
  command.option(
    '--min-coverage <percent>',
    'percentage of operations that must succeed, else the run is inconclusive. Default: 10; ' +
      'also, whatever creates something must succeed, and no limit may leave anything out',
    numberOption(0, 100),
  );
}

function addChoosing(command: Command): void {
  command
    .optionsGroup('What is sent:')
    .option(
      '--only <pattern>',
      'send only cases and questions (question/‹id›) whose id, name or operation (its id, or GET /books) contains this, once each; * stands for anything; repeatable',
      several,
    )
    .option('--skip <pattern>', 'leave these out, in the form of --only; repeatable', several)
    .option(
      '--value <name=value>',
      'use this value for a parameter or a property of a body, in every operation or in one ' +
        '(operation.name=value); repeatable',
      valueOption,
    )
    .option('--no-large', 'leave out bodies of more than 64 KiB')
    .option(
      '--max-cases <n>',
      'send at most this many cases and questions, some of every operation and kind; below 200, each once',
      integerOption(1, 1_000_000),
    )
    .option(
      '--examples <n>',
      'send this many random bodies more to each operation that takes one (24 are always sent)',
      integerOption(1, 1_000_000),
    )
    .option(
      '--seed <n>',
      'number that decides random cases and the order of sending',
      integerOption(0, 2 ** 32 - 1),
      1,
    )
    .option(
      '--shard <i/n>',
      'send one part of the run, such as 2/4; merge joins the JSON reports of all parts',
      shardOption,
    )
    .option(
      '--rerun <report.json>',
      'send again what failed in a JSON report, with its seed and flags, and say what is fixed',
    )
    .option('--dry-run', 'print every request as a curl command, and send none')
    .option('--bail', 'stop at the first violation')
    .option(
      '--max-time <seconds>',
      'end the run after this time, such as 90 (seconds) or 5m, with what it has found so far',
      timeOption('s', 0.1, 86_400),
    );
}

function addReaching(command: Command, { service }: Io): void {
  command.optionsGroup('How the server is reached:');
  addCredentials(command, service)
    .option(
      '--credentials-everywhere',
      'send credentials to every operation, also where the document asks for none',
    )
    .option(
      '--other-credential <scheme=$VARIABLE>',
      'credential of another client, in the form of --credential. It must neither read nor change what the ' +
        'run creates. Repeatable',
      several,
    )
    .option(
      '--login <operation[#property]>',
      'operation that gives the token, and the property that holds it (data.token)',
    )
    .option(
      '--login-value <name=value>',
      'value of a parameter or property of the login; a $VARIABLE of the environment is a secret; repeatable',
      valueOption,
    )
    .option(
      '--login-renew <seconds>',
      "log in again after this time, such as 90 (seconds) or 5m (default: the answer's expires_in), and once after a 401",
      timeOption('s', 1, 86_400),
    )
    .option(
      '--header <name: value>',
      'add a header to every request; repeatable. Its value is a secret: reports show the ' +
        `variable that it is ("X-Key: $KEY"), else $${service.headerVariable(1)} and so on`,
      several,
    )
    .addOption(timeoutOption(5000))
    .option(
      '--wait <seconds>',
      'wait up to this time for the server to start, such as 90 (seconds) or 5m',
      timeOption('s', 0, 86_400),
    );
  addTrust(command);
}

function addSparing(command: Command): void {
  command
    .optionsGroup('What protects the server (a run changes and deletes only what it has created):')
    .option(
      '--allow-changes',
      'also change and delete what the run has not created: whole collections, settings, what stops or resets the server',
    )
    .option('--rate <n>', 'send at most this many requests a second', numberOption(0.01, 100_000))
    .option(
      '--concurrency <n>',
      'send at most this many requests at a time',
      integerOption(1, 256),
      8,
    )
    .option(
      '--max-creates <n>',
      'send at most this many requests that can create something, and leave out the rest',
      integerOption(0),
    )
    .option(
      '--max-changes <n>',
      'send at most this many requests that can create, change or delete something',
      integerOption(0),
    )
    .option(
      '--clean-up',
      'delete at the end what the run has created, newest first, and report what is left',
    )
    .option(
      '--id-range <from..to>',
      'range for the ids of what the run creates, both ends included',
      idRangeOption,
    )
    .option(
      '--marker <text>',
      'text to put into what the run creates',
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
      `read options from this YAML file; only a file named here may say whom to trust (default: ${service.configFileName}, if it is there)`,
    )
    .option('--no-config', 'read no config file');
}
