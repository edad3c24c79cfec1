// SPDX-License-Identifier: GPL-2.0-or-later
//
// How long a person waits, in Chromium with an empty cache each time: from asking for the built page to the first frame
// that holds a drawn tree, and to the first letter that the editor shows. Once at full speed, and once over a slow line
// with the page's own thread slowed.

import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';

import { browserEnvironment } from '../setup/fonts.mjs';
import { chromiumPath, projectDir } from '../setup/needs.mjs';
import { median } from './measure';
import { serveSlowly, type Line } from './slow-server';

/** What the tree's view draws for each node. */
const NODE = '.ms-node';
/** Where the editor takes letters. */
const EDITOR = '.cm-content[contenteditable="true"]';

/** For what never comes: a busy machine over the slow line takes many seconds. */
const LOAD_LIMIT_MS = 120_000;

/**
 * Runs in the page before it: notes the first frame after a node was drawn, and the first one with the typed letter.
 */
const NOTE_FIRST = `
  const first = (name, is) => {
    if (is()) globalThis[name] = performance.now();
    else requestAnimationFrame(() => first(name, is));
  };
  first('firstTreeMs', () => document.querySelector('${NODE}') !== null);
  first('firstLetterMs', () => document.querySelector('${EDITOR}')?.textContent.includes('§') === true);
`;

export interface FirstTree {
  readonly browser: string;
  readonly speeds: readonly FirstTimes[];
}

export interface FirstTimes {
  readonly name: string;
  /** Milliseconds from the start of navigation: the median of the loads, and each of them. */
  readonly treeMs: number;
  readonly letterMs: number;
  readonly loads: readonly { readonly treeMs: number; readonly letterMs: number }[];
}

interface Speed {
  readonly name: string;
  readonly line: Line;
  /** The page's own thread runs so many times slower; the worker's does not. */
  readonly slower: number;
}

const SPEEDS: readonly Speed[] = [
  { name: 'full speed', line: { bytesPerSecond: null, roundTripMs: 0 }, slower: 1 },
  {
    name: '1.6 Mbit/s, 150 ms, page thread slowed 4 times',
    line: { bytesPerSecond: 200_000, roundTripMs: 150 },
    slower: 4,
  },
];

export async function timeFirstTree(loads: number): Promise<FirstTree> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('no Chromium');
  const browser = await chromium.launch({
    executablePath,
    env: browserEnvironment(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const speeds: FirstTimes[] = [];
    for (const speed of SPEEDS) speeds.push(await timesAt(browser, speed, loads));
    return { browser: `Chromium ${browser.version()}`, speeds };
  } finally {
    await browser.close();
  }
}

async function timesAt(browser: Browser, { name, line, slower }: Speed, loads: number): Promise<FirstTimes> {
  const server = await serveSlowly(join(projectDir, 'dist'), line);
  try {
    const all: { readonly treeMs: number; readonly letterMs: number }[] = [];
    // The first load starts the browser's own processes.
    for (let load = -1; load < loads; load++) {
      const times = await oneLoad(browser, server.address, slower);
      if (load >= 0) all.push(times);
    }
    const middle = (which: 'treeMs' | 'letterMs'): number => Math.round(median(all.map((each) => each[which])));
    return { name, treeMs: middle('treeMs'), letterMs: middle('letterMs'), loads: all };
  } finally {
    await server.close();
  }
}

async function oneLoad(browser: Browser, address: string, slower: number): Promise<FirstTimes['loads'][number]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.addInitScript({ content: NOTE_FIRST });
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator(EDITOR).focus({ timeout: LOAD_LIMIT_MS });
  // At the end of the first line, which is a comment: before it the letter would be an error, and no tree would stand.
  await page.keyboard.press('End');
  await page.keyboard.insertText('§');
  await page.waitForFunction(() => 'firstTreeMs' in globalThis && 'firstLetterMs' in globalThis, undefined, {
    timeout: LOAD_LIMIT_MS,
  });
  const [treeMs, letterMs] = await page.evaluate(() => {
    const noted = globalThis as unknown as { firstTreeMs: number; firstLetterMs: number };
    return [noted.firstTreeMs, noted.firstLetterMs] as const;
  });
  await context.close();
  return { treeMs: Math.round(treeMs), letterMs: Math.round(letterMs) };
}
