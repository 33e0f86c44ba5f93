import { defineConfig } from '@playwright/test';
import { chromium } from './tools/chromium.ts';

/** The journeys: a real browser against the running product, which e2e/product.ts starts once and stops at the end. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.journey.ts',
  globalSetup: './e2e/product.ts',
  outputDir: 'test-results',
  // One product serves all journeys, and it shares the machine with the browsers. One journey mostly waits for a freezer's door
  // that is read every ten seconds; the others go beside it, and share neither person nor alarm with it (e2e/journey.ts).
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  globalTimeout: 30 * 60_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    launchOptions: chromium(),
    // Set by e2e/product.ts, which runs before any worker is started.
    baseURL: process.env.PRODUCT_URL,
    // What moves is missed by a pointer that is as quick as a script.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1366, height: 768 },
    screenshot: 'only-on-failure',
    // Recording every step costs a third of the machine; whoever looks for a failure asks for it.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    // Else a button that is not there takes the whole time of its test.
    actionTimeout: 30_000,
  },
});
