// SPDX-License-Identifier: GPL-2.0-or-later
//
// What became of the nodes that are gone: on recorded operations of Linux 6.16, on the core's own runs, and on both
// with the core's word left out, where the written range alone must lead to the same.

import { describe, expect, it } from 'vitest';
import { ZERO, index } from '../../../web/base/index64';
import { departures, restText, type Departure } from '../../../web/views/tree/successors';
import { runText, sceneAt } from '../engine/runs';
import { stepsOf } from './fixtures';
import { readGolden, tutorials } from './golden-file';

/** The departures of a text's last step in tree t: with the fates that the core gives, and by ranges alone. */
async function lastDepartures(text: string): Promise<readonly (readonly Departure[])[]> {
  const session = await runText(text);
  const tree = sceneAt(session, session.summary().steps.length).trees.find(({ picture }) => picture.name === 't')!;
  expect(tree.written).not.toBeNull();
  return [departures(tree), departures({ ...tree, fates: new Map() })];
}

/** S(k) of k ranges of ten indexes each. */
function ranges(k: number): string {
  return `tree t alloc\nfor i in 0..${k - 1} { store i*10..i*10+9 = i+1 }\n`;
}

const fates = (all: readonly Departure[]): readonly string[] => all.map(({ fate }) => fate);

describe('departures', () => {
  it('tells the first split of a root leaf as the recorded dumps have it', () => {
    // tut-09: the 16 slots of the root leaf, the last of them NULL, become leaves of 9 and 8 slots with the new entry.
    const step = stepsOf(readGolden('tut-09-split-root-alloc')).find((s) => s.report.storeType === 'split_store')!;
    const [first] = departures(step.scene);
    expect(first?.successors.map((heir) => heir.slots)).toEqual([9, 7]);
    expect(first?.lost).toBe(0);
    const [a, b] = first?.successors.map((heir) => heir.id) ?? [];
    expect(first?.sentence).toBe(`#${first?.gone.id} was replaced: of its 16 slots 9 went to #${a} and 7 to #${b}.`);
  });

  it('accounts for every slot of every node that is gone in the tutorials', () => {
    let seen = 0;
    for (const name of tutorials()) {
      for (const step of stepsOf(readGolden(name))) {
        const written = step.touched;
        for (const found of departures({ ...step.scene, written })) {
          seen++;
          const moved = found.successors.reduce((sum, heir) => sum + heir.slots, 0);
          expect(moved + found.lost).toBeGreaterThanOrEqual(found.gone.end + 1);
          expect(found.lost).toBeLessThanOrEqual(found.gone.end + 1);
          expect(found.sentence).toMatch(/^#\d+ (was (replaced|destroyed)|is gone: ).*\.$/);
          if (found.fate === 'destroyed') expect(found.successors).toEqual([]);
          for (const heir of found.successors) {
            const node = step.scene.picture.nodes.find((n) => n.id === heir.id);
            expect(node?.kind === 'leaf').toBe(found.gone.kind === 'leaf');
          }
        }
      }
    }
    expect(seen).toBeGreaterThan(50);
  });

  it('calls a leaf inside the written range destroyed, whatever the new nodes hold', async () => {
    for (const all of await lastDepartures(
      'tree t alloc\nfor i in 0..59 { store i*10+2..i*10+8 = i+1 }\nstore 95..344 = null\n',
    )) {
      const inside = all.filter(({ gone }) => gone.min >= 95n && gone.max <= 344n);
      expect(inside.length).toBeGreaterThan(0);
      for (const one of inside) {
        expect(one.fate).toBe('destroyed');
        expect(one.successors).toEqual([]);
        expect(one.sentence).toContain('its whole range was overwritten');
      }
      // Of the leaf at the written range's left end, only the slots that begin before it stay: 92..94 of entry 10 is
      // one.
      const cut = all.find(({ gone }) => gone.kind === 'leaf' && gone.min < 95n && gone.max > 95n && gone.max <= 344n)!;
      expect(cut.fate).toBe('replaced');
      expect(cut.successors.map(({ slots }) => slots)).toEqual([4]);
      expect(cut.lost).toBe(cut.gone.end + 1 - 4);
    }
  });

  it('takes an equal value in the new range for no survivor', async () => {
    for (const all of await lastDepartures(`${ranges(60)}store 95..344 = 20\n`)) {
      const inside = all.filter(({ gone }) => gone.min >= 95n && gone.max <= 344n);
      expect(inside.some(({ gone }) => gone.slots.length > 0 && gone.min >= 150n && gone.max <= 299n)).toBe(true);
      expect(new Set(fates(inside))).toEqual(new Set(['destroyed']));
    }
  });

  it('has a whole tree destroyed by a store over everything', async () => {
    for (const word of ['3', 'null']) {
      for (const all of await lastDepartures(`${ranges(151)}store 0..max = ${word}\n`)) {
        expect(all.length).toBeGreaterThan(10);
        expect(new Set(fates(all))).toEqual(new Set(['destroyed']));
        expect(restText(all.slice(3))).toBe(`${all.length - 3} more destroyed`);
      }
    }
  });

  it('tells replaced from destroyed in one step', async () => {
    for (const all of await lastDepartures(`${ranges(60)}store 95..504 = 99\n`)) {
      for (const { gone, fate } of all)
        expect(fate, `#${gone.id}`).toBe(gone.min >= 95n && gone.max <= 504n ? 'destroyed' : 'replaced');
      expect(new Set(fates(all)).size).toBe(2);
    }
  });

  it('has a leaf destroyed that a preallocated NULL swallows', async () => {
    for (const all of await lastDepartures(`${ranges(15)}prealloc 150..159 = 16\nprealloc 5..max = null\n`)) {
      const right = all.find(({ gone }) => gone.kind === 'leaf' && gone.min > 5n)!;
      expect(right.fate).toBe('destroyed');
    }
  });

  it('counts a slot that is cut at both ends once', () => {
    const step = stepsOf(readGolden('tut-09-split-root-alloc')).find((s) => s.report.storeType === 'split_store')!;
    const { gone } = step.scene.changes;
    const written = { first: index(gone[0]!.min + 0n), last: gone[0]!.max };
    const [found] = departures({ ...step.scene, written, fates: new Map([[gone[0]!.id, 'replaced' as const]]) });
    expect(found?.lost).toBe(gone[0]!.end + 1);
    expect(found?.fate).toBe('replaced');
    expect(written.first).toBe(ZERO);
  });

  it('says of a single heir how many slots it has, whole or cut', async () => {
    // A leaf in RCU mode: what cuts a slot leaves it to the heir, what covers it takes it.
    const rcu = 'tree t rcu\nfor i in 0..5 { store i*10..i*10+9 = i+1 }\n';
    for (const [line, told] of [
      ['store 60..69 = 7', /^#\d+ was replaced by #\d+, which has all of its 7 slots\.$/],
      ['store 12..27 = 7', /^#\d+ was replaced by #\d+, which has all of its 7 slots\.$/],
      ['store 10..29 = 7', /^#\d+ was replaced by #\d+, which has 5 of its 7 slots; 2 are gone\.$/],
      ['store 10..32 = 7', /^#\d+ was replaced by #\d+, which has 5 of its 7 slots; 2 are gone\.$/],
    ] as const) {
      for (const all of await lastDepartures(`${rcu}${line}\n`)) {
        expect(all).toHaveLength(1);
        expect(all[0]!.sentence).toMatch(told);
      }
    }
    // The sibling that a leaf's slots are pushed to: another takes its place, with all that it had.
    const [pushed] = await lastDepartures(
      'tree t\nfor i in 0..14 { store i*10..+10 = i + 1 }\nstore 150..+10 = 16\n' +
        'for i in 0..7 { store i*10..+5 = 101 + i }\n',
    );
    expect(pushed!.map(({ sentence }) => sentence)).toContain('#2 was replaced by #5, which has all of its 8 slots.');
  });

  it('has a root that no node of its kind replaces gone with its level, and says so of no other', async () => {
    const session = await runText('tree t alloc\nfor i in 0..19 { store i*10..i*10+9 = i+1 }\nstore 0..160 = null\n');
    const scene = sceneAt(session, session.summary().steps.length);
    const [tree] = scene.trees;
    const before = sceneAt(session, session.summary().steps.length - 1).trees[0]!.picture;
    const root = before.nodes.find(({ parent }) => parent === null)!;
    expect([root.kind === 'leaf', tree!.picture.nodes.length]).toEqual([false, 1]);
    expect(departures(tree!).find(({ gone }) => gone.id === root.id)!.sentence).toBe(
      `#${root.id} is gone: the tree has fewer levels.`,
    );
  });

  it('tells counts of each kind', () => {
    const of = (...list: readonly Departure['fate'][]): string => restText(list.map((fate) => ({ fate })));
    expect(of('replaced', 'destroyed', 'replaced')).toBe('2 more replaced, 1 destroyed');
    expect(of('destroyed')).toBe('1 more destroyed');
    expect(of()).toBe('');
  });
});
