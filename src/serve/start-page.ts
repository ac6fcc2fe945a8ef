/** What a browser gets at `/` where the document has nothing there: a page that leads on. */
import { createHash } from 'node:crypto';
import type { LongResponse } from '../http/message.ts';
import { acceptedOf } from '../model/accept.ts';
import { operations } from '../model/operation.ts';
import { type OpenApiDocument, titleOf } from '../openapi/document.ts';
import { escapeMarkup } from '../openapi/escape-markup.ts';
import type { ServerRequest } from './read-request.ts';
import { CONTROL_PREFIX } from './place.ts';

/** What the page tells of. */
export interface StartPageOptions {
  readonly document: OpenApiDocument;
  /** What stands in front of the mock's paths: of a document beside others, or of a sandbox. */
  readonly below: string;
  /** Whether there is an inspector to link to. */
  readonly isInspected: boolean;
}

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem}';

const HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  vary: 'Accept',
};

/** The usual one first: who takes anything gets what programs read. */
const KINDS = ['application/json', 'text/html'].map((name) => ({
  name,
  pointer: '',
  examples: {},
}));

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Paths that are named at the most. */
const MOST_PATHS = 20;

/** The answer itself, but for a browser at `/` that would get a bare 404. */
export function orStartPage(
  response: LongResponse,
  request: ServerRequest,
  options: () => StartPageOptions,
): LongResponse {
  const { problem } = response;
  if (problem?.kind !== 'path-unknown' || request.path !== '/' || !READS.has(request.method)) {
    return response;
  }
  const accepted = acceptedOf(KINDS, request.header('accept'));
  if (accepted?.name !== 'text/html') return response;
  return { status: 404, headers: HEADERS, body: pageOf(options()), problem };
}

function pageOf({ document, below, isInspected }: StartPageOptions): string {
  const title = escapeMarkup(titleOf(document) || 'API');
  const inspector = escapeMarkup(`${below}${CONTROL_PREFIX}/`);
  const leads = isInspected
    ? `<ul><li><a href="${inspector}">Inspector</a>: requests, what is stored, faults, scenarios</li>
<li><a href="${inspector}#/document">Document</a>: the reference, with requests to try</li></ul>`
    : '';
  const all = operations(document).toSorted((a, b) => Number(isPlain(b)) - Number(isPlain(a)));
  const lines = all.slice(0, MOST_PATHS).map((operation) => {
    const path = escapeMarkup(operation.path);
    const href = escapeMarkup(below + operation.path);
    const shown = isPlain(operation) ? `<a href="${href}">${path}</a>` : path;
    return `<li><code>${escapeMarkup(operation.method)} ${shown}</code></li>`;
  });
  const more = all.length > MOST_PATHS ? `<p>and ${all.length - MOST_PATHS} more</p>` : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} (mock)</title><style>${STYLE}</style></head>
<body><h1>${title}</h1>
<p>This is a mock of the API. Its document has no operation for <code>/</code>, so the status is 404.</p>
${leads}
<h2>Operations</h2><ul>${lines.join('\n')}</ul>${more}
</body></html>
`;
}

/** Whether a link alone can ask for it. */
function isPlain({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return method === 'GET' && !path.includes('{');
}
