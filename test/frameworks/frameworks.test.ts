/** The plant store in the frameworks of npm that are installed; `npm run frameworks` has the other languages, too. */
import { describe, expect, it } from 'vitest';
import { defaultFolder, hasPackages, judgeStore, lackOf, layOut } from './judge-store.ts';
import { stores } from './stores.ts';

const FIRST_PORT = 4600;
const storesOfNode = stores.filter(({ file }) => file.endsWith('.mjs'));

if (!hasPackages(defaultFolder)) {
  process.stderr.write(
    `SKIPPED: stores in frameworks: \`npm run frameworks -- --install\` installs them\n`,
  );
}

describe.runIf(hasPackages(defaultFolder))('the plant store in', () => {
  layOut(defaultFolder);
  it.each(storesOfNode.map((store, i) => ({ ...store, port: FIRST_PORT + 2 * i })))(
    '$name: its faults are found, and mended it passes',
    async ({ port, ...store }) => {
      if (lackOf(store, defaultFolder) !== undefined) {
        process.stderr.write(`SKIPPED: ${store.name}: the machine lacks ${store.needs}\n`);
        return;
      }
      const first = await judgeStore(store, 'first', port, defaultFolder);
      expect(first).toMatchObject({ missed: [], strange: [] });
      const mended = await judgeStore(store, 'mended', port + 1, defaultFolder);
      expect(mended).toMatchObject({ missed: [], strange: [] });
    },
  );
});
