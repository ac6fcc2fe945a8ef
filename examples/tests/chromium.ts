import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The system's Chromium, so that nothing has to be downloaded. */
export const chromiumPath: string | undefined =
  process.env['CHROMIUM_PATH'] ?? PATHS.find((path) => existsSync(path));

export async function launchChromium(): Promise<Browser> {
  return await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
}
