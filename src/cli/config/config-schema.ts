import type { Command } from 'commander';
import { configKeys } from './config-keys.ts';

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
