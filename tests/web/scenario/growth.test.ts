// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a step costs does not grow with what came before it: counted in elements of the list of VMAs that are handed out or
// copied, not in time.

import { afterEach, expect, test, vi } from 'vitest';
import { Sequence } from '../../../web/base/sequence';
import { callsText, mapsText } from '../../bench/growth';
import { runText } from '../engine/runs';

afterEach(() => vi.restoreAllMocks());

// Per step, of a run of the text without what the same run of half the length takes.
async function elementsPerStep(text: (size: number) => string, size: number): Promise<number> {
  let elements = 0;
  const slice = Sequence.prototype.slice;
  const spliced = Sequence.prototype.spliced;
  vi.spyOn(Sequence.prototype, 'slice').mockImplementation(function count(this: Sequence<unknown>, from: number, to: number) {
    const found = slice.call(this, from, to);
    elements += found.length;
    return found;
  });
  vi.spyOn(Sequence.prototype, 'spliced').mockImplementation(function count(this: Sequence<unknown>, ...change: Parameters<typeof spliced>) {
    const now = spliced.apply(this, change);
    elements += now.chunks.filter((chunk) => !this.chunks.includes(chunk)).reduce((sum, chunk) => sum + chunk.length, 0);
    return now;
  });
  await runText(text(size), { sums: 'asked' });
  vi.restoreAllMocks();
  return elements / size;
}

test.each([
  ['lines of maps', mapsText],
  ['calls', callsText],
] as const)('of %s, each step costs about the same in a text of 2,000 and of 8,000', async (_, text) => {
  const few = await elementsPerStep(text, 2000);
  const many = await elementsPerStep(text, 8000);
  expect(few).toBeGreaterThan(0);
  expect(many).toBeLessThan(1.5 * few);
});
