import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * The system's Chromium: `CHROMIUM_PATH`, else `/usr/bin`, else the PATH. Where there is none, says
 * so on standard error, for tests to be skipped: `describe.skipIf(chromiumPath() === undefined)`.
 *
 * @throws {Error} where `CHROMIUM_PATH` names no program.
 */
export function chromiumPath(): string | undefined {
  const named = process.env['CHROMIUM_PATH'] ?? '';
  if (named !== '') {
    accessSync(named, constants.X_OK);
    return named;
  }
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) =>
    existsSync(path),
  );
  if (found === undefined) {
    process.stderr.write(
      '\n*** SKIPPED: the tests in a real browser. There is no Chromium on this machine. ***\n' +
        '*** Install it (apt-get install chromium), or name it in CHROMIUM_PATH.        ***\n\n',
    );
  }
  return found;
}

/**
 * What would take most of the browser's time: it makes the list below its address bar ready for every
 * window, and a page that nobody opens. The others are Playwright's own, for Chromium goes by the
 * last such list only.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
];

/** Starts the system's Chromium without a window; `close()` it. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('Failed to find Chromium. Install it.');
  // As root, which containers run as, Chromium starts only without its sandbox.
  const args = ['--no-sandbox', `--disable-features=${WITHOUT.join(',')}`];
  return await chromium.launch({ executablePath, args });
}
