// SPDX-License-Identifier: GPL-2.0-or-later
//
// The list of what a search looked at: every look once and in order, what is free counted inside the window, one slot
// taken at most; and the account of the nodes that died.

import { describe, expect, it } from 'vitest';
import { index } from '../../../web/base/index64';
import type { TrailMark } from '../../../web/model/run';
import { deadNodes } from '../../../web/views/inspector/dead-nodes';
import { lookLines, slotsText, verdictText, type LookLine } from '../../../web/views/inspector/looks';
import { sentencesOf } from '../../../web/views/inspector/why';
import { readGolden } from './golden-file';
import { stepsOf } from './fixtures';
import { gapTrail } from './reading';

function look(
  node: number,
  slot: number,
  verdict: TrailMark['verdict'],
  has: bigint,
  range: readonly [bigint, bigint],
  wants = 4n,
): TrailMark {
  return {
    kind: 'look',
    node,
    slot,
    range: { first: index(range[0]), last: index(range[1]) },
    visit: 0,
    verdict,
    has: index(has),
    wants: index(wants),
    text: `look ${node}:${slot}`,
  };
}

function told(lines: readonly LookLine[]): readonly string[] {
  return lines.map((line) => `#${line.marks[0]!.node} ${slotsText(line)} ${verdictText(line)}`);
}

describe('lines of a search', () => {
  const window = { first: 100n, last: 199n };
  const found = [
    look(1, 0, 'too small', 3n, [0n, 149n]),
    look(1, 1, 'taken', 50n, [150n, 999n]),
    look(2, 0, 'occupied', 0n, [150n, 159n]),
    look(2, 1, 'too small', 2n, [160n, 161n]),
    look(2, 2, 'occupied', 0n, [162n, 169n]),
    look(2, 3, 'taken', 10n, [170n, 179n]),
  ];

  it('have the refusals in a row on one node as one, and a single slot that was taken', () => {
    const lines = lookLines(found, window, found.at(-1)!);
    expect(told(lines)).toEqual(['#1 0 too small', '#1 1 went in', '#2 0–2 occupied or too small', '#2 3 taken']);
    expect(lines[2]).toMatchObject({ inside: 2n, atMost: true, signs: ['occupied', 'too small'] });
    expect(lines.flatMap(({ marks }) => marks)).toEqual(found);
  });

  it('are one a slot on demand', () => {
    expect(lookLines(found, window, found.at(-1)!, true).map(({ marks }) => marks)).toEqual(
      found.map((mark) => [mark]),
    );
  });

  it('take nothing where the search gave up', () => {
    const failed = found.slice(0, 5);
    expect(told(lookLines(failed, window, null))).toEqual([
      '#1 0 too small',
      '#1 1 went in',
      '#2 0–2 occupied or too small',
    ]);
  });

  it('count what is free inside the window, and say where it lies', () => {
    const far = 1n << 48n;
    const ends = { first: 0n, last: 999n };
    const lines = lookLines(
      [
        look(6, 1, 'taken', far, [500n, (1n << 64n) - 1n]),
        look(5, 12, 'too small', far, [1000n, far + 999n]),
        look(5, 11, 'too small', 100n, [998n, 1097n]),
        look(5, 10, 'taken', 100n, [600n, 699n]),
      ],
      ends,
      null,
      true,
    );
    expect(lines.map((line) => [verdictText(line), line.inside, line.whole])).toEqual([
      ['went in', 500n, far],
      ['outside the window', 0n, far],
      ['too small inside', 2n, 100n],
      ['went in', 100n, 100n],
    ]);
    // What the window has is never enough where it was refused.
    for (const { marks, inside } of lines)
      if (marks[0]!.verdict === 'too small') expect(inside! < marks[0]!.wants).toBe(true);
  });

  it('tell a run of all indexes by its length, and what is not recorded not at all', () => {
    const all = look(1, 0, 'taken', 0n, [0n, (1n << 64n) - 1n]);
    expect(lookLines([all], null, all)[0]).toMatchObject({ inside: 1n << 64n, whole: 1n << 64n });
    expect(lookLines([look(1, 0, 'untracked', 0n, [0n, 9n])], window, null)[0]!.inside).toBeNull();
  });

  it('tell the second pass of a search that goes round from the first', () => {
    const passes = [
      look(1, 0, 'before the window', 1n, [0n, 9n], 1n),
      look(1, 1, 'taken', 1n, [10n, 19n], 1n),
      look(2, 0, 'occupied', 0n, [10n, 19n], 1n),
      look(1, 0, 'taken', 1n, [0n, 9n], 1n),
      look(3, 0, 'too small', 1n, [0n, 4n], 1n),
    ];
    const lines = lookLines(passes, { first: 0n, last: 19n }, null);
    expect(lines.map(({ pass }) => pass)).toEqual([1, 0, 0, 2, 0]);
    expect(lookLines(passes.slice(0, 3), null, null).map(({ pass }) => pass)).toEqual([0, 0, 0]);
    // Before the counter nothing is of use, though it lies inside the whole window.
    expect([lines[0]!.inside, lines[4]!.inside]).toEqual([0n, 0n]);
  });

  it('lose no look of a real tree', () => {
    for (const name of ['tut-10-split-push-alloc', 'vma-many']) {
      const { picture } = stepsOf(readGolden(name)).at(-1)!.scene;
      for (const wants of [1n, 3n, 4096n, 1n << 40n]) {
        const trail = gapTrail(picture, wants, 0n);
        const looks = trail.marks.filter(({ kind }) => kind === 'look');
        const lines = lookLines(looks, { first: 0n, last: (1n << 64n) - 1n }, trail.found);
        expect(lines.flatMap(({ marks }) => marks)).toEqual(looks);
        expect(lines.filter(({ signs }) => signs.includes('taken')).length).toBe(trail.found === null ? 0 : 1);
      }
    }
  });
});

describe('dead nodes', () => {
  const trees = (gone: number, partial = false): never =>
    [
      { changes: { now: new Map(), gone: new Array(gone) }, ...(partial ? { partial: { nodes: 9, omitted: 1 } } : {}) },
    ] as never;
  const account = (freed: number, deferred: number, requests: readonly number[] = [], rk = '') => ({
    freed,
    deferred,
    requests,
    rk,
  });

  it('are freed at once, after a grace period, or kept', () => {
    expect(deadNodes(account(3, 0), { used: 0 }, trees(3), 0)).toEqual({
      atOnce: 3,
      afterGrace: 0,
      kept: 0,
      keptSince: 0,
    });
    expect(deadNodes(account(3, 2), { used: 0 }, trees(3), 0)).toEqual({
      atOnce: 1,
      afterGrace: 2,
      kept: 0,
      keptSince: 0,
    });
    expect(deadNodes(account(0, 0, [1], 's'), { used: 1 }, trees(1), 2)).toEqual({
      atOnce: 0,
      afterGrace: 0,
      kept: 2,
      keptSince: 1,
    });
  });

  it('do not count a node that was granted and not used as dead', () => {
    expect(deadNodes(account(4, 0, [1, 6], 'sb'), { used: 3 }, trees(3), 3)).toMatchObject({
      atOnce: 4,
      kept: 3,
      keptSince: 3,
    });
  });

  it('claim nothing of a step where the picture holds only part of a tree', () => {
    expect(deadNodes(account(0, 0), { used: 0 }, trees(5, true), 4)).toMatchObject({ kept: 4, keptSince: 0 });
  });
});

describe('the sentence on why', () => {
  it('leads with its first sentence and loses nothing', () => {
    expect(sentencesOf('One. Two: 6.16 asks. Three.')).toEqual(['One.', ' Two: 6.16 asks.', ' Three.']);
    expect(sentencesOf('The formula of 6.16 says 3.')).toEqual(['The formula of 6.16 says 3.']);
    expect(sentencesOf('At `a. b` one. Two')).toEqual(['At `a. b` one.', ' Two']);
    expect(sentencesOf('')).toEqual([]);
  });
});
