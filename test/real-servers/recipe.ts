/** Recipes: how a server that others wrote is installed, started and looked into. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';

/** Where a server runs. */
export interface Place {
  /** What was installed. */
  readonly folder: string;
  /** What the server stores: empty at first, the same in both runs. */
  readonly data: string;
  readonly port: number;
  readonly url: string;
}

/** A command with its arguments and the variables that it needs besides `PATH`. */
export interface Command {
  readonly run: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** What somebody found who read every group of violations by hand. */
export interface Reading {
  readonly groups: number;
  /** Those that a maintainer would turn down. */
  readonly turnedDown: number;
  /** What was worth telling. */
  readonly words: string;
}

/** One server. */
export interface Recipe {
  readonly name: string;
  /** Packages of npm, with their versions. */
  readonly npm?: readonly string[] | undefined;
  /** More of the `package.json` that they are installed by. */
  readonly manifest?: object | undefined;
  /** Packages of Debian, unpacked into the folder. */
  readonly debian?: readonly string[] | undefined;
  /** Files that are written after the install, by their paths in the folder. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** Run once, before the first start. */
  readonly prepare?: ((place: Place) => readonly Command[]) | undefined;
  readonly start: (place: Place) => Command;
  /** Where it publishes its document, with the headers that this takes. */
  readonly document: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Where `prepare` has written it, below the data: then the other shows that the server is up. */
  readonly documentFile?: string | undefined;
  /** Where its paths begin. Default: at the root. */
  readonly basePath?: string | undefined;
  /** Creates what a person would have there, and returns what `verify` needs to get in. */
  readonly enter?: ((place: Place) => Promise<Entry>) | undefined;
  /** More flags of `verify`, and why. */
  readonly flags?: readonly string[] | undefined;
  /** Everything that is stored, each part under a name of its own. */
  readonly dump: (place: Place) => Promise<Dump> | Dump;
  readonly reading?: Reading | undefined;
}

/** Flags and variables of `verify`. */
export interface Entry {
  readonly flags?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export type Dump = ReadonlyMap<string, string>;

/** Every row of every table of an SQLite file. */
export function dumpSqlite(file: string, omit: readonly string[] = []): Dump {
  using database = new DatabaseSync(file, { readOnly: true });
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !omit.includes(name));
  return new Map(
    tables.flatMap((table) =>
      allRows(database.prepare(`SELECT rowid AS "#", * FROM "${table}"`)).map(
        ({ '#': row, ...values }) => [`${table}/${String(row)}`, show(values)],
      ),
    ),
  );
}

/** Some integers are beyond what a number holds. */
function allRows(statement: StatementSync): Record<string, SQLOutputValue>[] {
  statement.setReadBigInts(true);
  return statement.all();
}

/** Every file of a folder. */
export function dumpFiles(folder: string): Dump {
  return new Map(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'hex')]),
  );
}

/** The items of a list that the server itself answers. */
export async function dumpList(url: string, headers: Record<string, string> = {}): Promise<Dump> {
  const response = await fetch(url, { headers });
  const items = (await response.json()) as { id: unknown }[];
  return new Map(items.map((item) => [`${url}/${String(item.id)}`, JSON.stringify(item)]));
}

/** What was there before and is not there afterwards, or not as it was. */
export function changedParts(before: Dump, after: Dump): string[] {
  return [...before].flatMap(([name, text]) => (after.get(name) === text ? [] : [name]));
}

function show(values: object): string {
  return JSON.stringify(values, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}

/** The answer to a request with JSON, which has to succeed. */
export async function post(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(
      `Failed to prepare ${url}: it answers ${response.status} ${text.slice(0, 200)}.`,
    );
  }
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
