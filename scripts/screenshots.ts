/** Makes the pictures of the inspector in `docs/images/` anew, from a real run in Chromium. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { createMockServer } from '../mocks/server.ts';
import { plantStore } from '../mocks/command.ts';
import { loadDocument } from '../src/model/load-document.ts';
import { launchChromium } from '../test/setup/chromium.ts';

const BODIES = [
  '{"id":1042,"name":"Monstera deliciosa","tag":"climber"}',
  '{"id":9223372036854775807,"name":"Welwitschia mirabilis"}',
  '{"id":1042,"name":"Ficus lyrata","tag":"tree"}',
  '{"id":1043,"tag":3}',
  '{"id":1043,',
  '{"id":"1043","name":"Calathea orbifolia"}',
  '{"id":1043,"name":"Calathea orbifolia"}',
];

interface Picture {
  readonly name: string;
  readonly colorScheme: 'dark' | 'light';
  readonly width: number;
  readonly height: number;
}

const PICTURES: readonly Picture[] = [
  { name: 'inspector-dark.png', colorScheme: 'dark', width: 1280, height: 720 },
  { name: 'inspector-phone.png', colorScheme: 'light', width: 380, height: 720 },
];

async function take(browser: Browser, url: string, picture: Picture): Promise<void> {
  const { name, colorScheme, width, height } = picture;
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  // The request whose id is a string: the mock and Prism both have something to say.
  await page.goto(`${url}/_kit/#/requests/${BODIES.length - 1}`);
  await page.locator('.violations').waitFor();
  await page.locator('.connection.open').waitFor();
  const path = join(import.meta.dirname, '..', 'docs', 'images', name);
  await page.screenshot({ path });
  await page.close();
  console.log(path);
}

const file = plantStore.document;
const document = loadDocument(readFileSync(file, 'utf8'), basename(file));
await using server = await createMockServer({ document, prism: true, profile: 'typical' });
for (const body of BODIES) {
  const headers = { authorization: 'Bearer anything', 'content-type': 'application/json' };
  await (await fetch(`${server.url}/plants`, { method: 'POST', headers, body })).text();
}
const browser = await launchChromium();
for (const picture of PICTURES) await take(browser, server.url, picture);
await browser.close();
