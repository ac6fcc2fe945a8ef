/** The inspector: a page over the control API that shows what the server does, and changes it. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type Outline, outlineOf } from './outline.ts';
import { PageFiles } from './page-files.ts';

/** Options of {@link Inspector}. */
export interface InspectorOptions {
  /** The document that is served now. */
  readonly document: () => OpenApiDocument;
  /** Environment variable that stands for the token in copied commands. Default `ACCESS_TOKEN`. */
  readonly tokenVariable?: string | undefined;
}

/** A file of the page with its headers. */
export interface InspectorResponse {
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

/** Serves the page. Whoever calls it has made sure that the request may see it. */
export class Inspector {
  readonly #options: InspectorOptions;
  /** Read at the first request: most servers are never looked at. */
  #files: PageFiles | undefined;
  #outline: { readonly of: OpenApiDocument; readonly outline: Outline } | undefined;

  constructor(options: InspectorOptions) {
    this.#options = options;
  }

  /**
   * What a GET gets; `undefined` where the page has nothing of that name.
   *
   * @param path Below `/_kit`: `/` for the page itself, `/assets/…`, `/page.json`.
   */
  respond(path: string): InspectorResponse | undefined {
    // The page's addresses are relative, so that it works in every sandbox.
    if (path === '') return { status: 308, headers: { ...HEADERS, location: '_kit/' }, body: '' };
    if (path === '/page.json') return ok('application/json', JSON.stringify(this.#facts()));
    if (path === '/') return ok('text/html; charset=utf-8', this.#pageFiles().html);
    if (!path.startsWith(ASSETS)) return undefined;
    const file = this.#pageFiles().get(path.slice(ASSETS.length));
    return file && ok(file.type, file.text);
  }

  #pageFiles(): PageFiles {
    return (this.#files ??= new PageFiles());
  }

  #facts(): PageFacts {
    const document = this.#options.document();
    if (this.#outline?.of !== document) {
      this.#outline = { of: document, outline: outlineOf(document) };
    }
    const { tokenVariable = 'ACCESS_TOKEN' } = this.#options;
    return { tokenVariable, outline: this.#outline.outline };
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
