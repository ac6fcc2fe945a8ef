/** What a framework asks of a project that is to have the mock: where it goes, and how it starts. */

/** What of a project bears on it. */
interface Placed {
  readonly language: 'ts' | 'js';
  /** Where sources are. */
  readonly sources: string;
}

/** A file that `init` writes for it. */
export interface FrameworkFile {
  readonly file: string;
  readonly what: string;
  readonly text: string;
}

/** What is known of a framework. */
export interface Framework {
  /** Packages that only its projects have. */
  readonly packages: readonly string[];
  /** The folders that are served as they are; the first is the likeliest. */
  readonly publicFolder: string;
  /** Folders in which sources can be, the likeliest first. Default: `src`. */
  readonly sources?: readonly string[];
  /** Renders on its server, which has no service worker: page and server ask the mock over HTTP. */
  readonly onServer?: (project: Placed) => FrameworkFile;
  /** What is left to do by hand; `fake` is the module with the worker. */
  readonly steps: (fake: string) => readonly string[];
}

const ADDRESS = "process.env.API_URL ?? 'http://127.0.0.1:4010'";

const VITE: Framework = {
  packages: ['vite'],
  publicFolder: 'public',
  steps: (fake) => [
    'Where the page starts (src/main), before the app does:',
    "  if (import.meta.env.MODE === 'development') {",
    `    const { worker } = await import('${fake}');`,
    "    await worker.start({ onUnhandledFrame: 'bypass' });",
    '  }',
  ],
};

const PLAIN: Framework = {
  packages: [],
  publicFolder: 'public',
  steps: (fake) => [
    'Where the page starts, before the app does, in development only:',
    `  const { worker } = await import('${fake}');`,
    "  await worker.start({ onUnhandledFrame: 'bypass' });",
  ],
};

const NEXT: Framework = {
  packages: ['next'],
  publicFolder: 'public',
  onServer: ({ sources, language }) => ({
    file: inFolder(sources, `mocks/api.${language}`),
    what: "the server's requests, each test with a sandbox of its own",
    text: typed(
      language,
      `import { cookies, headers } from 'next/headers';

/** Asks the API from the server: a sandbox that the page was asked with goes on to the mock. */
export async function api(path: string, init: RequestInit = {}): Promise<Response> {
  const cookie = (await cookies()).get('x-sandbox');
  const sandbox = (await headers()).get('x-sandbox') ?? cookie?.value;
  const sent = new Headers(init.headers);
  if (sandbox !== undefined) sent.set('x-sandbox', sandbox);
  const address = ${ADDRESS};
  return fetch(address + path, { cache: 'no-store', ...init, headers: sent });
}
`,
    ),
  }),
  steps: () => [
    'Server components and route handlers ask the API by it; with cacheComponents, such a component stands in a <Suspense>:',
    "  const response = await api('/…');",
    'In next.config, so that the page asks its own server:',
    "  rewrites: () => [{ source: '/api/:path*', destination: 'http://127.0.0.1:4010/:path*' }]",
  ],
};

const NUXT: Framework = {
  packages: ['nuxt'],
  publicFolder: 'public',
  sources: ['app', '.'],
  onServer: ({ sources, language }) => ({
    file: inFolder(sources, `composables/use-api.${language}`),
    what: 'useFetch of the API, each test with a sandbox of its own',
    text: typed(
      language,
      `import type { UseFetchOptions } from 'nuxt/app';

/** Asks the API: a sandbox that the page was asked with goes on to the mock. */
export function useApi<Answer>(path: string, options: UseFetchOptions<Answer> = {}) {
  const sandbox = useRequestHeaders(['x-sandbox'])['x-sandbox'] ?? useCookie('x-sandbox').value;
  return useFetch(path, {
    baseURL: useRuntimeConfig().public.apiUrl,
    onRequest: ({ options: { headers } }) => {
      if (sandbox) headers.set('x-sandbox', sandbox);
    },
    ...options,
  });
}
`,
    ),
  }),
  steps: () => [
    'In nuxt.config (NUXT_PUBLIC_API_URL says another address):',
    "  runtimeConfig: { public: { apiUrl: 'http://127.0.0.1:4010' } }",
    'In pages and components:',
    "  const { data } = await useApi('/…');",
  ],
};

const SVELTEKIT: Framework = {
  packages: ['@sveltejs/kit'],
  publicFolder: 'static',
  onServer: ({ language }) => ({
    file: `src/hooks.server.${language}`,
    what: "the server's requests, each test with a sandbox of its own",
    text: `${language === 'ts' ? "import type { HandleFetch } from '@sveltejs/kit';\n\n" : ''}const address = ${ADDRESS};

/** What \`load\` asks of the API: a sandbox that the page was asked with goes on to the mock. */
export const handleFetch${language === 'ts' ? ': HandleFetch' : ''} = ({ event, request, fetch }) => {
  const sandbox = event.request.headers.get('x-sandbox') ?? event.cookies.get('x-sandbox');
  if (sandbox !== undefined && request.url.startsWith(address)) {
    request.headers.set('x-sandbox', sandbox);
  }
  return fetch(request);
};
`,
  }),
  steps: () => ['In load functions:', "  const response = await fetch('http://127.0.0.1:4010/…');"],
};

const STORYBOOK_STEPS = (fake: string): readonly string[] => [
  'In .storybook/main:',
  "  staticDirs: ['../public'],",
  'In .storybook/preview:',
  `  import { worker } from '${fake}';`,
  'And in the object that it exports:',
  "  beforeAll: () => worker.start({ onUnhandledFrame: 'bypass' }),",
];

/** Those that are built on Vite come before it. */
const FRAMEWORKS: readonly Framework[] = [NEXT, NUXT, SVELTEKIT, VITE];

/** The framework of a project with these packages. */
export function frameworkOf(packages: ReadonlySet<string>): Framework {
  return (
    FRAMEWORKS.find((framework) => framework.packages.some((name) => packages.has(name))) ?? PLAIN
  );
}

/** Lines on what is left to do by hand. */
export function startSteps(
  framework: Framework,
  packages: ReadonlySet<string>,
  sources: string,
): readonly string[] {
  const steps = framework.steps('./mocks/browser');
  const hasStorybook = [...packages].some((name) => /^(?:@storybook\/|storybook$)/.test(name));
  if (!hasStorybook || framework.onServer !== undefined) return steps;
  return [...steps, '', ...STORYBOOK_STEPS(`../${inFolder(sources, 'mocks/browser')}`)];
}

/** A path below a folder of the project, which can be the project's own. */
export function inFolder(folder: string, path: string): string {
  return folder === '.' ? path : `${folder}/${path}`;
}

/** The text in the project's language: JavaScript has no types. */
function typed(language: Placed['language'], text: string): string {
  if (language === 'ts') return text;
  return text
    .replaceAll(/^import type .*\n\n?/gm, '')
    .replaceAll(/(?:: UseFetchOptions)?<Answer>/g, '')
    .replaceAll(/\): Promise<Response>/g, ')')
    .replaceAll(/(\w): (?:string|RequestInit)\b/g, '$1');
}
