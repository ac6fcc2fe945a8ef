/** What people do in the inspector: change what is stored, send requests, make something of an answer. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MockServer, createMockServer } from '../../../mocks/server.ts';
import { loadDocument } from '../../../src/model/load-document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { serviceDocument } from '../../mocks/service-document.ts';
import { chromiumPath, launchChromium } from '../../setup/chromium.ts';
import {
  type InspectorWindow,
  barriers,
  openInspectorWindow,
  wideElements,
} from './inspector-window.ts';
import { post, postMany } from './post.ts';

const MAX = 9_223_372_036_854_775_807n;

let browser: Browser;
let inspectors: InspectorWindow;
let server: MockServer;
let number = 0;
let base: string;
let page: Page;

async function open(hash: string, at = base): Promise<void> {
  page = await inspectors.open(at, { hash });
}

function plants(): readonly object[] {
  return server.sandbox(`work-${number}`).store.list();
}

function button(name: string, within: Page | Locator = page): Locator {
  return within.getByRole('button', { name, exact: true });
}

async function told(text: string): Promise<void> {
  await page.locator('.notice', { hasText: text }).waitFor();
}

async function turnInto(name: string): Promise<void> {
  await page.locator('summary', { hasText: 'Turn into' }).click();
  await button(name).click();
}

describe.skipIf(chromiumPath() === undefined)('in the inspector', () => {
  beforeAll(async () => {
    server = await createMockServer({ document: serviceDocument() });
    browser = await launchChromium();
    inspectors = await openInspectorWindow(browser);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  beforeEach(() => {
    number += 1;
    base = `${server.url}/@work-${number}`;
  });
  afterEach(async () => {
    await inspectors.clear();
  });

  it('resources are edited and deleted one by one, and come back', async () => {
    const [fern, two] = [
      { id: MAX, name: 'Monstera deliciosa' },
      { id: 2, name: 'Ficus lyrata' },
    ];
    server.sandbox(`work-${number}`).plants.seed([fern, two]);
    await open('#/stored');
    await button(`Edit id ${MAX}`).click();
    expect(await barriers(page)).toEqual([]);
    const text = page.getByLabel('The resource as JSON');
    await text.fill((await text.inputValue()).replace('deliciosa', 'adansonii'));
    await button('Save').click();
    await page.locator('td', { hasText: 'adansonii' }).waitFor();
    expect(plants()).toEqual([{ ...fern, name: 'Monstera adansonii' }, two]);
    await button('Undo').click();
    await page.locator('td', { hasText: 'deliciosa' }).waitFor();
    expect(plants()).toEqual([fern, two]);
    await button('Delete id 2').click();
    await told('id 2 is deleted');
    expect(plants()).toEqual([fern]);
    expect(await barriers(page)).toEqual([]);
    await button('Undo').click();
    await page.locator('td', { hasText: 'Ficus' }).waitFor();
    expect(plants()).toEqual([fern, two]);
  });

  it('what is stored is searched, sorted and paged', async () => {
    const many = Array.from({ length: 120 }, (_, id) => ({ id, name: `Fern no${id % 7}` }));
    server.sandbox(`work-${number}`).plants.seed(many);
    await open('#/stored');
    const rows = page.locator('tbody tr');
    const first = (): Promise<string> => rows.first().locator('td').first().innerText();
    await page.locator('.pages', { hasText: '1 to 50 of 120' }).waitFor();
    await button('Next').click();
    await page.locator('.pages', { hasText: '51 to 100' }).waitFor();
    expect(await first()).toBe('50');
    await button('id').click();
    await button('id ↑').click();
    await expect.poll(first).toBe('119');
    await page.getByLabel('Search what is stored here').fill('fern NO3');
    await expect.poll(() => rows.count()).toBe(17);
    expect(await barriers(page)).toEqual([]);
  });

  it('what is stored stays in sight, however long its values are', async () => {
    const tag = JSON.stringify({ a: 'b'.repeat(3000) });
    server.sandbox(`work-${number}`).plants.seed([{ id: MAX, name: 'Fern', tag }]);
    await open('#/stored');
    const row = page.locator('tbody tr');
    await row.waitFor();
    expect(await row.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThan(
      140,
    );
    const id = row.locator('td').first();
    expect(await id.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThan(
      140,
    );
    const edge = await button(`Delete id ${MAX}`).evaluate((element) =>
      element.getBoundingClientRect(),
    );
    expect(edge.right).toBeLessThan(1280);
    expect(await barriers(page)).toEqual([]);
  });

  it('nothing is emptied before somebody has confirmed it', async () => {
    await post(base, '{"id":1,"name":"Fern"}');
    await open('#/stored');
    for (const [hash, name] of [
      ['stored', 'Empty the store'],
      ['controls', 'Reset everything'],
    ] as const) {
      await page.evaluate((to) => (location.hash = `#/${to}`), hash);
      await button(name).click();
      await button('Cancel', page.getByRole('dialog')).click();
      expect(plants()).toHaveLength(1);
    }
    await button('Reset everything').click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Enter');
    await told('Back to the start');
    expect(plants()).toEqual([]);
  });

  it('a snapshot and the requests are saved to files, and come back from them', async () => {
    await post(base, '{"id":9223372036854775807,"name":"Fern"}');
    await open('#/stored');
    await page.locator('summary', { hasText: 'Snapshot' }).click();
    const saved = page.waitForEvent('download');
    await button('Download a snapshot').click();
    const snapshot = await (await saved).path();
    server.sandbox(`work-${number}`).reset();
    await page.locator('summary', { hasText: 'Snapshot' }).click();
    const chosen = page.waitForEvent('filechooser');
    await button('Restore a snapshot').click();
    await (await chosen).setFiles(snapshot);
    await told('The snapshot is back');
    expect(plants()).toEqual([{ id: MAX, name: 'Fern' }]);

    const { text } = await post(base, '{"id":5,"name":"Told once"}');
    await page.evaluate(() => (location.hash = '#/requests'));
    await page.locator('summary', { hasText: 'More' }).click();
    const recorded = page.waitForEvent('download');
    await button('Download requests as HAR').click();
    const har = await (await recorded).path();
    await page.locator('summary', { hasText: 'More' }).click();
    const again = page.waitForEvent('filechooser');
    await button('Answer from a HAR file').click();
    await (await again).setFiles(har);
    await told('The mock gives the recorded answers until the next reset.');
    expect((await post(base, '{"id":5,"name":"Told once"}')).text).toBe(text);
    expect(plants()).toHaveLength(2);
  });

  it('a request is sent again, as it was and changed', async () => {
    await post(base, '{"id":1,"name":"Fern"}');
    await open('#/requests/1');
    await button('Send again').click();
    await page.waitForURL('**#/requests/2');
    await page.locator('.detail .status', { hasText: '400' }).waitFor();
    await button('Edit and send').click();
    expect(await barriers(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 760 });
    expect(await wideElements(page)).toEqual([]);
    await page.getByLabel('Body').fill('{"id":2,"name":"Ficus"}');
    await button('Send').click();
    await page.waitForURL('**#/requests/3');
    await page.locator('.detail .status', { hasText: '200' }).waitFor();
    expect(plants()).toHaveLength(2);
  });

  it('an answer becomes a fault, a seed, a handler and a test', async () => {
    const { text } = await post(base, '{"id":"x","name":"Fern"}');
    await post(base, '{"id":7,"name":"Ficus"}');
    await open('#/requests/1');
    await turnInto('A fault');
    await told('The next request of this kind gets this answer');
    expect(await post(base, '{"id":8,"name":"Fern"}')).toEqual({ status: 400, text });
    await turnInto('A handler for msw');
    await told('handler for msw');
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    expect(await copied()).toContain("import { http, HttpResponse } from 'msw'");
    await turnInto('A test');
    await told('test for Vitest');
    expect(await copied()).toContain('expect(response.status).toBe(400)');
    await page.evaluate(() => (location.hash = '#/requests/2'));
    await page.locator('.detail .status', { hasText: '200' }).waitFor();
    server.sandbox(`work-${number}`).plants.clear();
    await turnInto('A seed');
    expect(JSON.parse(await page.locator('#seed').inputValue())).toMatchObject({ name: 'Ficus' });
    await button('Store').click();
    await told('Stored');
    expect(plants()).toHaveLength(1);
  });

  it('everything is done by keyboard', async () => {
    await open('');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('scen busy');
    await page.locator('[role=option]', { hasText: 'busy' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await told('Scenario busy is on');
    expect(plants().length).toBeGreaterThan(0);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('create');
    // The document comes a moment after the page.
    await page.locator('[role=option]', { hasText: 'createPlant' }).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await button('Try it').click();
    await page.getByLabel('Path and query').press('Enter');
    await page.waitForURL('**#/requests/1');
    await page.locator('.detail .status', { hasText: '200' }).waitFor();
  });

  it('a document with 300 operations is there at once', async () => {
    const document = loadDocument(JSON.stringify(largeDocument(300)), 'large.json');
    await using large = await createMockServer({ document });
    await open('', large.url);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busy = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')!.value;
    };
    const before = await busy();
    await page.evaluate(() => (location.hash = '#/document'));
    await page.locator('.reference .card').nth(299).waitFor();
    // Seconds of the page's own thread: others may be busy, too.
    expect((await busy()) - before).toBeLessThan(0.5);
    const nodes = await page.evaluate(() => window.document.querySelectorAll('*').length);
    expect(nodes).toBeLessThan(5000);
    await page.getByLabel('Search operations and schemas').fill('thing 250');
    await page.locator('.reference summary', { hasText: '/things250' }).click();
    await page.locator('.reference .fields', { hasText: 'property-39' }).first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.evaluate(() => (location.hash = '#/answers'));
    await page.locator('.panel .card').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await page.evaluate(() => window.document.querySelectorAll('*').length)).toBeLessThan(
      5000,
    );
    await page.setViewportSize({ width: 390, height: 760 });
    for (const [hash, title] of [
      ['#/controls', 'Controls'],
      ['#/stored', 'Stored'],
      ['#/document', 'Large'],
    ] as const) {
      await page.evaluate((to) => (location.hash = to), hash);
      await page.locator('main h2', { hasText: title }).waitFor();
      expect(await wideElements(page)).toEqual([]);
    }
  });

  it('5,000 requests survive a reload', async () => {
    await using busy = await createMockServer({ document: serviceDocument() });
    await postMany(busy, 0, 5000);
    await open('', busy.url);
    await page
      .locator('.shown', { hasText: '5000 requests' })
      .or(page.locator('.shown', { hasText: '5,000 requests' }))
      .waitFor();
    await page.locator('#requests').press('End');
    await page.locator('.detail h2', { hasText: 'POST' }).waitFor();
    expect(page.url()).toMatch(/#\/requests\/1$/);
  });
});

/** Each operation takes and tells of an object with 40 properties. */
function largeDocument(count: number): JsonObject {
  const properties = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [`property-${i}`, { type: 'boolean' }]),
  );
  const thing = { $ref: '#/components/schemas/Thing' };
  const content = { 'application/json': { schema: thing } };
  const post = (i: number): JsonObject => ({
    operationId: `create-${i}-${'of-a-long-name'.repeat(4)}`,
    summary: `Create thing ${i}`,
    tags: [`group ${i % 20}`],
    requestBody: { content },
    responses: { 201: { description: 'Created.', content } },
  });
  const paths = Array.from({ length: count }, (_, i) => [
    `/things${i}${i === 0 ? `/{of}${'-of-a-long-name'.repeat(5)}` : ''}`,
    { post: post(i) },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Large', version: '1' },
    paths: Object.fromEntries(paths) as JsonObject,
    components: { schemas: { Thing: { type: 'object', properties } } },
  };
}
