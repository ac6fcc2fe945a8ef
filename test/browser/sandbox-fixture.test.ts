import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MockServer, createMockServer } from '../../mocks/server.ts';
import { sandboxFixtures } from '../../src/face/playwright.ts';
import { chromiumPath, launchChromium } from '../setup/chromium.ts';

/** Tests at a time, and in all. */
const WORKERS = 3;
const TESTS = 6;

/** An app that renders on its server what its page then asks for itself. */
function createApp(mock: string): Server {
  return createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const html = await render(mock, request.headers['x-sandbox']);
      response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    };
    void answer();
  });
}

async function render(mock: string, sandbox: string | string[] | undefined): Promise<string> {
  const headers = sandbox === undefined ? {} : { 'x-sandbox': String(sandbox) };
  const body = JSON.stringify({ id: 1, name: 'Fern' });
  const type = { 'content-type': 'application/json', authorization: 'Bearer t' };
  const init = { method: 'POST', headers: { ...type, ...headers }, body };
  const { status } = await fetch(`${mock}/plants`, init);
  const asked = JSON.stringify({ method: 'POST', headers: type, body: body.replace('1', '2') });
  return `<p id="server">${status}</p><p id="page"></p><script>
    fetch('${mock}/plants', ${asked}).then(({ status }) => {
      document.querySelector('#page').textContent = status;
    });
  </script>`;
}

describe.skipIf(chromiumPath() === undefined)('the fixture of Playwright, in pages', () => {
  let browser: Browser;
  let mock: MockServer;
  let app: Server;
  let baseURL: string;

  beforeAll(async () => {
    mock = await createMockServer({ profile: 'typical' });
    app = createApp(mock.url).listen(0, '127.0.0.1');
    await once(app, 'listening');
    baseURL = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    app.close();
    app.closeAllConnections();
    await mock.close();
  });

  it('keeps parallel tests apart, through server-side rendering too', async () => {
    const [fixture] = sandboxFixtures({ mock: mock.url }).mock;
    const test = async (): Promise<void> => {
      const context = await browser.newContext();
      await fixture({ context, baseURL }, async (sandbox) => {
        const page = await context.newPage();
        await page.goto(baseURL);
        // Each id is free in each sandbox; the second test would get 409 in one that is shared.
        await page.waitForFunction("document.querySelector('#page').textContent !== ''");
        expect(await page.textContent('#server')).toBe('200');
        expect(await page.textContent('#page')).toBe('200');
        const stored = await sandbox.collection<{ id: number }>('/plants').list();
        expect(stored.map(({ id }) => id)).toEqual([1, 2]);
      });
      await context.close();
    };
    let left = TESTS;
    const worker = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await test();
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, worker));
    expect(mock.requests()).toEqual([]);
  });
});
