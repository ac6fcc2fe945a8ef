import type { Command, Option } from 'commander';
import { schemaOf } from '../inputs/option-parsers.ts';

/** What a command's section of the config file can say. */
export interface ConfigKey {
  /** As on the command line, without dashes: `max-creates`; `large` for `--no-large`. */
  readonly name: string;
  /** The name under which commander keeps the value; `undefined` for the command's arguments. */
  readonly attribute: string | undefined;
  readonly kind: 'flag' | 'value' | 'list' | 'map';
  /** JSON Schema of the value. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Turns a text into the option's value; throws commander's InvalidArgumentError. */
  readonly parse: (text: string) => unknown;
}

/** What a section of the config file says: values as the options' parsers make them. */
export type ConfigValues = ReadonlyMap<ConfigKey, unknown>;

/** They are for one run, or lead to the file itself, or are a secret. */
const NOT_IN_FILE: ReadonlySet<string> = new Set([
  'config',
  'dry-run',
  'rerun',
  'shard',
  'learn',
  'write-baseline',
  'token',
  'help',
]);

const TEXT = { type: 'string' };
const TEXTS = { oneOf: [TEXT, { type: 'array', items: TEXT }] };

const SCALAR = { type: ['string', 'number', 'boolean'] };
/** Names and values, also one level down: by operation. */
const MAP = {
  type: 'object',
  additionalProperties: {
    oneOf: [SCALAR, { type: 'object', additionalProperties: SCALAR }],
  },
};

/** The command's options are the one source: each is a key, with its description and its parser. */
export function configKeys(command: Command): ConfigKey[] {
  const [argument] = command.registeredArguments;
  const keys = command.options.flatMap((option) => {
    const key = toKey(option);
    return NOT_IN_FILE.has(key.name) ? [] : [key];
  });
  if (argument === undefined) return keys;
  const described = { ...TEXTS, description: argument.description };
  const name = argument.name().replaceAll('_', '-');
  return [
    { name, attribute: undefined, kind: 'list', schema: described, parse: (text) => text },
    ...keys,
  ];
}

function toKey(option: Option): ConfigKey {
  const { description, defaultValue } = option;
  const name = (option.long ?? '').replace(/^--(no-)?/, '');
  const common = { name, attribute: option.attributeName() };
  if (option.isBoolean() || option.negate) {
    const schema = { type: 'boolean', description, default: option.negate };
    return { ...common, kind: 'flag', schema, parse: (text) => text === 'true' };
  }
  const parser = option.parseArg as ((text: string, previous: unknown) => unknown) | undefined;
  const schema = schemaOf(parser);
  if (option.variadic || schema?.type === 'array') {
    return { ...common, kind: 'list', schema: { ...TEXTS, description }, parse: (text) => text };
  }
  if (schema?.type === 'object') {
    const schema = { ...MAP, description };
    return { ...common, name: `${name}s`, kind: 'map', schema, parse: (text) => text };
  }
  const choices = option.argChoices ? { enum: option.argChoices } : {};
  const usual = defaultValue === undefined ? {} : { default: defaultValue as unknown };
  return {
    ...common,
    kind: 'value',
    schema: { ...TEXT, ...schema, ...choices, description, ...usual },
    parse: (text) => (parser ? parser(text, undefined) : text),
  };
}

/** The commands that have a section in the config file, by name. */
export const configurable: readonly string[] = ['verify'];

/**
 * JSON Schema (2020-12) of the config file, made from the commands' own options.
 *
 * @param title How the file is called.
 */
export function configSchema(program: Command, title: string): Record<string, unknown> {
  const sections = program.commands
    .filter((command) => configurable.includes(command.name()))
    .map((command) => {
      const properties = Object.fromEntries(
        configKeys(command).map(({ name, schema }) => [name, schema]),
      );
      const description = command.description();
      return [
        command.name(),
        { type: 'object', description, additionalProperties: false, properties },
      ] as const;
    });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string', description: 'For editors.' },
      ...Object.fromEntries(sections),
    },
  };
}
