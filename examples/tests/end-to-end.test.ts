import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { preview } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, launchChromium } from './chromium.ts';
import { type MockProcess, startMock } from './mock-process.ts';

const run = promisify(execFile);

let mock: MockProcess;

beforeAll(async () => {
  mock = await startMock('--profile', 'typical', '--token', 'good');
});

afterAll(() => mock?.stop());

describe.skipIf(chromiumPath === undefined)('the built page against plant-store mock', () => {
  let browser: Browser;
  let page: Page;
  let close: () => Promise<void>;

  beforeAll(async () => {
    // What a deployment would set; Vite writes it into the build.
    const store = { VITE_STORE_URL: mock.url, VITE_STORE_TOKEN: 'good' };
    const env = { ...process.env, NODE_ENV: 'production', ...store };
    await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], { env });
    const server = await preview({ preview: { port: 0 } });
    close = () => server.close();
    browser = await launchChromium();
    page = await browser.newPage();
    await page.goto(server.resolvedUrls!.local[0]!);
  });

  afterAll(async () => {
    await browser?.close();
    await close?.();
  });

  it('creates a plant', async () => {
    await page.getByLabel('Number').fill('9007199254740993');
    await page.getByLabel('Name').fill('Fern');
    await page.getByRole('button', { name: 'Create' }).click();
    expect(await page.getByRole('status').textContent()).toBe('Fern is in the store.');
  });

  it('shows why the store refuses one', async () => {
    await page.getByRole('button', { name: 'Create' }).click();
    expect(await page.getByRole('alert').textContent()).toMatch(
      /id 9007199254740993 is already used/,
    );
  });
});

describe('the Node script against plant-store mock', () => {
  async function create(token: string): Promise<{ stdout: string; stderr: string; code: number }> {
    const words = ['node/create-plant.ts', mock.url, '9223372036854775807', 'Moss'];
    const env = { ...process.env, PLANT_STORE_TOKEN: token };
    const running = run(process.execPath, words, { env, timeout: 15_000 });
    return await running.then(
      (outcome) => ({ ...outcome, code: 0 }),
      (error: { stdout: string; stderr: string; code: number }) => error,
    );
  }

  it('creates a plant', async () => {
    expect(await create('good')).toMatchObject({ stdout: 'Moss is in the store.\n', code: 0 });
  });

  it('says why one is refused', async () => {
    const { stderr, code } = await create('bad');
    expect(stderr).toMatch(/^Refused with 401: /);
    expect(code).toBe(1);
  });
});
