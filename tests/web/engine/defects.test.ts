// SPDX-License-Identifier: GPL-2.0-or-later
//
// The deliberate defects of the module hunt: for each a shortest text whose run finds it, by what the run checks of
// itself: invariants, the plain range map, the account of a fork. The sound core passes the same text.

import { beforeAll, describe, expect, test } from 'vitest';

import { loadCore } from '../../../web/cli/core-file';
import { withDefect } from '../../../web/engine/core/defect';
import { machineOver } from '../../../web/engine/core/machine';
import type { Core } from '../../../web/engine/core/wasm';
import { DEFECTS, type DefectName } from '../../../web/model/generated/defects';
import type { Trouble } from '../../../web/model/trouble';
import { foundText } from '../../../web/words/trouble';
import { readScenario } from '../../../web/scenario/check/checker';
import { runScenario } from '../../../web/scenario/run/interpreter';

interface Hunt {
  /** No line can be left out, and no number after `repeat` made smaller. */
  readonly text: string;
  /** What finds it first, and with what words. */
  readonly found: readonly [kind: Trouble['kind'], message: RegExp];
}

const HUNTS: Readonly<Record<DefectName, Hunt>> = {
  gap_not_raised: {
    text: 'tree t alloc\nrepeat 9 as i { store 10*i = i }\nerase 0',
    found: ['invariant', /^t: I25 is broken at node 3, slot 0: found 0x9, wanted 0xa$/],
  },
  slack_forgotten: {
    text: 'tree t\nrepeat 16 as i { store 10*i..+9 = i }',
    found: ['contents', /^contents of t: /],
  },
  wrong_ceiling: {
    text: 'mm p\nmap 0x1000..+4K rw\nmap 0x5000..+4K rw\ntouch 0x1000..+4K\nfail vma 2\nfork p as c undo range',
    found: ['rule', /^rule 5 of conservation is broken: 3 page tables left/],
  },
  dead_mark_forgotten: {
    text: 'tree t rcu\nstore 10 = 1\nread t at 10 as r\nstore 15 = 3\nresume r',
    found: ['answer', /^visit 1 of resume in t returned /],
  },
  parent_slot_stale: {
    text: 'tree t\nrepeat 21 as i { store 10*i..+9 = i }\nstore 2 = 99',
    found: ['invariant', /^t: I8 is broken at node 13: found slot 1, wanted slot 2$/],
  },
  pivot_off_by_one: {
    text: 'tree t\nstore 10 = 1\nstore 5 = 2',
    found: ['contents', /^contents of t: /],
  },
  node_freed_early: {
    text: 'tree t rcu\nstore 10 = 1\nread t at 10 as r\nstore 5 = 2\nstore 20 = 9\nresume r',
    found: ['answer', /^visit 1 of resume in t returned /],
  },
  marker_missing: {
    text: 'mm p\nmap 0x1000..+4K rw\nmap 0x5000..+4K r\nfail vma 2\nfork p as c',
    found: ['rule', /^rule 1 of conservation is broken: The exit path removed 2 VMAs; map_count was 1$/],
  },
};

let hunt: Core;
beforeAll(async () => {
  hunt = await loadCore('hunt');
});

interface Run {
  readonly ok: boolean;
  readonly troubles: readonly Trouble[];
}

/** Null if the text cannot be run. */
function run(core: Core, text: string): Run | null {
  const read = readScenario(text);
  if (read.kind === 'refused') return null;
  const troubles: Trouble[] = [];
  let ok = false;
  for (const item of runScenario(read.program, machineOver(core), { sums: 'all' })) {
    if (item.kind === 'step') troubles.push(...item.troubles);
    if (item.kind === 'end') ok = item.ok;
  }
  return { ok, troubles };
}

describe.each(DEFECTS.map(({ name }) => ({ name, ...HUNTS[name] })))(
  '$name',
  ({ name, text, found: [kind, message] }) => {
    const finds = (shorter: string): boolean => run(withDefect(hunt.again(), name), shorter)?.ok === false;

    test('is found by what a run checks of itself', () => {
      const { ok, troubles } = run(withDefect(hunt.again(), name), text)!;
      expect(ok).toBe(false);
      expect(troubles[0]?.kind).toBe(kind);
      expect(foundText(troubles[0]!)).toMatch(message);
    });

    test('is not in the sound core, nor in the module with the defect off', async () => {
      for (const core of [await loadCore(), hunt.again(), withDefect(hunt.again(), null)])
        expect(run(core, text)).toEqual({ ok: true, troubles: [] });
    });

    test('needs every line of its text, and as many stores', () => {
      const lines = text.split('\n');
      for (const [k] of lines.entries())
        expect(finds(lines.filter((_, other) => other !== k).join('\n')), lines[k]).toBe(false);
      const fewer = text.replace(/repeat (\d+)/, (_, count: string) => `repeat ${Number(count) - 1}`);
      if (fewer !== text) expect(finds(fewer), fewer).toBe(false);
    });
  },
);

test('each other defect leaves the scenario of one alone, or breaks it in its own way; instances keep theirs', () => {
  const broken = withDefect(hunt.again(), 'pivot_off_by_one');
  expect(run(broken.again(), HUNTS.pivot_off_by_one.text)?.ok).toBe(false);
  expect(run(withDefect(broken.again(), 'gap_not_raised'), HUNTS.pivot_off_by_one.text)?.ok).toBe(true);
  expect(run(broken, HUNTS.gap_not_raised.text)?.ok).toBe(false);
});
