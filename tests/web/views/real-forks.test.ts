// SPDX-License-Identifier: GPL-2.0-or-later
//
// The pictures of forks on what the engine really returns: every fork and exit of the scenarios and examples about them
// plays from nothing to its end, and what is drawn at the end is what the scene says.

import { briefsOf } from '../columns';
import { markTexts } from '../../../web/engine/scene/event-texts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { index, ZERO } from '../../../web/base/index64';
import { tablesOf } from '../../../web/app/picture/fork-pane';
import { tellingPlace } from '../../../web/app/store/page/state';
import type { SceneFork } from '../../../web/model/memory';
import type { Scene } from '../../../web/model/run';
import { layoutShape } from '../../../web/views/fork/dup-layout';
import { dupModel, endModel, NEVER, stageAt, vmaOf, type DupModel } from '../../../web/views/fork/dup-model';
import { headText, tablesAt } from '../../../web/views/fork/duplication';
import { dupWords } from '../../../web/views/fork/dup-words';
import { entriesUsed, isThere, pagesCopied } from '../../../web/views/fork/tables-entries';
import { keyOf, layoutTables, tableStates } from '../../../web/views/fork/tables-layout';
import { runText, sceneAt } from '../engine/runs';

const TOP = join(import.meta.dirname, '../../..');
const FOLDERS = ['tests/scenarios/fork', 'tests/scenarios/fail', 'web/app/examples'];
const files = FOLDERS.flatMap((folder) =>
  !existsSync(join(TOP, folder)) ? [] : readdirSync(join(TOP, folder)).map((name) => `${folder}/${name}`),
).filter(
  (file) =>
    file.endsWith('.maple') &&
    /^ *(fork|exit) /m.test(read(file)) &&
    !/^# refused/m.test(read(file)) &&
    !/6421|sweep/.test(file),
);

function read(file: string): string {
  return readFileSync(join(TOP, file), 'utf8');
}

interface Fork {
  readonly step: number;
  readonly scene: Scene;
  readonly fork: SceneFork;
  readonly model: DupModel;
}

const PLAIN = { perms: 'rw-p', offset: ZERO, path: '' } as const;

const known = new Map<string, Promise<readonly Fork[]>>();

function forksIn(file: string): Promise<readonly Fork[]> {
  const forks = known.get(file) ?? forksOf(read(file));
  known.set(file, forks);
  return forks;
}

async function forksOf(text: string): Promise<readonly Fork[]> {
  const session = await runText(text);
  return briefsOf(session.summary().steps).flatMap(({ op }, k) => {
    if (op !== 'fork' && op !== 'exit') return [];
    const scene = sceneAt(session, k + 1);
    const { fork } = scene;
    if (fork === null || scene.eventsDropped > 0) return [];
    const tree = (name: string | null) => scene.trees.find(({ picture }) => picture.name === name)?.picture ?? null;
    return [
      {
        step: k + 1,
        scene,
        fork,
        model: dupModel(fork, tree(fork.parent), fork.parent === null ? null : tree(fork.child)),
      },
    ];
  });
}

describe('the play of every fork and exit', () => {
  it('has scenarios to go by', () => {
    expect(files.length).toBeGreaterThan(8);
  });

  it.each(files)('of %s ends as the scene says', async (file) => {
    for (const { step, fork, model, scene } of await forksIn(file)) {
      const where = `step ${step}`;
      const cells = [...model.cellVma.keys()].filter((cell) => (model.cellVma[cell] ?? 0) > 0);
      const end = model.marks.length;
      const { record } = fork;
      const told = {
        own: cells.filter((cell) => model.ownAt[cell] !== NEVER).length,
        holes: cells.filter((cell) => model.holeAt[cell] !== NEVER).length,
      };
      if (record === null) {
        expect(
          [...model.nodeFreedAt].every((at) => at !== NEVER),
          where,
        ).toBe(true);
        expect(
          cells.every((cell) => model.vmaFreedAt[cell] !== NEVER),
          where,
        ).toBe(true);
        continue;
      }
      // Requests are numbered as the step's: none is missing.
      expect(
        model.requests.map(({ count }) => count),
        where,
      ).toEqual(scene.record?.requests);
      expect(model.totals.own[end], where).toBe(record.mapCount);
      expect(model.totals.vmasFreed[end], where).toBe(record.removed);
      if (record.by === 'dup' && record.error === null) {
        expect(told.own + told.holes, where).toBe(cells.length);
        expect(
          [...model.filledAt].every((at) => at !== NEVER),
          where,
        ).toBe(true);
        expect(Math.max(...model.order), where).toBe(record.copiedNodes);
      }
      expect(model.cut, where).toBeNull();
      const tables =
        fork.partial?.tables ?? scene.trees.find(({ picture }) => picture.name === fork.child)?.mm?.tables ?? [];
      expect(model.totals.tables[end], where).toBe(tables.length);
      expect(model.totals.tablesFreed[end], where).toBe(record.error === null ? 0 : tables.length - record.tablesLeft);
      if (record.error !== null && record.by === 'dup') {
        expect(told.own, where).toBe(record.mapCount);
        for (const [k, at] of model.obtainedAt.entries())
          expect(at === NEVER || model.nodeFreedAt[k] !== NEVER, `${where}, node ${k}`).toBe(true);
        expect(model.limit !== null, where).toBe(
          record.undo === 'range' ? record.treeEnd !== 0n : model.marks.some(({ kind }) => kind === 'marker'),
        );
      }
      // Copied, the child's own numbers go up by one; a hole takes none.
      const numbers = cells.flatMap((cell) => (model.ownAt[cell] === NEVER ? [] : [model.ownVma[cell] ?? 0]));
      expect(numbers, where).toEqual(numbers.map((_, k) => k + 1));
      expect(scene.step, where).toBe(step);
    }
  });

  it.each(files)('of %s rests where it fails, and all that is freed afterwards is undoing', async (file) => {
    const back = ['vma_freed', 'node_freed', 'table_freed', 'unmapped', 'uncharged'];
    for (const { step, fork, model } of await forksIn(file)) {
      if (fork.record === null || fork.record.error === null) continue;
      const where = `step ${step}`;
      const rest = tellingPlace(model.marks);
      expect(stageAt(model, rest)?.kind, where).toBe('failure');
      expect(stageAt(model, rest)?.end, where).toBe(rest);
      for (let k = rest; k < model.marks.length; k++)
        expect(stageAt(model, k + 1)?.kind, `${where}, mark ${k + 1}`).toBe('undo');
      const failure = model.stages.find(({ kind }) => kind === 'failure')!;
      expect(
        model.marks.slice(failure.first, failure.end).some(({ kind }) => back.includes(kind)),
        where,
      ).toBe(false);
      // What the fork failed of: the last refused request, or the failure itself.
      const first = model.marks[failure.first]!;
      expect(first.kind === 'failed' || (first.kind === 'request' && !first.ok), where).toBe(true);
      if (fork.record.site === 'request') expect(first.kind, where).toBe('request');
    }
  });

  it.each(files)('of %s is described in sentences, without an address in decimal', async (file) => {
    for (const { fork, model, scene } of await forksIn(file)) {
      const vmasOf = (name: string | null) => scene.trees.find(({ picture }) => picture.name === name)?.vmas ?? null;
      const vmas = { parent: vmasOf(fork.parent) ?? [], child: fork.partial?.vmas ?? vmasOf(fork.child) ?? [] };
      const tell = dupWords(model, fork.record, vmas, markTexts(scene));
      for (let k = 0; k <= model.marks.length; k++) {
        expect(tell(k)).toMatch(/^[A-Z\d].*\.$/);
        expect(tell(k).replace(/0x[0-9a-f]+/g, '')).not.toMatch(/\d{7}/);
        expect(tell(k)).not.toContain('no longer known');
      }
    }
  });

  it('shows a marker over the very VMA that the record names', async () => {
    const failed = (await forksIn('web/app/examples/fork-vma.maple')).filter(({ fork }) => fork.record?.error !== null);
    expect(failed.length).toBeGreaterThan(0);
    for (const { fork, model } of failed) {
      const marked = [...model.markerAt.keys()].filter((cell) => model.markerAt[cell] !== NEVER);
      expect(marked.map((cell) => model.cellVma[cell])).toEqual(
        fork.record?.undo === 'marker' ? [fork.record.endVma] : [],
      );
      expect(layoutShape(model.child, 390).kind).toBe('compact');
      expect(model.child.nodes.flatMap(({ words }) => words).filter((word) => vmaOf(word) > 0)).toHaveLength(
        model.entries,
      );
    }
  });
});

describe('page tables at each mark', () => {
  const momentsOf = ({ fork, scene, model }: Fork) => {
    const shown = tablesOf(scene, fork);
    if (shown === null) return [];
    const copies = pagesCopied(model.marks);
    return Array.from({ length: model.marks.length + 1 }, (_, cursor) => {
      const at = tablesAt(model, cursor);
      const states = tableStates(shown.tables, shown.undone, at);
      return { shown, cursor, at, states, used: entriesUsed({ ...shown, at, copies, states }) };
    });
  };

  it.each(files)('of %s have the entries copied and not unmapped yet, and 512 or fewer', async (file) => {
    for (const one of await forksIn(file)) {
      const { totals, marks } = one.model;
      expect(marks.filter(({ kind }) => kind === 'unmapped').map(({ count }) => count)).toEqual(
        one.fork.record === null || one.fork.record.error === null
          ? marks.filter(({ kind }) => kind === 'unmapped').map(({ count }) => count)
          : marks.filter(({ kind }) => kind === 'page').map(({ count }) => count),
      );
      for (const { shown, cursor, at, states, used } of momentsOf(one)) {
        const where = `step ${one.step}, mark ${cursor}`;
        const leaves = shown.tables.filter(({ level }) => level === 1).map((table) => used.get(keyOf(table)) ?? null);
        const known = leaves.reduce<number>((sum, n) => sum + (n ?? 0), 0);
        const mapped = totals.pages[cursor]! - totals.unmapped[cursor]!;
        if (at?.freed === 0) expect(known, where).toBeLessThanOrEqual(mapped);
        for (const table of shown.tables) {
          const n = used.get(keyOf(table)) ?? null;
          if (!isThere(states.get(keyOf(table)))) expect(n, where).toBeNull();
          if (n !== null) expect(n >= 0 && n <= table.used, where).toBe(true);
          if (table.level > 1 && isThere(states.get(keyOf(table)))) expect(n, where).not.toBeNull();
        }
        // At the end of a fork that went through they are what the core counted itself.
        if (cursor === marks.length && shown.undone === null)
          for (const table of shown.tables) expect(used.get(keyOf(table)), where).toBe(table.used);
        // Left behind: the tables above count those below that are left, as the core does.
        if (at !== null && at.over)
          for (const { level, base, used: core } of shown.undone!.left)
            expect(used.get(keyOf({ level, base })), where).toBe(core);
        if (mapped === 0 && at !== null && !at.over) expect(known, where).toBe(0);
      }
    }
  });

  it('have no entry before they are made or copied to, and none once unmapped', async () => {
    const [one] = await forksIn('web/app/examples/fork-vma.maple');
    const { marks } = one!.model;
    const rows = momentsOf(one!).map(({ shown, cursor, at, used }) => ({
      kind: marks[cursor - 1]?.kind ?? 'start',
      undoing: at!.undoing,
      used: [...shown.tables]
        .sort((a, b) => b.level - a.level)
        .map((table) => used.get(keyOf(table)) ?? '–')
        .join(' '),
    }));
    const told = rows.filter(({ kind, used }, k) => kind === 'table' || used !== rows[k - 1]?.used);
    expect(told.map(({ kind, used }) => `${kind}: ${used}`)).toEqual([
      'start: – – –',
      'table: 0 – –',
      'table: 1 0 –',
      'table: 1 1 0',
      'page: 1 1 1',
      'page: 1 1 3',
      'unmapped: 1 1 2',
      'unmapped: 1 1 0',
      'table_freed: 1 0 –',
      'table_freed: 0 – –',
      'table_freed: – – –',
    ]);
    // "freed" is drawn once something is.
    expect(rows.find(({ undoing }) => undoing)?.kind).toBe('table_freed');
  });

  it('do not count what a copy over several tables put into one of them', () => {
    const P = 1n << 21n;
    const tables = [0n, P].map((base) => ({ base: index(base), level: 1 as const, used: 5 }));
    const vma = (number: number, first: bigint, last: bigint) => ({
      ...PLAIN,
      number,
      first: index(first),
      last: index(last),
    });
    const vmas = [vma(1, 0n, 0xfffn), vma(2, 0x1000n, P + 0xfffn), vma(3, P + 0x1000n, P + 0x1fffn)];
    const marks = [1, 2, 3].flatMap((n) => [
      { kind: 'entry' as const, count: 0, vma: n },
      { kind: 'page' as const, count: [1, 8, 1][n - 1]!, vma: n },
    ]);
    const at = (cursor: number) => {
      const moment = { cursor, made: 2, freed: 0, undoing: false, over: false };
      const states = tableStates(tables, null, moment);
      return [
        ...entriesUsed({ tables, vmas, undone: null, at: moment, copies: pagesCopied(marks), states }).values(),
      ].slice(0, 2);
    };
    expect([0, 1, 2, 3, 4, 5, 6].map(at)).toEqual([
      [0, 0],
      [0, 0],
      [1, 0],
      [null, null],
      [5, 4],
      [5, 4],
      [5, 5],
    ]);
  });
});

describe('page tables of failed forks', () => {
  it('that are left with the wrong ceiling are those outside of what was freed', async () => {
    const failed = (await forksIn('web/app/examples/ceiling.maple')).filter(
      ({ fork }) => fork.partial !== null && fork.record !== null,
    );
    expect(failed.map(({ fork }) => fork.partial!.tablesLeft.length * 4096)).toEqual([12288, 0, 8192, 4096, 0]);
    for (const { fork } of failed) {
      const { undo, wrongCeiling, treeEnd, ceiling, tablesLeft } = fork.record!;
      const undone = { undo, wrongCeiling, treeEnd, ceiling, left: fork.partial!.tablesLeft };
      const layout = layoutTables(fork.partial!.tables, fork.partial!.vmas, undone, 700);
      expect(tablesLeft).toBe(fork.partial!.tablesLeft.length);
      expect(
        layout.boxes
          .filter(({ fate }) => fate === 'left')
          .map(keyOf)
          .sort(),
      ).toEqual(fork.partial!.tablesLeft.map(keyOf).sort());
      // Every PTE table within a range that was gone over is freed (rule "freed tables", step 5), every other one
      // stays.
      for (const box of layout.boxes.filter(({ level }) => level === 1)) {
        const over = layout.ranges.some(
          ({ covered }) => covered !== null && box.base >= covered.first && box.base <= covered.last,
        );
        expect(box.fate).toBe(over ? 'freed' : 'left');
      }
    }
  });
});

describe('a copy whose nodes are rebuilt by leaving VMAs out', () => {
  const text =
    'mm a\nrepeat 30 as i { map 0x10000 + i*0x3000 .. 0x10fff + i*0x3000 rw }\n' +
    'repeat 5 as i { advise 0x13000 + i*0x3000 .. 0x13fff + i*0x3000 dontfork }\nfork a as b\n';

  it('ends in the nodes that the child has, and says in between that its picture is as copied', async () => {
    const [{ fork, model, scene }] = (await forksOf(text)) as [Fork];
    const [parent, child] = [
      scene.trees.find(({ picture }) => picture.name === 'a')!,
      scene.trees.find(({ picture }) => picture.name === 'b')!,
    ];
    const end = model.marks.length;
    expect(model.rebuiltAt).toBeLessThan(end);
    expect(headText(model, 'child', model.rebuiltAt, 0)).not.toContain('as copied');
    expect(headText(model, 'child', model.rebuiltAt + 1, 0)).toContain('as copied; stores have rebuilt some since');
    const ended = endModel(model, fork, parent.picture, child.picture)!;
    expect([...ended.childId]).toEqual(child.picture.nodes.map(({ id }) => id));
    expect([...ended.childId]).not.toEqual([...model.childId]);
    expect([...ended.filledAt].every((at) => at < end)).toBe(true);
    expect([...ended.cellVma].every((vma, cell) => vma === 0 || (ended.ownAt[cell] ?? NEVER) < end)).toBe(true);
    expect(headText(ended, 'child', end, 0)).toBe(
      `${child.picture.nodes.length} nodes, height ${child.picture.height}`,
    );
  });
});
