import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { type Rolldown, build } from 'vite';

const root = join(import.meta.dirname, '../..');
const ENTRY = 'virtual:entry';

/** A page's script as a front end's build makes it: minified, with what is used only. */
export interface Bundle {
  readonly code: string;
  /** Bytes as they travel. */
  readonly gzipped: number;
  /** Whose code is in it, relative to the repository. */
  readonly modules: readonly string[];
  /** What it imports at run time. */
  readonly imports: readonly string[];
}

/**
 * Builds a script with Vite.
 *
 * @param source The entry's text; imports such as `/mocks/browser.ts` start at the repository.
 * @param external What stays an import. Default: nothing.
 */
export async function bundle(source: string, external: RegExp = /^$/): Promise<Bundle> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? `\0${ENTRY}.ts` : undefined),
        load: (id) => (id === `\0${ENTRY}.ts` ? source : undefined),
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: ENTRY, external, output: { codeSplitting: false } },
    },
  });
  const [output] = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[];
  const [chunk] = output!.output;
  const modules = chunk.moduleIds.map((id) => id.replace(root, '').replace(/^\//, ''));
  return {
    code: chunk.code,
    gzipped: gzipSync(chunk.code).byteLength,
    modules,
    imports: chunk.imports,
  };
}
