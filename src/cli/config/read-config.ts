import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { readInput } from '../inputs/read-input.ts';
import type { Io } from '../io.ts';
import { configKeys, type ConfigKey, type ConfigValues, configurable } from './config-keys.ts';
import { assertHarmless, assertWithoutSecrets } from './found-file.ts';
import { didYouMean } from '../../openapi/nearest-word.ts';
import { DiagnosticError } from '../../face/errors.ts';
import type { Diagnostic } from '../../index.ts';
import { type JsonValue, isJsonNumber, isJsonObject } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { toPointer } from '../../openapi/pointer.ts';
import { type YamlSource, readYaml } from '../../openapi/read-yaml.ts';

/**
 * Fills in what the command line left open from the config file: the one that `--config` names, else
 * the one in the working directory, if there is one. `--no-config` reads none.
 *
 * @param hasArguments Whether the command line has the command's arguments itself.
 * @returns The command's arguments that the file has; none where the command line has them.
 * @throws {UserError} where it can't be read, or was not named and says what only a named one may.
 * @throws {DiagnosticError} where something in it is wrong.
 */
export function applyConfig(command: Command, io: Io, hasArguments: boolean): readonly string[] {
  const config = command.getOptionValue('config') as string | boolean | undefined;
  const named = typeof config === 'string' ? config : undefined;
  const { configFileName, tokenVariable } = io.service;
  const isThere = config !== false && existsSync(resolve(io.cwd, configFileName));
  const file = named ?? (isThere ? configFileName : undefined);
  if (file === undefined) return [];
  const text = readInput(file, 'the config file', '--config', io);
  const values = readConfig(text, file, command.name(), configKeys(command), tokenVariable);
  if (named === undefined) assertHarmless(file, values, io);
  let given: readonly string[] = [];
  for (const [key, value] of values) {
    const { attribute } = key;
    if (attribute === undefined) given = hasArguments ? [] : (value as readonly string[]);
    // Flags win.
    else if (command.getOptionValueSource(attribute) !== 'cli') {
      command.setOptionValueWithSource(attribute, value, 'config');
    }
  }
  if (named === undefined && given.length > 0) assertWithoutSecrets(file, command, io);
  return given;
}

/**
 * Reads one command's section of a config file.
 *
 * @param file How the file is called in diagnostics.
 * @param section The command's name.
 * @param tokenVariable The environment variable that a token is to be given in instead.
 * @throws {DiagnosticError} with everything that is wrong with it.
 */
export function readConfig(
  text: string,
  file: string,
  section: string,
  keys: readonly ConfigKey[],
  tokenVariable: string,
): ConfigValues {
  const source = readYaml(text, file);
  const reader = new ConfigReader(source, keys, tokenVariable);
  const values = source.diagnostics.length > 0 ? new Map() : reader.read(section);
  const diagnostics = [...source.diagnostics, ...reader.diagnostics];
  if (diagnostics.length > 0) {
    throw new DiagnosticError(`read the config file ${file}`, diagnostics, text);
  }
  return values as ConfigValues;
}

class ConfigReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #source: YamlSource;
  readonly #keys: readonly ConfigKey[];
  readonly #tokenVariable: string;

  constructor(source: YamlSource, keys: readonly ConfigKey[], tokenVariable: string) {
    this.#tokenVariable = tokenVariable;
    this.#source = source;
    this.#keys = keys;
  }

  read(section: string): Map<ConfigKey, unknown> {
    const values = new Map<ConfigKey, unknown>();
    const sections = this.#map(this.#source.value, []);
    for (const name of Object.keys(sections)) {
      if (name !== '$schema' && !configurable.includes(name)) this.#unknown([name], configurable);
    }
    for (const [name, value] of Object.entries(this.#map(sections[section] ?? null, [section]))) {
      const path = [section, name];
      const key = this.#keys.find((known) => known.name === name);
      if (key === undefined) this.#unknownKey(path);
      else this.#take(key, value, path, values);
    }
    return values;
  }

  #unknownKey(path: readonly string[]): void {
    if (path[1] !== 'token') {
      const names = this.#keys.map(({ name }) => name);
      return this.#unknown(path, names);
    }
    const help = `Give it as the environment variable ${this.#tokenVariable}.`;
    this.#say(path, 'secret-in-config', 'a token has no place in a file that many read', help);
  }

  #take(
    key: ConfigKey,
    value: JsonValue,
    path: readonly string[],
    values: Map<ConfigKey, unknown>,
  ): void {
    if (key.kind === 'flag') {
      if (typeof value === 'boolean') values.set(key, value);
      else this.#wrong(path, value, 'It must be true or false.');
      return;
    }
    if (key.kind === 'map') {
      values.set(key, this.#entries(value, path, ''));
      return;
    }
    const items = key.kind === 'list' && Array.isArray(value) ? value : [value];
    const parsed = items.flatMap((item, i) => {
      const place = Array.isArray(value) ? [...path, String(i)] : path;
      return this.#parse(key, item, place);
    });
    if (parsed.length < items.length) return;
    values.set(key, key.kind === 'list' ? parsed : parsed[0]);
  }

  /** As the option takes them: `name=value`, or `map.name=value` of a map in the map. */
  #entries(value: JsonValue, path: readonly string[], prefix: string): string[] {
    return Object.entries(this.#map(value, path)).flatMap(([name, member]) => {
      const place = [...path, name];
      if (isJsonObject(member) && prefix === '') return this.#entries(member, place, `${name}.`);
      if (typeof member === 'object' && !isJsonNumber(member)) {
        this.#wrong(place, member, 'Write a text, a number or a boolean.');
        return [];
      }
      return [`${prefix}${name}=${typeof member === 'string' ? member : showJson(member)}`];
    });
  }

  #parse(key: ConfigKey, value: JsonValue, path: readonly string[]): unknown[] {
    const isText = typeof value === 'string';
    if (!isText && !isJsonNumber(value)) {
      this.#wrong(path, value, key.kind === 'list' ? 'Write a text.' : 'Write a text or a number.');
      return [];
    }
    try {
      return [key.parse(isText ? value : showJson(value))];
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      this.#wrong(path, value, error.message);
      return [];
    }
  }

  #map(value: JsonValue, path: readonly string[]): Record<string, JsonValue> {
    // An empty file or section says nothing.
    if (value === null) return {};
    if (isJsonObject(value)) return value;
    const name = path.length === 0 ? 'the config file' : `"${path.join('.')}"`;
    this.#say(path, 'not-a-map', `${name} must be a map`, 'Write "key: value" lines.');
    return {};
  }

  #unknown(path: readonly string[], known: readonly string[]): void {
    const name = path.at(-1) ?? '';
    const message = `there is no option "${name}"`;
    this.#say(path, 'unknown-option', message, didYouMean(name, known));
  }

  #wrong(path: readonly string[], value: JsonValue, help: string): void {
    const name = path.findLast((part) => !/^\d+$/.test(part)) ?? '';
    this.#say(path, 'wrong-value', `${showJson(value)} is no value of "${name}"`, help);
  }

  #say(path: readonly string[], code: string, message: string, help: string): void {
    const pointer = toPointer(path);
    const location = this.#source.locate(pointer) ?? this.#source.locate('');
    this.diagnostics.push({ code, message, help, pointer, location });
  }
}
