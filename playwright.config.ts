import { defineConfig } from '@playwright/test';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Headless shells draw text as Chromium does in its window.
  '--font-render-hinting=slight',
];

export default defineConfig({
  testDir: 'tests/browser',
  globalSetup: './tests/browser/global-setup.ts',
  outputDir: 'dist/test-results/browser',
  reporter: [['list'], ['json', { outputFile: 'dist/test-results/playwright.json' }]],
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  /** As in vitest.config.ts. */
  retries: process.env.CI ? 1 : 0,
  timeout: 240_000,
  expect: { timeout: 15_000, toHaveScreenshot: { threshold: 0.05, maxDiffPixelRatio: 0.002 } },
  snapshotPathTemplate: '{testDir}/quality/looks/{arg}{ext}',
  updateSnapshots: 'none',
  use: {
    locale: 'en-GB',
    timezoneId: 'Asia/Kuala_Lumpur',
    trace: 'off',
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS },
  },
});
