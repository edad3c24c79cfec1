// SPDX-License-Identifier: GPL-2.0-or-later
//
// How Chromium is started: nearly always as its headless shell, where there is one, the same engine without the
// browser around the page. What depends on that browser (workers that outlive a page, what it draws itself)
// asks for Chromium as people have it: `test.use({ launchOptions: WHOLE_CHROMIUM })`.

import { browserEnvironment } from '../tests/setup/fonts.mjs';
import { chromiumPath, shellPath } from '../tests/setup/needs.mjs';

export const ENVIRONMENT = browserEnvironment();
/** For a browser, or the server, to begin. */
export const START_MS = 120_000;

/**
 * What Chromium leaves out. The list that Playwright gives it would be replaced by another one: its names
 * that matter here stand in the first lines. The popups of the address bar are pages of their own, two in each new
 * window, and took more of the processor than the page that is tested; so did a renderer kept ready that is never used.
 */
const LEFT_OUT = [
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'Translate',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
];

const LAUNCH = {
  timeout: START_MS,
  env: ENVIRONMENT,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    `--disable-features=${LEFT_OUT.join(',')}`,
  ],
};

export const WHOLE_CHROMIUM = { ...LAUNCH, executablePath: chromiumPath() ?? 'chromium' };
export const TEST_CHROMIUM = { ...LAUNCH, executablePath: shellPath() ?? WHOLE_CHROMIUM.executablePath };
