/** A file that the page asks for, directly or through a module. */
interface PageAsset {
  readonly path: string;
  readonly status: number;
  readonly type: string;
}

const LINK = /(?:href|src)="([^"]+)"/g;
const IMPORT = /^(?:import|export|\}).*?from\s*['"](.+?)['"]|from['"](\.[^'"]+)['"]/gm;

/** Everything that a browser would load for the inspector of a server. */
export async function pageAssets(base: string): Promise<PageAsset[]> {
  const page = new URL(`${base}/_kit/`);
  const html = await (await fetch(page)).text();
  const queue = addresses(html, LINK, page);
  const assets = new Map<string, PageAsset>();
  for (let url = queue.pop(); url !== undefined; url = queue.pop()) {
    const path = url.pathname;
    if (assets.has(path)) continue;
    const response = await fetch(url);
    const type = response.headers.get('content-type') ?? '';
    assets.set(path, { path, status: response.status, type });
    const text = await response.text();
    if (type.startsWith('text/javascript')) queue.push(...addresses(text, IMPORT, url));
  }
  return [...assets.values()];
}

function addresses(text: string, pattern: RegExp, base: URL): URL[] {
  return [...text.matchAll(pattern)].map(([, first, second]) => {
    const specifier = first ?? second ?? '';
    // A browser knows no packages.
    return new URL(/^(?:\.|assets\/)/.test(specifier) ? specifier : `bare/${specifier}`, base);
  });
}
