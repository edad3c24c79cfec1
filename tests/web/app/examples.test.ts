// SPDX-License-Identifier: GPL-2.0-or-later
//
// Every example of the page runs on the real core and holds what it says; each is at most as long as a screen, and its
// title in the menu is not the one of another.

import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../../web/app/examples';
import { loadCore } from '../../../web/cli/core-file';
import { machineOver } from '../../../web/engine/machine';
import { beginSession } from '../../../web/engine/session';
import type { Core } from '../../../web/engine/wasm';
import type { Report } from '../../../web/model/report';
import { readScenario } from '../../../web/scenario/checker';
import { runScenario } from '../../../web/scenario/interpreter';

describe('examples of the page', () => {
  let core: Core;
  beforeAll(async () => {
    core = await loadCore();
  });

  function reportOf(text: string): Report {
    const begun = beginSession(text, core);
    if (begun.kind === 'refused') throw new Error(begun.diagnostics.map(({ line, message }) => `${line}: ${message}`).join('; '));
    while (!begun.session.advance(1000));
    // A tree that the text itself has spoilt is found broken, page tables that it leaves behind are found left; nothing else is.
    expect(begun.session.summary().troubles.filter(({ message }) => !/damaged by `corrupt`|`ceiling wrong`/.test(message))).toEqual([]);
    return begun.session.report();
  }

  test('each file of the folder is in the menu', () => {
    const files = readdirSync(new URL('../../../web/app/examples/', import.meta.url)).map((name) => name.replace('.maple', ''));
    expect(EXAMPLES.map(({ name }) => name).sort()).toEqual(files.sort());
    expect(new Set(EXAMPLES.map(({ title }) => title)).size).toBe(EXAMPLES.length);
  });

  for (const example of EXAMPLES) {
    test(`“${example.title}” runs, and everything it expects holds`, () => {
      const report = reportOf(example.text);
      expect(report.expects.failed).toEqual([]);
      expect(report).toMatchObject({ ok: !/^corrupt | ceiling wrong$/m.test(example.text), stopped: null });
      expect(report.expects.passed).toBeGreaterThan(0);
      expect(example.step ?? 0).toBeLessThanOrEqual(report.steps.length);
    });
  }

  // The browser looks at every step of the short ones; of a long one it cannot.
  for (const example of EXAMPLES.filter(({ text }) => /\brepeat \d{4,} /.test(text))) {
    test(`“${example.title}”: invariants and contents hold after each of its steps`, { timeout: 120_000 }, () => {
      const read = readScenario(example.text);
      if (read.kind === 'refused') throw new Error('refused');
      const machine = machineOver(core);
      let steps = 0;
      for (const item of runScenario(read.program, machine, { sums: 'few' })) {
        if (item.kind !== 'step') continue;
        steps++;
        const broken = item.trees.flatMap(({ handle }) => machine.validate(handle).filter(({ excused }) => !excused));
        if (broken.length + item.troubles.length > 0) expect([steps, broken, item.troubles]).toEqual([steps, [], []]);
      }
      expect(steps).toBeGreaterThan(1000);
    });
  }

  test('the first one has eight lines, and opens where its leaf splits', () => {
    const [first] = EXAMPLES;
    expect(first?.text.split('\n')).toHaveLength(8);
    const report = reportOf(first?.text ?? '');
    expect(report.steps.findIndex(({ storeType }) => storeType === 'split_store') + 1).toBe(first?.step);
    expect(report.steps.at(-1)).toMatchObject({ op: 'dup', error: 'ENOMEM' });
  });
});
