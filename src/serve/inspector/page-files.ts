import { readFileSync, readdirSync } from 'node:fs';
import { findPackageJSON, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';

/** A file of the page, as it is served. */
export interface PageFile {
  /** Media type. */
  readonly type: string;
  readonly text: string;
}

/** The folder that the room `serve` stands in: modules' addresses are relative to it. */
const SOURCE = join(import.meta.dirname, '..', '..');

/** The folders whose modules a browser may have, and which of them. */
const FOLDERS: readonly (readonly [folder: string, names: RegExp])[] = [
  ['serve/inspector/page', /^/],
  ['openapi/json', /^/],
  ['http', /^(?:curl|exchange|show-body)\./],
];

/** What is taken of lit-html; its modules import each other by relative paths. */
const LIBRARY = [
  'lit-html.js',
  'directive.js',
  'directive-helpers.js',
  'directives/live.js',
  'directives/repeat.js',
];

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  map: 'application/json',
  svg: 'image/svg+xml',
  ts: 'text/javascript; charset=utf-8',
};

/** The page's files by address below `assets/`. Only what is listed here can be asked for. */
export class PageFiles {
  readonly #paths = new Map<string, string>();
  readonly #files = new Map<string, PageFile>();

  constructor() {
    for (const [folder, names] of FOLDERS) {
      for (const name of readdirSync(join(SOURCE, folder))) {
        if (extension(name) in TYPES && !name.endsWith('.d.ts') && names.test(name)) {
          this.#paths.set(`${folder}/${name}`, join(SOURCE, folder, name));
        }
      }
    }
    const library = dirname(findPackageJSON('lit-html', import.meta.url)!);
    for (const name of LIBRARY) this.#paths.set(`lit-html/${name}`, join(library, name));
  }

  /** The file; `undefined` where the page has none of that name. */
  get(address: string): PageFile | undefined {
    const known = this.#files.get(address);
    const path = this.#paths.get(address);
    if (known !== undefined || path === undefined) return known;
    const file = { type: TYPES[extension(address)]!, text: readPageFile(address, path) };
    this.#files.set(address, file);
    return file;
  }

  /** The page itself. */
  get html(): string {
    const { text } = this.get('serve/inspector/page/index.html')!;
    // The package has compiled modules; a checkout is served as it is.
    return text.replace(
      'main.ts',
      extension(import.meta.filename) === 'ts' ? 'main.ts' : 'main.js',
    );
  }
}

function extension(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function readPageFile(address: string, path: string): string {
  const text = readFileSync(path, 'utf8');
  if (address.startsWith('lit-html/')) return text;
  const script = extension(address) === 'ts' ? withoutTypes(text) : text;
  // A browser knows no packages, and an import map would be an inline script.
  return script.replaceAll(
    /(from\s*['"])(lit-html)(\/[\w./-]+)?(['"])/g,
    (_, start: string, name: string, file: string | undefined, end: string) =>
      `${start}../../../${name}${file ?? '/lit-html.js'}${end}`,
  );
}

/** The same text with blanks in place of types: lines stay where they are. */
function withoutTypes(text: string): string {
  const emitWarning = process.emitWarning.bind(process);
  // Node calls the function experimental at its first use, which is of no use to anybody here.
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}
