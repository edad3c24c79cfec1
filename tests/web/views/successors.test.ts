// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where the slots of replaced nodes went, on recorded operations of Linux 6.16.

import { describe, expect, it } from 'vitest';
import { replacements } from '../../../web/views/tree/successors';
import { stepsOf } from './fixtures';
import { readGolden, tutorials } from './golden-file';

describe('replacements', () => {
  it('tells the first split of a root leaf as the recorded dumps have it', () => {
    // tut-09: the 16 slots of the root leaf, the last of them NULL, become leaves of 9 and 8 slots with the new entry.
    const step = stepsOf(readGolden('tut-09-split-root-alloc')).find((s) => s.report.storeType === 'split_store')!;
    const [first] = replacements(step.scene.picture, step.scene.changes);
    expect(first?.successors.map((heir) => heir.slots)).toEqual([9, 7]);
    expect(first?.lost).toBe(0);
    const [a, b] = first?.successors.map((heir) => heir.id) ?? [];
    expect(first?.sentence).toBe(`#${first?.gone.id} was replaced: 9 slots to #${a} and 7 to #${b}.`);
  });

  it('accounts for every slot of every node that is gone in the tutorials', () => {
    let seen = 0;
    for (const name of tutorials()) {
      for (const step of stepsOf(readGolden(name))) {
        for (const found of replacements(step.scene.picture, step.scene.changes)) {
          seen++;
          const moved = found.successors.reduce((sum, heir) => sum + heir.slots, 0);
          expect(moved + found.lost).toBeGreaterThanOrEqual(found.gone.end + 1);
          expect(found.lost).toBeLessThanOrEqual(found.gone.end + 1);
          expect(found.sentence).toMatch(/^#\d+ (was|is) .*\.$/);
          for (const heir of found.successors) {
            const node = step.scene.picture.nodes.find((n) => n.id === heir.id);
            expect(node?.kind === 'leaf').toBe(found.gone.kind === 'leaf');
          }
        }
      }
    }
    expect(seen).toBeGreaterThan(50);
  });
});
