import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';

/** How an inspector is looked at. */
export interface Sight {
  /** CSS pixels. Default: 1280. */
  readonly width?: number;
  /** What the system prefers. Default: light. */
  readonly dark?: boolean;
  /** Where in the inspector. Default: where it begins. */
  readonly hash?: string;
}

/** A window in which inspectors are looked at, one after the other: each of its own takes a second. */
export interface InspectorWindow {
  /** Opens the inspector of a server or sandbox, and waits until it is live. */
  open(base: string, sight?: Sight): Promise<Page>;
  /** Forgets what pages have kept in the browser; throws where one has complained since the last time. */
  clear(): Promise<void>;
}

/** What a browser says by itself of an answer that the page expects: no server, or a refusal. */
const EXPECTED =
  /net::ERR_(CONNECTION_REFUSED|INCOMPLETE_CHUNKED_ENCODING|CONNECTION_RESET|EMPTY_RESPONSE)|status of 400/;

/** Opens a window; it ends with the browser. */
export async function openInspectorWindow(browser: Browser): Promise<InspectorWindow> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !EXPECTED.test(message.text())) {
      troubles.push(message.text());
    }
  });
  return {
    open: async (base, { width = 1280, dark = false, hash = '' } = {}) => {
      await page.setViewportSize({ width, height: 760 });
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
      await page.goto(`${base}/_kit/${hash}`);
      await page.waitForSelector('.connection.open');
      return page;
    },
    clear: async () => {
      await page.evaluate(() => localStorage.clear());
      const found = troubles.splice(0);
      if (found.length > 0) throw new Error(`The page complained: ${found.join('; ')}`);
    },
  };
}

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe finds, whatever its impact. */
export async function barriers(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(axe);
  return await page.evaluate(async () => {
    const { axe } = globalThis as typeof globalThis & {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}

/** What would have to be scrolled sideways. */
export function wideElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { document } = globalThis;
    const names = 'main, nav, .list, .detail, dialog';
    return [document.documentElement, ...document.querySelectorAll(names)]
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map((element) => `${element.tagName}.${element.className}`);
  });
}
