import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MockServer, createMockServer } from '../../../mocks/server.ts';
import { caseFileSchema, readCaseFile } from '../../../src/verify/cases/read-case-file.ts';
import { loadDocument } from '../../../src/model/load-document.ts';
import { readYaml } from '../../../src/openapi/read-yaml.ts';
import { compileSchema } from '../../../src/openapi/schema/compile-schema.ts';
import { startProxy } from '../../serve/proxy/start-proxy.ts';
import { serviceDocument } from '../../mocks/service-document.ts';
import { startProcess } from '../../cli/mock-process.ts';
import { chromiumPath, launchChromium } from '../../setup/chromium.ts';
import {
  type InspectorWindow,
  type Sight,
  barriers,
  openInspectorWindow,
  wideElements,
} from './inspector-window.ts';
import { post, postMany } from './post.ts';

const VALID = '{"id":9223372036854775807,"name":"Monstera deliciosa","tag":"climber"}';
const LOANS = '/books/00000000-0000-4000-8000-000000000001/loans';
const INVALID = '{"id":"x","name":"Ficus"}';
const PANELS = ['requests', 'stored', 'answers', 'controls', 'document'];
const document = serviceDocument();

let browser: Browser;
let inspectors: InspectorWindow;
let server: MockServer;
/** A sandbox for each test, so that they don't meet. */
let base: string;
let number = 0;

async function open(sight: Sight = {}, at = base): Promise<Page> {
  return await inspectors.open(at, sight);
}

function focusedId(page: Page): Promise<string | undefined> {
  return page.evaluate(() => window.document.activeElement?.id);
}

function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

describe.skipIf(chromiumPath() === undefined)('the inspector', () => {
  beforeAll(async () => {
    server = await createMockServer({ document, prism: true, prismDeadline: 20_000 });
    browser = await launchChromium();
    inspectors = await openInspectorWindow(browser);
    await server.ready;
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  beforeEach(() => {
    number += 1;
    base = `${server.url}/@test-${number}`;
  });
  afterEach(async () => {
    await inspectors.clear();
  });

  it('says how to begin, in a line that works', async () => {
    const page = await open();
    const line = await page.locator('.empty .code').innerText();
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', `${line} -sS`]);
    expect(stdout).toContain('HTTP/1.1 200');
    await page.locator('.row .status', { hasText: '200' }).waitFor();
  });

  it('asks for the control token where there is one, and keeps it for the tab', async () => {
    const controlToken = 'correct-horse-battery';
    await using closed = await createMockServer({ document, host: '0.0.0.0', controlToken });
    const at = `http://127.0.0.1:${closed.port}`;
    const context = await browser.newContext();
    const page = await context.newPage();
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.goto(`${at}/_kit/`);
    const field = page.getByLabel('Control token');
    await field.fill('something-else');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('[role=alert]', { hasText: 'refused it' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await field.fill(controlToken);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.connection.open').waitFor();
    await post(at, VALID);
    await page.locator('.row .status', { hasText: '200' }).waitFor();
    await page.goto(`${at}/@other/_kit/`);
    await page.locator('.connection.open').waitFor();
    expect(addresses.join('\n')).not.toMatch(/correct-horse|something-else/);
    await context.close();
  });

  it('shows a request when it comes, with both bodies', async () => {
    const page = await open();
    await post(base, VALID);
    await page.locator('.row', { hasText: '/plants' }).click();
    await page.locator('.detail .status', { hasText: '200' }).waitFor();
    const [request, response] = await page.locator('.message-side .code').allInnerTexts();
    expect(request).toContain('"id": 9223372036854775807');
    expect(response).toContain('"name": "Monstera deliciosa"');
    expect(await page.content()).not.toContain('secret-token');
  });

  it('explains a violation, by the mock and by Prism, with the line of the document', async () => {
    // What both have found would be told by the mock alone.
    await post(base, INVALID, { authorization: 'Basic x' });
    const page = await open({ hash: '#/requests/1' });
    const items = page.locator('.violations li');
    expect(await items.nth(0).innerText()).toContain("the credential's scheme must be Bearer");
    expect(await items.nth(1).innerText()).toMatch(
      /found by Prism · request body, id · .* line \d+/,
    );
    await items.nth(1).locator('a').click();
    const line = page.locator('.lines .chosen');
    expect(await line.innerText()).toContain('id:');
    await expect
      .poll(() => line.evaluate((element) => element.getBoundingClientRect().top))
      .toBeLessThan(700);
  });

  it('lets a switch change the next answer', async () => {
    await post(base, VALID);
    const page = await open({ hash: '#/answers' });
    const question = page.locator('#question-used-id');
    expect(await question.innerText()).toContain('Behavior when the id was already used');
    await question.getByRole('radio', { name: 'refused' }).check();
    await question.getByLabel('Status of the refusal').selectOption('409');
    await page.locator('.notice', { hasText: 'used-id: refused 409' }).waitFor();
    expect((await post(base, VALID)).status).toBe(409);
    await question.getByRole('radio', { name: 'accepted' }).check();
    await page.locator('.notice', { hasText: 'used-id: accepted' }).waitFor();
    expect((await post(base, VALID)).status).toBe(200);
    await page.getByLabel('Profile').selectOption('typical');
    await page.locator('.notice', { hasText: 'typical' }).waitFor();
    expect((await post(base, VALID, {})).status).toBe(401);
  });

  it('keeps what is stored as it is on the server, exact to the last digit', async () => {
    const page = await open({ hash: '#/stored' });
    await post(base, VALID);
    await page.locator('td', { hasText: '9223372036854775807' }).waitFor();
    await page.locator('#seed').fill('{"id":-9223372036854775808,"name":"Ficus lyrata"}');
    await page.getByRole('button', { name: 'Store', exact: true }).click();
    await page.locator('td', { hasText: '-9223372036854775808' }).waitFor();
    await page.locator('#seed').fill('{"name":"No id"}');
    await page.getByRole('button', { name: 'Store', exact: true }).click();
    await page.locator('.notice.error', { hasText: 'id is required' }).waitFor();
    await page.getByRole('button', { name: 'Empty the store' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Empty the store' }).click();
    await page.locator('.panel .empty').waitFor();
    expect(server.sandbox(`test-${number}`).store.list()).toEqual([]);
  });

  it('shows the collections of a service that has several', async () => {
    await using library = await openLibrary();
    const page = await open({ hash: '#/stored' }, library.url);
    await page.locator('nav a[aria-current] .badge', { hasText: '3' }).waitFor();
    const select = page.getByRole('combobox', { name: 'Collection' }).first();
    const options = await select.locator('option').allInnerTexts();
    expect(options.map((text) => text.trim())).toEqual([
      '/books (0)',
      '/members (2)',
      '/payments (0)',
      `${LOANS} (1)`,
    ]);
    await page.locator('td', { hasText: '9223372036854775807' }).waitFor();
    await select.selectOption(LOANS);
    await page.locator('td', { hasText: '2027-01-01' }).waitFor();

    // One that holds nothing yet.
    const form = page.locator('form');
    await form.getByLabel('Collection').fill(LOANS.replace('1/', '2/'));
    await form.locator('textarea').fill('{"member":7,"until":"2028-01-01T00:00:00Z"}');
    await form.getByRole('button', { name: 'Store' }).click();
    await page.locator('td', { hasText: '2028-01-01' }).waitFor();
    expect(await select.inputValue()).toBe(LOANS.replace('1/', '2/'));
    await form.getByLabel('Collection').fill('/nope');
    await form.locator('textarea').fill('{"member":7}');
    await form.getByRole('button', { name: 'Store' }).click();
    await page.locator('.notice.error', { hasText: 'Name one of: /books' }).waitFor();

    expect(await barriers(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 760 });
    expect(await wideElements(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 760 });

    await page.getByRole('button', { name: 'Empty this collection' }).click();
    await page.getByRole('button', { name: 'Empty it' }).click();
    await page.locator('nav a[aria-current] .badge', { hasText: '3' }).waitFor();
    await page.getByRole('button', { name: 'Empty the store' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Empty the store' }).click();
    await page.locator('.panel .empty').waitFor();
    await page.locator('nav a[aria-current] .badge', { hasText: '0' }).waitFor();
  });

  it('copies a request as a line of curl that works, without the token', async () => {
    const body = `{"id":5,"name":"O'Hara \\"x\\" $HOME \`id\` ! \\u0000 é\u2028","tag":"a\\\\b"}`;
    const { text } = await post(base, body);
    const page = await open({ hash: '#/requests/1' });
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.locator('.notice', { hasText: '$PLANT_STORE_TOKEN' }).waitFor();
    const line = await clipboard(page);
    expect(line).not.toContain('secret-token');
    server.sandbox(`test-${number}`).reset();
    const env = { ...process.env, PLANT_STORE_TOKEN: 'secret-token' };
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', `${line} -sS`], { env });
    expect(stdout).toContain('HTTP/1.1 200');
    expect(stdout.endsWith(text)).toBe(true);
  });

  it.each([
    ['that was taken', VALID, 'valid'],
    ['that was refused', INVALID, 'invalid'],
    ['that is no JSON', '{"id":7,', 'invalid'],
    ['with a number that is not written so again', '{"id":1.0,"name":"x"}', 'valid'],
  ])('copies a request %s as a contract case', async (_, body, validity) => {
    await post(base, body);
    const page = await open({ hash: '#/requests/1' });
    await page.locator('summary', { hasText: 'Turn into' }).click();
    await page.getByRole('button', { name: 'A contract case' }).click();
    await page.locator('.notice', { hasText: 'case file' }).waitFor();
    const text = await clipboard(page);
    const source = readYaml(text, 'copied.yaml');
    expect(compileSchema(caseFileSchema, '')(source.value)).toEqual([]);
    const [template] = readCaseFile(source, document);
    expect(template?.validity.kind).toBe(validity);
    const sent = template?.build({ integer: () => 1, text: (base) => base }).body;
    expect(new TextDecoder().decode(sent)).toBe(body);
  });

  it('makes answers go wrong, and takes it back', async () => {
    const page = await open({ hash: '#/controls' });
    await page.getByLabel('Status', { exact: true }).fill('503');
    await page.getByLabel('Times').fill('2');
    await page.getByRole('button', { name: 'Add fault' }).click();
    await page.locator('.faults li', { hasText: 'answer with 503, 2 times' }).waitFor();
    expect((await post(base, VALID)).status).toBe(503);
    await page.locator('.faults li', { hasText: 'answer with 503, once' }).waitFor();
    await page.getByRole('button', { name: /^Take back/ }).click();
    await page.locator('.remark', { hasText: 'There are no faults' }).waitFor();
    expect((await post(base, VALID)).status).toBe(200);
    await page.getByLabel('Latency').fill('50');
    await page.getByLabel('Latency').press('Enter');
    await page.locator('.notice', { hasText: '50 ms' }).waitFor();
    expect(server.sandbox(`test-${number}`).latency).toBe(50);
  });

  it('chooses and drops sandboxes', async () => {
    await post(base, VALID);
    const name = `test-${number}`;
    const page = await open({ hash: '#/controls' }, server.url);
    await page.locator('.sandboxes').getByRole('link', { name, exact: true }).click();
    await page.waitForURL(`**/@${name}/_kit/`);
    await page.locator('.row').waitFor();
    await page.goto(`${server.url}/_kit/#/controls`);
    await page.getByRole('button', { name: `Drop ${name}`, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Drop' }).click();
    await page.locator('.notice', { hasText: 'is dropped' }).waitFor();
    await page.locator('.sandboxes a', { hasText: name }).waitFor({ state: 'detached' });
    expect(server.dropSandbox(name)).toBe(false);
  });

  it('filters by words, status and violation, by keyboard as well', async () => {
    await post(base, VALID);
    await post(base, INVALID);
    await post(base, '{"name":"No id"}');
    const page = await open();
    await page.locator('.row').nth(2).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('int64');
    await page.locator('.shown', { hasText: '1 of 3 requests' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.shown', { hasText: /^\s*3 requests/ }).waitFor();
    expect(await page.locator('#filter').inputValue()).toBe('');
    expect(await focusedId(page)).toBe('filter');
    await page.keyboard.press('Escape');
    expect(await focusedId(page)).toBe('requests');
    await page.getByLabel('Status', { exact: true }).selectOption('success');
    await page.locator('.shown', { hasText: '1 of 3' }).waitFor();
    await page.getByLabel('Status', { exact: true }).selectOption('all');
    await page.getByLabel('Violations').check();
    await page.locator('.shown', { hasText: '2 of 3' }).waitFor();
    await page.locator('#requests').focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('.detail h2', { hasText: 'POST' }).waitFor();
    expect(page.url()).toContain('#/requests/3');
    await page.keyboard.press('ArrowDown');
    await page.waitForURL('**#/requests/2');
    await page.keyboard.press('Escape');
    await page.locator('.hint').waitFor();
    expect(page.url()).toMatch(/#\/requests$/);
  });

  it('finds the server again after a restart', async () => {
    const first = await createMockServer({ document });
    const page = await open({}, first.url);
    await post(first.url, INVALID);
    await page.locator('.row', { hasText: '400' }).waitFor();
    await first.close();
    await page.locator('.connection.reconnecting').waitFor();
    await using second = await createMockServer({ document, port: first.port });
    await page.locator('.connection.open').waitFor();
    await page.locator('.row').waitFor({ state: 'detached' });
    await post(second.url, VALID);
    await page.locator('.row', { hasText: '200' }).waitFor();
    expect(await page.locator('.row').count()).toBe(1);
  });

  it('stays usable while 10,000 requests pass', { timeout: 120_000 }, async () => {
    // In a process of its own: here, it would keep the browser's driver waiting.
    await using busy = await startProcess([]);
    const page = await open({}, busy.url);
    const port = Number(new URL(busy.url).port);
    const each = Array.from({ length: 4 }, (_, i) => postMany({ port }, 2500 * i, 2500));
    await page.locator('.row').first().click();
    await page.locator('.detail').waitFor();
    await Promise.all(each);
    await post(busy.url, INVALID);
    await page.locator('#filter').fill('int64');
    await page.locator('.row', { hasText: '400' }).click();
    await page.locator('.violations').waitFor();
    await page.locator('#filter').fill('');
    await page.locator('#requests').press('End');
    await page.waitForURL(/#\/requests\/\d+$/);
    expect(await page.locator('.row').count()).toBeLessThan(100);
    await page.locator('.row[aria-selected=true]').waitFor();
  });

  it('has only what a proxy has in front of a proxy', async () => {
    await using proxy = await startProxy({
      document,
      target: new URL(server.url),
      port: 0,
    });
    await post(proxy.url, INVALID);
    const page = await open({}, proxy.url);
    await page.locator('.row', { hasText: '400' }).click();
    await page.locator('.violations', { hasText: 'found by Prism' }).waitFor();
    expect(await page.locator('nav a').allInnerTexts()).toEqual(['Requests 1', 'Document']);
  });

  it.each([false, true])('has no barrier that axe finds (dark: %s)', async (dark) => {
    await post(base, VALID);
    await post(base, INVALID);
    await post(base, VALID);
    server.sandbox(`test-${number}`).failNext({ operation: 'createPlant' });
    const page = await open({ dark });
    for (const hash of [...PANELS, 'requests/2', 'document/31']) {
      await page.evaluate((to) => (location.hash = `#/${to}`), hash);
      await page.locator(`nav a[aria-current][href="#/${hash.split('/')[0]}"]`).waitFor();
      const found = await barriers(page);
      expect(found, hash).toEqual([]);
    }
  });

  it('fits a phone', async () => {
    await post(base, INVALID);
    const page = await open({ width: 360 });
    for (const hash of [...PANELS, 'requests/1']) {
      await page.evaluate((to) => (location.hash = `#/${to}`), hash);
      await page.locator(`nav a[aria-current][href="#/${hash.split('/')[0]}"]`).waitFor();
      const wide = await wideElements(page);
      expect(wide, hash).toEqual([]);
    }
    await page.getByRole('button', { name: 'All requests' }).click();
    await page.locator('.row').waitFor();
  });

  it('remembers the colours that were chosen', async () => {
    const page = await open();
    await page.getByRole('button', { name: /^Colours/ }).click();
    await page.reload();
    await page.locator('html[data-theme=dark]').waitFor();
    const colour = await page.evaluate(() => getComputedStyle(globalThis.document.body).color);
    expect(colour).toBe('rgb(229, 236, 232)');
  });
});

/** A service with two members and a loan. */
async function openLibrary(): Promise<MockServer> {
  const file = 'test/own-api/library.openapi.yaml';
  const until = '2027-01-01T00:00:00Z';
  return await createMockServer({
    document: loadDocument(readFileSync(file, 'utf8'), file),
    collections: {
      '/members': [
        { id: 9_223_372_036_854_775_807n, name: 'Ann' },
        { id: 2, name: 'Bob' },
      ],
      [LOANS]: [{ member: 2, until }],
    },
  });
}
