import type { Browser, Page } from 'playwright-core';
import { type ViteDevServer, createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, launchChromium } from './chromium.ts';

describe.skipIf(chromiumPath === undefined)('the page in development, with the fake in it', () => {
  let server: ViteDevServer;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    server = await createServer({ server: { port: 0 }, logLevel: 'error' });
    await server.listen();
    browser = await launchChromium();
    page = await browser.newPage();
    await page.goto(server.resolvedUrls!.local[0]!);
    await page.getByLabel('Number').fill('1');
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  async function create(): Promise<number> {
    const response = page.waitForResponse('**/plants');
    await page.getByRole('button', { name: 'Create' }).click();
    return (await response).status();
  }

  it('creates a plant without any server', async () => {
    await page.getByLabel('Name').fill('Fern');
    expect(await create()).toBe(200);
    expect(await page.getByRole('status').textContent()).toBe('Fern is in the store.');
  });

  it('switches profiles: a used number is refused with another status, or accepted', async () => {
    expect(await create()).toBe(400);
    await page.getByLabel('The fake answers as').selectOption('typical');
    expect(await create()).toBe(409);
    await page.getByLabel('The fake answers as').selectOption('lenient');
    expect(await create()).toBe(200);
  });
});
