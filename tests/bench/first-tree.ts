// SPDX-License-Identifier: GPL-2.0-or-later
//
// How long a person waits: from asking for the built page to the first frame that holds a drawn tree, in Chromium, with
// an empty cache each time.

import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { preview } from 'vite';

import { browserEnvironment } from '../setup/fonts.mjs';
import { chromiumPath, projectDir } from '../setup/needs.mjs';
import { median } from './measure';

/** What the tree's view draws for each node. */
const NODE = '.ms-node';

/** Runs in the page before it: looks at each frame, and notes the time of the first one after a node was drawn. */
const NOTE_FIRST = `
  const look = () => {
    if (document.querySelector('${NODE}') === null) requestAnimationFrame(look);
    else globalThis.firstTreeMs = performance.now();
  };
  requestAnimationFrame(look);
`;

export interface FirstTree {
  readonly browser: string;
  /** Milliseconds from the start of navigation, the median of the loads and each of them. */
  readonly medianMs: number;
  readonly loadsMs: readonly number[];
}

export async function timeFirstTree(loads: number): Promise<FirstTree> {
  const server = await preview({
    configFile: join(projectDir, 'vite.config.ts'),
    logLevel: 'warn',
    preview: { host: '127.0.0.1', port: 4299, strictPort: false },
  });
  const address = server.resolvedUrls?.local[0];
  const executablePath = chromiumPath();
  if (address === undefined || executablePath === undefined) throw new Error('no server or no Chromium');
  const browser = await chromium.launch({
    executablePath,
    env: browserEnvironment(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const loadsMs: number[] = [];
    for (let load = -1; load < loads; load++) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.addInitScript({ content: NOTE_FIRST });
      await page.goto(address);
      await page.waitForFunction(() => 'firstTreeMs' in globalThis);
      const ms = await page.evaluate(() => (globalThis as unknown as { firstTreeMs: number }).firstTreeMs);
      // The first load starts the browser's own processes.
      if (load >= 0) loadsMs.push(Math.round(ms));
      await context.close();
    }
    return { browser: `Chromium ${browser.version()}`, medianMs: Math.round(median(loadsMs)), loadsMs };
  } finally {
    await browser.close();
    await server.close();
  }
}
