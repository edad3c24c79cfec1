// SPDX-License-Identifier: GPL-2.0-or-later
//
// A tree of a million entries in the built page: how long it takes to open, what it weighs, what a step costs, and how
// long scripts hold a frame up while one moves and zooms over it. In Chromium, whose own trace has the times.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { preview } from 'vite';

import { browserEnvironment } from '../setup/fonts.mjs';
import { chromiumPath, projectDir } from '../setup/needs.mjs';
import { share } from './measure';
import { encodeLink } from '../../web/share/encode';
import { LANGUAGE_VERSION } from '../../web/share/link-state';

export interface LargeTree {
  readonly name: string;
  readonly entries: number;
  readonly nodes: number;
  /** From the start of navigation until the tree is drawn. */
  readonly openMs: number;
  /** A step back or forward until it is drawn: the median. */
  readonly stepMs: number;
  /** Script time of frames while panning and zooming. */
  readonly frames: number;
  readonly frameMs: { readonly median: number; readonly p95: number; readonly most: number };
  /** Memory of the tab's process that it shares with nobody, worker included: at rest, and at its highest. */
  readonly mebibytes: number;
  readonly peakMebibytes: number;
}

/** Entries of eight indexes with holes of eight between: the half of all slots hold NULL. */
export const TEXTS = {
  bulk: (entries: number) =>
    `tree t alloc\nbulk ${entries} {\n  repeat ${entries} as i { store i*16..i*16+7 = i % 1000 }\n}\nstore 8 = 7\n` +
    'store 100000..100020 = 3\nstore 999..1003 = null\n',
  'one by one': (entries: number) =>
    `tree t alloc\nrepeat ${entries} as i { store i*16..i*16+7 = i % 1000 }\nstore 8 = 7\n` +
    'store 100000..100020 = 3\nstore 999..1003 = null\n',
} as const;

const OPEN_LIMIT_MS = 180_000;
const STEPS = ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'ArrowRight'] as const;

/** `built`: where the page was built to, if not to dist. */
export async function measureLargeTrees(
  entries: number,
  tell: (what: string) => void,
  built?: string,
): Promise<LargeTree[]> {
  const server = await preview({
    configFile: join(projectDir, 'vite.config.ts'),
    logLevel: 'warn',
    ...(built === undefined ? {} : { build: { outDir: built } }),
    preview: { host: '127.0.0.1', port: 4399, strictPort: false },
  });
  const address = server.resolvedUrls?.local[0];
  const executablePath = chromiumPath();
  if (address === undefined || executablePath === undefined) throw new Error('no server or no Chromium');
  try {
    const results: LargeTree[] = [];
    for (const [name, text] of Object.entries(TEXTS)) {
      tell(`${entries} entries, ${name}`);
      const browser = await chromium.launch({
        executablePath,
        env: browserEnvironment(),
        args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      });
      try {
        results.push({ name, entries, ...(await measure(browser, address, text(entries))) });
      } finally {
        await browser.close();
      }
    }
    return results;
  } finally {
    await server.close();
  }
}

async function measure(browser: Browser, address: string, text: string): Promise<Omit<LargeTree, 'name' | 'entries'>> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const steps = text.startsWith('tree t alloc\nbulk') ? 5 : Number(/repeat (\d+)/.exec(text)?.[1]) + 4;
  const link = encodeLink({ script: text, language: LANGUAGE_VERSION, step: steps, sum: null, engine: null });
  if (link.kind !== 'link') throw new Error(link.message);
  const start = performance.now();
  await page.goto(`${address}#${link.fragment}`);
  const tab = await tabMemory(browser);
  await page.locator(`.ms-large-view[data-step="${steps}"]`).waitFor({ timeout: OPEN_LIMIT_MS });
  const openMs = performance.now() - start;
  const stepMs: number[] = [];
  let at = steps;
  await page.locator('.ms-large-ground').hover();
  for (const key of STEPS) {
    at += key === 'ArrowLeft' ? -1 : 1;
    const from = performance.now();
    await page.keyboard.press(key);
    await page.locator(`.ms-large-view[data-step="${at}"]`).waitFor({ timeout: OPEN_LIMIT_MS });
    stepMs.push(performance.now() - from);
  }
  const frames = await frameTimes(browser, page);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await page.waitForTimeout(500);
  const mebibytes = tab.now();
  const { nodes } = await page.evaluate(() => ({ nodes: globalThis.maplescope?.state().live ?? 0 }));
  const peakMebibytes = tab.stop();
  return {
    nodes,
    openMs: Math.round(openMs),
    stepMs: Math.round(share(stepMs, 0.5)),
    frames: frames.length,
    frameMs: { median: share(frames, 0.5), p95: share(frames, 0.95), most: share(frames, 1) },
    mebibytes,
    peakMebibytes,
  };
}

// Anonymous memory of the tab's process: page, worker and WebAssembly together, without the browser's own code.
async function tabMemory(browser: Browser): Promise<{ readonly now: () => number; readonly stop: () => number }> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const tabs = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const now = (): number => Math.max(...tabs.map(anonymous));
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, now())), 100);
  return {
    now,
    stop: () => {
      clearInterval(timer);
      return Math.max(peak, now());
    },
  };
}

function anonymous(pid: number): number {
  try {
    return Math.round(
      Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    );
  } catch {
    return 0;
  }
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur?: number;
  readonly tid: number;
}

const SCRIPT = new Set(['EventDispatch', 'FireAnimationFrame', 'TimerFire', 'FunctionCall', 'RunMicrotasks']);

// Wheel and drag as a hand does it; script time of each frame in milliseconds.
async function frameTimes(browser: Browser, page: Page): Promise<number[]> {
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  const box = await page.locator('.ms-large-ground').boundingBox();
  if (box === null) throw new Error('the tree is not drawn');
  const [x, y] = [box.x + box.width * 0.4, box.y + box.height * 0.9];
  await page.mouse.move(x, y);
  const roll = async (by: number, times: number): Promise<void> => {
    for (let k = 0; k < times; k++) {
      await page.mouse.wheel(0, by);
      await page.waitForTimeout(16);
    }
  };
  const drag = async (): Promise<void> => {
    await page.mouse.down();
    for (let k = 0; k < 30; k++) {
      await page.mouse.move(x - 9 * k, y - k);
      await page.waitForTimeout(8);
    }
    await page.mouse.up();
    await page.mouse.move(x, y);
  };
  await roll(-120, 20);
  await drag();
  await roll(-120, 30);
  await drag();
  await roll(-120, 40);
  await drag();
  await roll(120, 90);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const events = trace.traceEvents.filter(({ ph }) => ph === 'X').sort((a, b) => a.ts - b.ts);
  const main = events.find(({ name }) => name === 'FireAnimationFrame')?.tid;
  const frames: number[] = [];
  let [end, sum] = [0, 0];
  let drew = false;
  for (const event of events) {
    if (event.tid !== main || !SCRIPT.has(event.name) || event.ts < end) continue;
    end = event.ts + (event.dur ?? 0);
    sum += event.dur ?? 0;
    if (event.name !== 'FireAnimationFrame') continue;
    if (drew) frames.push(sum / 1000);
    drew = true;
    sum = 0;
  }
  return frames;
}
