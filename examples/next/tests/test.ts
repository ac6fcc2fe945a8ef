import { test as base } from '@playwright/test';
import { type SandboxClient, sandboxFixtures } from 'plant-store-kit/playwright';

export { expect } from '@playwright/test';

/** Each test has a sandbox of its own, also where the page is rendered on the server. */
export const test = base.extend<{ mock: SandboxClient }>(
  sandboxFixtures({ mock: 'http://127.0.0.1:4011' }),
);
