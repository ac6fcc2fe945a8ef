/** Shell completion: what can follow on a command line, and the script that asks for it. */
import type { Command, Option } from 'commander';
import type { CommandBinding } from '../binding.ts';
import { reporterNames } from '../commands/shared-options.ts';

/** One word that can stand where the cursor is. */
export interface Completion {
  readonly word: string;
  /** What it does; empty where that goes without saying. */
  readonly description: string;
}

/** Everything that can stand where the cursor is. */
export interface Completions {
  readonly words: readonly Completion[];
  /** Whether a path to a file can stand there as well. */
  readonly files: boolean;
}

/** What the binding knows names of. */
type Named = Pick<CommandBinding, 'profileNames' | 'scenarioNames'>;

/** Names that a value can be, by option: commander knows only closed lists. */
type Names = Readonly<Record<string, readonly string[]>>;

const NOTHING: Completions = { words: [], files: false };

/**
 * What can follow.
 *
 * @param words The words after the program's name; the last one is the one that is being typed.
 */
export function completionsFor(
  program: Command,
  words: readonly string[],
  { profileNames, scenarioNames }: Named,
): Completions {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const command = program.commands.find((one) => one.name() === before[0]);
  if (before[0] === 'help') return startingWith(current, verbs(program));
  if (command === undefined) {
    if (before.length > 0) return NOTHING;
    return startingWith(current, [...verbs(program), ...flags(program, [])]);
  }
  const names = {
    '--profile': profileNames,
    '--reporter': reporterNames,
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
  const [flag, value] = split(current);
  const given =
    value === undefined ? undefined : command.options.find((one) => isCalled(one, flag));
  if (given !== undefined && value !== undefined) {
    const { words, files } = valuesOf(given, value, names);
    return { files, words: words.map((one) => ({ ...one, word: `${flag}=${one.word}` })) };
  }
  if (current.startsWith('-')) return startingWith(current, flags(command, before));
  const takesFile = command.registeredArguments.some((one) => /file/.test(one.name()));
  const choices = command.registeredArguments.flatMap((one) => one.argChoices ?? []);
  return { ...startingWith(current, choices.map(plain)), files: takesFile };
}

function split(word: string): readonly [flag: string, value: string | undefined] {
  const equals = word.indexOf('=');
  return word.startsWith('--') && equals !== -1
    ? [word.slice(0, equals), word.slice(equals + 1)]
    : [word, undefined];
}

function verbs(program: Command): Completion[] {
  return program
    .createHelp()
    .visibleCommands(program)
    .map((one) => ({ word: one.name(), description: one.summary() || one.description() }));
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
  const choices = option.argChoices ?? names[option.long ?? ''] ?? [];
  const files = /<[^>]*(?:file|report\.json)/.test(option.flags);
  return { ...startingWith(current, choices.map(plain)), files };
}

const plain = (word: string): Completion => ({ word, description: '' });

function startingWith(prefix: string, all: readonly Completion[]): Completions {
  return { words: all.filter(({ word }) => word.startsWith(prefix)), files: false };
}
