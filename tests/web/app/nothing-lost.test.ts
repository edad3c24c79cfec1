// SPDX-License-Identifier: GPL-2.0-or-later
//
// A person without patience, in several tabs of a browser whose storage fills up, refuses or is slow, and whose tabs
// crash: acts in an order made from a seed. After each act, what they typed is on a page, kept, or offered by a page as
// not kept. `SEEDS=300 SEED=1 npx vitest run tests/web/app/nothing-lost.test.ts` goes on for longer.

import { expect, test } from 'vitest';
import { splitMix64 } from '../../../web/base/random';
import { World } from './walk-of-tabs';

const SEEDS = Number(process.env['SEEDS'] ?? 40);
const FIRST = Number(process.env['SEED'] ?? 1);
const ACTS = Number(process.env['ACTS'] ?? 40);

test('nothing that was typed is lost, whatever order of acts', { timeout: 600_000 }, async () => {
  const found: string[] = [];
  let typed = 0;
  for (let seed = FIRST; seed < FIRST + SEEDS && found.length < 3; seed++) {
    const random = splitMix64(BigInt(seed));
    const world = new World((limit) => Number(random.next() % BigInt(limit)));
    for (let k = 0; k < ACTS && world.lost().length === 0; k++) await world.act();
    if (world.lost().length > 0) found.push(`seed ${seed}: ${world.lost().join(', ')} after ${world.acts.join(', ')}`);
    typed += world.typed;
  }
  expect(found.join('\n')).toBe('');
  expect(typed).toBeGreaterThan(SEEDS * 3);
});
