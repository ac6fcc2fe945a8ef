/** Options that several commands have, each declared once. */
import { type Command, Option } from 'commander';
import { choices, defaults } from '../../face/defaults.ts';
import type { CommandBinding } from '../binding.ts';
import { integerOption, timeOption, several } from '../inputs/option-parsers.ts';

/** The help of `--reporter`. */
export const reporterHelp: string = `${choices.reporters.slice(0, -1).join(', ')} or ${choices.reporters.at(-1)}, to a file or stdout; repeatable`;

/** All reporters of Dredd that can be used. */
export const dreddReporters: readonly string[] = [
  ...Object.keys(choices.dreddReports),
  ...choices.dreddTexts,
];

/** `--spec <file>`; without it, the document that comes with the kit. */
export function documentOption(service: CommandBinding): Option {
  // Its path depends on where the kit is installed: nothing that a page or a test could show.
  return new Option('--spec <file>', 'OpenAPI document; - reads standard input').default(
    service.document,
    'the one of the kit',
  );
}

/** `--allow-refs <place>` */
export function refsOption(): Option {
  return new Option(
    '--allow-refs <place>',
    "let a $ref lead out of the document's folder, to this folder or beginning of a URL; repeatable",
  ).argParser(several);
}

/** What a server, or a recording of it, is judged by; `--spec` is kept only where it was given. */
export function addJudgement(command: Command, service: CommandBinding, cases?: Option): Command {
  command
    .option('--spec <file>', 'OpenAPI document (default: the one of the kit)')
    .addOption(refsOption());
  if (cases) command.addOption(cases);
  return command
    .option(
      '--strict',
      'hold the server to the letter of the document: it must accept whatever the schema allows',
    )
    .option(
      '--profile <name|file>',
      `require these answers to the open questions: ${service.profileNames.join(', ')} or a file`,
    );
}

/** `--reporter <name[=file]>`, as often as there are to be reports. */
export function reporterOption(): Option {
  return new Option('--reporter <name[=file]>', reporterHelp).argParser(several);
}

/** `--token` and `--credential`: who sends the requests. */
export function addCredentials(command: Command, service: CommandBinding): Command {
  return command
    .option(
      '--token <token>',
      `access token, or a whole Authorization header (default: the variable ${service.tokenVariable})`,
    )
    .option(
      '--credential <scheme=$VARIABLE>',
      'credential of a security scheme, from an environment variable: a token, a key, user:password, ' +
        'or a whole Authorization header, such as Bearer …. For some paths only: /admin/*=$VARIABLE or scheme@/admin/*=$VARIABLE. Repeatable',
      several,
    );
}

/** `--ca` and `--insecure`: which certificates are taken. */
export function addTrust(command: Command): Command {
  return command
    .option('--ca <file>', "PEM file of certificates to trust, besides the system's")
    .option('--insecure', 'accept any certificate');
}

/** `--timeout` of each request, in milliseconds. */
export function timeoutOption(usual: number): Option {
  return new Option('--timeout <ms>', 'time limit for each request, such as 500 (ms) or 30s')
    .argParser(timeOption('ms', 1))
    .default(usual);
}

/** `--port`, `--host` and `--spec` of what listens. */
export function addListening(
  command: Command,
  service: CommandBinding,
  spec: Option = documentOption(service),
): Command {
  return command
    .option(
      '-p, --port <port>',
      'port to listen on; 0 takes any free one',
      integerOption(0, 65_535),
      service.defaultPort,
    )
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .addOption(spec)
    .addOption(refsOption());
}

/** `--request-timeout` of what listens, in milliseconds. */
export function requestTimeoutOption(usual: number): Option {
  return new Option(
    '--request-timeout <ms>',
    'time limit for a request to arrive, such as 500 (ms) or 30s',
  )
    .argParser(timeOption('ms', 1))
    .default(usual);
}

/** What else is said of what listens: who may look into it, what it tells, how it ends. */
export function addServing(command: Command, { controlTokenVariable }: CommandBinding): Command {
  return command
    .option('--no-control', 'turn off the control API and the inspector under /_kit')
    .option(
      '--control-token <token>',
      `ask for this token under /_kit; without one, it is closed beyond this machine (default: the variable ${controlTokenVariable})`,
    )
    .option(
      '--secret-name <name>',
      'hide the value of this header, parameter or cookie; names such as *token* are always hidden; repeatable',
      several,
    )
    .option(
      '--trust-proxy',
      'believe X-Forwarded-Host and X-Forwarded-Proto, or Forwarded, of the balancer in front',
    )
    .option(
      '--drain <ms>',
      'time for requests under way when it is told to end, such as 500 (ms) or 10s',
      timeOption('ms', 0),
      defaults.drain,
    )
    .addOption(
      new Option('--log <format>', 'format of the log, one line for each request')
        .choices(['pretty', 'json', 'silent'])
        .default('pretty'),
    );
}
