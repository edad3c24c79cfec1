// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page as built (dist/), in the system's own Chromium and Firefox; nothing is downloaded. E2E_PORT moves the server
// away from its usual port.

import { defineConfig } from '@playwright/test';

import { FIREFOX_READABLE } from '../tests/setup/fonts.mjs';
import { firefoxPath } from '../tests/setup/needs.mjs';
import { ENVIRONMENT, START_MS, TEST_CHROMIUM } from './browsers';

const port = Number(process.env.E2E_PORT ?? 4199);
const address = `http://127.0.0.1:${port}/`;
/**
 * What Firefox keeps in memory only, since each test begins without it, and what it would begin for a next page that
 * never comes.
 */
const FIREFOX_PREFS = {
  'browser.cache.disk.enable': false,
  'dom.ipc.processPrelaunch.enabled': false,
  'security.sandbox.content.read_path_whitelist': FIREFOX_READABLE,
};

export default defineConfig({
  testDir: '.',
  outputDir: '../build/test/e2e',
  fullyParallel: true,
  // Two cores: while one test waits for its page, the others go on. With two workers the cores stand idle half of the
  // time, with four a sixth of it.
  workers: 4,
  // `npm test` names the tests that needed it, and allows few of them (tests/setup/test.mjs).
  retries: 1,
  forbidOnly: true,
  // Limits for what never comes: on a busy machine a browser may take many times as long as on one that is at rest.
  timeout: 180_000,
  expect: {
    timeout: 30_000,
    // So few pixels that letters may be smoothed otherwise by another version of the browser, and no node be missing.
    toMatchSnapshot: { threshold: 0.1, maxDiffPixels: 400 },
  },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  reporter: 'line',
  use: {
    baseURL: address,
    viewport: { width: 1280, height: 800 },
    // Most tests look at one visit, and at every request of it.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'chromium',
      use: {
        browserName: 'chromium',
        launchOptions: TEST_CHROMIUM,
      },
    },
    {
      name: 'firefox',
      // Firefox runs the stories: what people do from end to end, through every part that depends on the browser.
      // Chromium runs these and all the rest.
      grep: /@story/,
      use: {
        browserName: 'firefox',
        // The channel makes Playwright speak WebDriver BiDi, which a Firefox as distributed understands.
        channel: 'moz-firefox',
        launchOptions: {
          executablePath: firefoxPath() ?? 'firefox',
          timeout: START_MS,
          env: ENVIRONMENT,
          firefoxUserPrefs: FIREFOX_PREFS,
        },
      },
    },
  ],
  webServer: {
    command: `vite preview --config serve.config.ts --host 127.0.0.1 --port ${port} --strictPort`,
    url: address,
    reuseExistingServer: false,
    timeout: START_MS,
  },
});
