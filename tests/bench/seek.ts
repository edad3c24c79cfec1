// SPDX-License-Identifier: GPL-2.0-or-later
//
// What going somewhere in a run of 100,000 steps costs, in Chromium: from wanting a step to having its scene on the
// page, which is the way through time in the worker, the transfer, the decoding and the drawing of what can be drawn at
// once. A step's time is the middle one of three.

import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { preview } from 'vite';

import { encodeLink } from '../../web/share/encode';
import { LANGUAGE_VERSION } from '../../web/share/link-state';
import { browserEnvironment } from '../setup/fonts.mjs';
import { chromiumPath, projectDir } from '../setup/needs.mjs';
import { median, share } from './measure';

const STEPS = 100_000;
const SEEKS = 60;
/**
 * So many rounds of all steps; nothing of a step is kept until its next turn. What else the machine does strikes now
 * one, now another.
 */
const ROUNDS = 3;
const REST_MS = 500;
const OPEN_LIMIT_MS = 300_000;
/** A step's place is that of a tree that grows all over: each store meets another leaf. */
const TEXT = `tree t alloc\nrepeat ${STEPS - 1} as i { store (i * 7919 % 100003) * 8..+5 = i }\n`;

export interface SeekTime {
  readonly median: number;
  /** 95 of 100 are shorter. */
  readonly p95: number;
  readonly most: number;
}

export interface SeekTimes {
  readonly steps: number;
  /** Milliseconds: to places all over the run, and one step back after the other from the middle. */
  readonly anywhere: SeekTime;
  readonly back: SeekTime;
}

/** `built`: where the page was built to, if not to dist. */
export async function timeSeeks(built?: string): Promise<SeekTimes> {
  const server = await preview({
    configFile: join(projectDir, 'vite.config.ts'),
    logLevel: 'warn',
    ...(built === undefined ? {} : { build: { outDir: built } }),
    preview: { host: '127.0.0.1', port: 4319, strictPort: false },
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
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    // By a link: a run that is asked for its report looks at every step once more.
    const link = encodeLink({ script: TEXT, language: LANGUAGE_VERSION, step: STEPS, sum: null, engine: null });
    if (link.kind !== 'link') throw new Error(link.message);
    await page.goto(`${address}#${link.fragment}`);
    await page.waitForFunction(
      (steps) => {
        const state = globalThis.maplescope?.state();
        return state?.steps === steps && state.settled;
      },
      STEPS,
      { timeout: OPEN_LIMIT_MS },
    );
    await page.waitForTimeout(REST_MS);
    // No function with a name of its own inside: what compiles this file would have it named by a helper the page
    // lacks.
    const timed = (places: readonly number[]): Promise<number[]> =>
      page.evaluate(
        async ([list, restMs]) => {
          const times: number[] = [];
          for (const step of list) {
            const from = performance.now();
            await globalThis.maplescope!.seek(step);
            times.push(performance.now() - from);
            // Who goes somewhere comes from a picture that is whole, the first time too: the rest of this one is not of
            // the next one's time.
            await new Promise((rest) => setTimeout(rest, restMs));
          }
          return times;
        },
        [places, REST_MS] as const,
      );
    const upTo = Array.from({ length: SEEKS }, (_, k) => k + 1);
    const inTurn = async (steps: readonly number[]): Promise<number[]> => {
      const rounds: number[][] = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await timed(steps));
      return steps.map((_, k) => median(rounds.map((times) => times[k]!)));
    };
    const anywhere = await inTurn(upTo.map((k) => (k * 61_803) % STEPS));
    const [, ...back] = await inTurn([0, ...upTo].map((k) => STEPS / 2 - k));
    const told = (list: readonly number[]): SeekTime => ({
      median: Math.round(median(list)),
      p95: share(list, 0.95),
      most: Math.round(Math.max(...list)),
    });
    return { steps: STEPS, anywhere: told(anywhere), back: told(back) };
  } finally {
    await browser.close();
    await server.close();
  }
}
