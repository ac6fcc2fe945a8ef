import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A top-level declaration of a `.d.ts` file. */
interface Declaration {
  readonly file: string;
  readonly name: string;
  readonly text: string;
}

/** Where a name comes from that a file imports or passes on. */
interface Origin {
  readonly file: string;
  readonly name: string;
}

interface Module {
  readonly declarations: ReadonlyMap<string, Declaration>;
  /** By the name that it has in this file. */
  readonly imports: ReadonlyMap<string, Origin>;
  readonly exports: ReadonlyMap<string, Origin>;
}

/**
 * What a module offers: its exported names, and the declaration of everything of the package that
 * they lead to. Comments are left out.
 *
 * @param file A `.d.ts` file as the compiler writes it: one statement after the other, each from
 *   the line's start.
 */
export function publicApi(file: string): string {
  const { exports } = readModule(file);
  const found = new Map<string, Declaration>();
  const todo = [...exports.values()];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const declaration = find(next);
    const key = `${declaration.file} ${declaration.name}`;
    if (found.has(key)) continue;
    found.set(key, declaration);
    todo.push(...references(declaration));
  }
  const texts = [...found.values()].sort(byName).map(({ text }) => text);
  return [`// ${[...exports.keys()].sort().join(', ')}`, ...texts, ''].join('\n');
}

function byName(a: Declaration, b: Declaration): number {
  return a.name < b.name ? -1 : Number(a.name > b.name);
}

/** The declaration itself, through any number of files that pass it on. */
function find({ file, name }: Origin): Declaration {
  const module = readModule(file);
  const declaration = module.declarations.get(name);
  if (declaration !== undefined) return declaration;
  const origin = module.imports.get(name) ?? module.exports.get(name);
  if (origin === undefined) throw new Error(`${file} has no ${name}`);
  return find(origin);
}

function references({ file, text }: Declaration): Origin[] {
  const { declarations, imports } = readModule(file);
  const words = new Set(text.match(/[A-Za-z_$][\w$]*/g));
  return [...words].flatMap((word) => {
    if (declarations.has(word)) return [{ file, name: word }];
    return imports.get(word) ?? [];
  });
}

const modules = new Map<string, Module>();

function readModule(file: string): Module {
  const module = modules.get(file) ?? parse(file);
  modules.set(file, module);
  return module;
}

const DECLARATION =
  /^(export )?(?:default )?(?:declare )?(?:abstract )?(?:class|const|function|interface|type) (\w+)/;
const LIST = /^(import|export)(?: type)? \{([^}]*)\}(?: from '([^']+)')?/;

function parse(file: string): Module {
  const declarations = new Map<string, Declaration>();
  const imports = new Map<string, Origin>();
  const exports = new Map<string, Origin>();
  for (const text of statements(readFileSync(file, 'utf8'))) {
    const [, isExported, declared] = DECLARATION.exec(text) ?? [];
    if (declared !== undefined) {
      declarations.set(declared, { file, name: declared, text });
      if (isExported !== undefined) exports.set(declared, { file, name: declared });
      continue;
    }
    const [, whole] = /^export \* from '(\.[^']+)'/.exec(text) ?? [];
    if (whole !== undefined) {
      for (const [name, origin] of readModule(sourceOf(file, whole)).exports)
        exports.set(name, origin);
      continue;
    }
    const [, verb, names = '', from] = LIST.exec(text) ?? [];
    // Other packages' types have versions of their own.
    if (verb === undefined || (from !== undefined && !from.startsWith('.'))) continue;
    const origin = from === undefined ? file : sourceOf(file, from);
    for (const [name, alias] of readNames(names)) {
      (verb === 'import' ? imports : exports).set(alias, { file: origin, name });
    }
  }
  return { declarations, imports, exports };
}

function sourceOf(file: string, specifier: string): string {
  return join(dirname(file), specifier.replace(/\.[jt]s$/, '.d.ts'));
}

function readNames(names: string): [string, string][] {
  const words = names.split(',').map((name) => name.trim().replace(/^type /, ''));
  return words.filter(Boolean).map((word) => {
    const [name = '', alias = name] = word.split(' as ');
    return [name, alias];
  });
}

function statements(text: string): string[] {
  const bare = text.replaceAll(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '').replace(/\n\/\/#.*\n?$/, '');
  return bare.split(/\n(?=[a-z])/).map((statement) => statement.trimEnd());
}
