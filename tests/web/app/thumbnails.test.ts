// SPDX-License-Identifier: GPL-2.0-or-later
//
// The small pictures of the gallery are those that its examples draw on the real core, at the step that each opens at.
// `THUMBNAILS=write npx vitest run tests/web/app/thumbnails.test.ts` draws them anew.

import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../../web/app/store/kept/examples-list';
import { THUMBNAIL, thumbnail, type ThumbnailPath } from '../../../web/views/export/thumbnail';
import { runText, sceneAt } from '../engine/runs';

const FILE = new URL('../../../web/app/examples/thumbnails.json', import.meta.url);
const LETTERS_MOST = 10_000;
const WRITE = process.env['THUMBNAILS'] === 'write';

const kept = WRITE ? {} : (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, readonly ThumbnailPath[]>);

describe('the thumbnail of', () => {
  for (const { name, text, step, steps } of EXAMPLES) {
    test(name, { timeout: 60_000 }, async () => {
      const session = await runText(text);
      const { sweeps, labels } = session.summary();
      const at = step ?? steps;
      const drawn = thumbnail(sceneAt(session, at), sweeps.find((sweep) => sweep.step === at)?.report ?? null, labels);
      if (WRITE) kept[name] = drawn;
      expect(kept[name]).toEqual(drawn);
      // Something is drawn, and all of it inside.
      expect(drawn.some(({ token }) => /^(cell-|run-|far-child|good)/.test(token))).toBe(true);
      for (const { d } of drawn) expectInside(d);
      expect(JSON.stringify(drawn).length).toBeLessThan(LETTERS_MOST);
    });
  }
  afterAll(() => {
    if (WRITE) writeFileSync(FILE, `${JSON.stringify(kept, null, 1)}\n`);
  });
});

function expectInside(d: string): void {
  for (const [, x, y] of d.matchAll(/[ML](\S+) ([\d.-]+)/g)) {
    expect(Number(x)).toBeGreaterThanOrEqual(0);
    expect(Number(x)).toBeLessThanOrEqual(THUMBNAIL.width);
    expect(Number(y)).toBeGreaterThanOrEqual(0);
    expect(Number(y)).toBeLessThanOrEqual(THUMBNAIL.height);
  }
  expect(d).toMatch(/^[MLhvz\d. -]+$/);
}

test('there is no other', () => {
  expect(Object.keys(kept).sort()).toEqual(EXAMPLES.map(({ name }) => name).sort());
});
