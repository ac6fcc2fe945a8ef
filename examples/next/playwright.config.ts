import { defineConfig } from '@playwright/test';

const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: 'tests',
  fullyParallel: true,
  workers: 4,
  use: {
    baseURL: 'http://127.0.0.1:3011',
    serviceWorkers: 'block',
    launchOptions: executablePath === undefined ? {} : { executablePath, args: ['--no-sandbox'] },
  },
  webServer: [
    { command: 'npm run mock', url: 'http://127.0.0.1:4011/_kit/health' },
    { command: 'npm start', url: 'http://127.0.0.1:3011' },
  ],
});
