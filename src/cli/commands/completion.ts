import { Argument, Command, type Option } from 'commander';
import type { CommandContext } from '../io.ts';
import type { CommandBinding } from '../binding.ts';
import { choices } from '../../face/defaults.ts';

/** Adds `completion <shell>`, and the hidden command that the shells' scripts ask. */
export function registerCompletion(program: Command, context: CommandContext): void {
  const { io } = context;
  const { programName } = io.service;
  program
    .command('completion')
    .summary('print the script that completes this command line in a shell')
    .description('Print the script that completes this command line in a shell.')
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .addHelpText(
      'after',
      `
Examples:
  source <(${programName} completion bash)          in ~/.bashrc
  source <(${programName} completion zsh)           in ~/.zshrc, after compinit
  ${programName} completion fish | source           in ~/.config/fish/config.fish`,
    )
    .action((shell: string) => {
      io.stdout.write(shellScript(shell, programName));
    });
}

/** Adds verbs to a program: those that the words of a command line name, or all. */
export type RegisterAll = (
  program: Command,
  context: CommandContext,
  argv: readonly string[],
) => Promise<void>;

/** Adds the hidden command that the shells' scripts ask at every press of the tab key. */
export function registerComplete(
  program: Command,
  context: CommandContext,
  registerAll: RegisterAll,
): void {
  program
    .command(completeCommand, { hidden: true })
    .argument('[word...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(async (words: readonly string[]) => {
      const { service } = context.io;
      const whole = new Command(service.programName).helpOption().version('', '-V, --version');
      await registerAll(whole, context, words.length > 1 ? words : []);
      const { words: found, files } = completionsFor(whole, words, service);
      const lines = found.map(({ word, description }) => `${word}\t${description}\n`);
      context.io.stdout.write(lines.join('') + (files ? `${filesLine}\n` : ''));
    });
}

/** One word that can stand where the cursor is. */
interface Completion {
  readonly word: string;
  /** What it does; empty where that goes without saying. */
  readonly description: string;
}

/** Everything that can stand where the cursor is. */
interface Completions {
  readonly words: readonly Completion[];
  /** Whether a path to a file can stand there as well. */
  readonly files: boolean;
}

/** Names that a value can be, by option: commander knows only closed lists. */
type Names = Readonly<Record<string, readonly string[]>>;

const NOTHING: Completions = { words: [], files: false };

/**
 * What can follow.
 *
 * @param words The words after the program's name; the last one is the one that is being typed.
 */
function completionsFor(
  program: Command,
  words: readonly string[],
  { profileNames, scenarioNames }: CommandBinding,
): Completions {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const command = program.commands.find((subcommand) => subcommand.name() === before[0]);
  if (before[0] === 'help') return startingWith(current, verbs(program));
  if (command === undefined) {
    if (before.length > 0) return NOTHING;
    return startingWith(current, [...verbs(program), ...flags(program, [])]);
  }
  const names = {
    '--profile': profileNames,
    '--reporter': choices.reporters,
    '--scenario': scenarioNames,
  };
  return within(command, before.slice(1), current, names);
}

function within(
  command: Command,
  before: readonly string[],
  current: string,
  names: Names,
): Completions {
  // bash takes `--profile=typical` for three words.
  const isBashValue = before.at(-1) === '=' || current === '=';
  const name = isBashValue ? before.findLast((word) => word !== '=') : before.at(-1);
  const waiting = command.options.find((option) => option.required && isCalled(option, name));
  if (waiting !== undefined) {
    return valuesOf(waiting, current === '=' ? '' : current, names);
  }
  const [, flag, value = ''] = /^(--[^=]*)=(.*)$/s.exec(current) ?? [];
  const given = command.options.find((option) => isCalled(option, flag));
  if (given !== undefined) {
    const { words, files } = valuesOf(given, value, names);
    return { files, words: words.map((word) => ({ ...word, word: `${flag}=${word.word}` })) };
  }
  if (current.startsWith('-')) return startingWith(current, flags(command, before));
  const takesFile = command.registeredArguments.some((argument) => /file/.test(argument.name()));
  const values = command.registeredArguments.flatMap((argument) => argument.argChoices ?? []);
  return { ...startingWith(current, values.map(plain)), files: takesFile };
}

function verbs(program: Command): Completion[] {
  return program
    .createHelp()
    .visibleCommands(program)
    .map((subcommand) => ({
      word: subcommand.name(),
      description: subcommand.summary() || subcommand.description(),
    }));
}

/** The options of a command; those that were given already only where they can come again. */
function flags(command: Command, before: readonly string[]): Completion[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .filter((option) => isRepeatable(option) || !before.some((word) => isCalled(option, word)))
    .map((option) => ({ word: option.long ?? option.flags, description: option.description }));
}

const isCalled = (option: Option, word: string | undefined): boolean =>
  word !== undefined && (word === option.long || word === option.short);

const isRepeatable = ({ description, variadic }: Option): boolean =>
  variadic || /\brepeatable\b/.test(description);

function valuesOf(option: Option, current: string, names: Names): Completions {
  const values = option.argChoices ?? names[option.long ?? ''] ?? [];
  const files = /<[^>]*(?:file|report\.json)/.test(option.flags);
  return { ...startingWith(current, values.map(plain)), files };
}

const plain = (word: string): Completion => ({ word, description: '' });

function startingWith(prefix: string, all: readonly Completion[]): Completions {
  return { words: all.filter(({ word }) => word.startsWith(prefix)), files: false };
}

/** The hidden command that the scripts ask. */
const completeCommand = 'complete';

/** The line that stands for every file. */
const filesLine = ':files';

/**
 * The script for one shell.
 *
 * @param name The program's as part of a function's name.
 * @param ask The command line that asks what can follow.
 */
type Script = (programName: string, name: string, ask: string) => string;

const BASH: Script = (programName, name, ask) => `# ${programName} completion for bash
_${name}() {
  local line word=\${COMP_WORDS[COMP_CWORD]} IFS=$'\\n'
  COMPREPLY=()
  for line in $(${ask} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null); do
    if [ "$line" = ${filesLine} ]; then
      [ "$word" != = ] || word=
      COMPREPLY+=($(compgen -f -- "$word"))
      compopt -o filenames 2>/dev/null
    else
      COMPREPLY+=("\${line%%$'\\t'*}")
    fi
  done
}
complete -F _${name} ${programName}
`;

const ZSH: Script = (programName, name, ask) => `#compdef ${programName}
# ${programName} completion for zsh
_${name}() {
  local line
  local -a values
  for line in "\${(@f)$(${ask} "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line = ${filesLine} ]]; then
      _files
    elif [[ -n $line ]]; then
      values+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done
  (( $#values )) && _describe ${programName} values
}
compdef _${name} ${programName}
`;

const FISH: Script = (programName, name, ask) => `# ${programName} completion for fish
function __${name}
  set -l words (commandline -opc) (commandline -ct)
  for line in (${ask} $words[2..-1] 2>/dev/null)
    if test "$line" = ${filesLine}
      __fish_complete_path (commandline -ct)
    else
      echo $line
    end
  end
end
complete -c ${programName} -f -a '(__${name})'
`;

const SCRIPTS: Readonly<Record<string, Script>> = { bash: BASH, zsh: ZSH, fish: FISH };

/** The shells that can be taught. */
const shells: readonly string[] = Object.keys(SCRIPTS);

/** The script that teaches a shell a command line; empty for an unknown shell. */
function shellScript(shell: string, programName: string): string {
  const ask = `${programName} ${completeCommand} --`;
  return SCRIPTS[shell]?.(programName, programName.replaceAll('-', '_'), ask) ?? '';
}
