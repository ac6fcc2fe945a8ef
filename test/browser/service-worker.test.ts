import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MockServer, createMockServer } from '../../mocks/server.ts';
import { type BodyCase, bytesOf, invalidBodies, storedIds, validBodies } from '../mocks/bodies.ts';
import { deeds } from '../mocks/control-deeds.ts';
import { expectAnswer } from '../mocks/expect-answer.ts';
import { type Answer, sendBody } from '../mocks/send-body.ts';
import { chromiumPath, launchChromium } from '../setup/chromium.ts';
import { bundle } from './bundle.ts';
import type * as PageScript from './page.ts';
import { servePage } from './page-server.ts';

declare const handle: typeof PageScript;

const ENTRY = `import * as handle from '/test/browser/page.ts';
Object.assign(globalThis, { handle });`;

describe.skipIf(chromiumPath() === undefined)('the mock in a service worker', () => {
  const troubles: string[] = [];
  let browser: Browser;
  let site: { url: string; server: Server };
  let page: Page;
  let http: MockServer;

  beforeAll(async () => {
    const worker = fileURLToPath(import.meta.resolve('msw/mockServiceWorker.js'));
    site = await servePage({
      '/': '<!doctype html><title>Page</title><script type="module" src="/page.js"></script>',
      '/page.js': (await bundle(ENTRY)).code,
      '/mockServiceWorker.js': await readFile(worker, 'utf8'),
    });
    http = await createMockServer();
    // By the time of the comparison, the page's fake has taken them as well.
    for (const validBody of validBodies)
      await sendBody(http.url, bytesOf(validBody), validBody.contentType);
    browser = await launchChromium();
    page = await browser.newPage();
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('console', (message) => {
      // A refused request is an error to the console, and what this test sends.
      const isStatus = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isStatus) troubles.push(message.text());
    });
    await page.goto(site.url);
    await page.waitForFunction(() => 'handle' in globalThis);
    await page.evaluate(async () => {
      await handle.start();
    });
  });

  afterAll(async () => {
    await browser?.close();
    site?.server.close();
    await http?.close();
  });

  function send(base: string, bodyCase: BodyCase): Promise<Answer> {
    return page.evaluate(([base, bytes, type]) => handle.sendBody(base, bytes, type), [
      base,
      [...bytesOf(bodyCase)],
      bodyCase.contentType,
    ] as const);
  }

  it.each(validBodies)('takes a valid body: $name', async (bodyCase) => {
    expectAnswer(await send(site.url, bodyCase), bodyCase);
  });

  it.each(invalidBodies)('refuses an invalid body: $name', async (bodyCase) => {
    expectAnswer(await send(site.url, bodyCase), bodyCase);
  });

  it.each([...validBodies, ...invalidBodies])('answers as over HTTP: $name', async (bodyCase) => {
    const { origin: _, ...expected } = await sendBody(
      http.url,
      bytesOf(bodyCase),
      bodyCase.contentType,
    );
    expect(await send(site.url, bodyCase)).toMatchObject(expected);
  });

  it('keeps ids exact', async () => {
    expect(await page.evaluate(() => handle.storedIds())).toEqual(storedIds);
  });

  it('answers for another origin with what a page of its own needs to read it', async () => {
    const bodyCase = validBodies[0]!;
    const answer = await send('https://store.example', {
      ...bodyCase,
      body: '{"id":77,"name":"Moss"}',
    });
    expect(answer).toMatchObject({ status: 200, body: '{"name":"Moss"}', origin: site.url });
  });

  it('answers a preflight, whose headers a page hides', async () => {
    const headers = await page.evaluate(async () => {
      const response = await fetch('https://store.example/plants', { method: 'OPTIONS' });
      return Object.fromEntries(response.headers);
    });
    expect(headers).toMatchObject({
      'access-control-allow-origin': site.url,
      'access-control-allow-methods': 'POST, OPTIONS',
    });
  });

  it('has what tests do with a mock, as in every form', async () => {
    const other = await browser.newPage();
    await other.goto(site.url);
    await other.waitForFunction(() => 'handle' in globalThis);
    const seen = await other.evaluate(() => handle.tryDeeds());
    await other.close();
    const inPages = deeds.filter(({ isNodeOnly = false }) => !isNodeOnly);
    expect(seen).toEqual(Object.fromEntries(inPages.map(({ name, expected }) => [name, expected])));
  });

  it('changes its profile while the page runs', async () => {
    await page.evaluate(() => handle.setProfile('typical'));
    const again = await send(site.url, validBodies[0]!);
    expect(again).toMatchObject({ status: 409 });
  });

  it('takes a scenario while the page runs, faults and all', async () => {
    await page.evaluate(() =>
      handle.setScenario({
        scenario: 1,
        description: 'What goes wrong in a network.',
        resources: [{ id: 1, name: 'Fern' }],
        faults: [{ kind: 'answer', status: 503 }, { kind: 'drop' }, { kind: 'truncate' }],
      }),
    );
    const moss = { ...validBodies[0]!, body: '{"id":2,"name":"Moss"}' };
    expect(await send(site.url, moss)).toMatchObject({ status: 503 });
    await expect(send(site.url, moss)).rejects.toThrow('Failed to fetch');
    await expect(send(site.url, moss)).rejects.toThrow(/network|fetch/i);
    expect(await page.evaluate(() => handle.storedIds())).toEqual(['1', '2']);
    await page.evaluate(() => handle.setScenario('busy'));
    expect(await page.evaluate(() => handle.storedIds().length)).toBe(1000);
    await page.evaluate(() => handle.setScenario('empty'));
  });

  it('lets through what the document does not have', async () => {
    const status = await page.evaluate(async () => (await fetch('/other')).status);
    expect(status).toBe(404);
  });

  it('runs under a policy that forbids eval, with nothing for the console to say', async () => {
    expect(troubles).toEqual([]);
    // The policy is in force: the page can't do what the mock must not need.
    const refused = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran = true';
      document.head.append(script);
      return !('ran' in globalThis);
    });
    expect(refused).toBe(true);
  });
});
