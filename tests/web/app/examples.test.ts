// SPDX-License-Identifier: GPL-2.0-or-later
//
// Every example of the page runs on the real core and holds what it says; each is at most as long as a screen, and its
// title in the menu is not the one of another.

import { isOnPurpose } from '../../../web/model/trouble';
import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLE_GROUPS, EXAMPLES } from '../../../web/app/store/kept/examples-list';
import { FIRST_CHANGE } from '../../../web/app/store/kept/examples';
import { foundExamples, shownGroups, storeTypes } from '../../../web/app/help/gallery-search';
import { markEvent, tellingEvent, shownEvent } from '../../../web/app/store/run/source-event';
import { chosenView, forkPlace, leftTables, scene, tellingPlace } from '../../../web/app/store/page/state';
import { titleOf } from '../../../web/app/store/page/texts';
import { loadCore } from '../../../web/cli/core-file';
import { decodeScene } from '../../../web/engine/scene/scene';
import { beginSession, type Session } from '../../../web/engine/time/session';
import type { Core } from '../../../web/engine/core/wasm';
import type { Report } from '../../../web/model/report';
import type { Scene } from '../../../web/model/run';
import { LIMITS } from '../../../web/scenario/run/interpreter';
import { parse } from '../../../web/scenario/language/parser';
import { stepsOf, tooMany } from '../../../web/scenario/check/step-count';

function stepsIn(text: string): number | null {
  return stepsOf(parse(text).program.statements);
}

describe('examples of the page', () => {
  let core: Core;
  beforeAll(async () => {
    core = await loadCore();
  });

  function reportOf(text: string): { report: Report; session: Session } {
    const begun = beginSession(text, core);
    if (begun.kind === 'refused')
      throw new Error(begun.diagnostics.map(({ line, message }) => `${line}: ${message}`).join('; '));
    while (!begun.session.advance(1000));
    // A tree that the text itself has spoilt is found broken, page tables that it leaves behind are found left; nothing
    // else is.
    expect(begun.session.summary().troubles.filter((one) => !isOnPurpose(one))).toEqual([]);
    return { report: begun.session.report(), session: begun.session };
  }

  /** What a run of an example came to, and the step that it opens at: run once for all that is said of it. */
  interface Ran {
    readonly report: Report;
    readonly opened: Scene;
  }
  const runs = new Map<string, Ran>();
  function ran(name: string): Ran {
    const known = runs.get(name);
    if (known !== undefined) return known;
    const example = EXAMPLES.find((one) => one.name === name);
    const { report, session } = reportOf(example?.text ?? '');
    const found = { report, opened: decodeScene(session.scene(example?.step ?? session.steps()), null) };
    runs.set(name, found);
    return found;
  }

  test('the gallery finds by words, statements and store types', () => {
    const names = (query: string, store = ''): string[] =>
      foundExamples(EXAMPLES, query, store).map(({ name }) => name);
    expect(names('')).toEqual(EXAMPLES.map(({ name }) => name));
    expect(names('CAT fork')).toEqual(expect.arrayContaining(['cat', 'strace']));
    expect(names('spanning_store')).toEqual(['spanning']);
    expect(names('', 'rebalance')).toEqual(['merge', 'collapse', 'gaps']);
    expect(names('gap size within', 'split_store')).toEqual([]);
    expect(names('resume')).toEqual(['reader']);
    expect(names('no such thing')).toEqual([]);
    for (const [store, count] of storeTypes(EXAMPLES)) expect(names('', store)).toHaveLength(count);
    expect(EXAMPLES.filter(({ group }) => !EXAMPLE_GROUPS.includes(group))).toEqual([]);
  });

  test('the words of a title come first, and with them their group', () => {
    for (const { title, group } of EXAMPLES) {
      const found = foundExamples(EXAMPLES, title, '');
      expect(found[0]?.title).toBe(title);
      const shown = shownGroups(found, EXAMPLE_GROUPS, true);
      expect(shown[0]?.name).toBe(group);
      expect(
        shown
          .flatMap(({ all }) => all)
          .map(({ name }) => name)
          .sort(),
      ).toEqual(found.map(({ name }) => name).sort());
    }
    expect(foundExamples(EXAMPLES, 'at a VMA', '')[0]?.title).toContain('at a VMA');
    expect(shownGroups(EXAMPLES, EXAMPLE_GROUPS, false).map(({ name }) => name)).toEqual(EXAMPLE_GROUPS);
  });

  test('each file of the folder is in the gallery', () => {
    const files = readdirSync(new URL('../../../web/app/examples/', import.meta.url))
      .filter((name) => name.endsWith('.maple'))
      .map((name) => name.replace('.maple', ''));
    expect(EXAMPLES.map(({ name }) => name).sort()).toEqual(files.sort());
    expect(new Set(EXAMPLES.map(({ title }) => title)).size).toBe(EXAMPLES.length);
  });

  for (const example of EXAMPLES) {
    test(`“${example.title}” runs, and everything it expects holds`, () => {
      const { report } = ran(example.name);
      expect(report.expects.failed).toEqual([]);
      expect(report.unreached).toEqual([]);
      expect(report).toMatchObject({ ok: !/^corrupt | ceiling wrong$/m.test(example.text), stopped: null });
      expect(report.expects.passed).toBeGreaterThan(0);
      // Told before the run, for its bar; where a loop goes over what is found, it is not.
      expect([null, report.steps.length]).toContain(stepsIn(example.text));
      expect(example.step ?? 0).toBeLessThanOrEqual(report.steps.length);
      // What the gallery says of it.
      expect(example.steps).toBe(report.steps.length);
      expect(example.stores).toEqual(
        [...new Set(report.steps.flatMap(({ storeType }) => (storeType === null ? [] : [storeType])))].sort(),
      );
    });
  }

  /** The step that an example opens at. */
  const openedAt = (name: string): Scene => ran(name).opened;

  /** Used slots of the leaves of a tree. */
  function leavesOf(scene: Scene, tree: string): number[] {
    const nodes = scene.trees.find(({ picture }) => picture.name === tree)?.picture.nodes ?? [];
    return nodes.flatMap(({ kind, end }) => (kind === 'leaf' ? [end + 1] : []));
  }

  /** What a play says from where it rests at first. */
  function told(scene: Scene): readonly string[] {
    const marks = scene.fork?.marks ?? [];
    const rest = tellingPlace(marks, leftTables(scene));
    return [...marks.slice(Math.max(0, rest - 2), rest), ...marks.slice(rest, rest + 1)].map(({ kind, ok }) =>
      ok ? kind : `${kind} fails`,
    );
  }

  test('its number of steps is known beforehand if no loop depends on values', () => {
    expect(EXAMPLES.filter(({ group, text }) => /^Forks/.test(group) && stepsIn(text) === null)).toEqual([]);
    expect(stepsIn('tree t\nrepeat 3 as i { store i = 1 }\nnote "so"\nexpect valid t\nbulk 2 { store 8 = 1\n}\n')).toBe(
      5,
    );
    expect(stepsIn('tree t\nlet n = 4\nrepeat n { store 1 = 2 }\n')).toBeNull();
    expect(tooMany(stepsIn('tree t\nrepeat 100000000 as i { store i = 1 }\n'))).toBe(
      'This text asks for 100,000,001 steps, but a run ends at 2,000,000: it stops there and keeps those.',
    );
    expect([null, LIMITS.steps].map(tooMany)).toEqual([null, null]);
  });

  test('the menu and the text give one title', () => {
    for (const { text, title } of EXAMPLES) expect(titleOf(text).slice(0, title.length)).toBe(title);
  });

  test('those of forks open at the moment that they are about, before anything is undone', () => {
    expect(told(openedAt('fork-tree-copy'))).toEqual(['copied', 'request fails', 'node_freed']);
    expect(told(openedAt('fork-vma'))).toEqual(['failed fails', 'marker', 'unmapped']);
    const pages = openedAt('fork-pages');
    expect(told(pages)).toEqual(['failed fails', 'marker', 'unmapped']);
    expect(pages.fork?.record).toMatchObject({ point: 'F11', at: 3, endVma: 4, mapCount: 3 });
    // What is left behind is seen at the end.
    expect(told(openedAt('ceiling'))).toEqual(['node_freed', 'node_freed']);
    expect(openedAt('ceiling').fork?.record).toMatchObject({ tablesLeft: 3, wrongCeiling: true });
    // The source is then that of the undo; at any other failed fork that of the VMA that failed.
    expect(tellingEvent(openedAt('ceiling').events, true)?.name).toBe('undo_begins');
    expect(tellingEvent(openedAt('fork-vma').events, false)?.name).toBe('fork_vma');
  });

  test('the source goes along with the mark that a person moved a fork to', () => {
    const now = openedAt('fork-vma');
    const marks = now.fork!.marks;
    const nameAt = (cursor: number): string | undefined => markEvent(now, cursor)?.name;
    expect(nameAt(0)).toBeUndefined();
    expect(marks.findIndex(({ kind }) => kind === 'marker') + 1).toBe(19);
    expect([nameAt(19), nameAt(21), nameAt(22)]).toEqual(['marker_set', 'pages_unmapped', 'table_freed']);
    scene.value = now;
    chosenView.value = 'fork';
    expect(shownEvent.value?.name).toBe('fork_vma');
    forkPlace.value = { of: now, cursor: 22 };
    expect(shownEvent.value).toBe(now.events[marks[21]!.event]);
    chosenView.value = 'tree';
    expect(shownEvent.value?.name).toBe('fork_vma');
    [scene.value, chosenView.value, forkPlace.value] = [null, null, null];
  });

  test('what the notes say of leaves is so', () => {
    expect(leavesOf(openedAt('fork-bulk'), 'bulky')).toEqual([15, 15, 11, 6]);
    expect(leavesOf(openedAt('fork-dontcopy'), 'app')).toEqual([16, 16, 11]);
    expect(leavesOf(openedAt('fork-dontcopy'), 'child')).toEqual([16, 14, 11]);
    expect(EXAMPLES.find(({ name }) => name === 'fork-dontcopy')?.view).toBe('tree');
  });

  test('the sweep opens on the requests, of which two go through all the same', () => {
    expect(openedAt('sweep').record?.op).toBe('sweep');
    const { sweeps } = ran('sweep').report;
    expect(
      sweeps.map(({ site, runs }) => [
        site,
        runs.filter(({ failed, outcome }) => failed && outcome === 'completed').length,
        runs.length,
      ]),
    ).toEqual([
      ['request', 2, 19],
      ['vma', 0, 800],
    ]);
  });

  test('the first one is short, and opens where its leaf splits', () => {
    const [first] = EXAMPLES;
    expect(first?.text.split('\n')).toHaveLength(13);
    const { report } = ran(first?.name ?? '');
    expect(report.steps.findIndex(({ storeType }) => storeType === 'split_store') + 1).toBe(first?.step);
    expect(first?.text.slice(FIRST_CHANGE.from, FIRST_CHANGE.to)).toBe('0x17f');
  });
});
