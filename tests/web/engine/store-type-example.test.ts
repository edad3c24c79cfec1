// SPDX-License-Identifier: GPL-2.0-or-later
//
// "Show me a short scenario that takes X": for each of the nine types, the text that the search finds takes it with its
// last store, and is short.

import { expect, it } from 'vitest';
import { STORE_TYPES, type StoreType } from '../../../web/model/status';
import { answerTo, runText } from './runs';

const TYPES = STORE_TYPES.filter((type): type is StoreType => type !== 'invalid');

/** Stores at most. What can be counted by hand: eight single stores fill a leaf (two slots each) and split it. */
const MOST: Readonly<Record<StoreType, number>> = {
  store_root: 1,
  new_root: 2,
  exact_fit: 2,
  node_store: 2,
  append: 4,
  slot_store: 5,
  split_store: 8,
  spanning_store: 10,
  rebalance: 11,
};

it('each of the nine store types has a text that takes it', async () => {
  const session = await runText('tree t\nstore 5 = 1\nstore 900..1000 = 2\n');
  const before = session.report();
  for (const type of TYPES) {
    const { text, steps } = answerTo(session, 'storeTypeExample', { type, seed: 1 });
    expect(text, type).not.toBeNull();
    const { ok, steps: made } = (await runText(text!)).report();
    expect(ok).toBe(true);
    expect(made.length).toBe(steps);
    expect(made.at(-1)?.storeType, text!).toBe(type);
    expect(made.length - 1, text!).toBeLessThanOrEqual(MOST[type]);
    if (process.env['SHOW'] !== undefined) console.log(text);
  }
  // The core of the run was not touched.
  expect(session.report()).toEqual(before);
  expect(session.sumAt(session.steps())).not.toBeNull();
}, 60_000);

it('the same seed finds the same text', async () => {
  const session = await runText('tree t\n');
  const ask = (seed: number): string | null => answerTo(session, 'storeTypeExample', { type: 'slot_store', seed }).text;
  expect(ask(3)).toBe(ask(3));
});
