// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a step costs does not grow with what came before it: counted in elements of the list of VMAs that are handed out
// or copied, not in time.

import { afterEach, expect, test, vi } from 'vitest';
import { Sequence } from '../../../web/base/sequence';
import { callsText, mapsText } from '../../bench/growth';
import { runText } from '../engine/runs';

afterEach(() => vi.restoreAllMocks());

// Per step, of a run of the text without what the same run of half the length takes.
async function elementsPerStep(text: (size: number) => string, size: number): Promise<number> {
  let elements = 0;
  const slices = vi.spyOn(Sequence.prototype, 'slice');
  const changes = vi.spyOn(Sequence.prototype, 'spliced');
  await runText(text(size), { sums: 'on demand' });
  for (const { value } of slices.mock.results) elements += (value as readonly unknown[]).length;
  changes.mock.results.forEach(({ value }, k) => {
    const before = new Set((changes.mock.contexts[k] as Sequence<unknown>).chunks);
    elements += (value as Sequence<unknown>).chunks.reduce(
      (sum, chunk) => sum + (before.has(chunk) ? 0 : chunk.length),
      0,
    );
  });
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
