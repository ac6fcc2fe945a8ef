/** The inspector: a page over the control API that shows what the server does, and changes it. */
import { readFileSync, readdirSync } from 'node:fs';
import module from 'node:module';
import { join, posix } from 'node:path';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { ControlHost } from '../control/route.ts';
import { packageFolder } from '../../package-root.ts';
import { percentDecoded } from '../../openapi/percent.ts';
import { type Outline, OutlineDrawer } from './outline.ts';

/** The server that the page is of. */
type InspectedHost = Pick<ControlHost, 'document' | 'tokenVariable'>;

/** A file of the page with its headers. */
interface InspectorResponse {
  readonly status: 200 | 308;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Nothing from elsewhere, nothing inline, nothing evaluated, no frame around it. */
const POLICY = [
  "default-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  // Also of the modules: after an upgrade of the kit the page must not be of two versions.
  'cache-control': 'no-store',
};

const ASSETS = '/assets/';

const JSON_TYPE = 'application/json';

/** What the page asks for when it is opened there. */
const DETAIL = /^\/page\/(operations|schemas)\/(.+)$/;

/** Serves the page. Whoever calls it has made sure that the request may see it. */
export class Inspector {
  readonly #host: InspectedHost;
  /** Read at the first request: most servers are never looked at. */
  #files: PageFiles | undefined;
  #drawn: { readonly of: OpenApiDocument; readonly outline: Outline } | undefined;

  constructor(host: InspectedHost) {
    this.#host = host;
  }

  /**
   * What a GET gets; `undefined` where the page has nothing of that name.
   *
   * @param path Below `/_kit`: `/` for the page itself, `/assets/…`, `/page.json`, `/page/operations/ID`,
   *   `/page/schemas/NAME`.
   */
  respond(path: string): InspectorResponse | undefined {
    // The page's addresses are relative, so that it works in every sandbox.
    if (path === '') return { status: 308, headers: { ...HEADERS, location: '_kit/' }, body: '' };
    if (path === '/page.json') return ok(JSON_TYPE, JSON.stringify(this.#facts()));
    const [, kind, name = ''] = DETAIL.exec(path) ?? [];
    if (kind !== undefined) {
      const drawer = new OutlineDrawer(this.#host.document());
      const known = percentDecoded(name);
      const detail = kind === 'schemas' ? drawer.schemaOf(known) : drawer.operationOf(known);
      return detail && ok(JSON_TYPE, JSON.stringify(detail));
    }
    if (path === '/') return ok('text/html; charset=utf-8', this.#pageFiles().html);
    if (!path.startsWith(ASSETS)) return undefined;
    const file = this.#pageFiles().get(path.slice(ASSETS.length));
    return file && ok(file.type, file.text);
  }

  #pageFiles(): PageFiles {
    return (this.#files ??= new PageFiles());
  }

  #facts(): PageFacts {
    const document = this.#host.document();
    if (this.#drawn?.of !== document) {
      this.#drawn = { of: document, outline: new OutlineDrawer(document).outline() };
    }
    const { tokenVariable = 'ACCESS_TOKEN' } = this.#host;
    return { tokenVariable, outline: this.#drawn.outline };
  }
}

/** What the page must know besides what the control API says. */
export interface PageFacts {
  readonly tokenVariable: string;
  readonly outline: Outline;
}

function ok(type: string, body: string): InspectorResponse {
  return { status: 200, headers: { ...HEADERS, 'content-type': type }, body };
}

/** A file of the page, as it is served. */
interface PageFile {
  /** Media type. */
  readonly type: string;
  readonly text: string;
}

/** The folder that the room `serve` stands in: modules' addresses are relative to it. */
const SOURCE = join(import.meta.dirname, '..', '..');

const PAGE = 'serve/inspector/page';

/** The folders whose modules a browser may have, and which of them. */
const FOLDERS: readonly (readonly [folder: string, names: RegExp])[] = [
  [PAGE, /^/],
  ['openapi', /^(?:count|error-message|percent)\./],
  ['openapi/json', /^/],
  ['model', /^media-type\./],
  ['http', /^(?:bearer|body-text|client-headers|curl|curl-form|exchange|latin1|multipart)\./],
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
class PageFiles {
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
    const library = packageFolder('lit-html')!;
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

  /** The page itself, which names all of its modules: they come at once, not one after what imports it. */
  get html(): string {
    const { text } = this.get(`${PAGE}/index.html`)!;
    // The package has compiled modules; a checkout is served as it is.
    const main = `main.${extension(import.meta.filename)}`;
    const links = this.#modulesBehind(`${PAGE}/${main}`).map(
      (address) => `<link rel="modulepreload" href="assets/${address}" />`,
    );
    return text.replace('main.ts', main).replace('</head>', `${links.join('')}</head>`);
  }

  #modulesBehind(main: string): readonly string[] {
    const found = new Set([main]);
    for (const address of found) {
      const { text = '' } = this.get(address) ?? {};
      for (const [, path = ''] of text.matchAll(/\bfrom\s*['"](\.[^'"]+)['"]/g)) {
        const module = posix.join(posix.dirname(address), path);
        if (this.#paths.has(module)) found.add(module);
      }
    }
    return [...found];
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
    return module.stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}
