import type { Browser, Page } from 'playwright-core';

/** What a page has complained of. */
export interface Inspected {
  readonly page: Page;
  /** Uncaught errors, and what stands on the console but the browser's own log. */
  readonly troubles: readonly string[];
}

/** What a browser says by itself of an answer that the page expects: no server, or a refusal. */
const EXPECTED =
  /net::ERR_(CONNECTION_REFUSED|INCOMPLETE_CHUNKED_ENCODING|CONNECTION_RESET|EMPTY_RESPONSE)|status of 400/;

/** Opens the inspector of a server or sandbox, and waits until it is live. */
export async function openInspector(
  browser: Browser,
  base: string,
  options: { readonly width?: number; readonly dark?: boolean; readonly hash?: string } = {},
): Promise<Inspected> {
  const { width = 1280, dark = false, hash = '' } = options;
  const context = await browser.newContext({
    viewport: { width, height: 760 },
    colorScheme: dark ? 'dark' : 'light',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !EXPECTED.test(message.text())) {
      troubles.push(message.text());
    }
  });
  await page.goto(`${base}/_kit/${hash}`);
  await page.waitForSelector('.connection.open');
  return { page, troubles };
}

/** Closes the page with everything that belongs to it. */
export async function closeInspector({ page }: Inspected): Promise<void> {
  await page.context().close();
}
