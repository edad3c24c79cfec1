// SPDX-License-Identifier: GPL-2.0-or-later
//
// Slow motion in parts: groups of events, where the strip puts them, the colours of C, a step as plain text.

import { wordedEvents } from '../../../web/engine/scene/event-texts';
import { describe, expect, it } from 'vitest';
import { stepText } from '../../../web/app/store/page/step-text';
import { EVENT_NAMES } from '../../../web/model/generated/events';
import { SOURCES } from '../../../web/engine/generated/tables';
import { CORE_SOURCES } from '../../../web/engine/core/sources';
import { markLines } from '../../../web/views/motion/c-marks';
import { EVENT_GROUPS, GROUP_WORDS, groupOf, runsOf } from '../../../web/views/motion/groups';
import { eventAt, labelsOf, layoutStrip, ticksOf } from '../../../web/views/motion/strip-layout';
import { runText, sceneAt } from '../engine/runs';

const named = (...names: string[]): { name: string }[] => names.map((name) => ({ name }));
const many = (count: number): { name: string }[] =>
  Array.from({ length: count }, (_, k) => ({
    name: k === 7777 ? 'refused' : k % 40 < 30 ? 'prealloc_take' : 'node_built',
  }));

describe('groups of events', () => {
  it('has every kind of the core, and each group some', () => {
    expect(EVENT_NAMES.filter((name) => groupOf(name) === null)).toEqual([]);
    expect(EVENT_GROUPS.filter((group) => !EVENT_NAMES.some((name) => groupOf(name) === group))).toEqual([]);
    expect(Object.keys(GROUP_WORDS)).toEqual([...EVENT_GROUPS]);
  });

  it('makes runs of neighbours, which are all of them', () => {
    const runs = runsOf(named('descend', 'arrive', 'type_chosen', 'request_bulk', 'node_out', 'refused'));
    expect(runs).toEqual([
      { group: 'find', from: 0, count: 2 },
      { group: 'decide', from: 2, count: 1 },
      { group: 'reserve', from: 3, count: 2 },
      { group: 'fail', from: 5, count: 1 },
    ]);
  });
});

describe('the strip', () => {
  it('has a tick for each event while there is room, and each can be pointed at', () => {
    const layout = layoutStrip(many(120), 800);
    const ticks = ticksOf(layout);
    expect(ticks.map(({ from, count }) => [from, count])).toEqual(Array.from({ length: 120 }, (_, k) => [k, 1]));
    for (const { x, width, from } of ticks) expect(eventAt(layout, x + width / 2)).toBe(from);
    expect(layout.width).toBeLessThanOrEqual(800);
  });

  it('of thousands has no more ticks than pixels a lane, stands for all, and hides no failure', () => {
    const layout = layoutStrip(many(32_768), 700);
    const ticks = ticksOf(layout);
    expect(ticks.length).toBeLessThanOrEqual(2 * 700 + 1);
    expect(ticks.reduce((sum, { count }) => sum + count, 0)).toBe(32_768);
    expect(ticks.filter(({ group }) => group === 'fail').map(({ from, count }) => [from, count])).toEqual([[7777, 1]]);
    for (const { x, width } of ticks) expect([x >= 0, width >= 1, x + width <= 701]).toEqual([true, true, true]);
    expect([eventAt(layout, -5), eventAt(layout, 9999)]).toEqual([0, 32_767]);
  });

  it('of nothing is nothing', () => {
    expect(ticksOf(layoutStrip([], 500))).toEqual([]);
    expect(eventAt(layoutStrip([], 500), 40)).toBe(0);
    expect(layoutStrip(named('descend'), 500).width).toBeLessThan(40);
  });
});

describe('the names over the strip', () => {
  it('name every kind of deed that has room, touch no other and stay inside', () => {
    const kinds = ['descend', 'request_single', 'node_built', 'linked', 'free_single', 'vma_made'];
    const layout = layoutStrip(named(...Array.from({ length: 72 }, (_, k) => kinds[k % kinds.length]!)), 358);
    const widthOf = (text: string): number => text.length * 6;
    const labels = labelsOf(layout, widthOf);
    expect(new Set(labels.map(({ group }) => group)).size).toBe(kinds.length);
    expect(labels).toHaveLength(kinds.length);
    labels.forEach(({ group, x }, k) => {
      expect(x).toBeGreaterThanOrEqual(k === 0 ? 0 : labels[k - 1]!.x + widthOf(labels[k - 1]!.group));
      expect(x + widthOf(group)).toBeLessThanOrEqual(layout.width);
    });
  });

  it('stand over their own deeds: what a step decides before it asks for nodes, what it deals out after', async () => {
    const session = await runText('tree t alloc\nfor i in 0..8 { store i*0x100..+0x60 = i }\n');
    const { events } = sceneAt(session, 10);
    expect(
      runsOf(events)
        .slice(0, 5)
        .map(({ group, from, count }) => [group, from, count]),
    ).toEqual([
      ['find', 0, 1],
      ['decide', 1, 1],
      ['reserve', 2, 5],
      ['deal', 7, 2],
      ['reserve', 9, 1],
    ]);
    const layout = layoutStrip(events, 900);
    const widthOf = (text: string): number => text.length * 5;
    const labels = labelsOf(layout, widthOf);
    expect(labels.slice(0, 4).map(({ group }) => group)).toEqual(['find', 'decide', 'reserve', 'deal']);
    // `decide` begins over the one event of its run; `reserve` makes room for it, and stays over its own.
    const [, decide, reserve] = labels;
    expect(decide!.x).toBeGreaterThanOrEqual(layout.step);
    expect(decide!.x).toBeLessThan(2 * layout.step);
    expect(reserve!.x).toBeGreaterThanOrEqual(decide!.x + widthOf('decide'));
    expect(reserve!.x + widthOf('reserve')).toBeLessThanOrEqual(7 * layout.step);
  });

  it('are left out rather than cut', () => {
    expect(labelsOf(layoutStrip(named('descend', 'linked'), 40), () => 100)).toEqual([]);
  });
});

describe('coloured C', () => {
  it('loses nothing of any source of the core', () => {
    for (const file of SOURCES) {
      const text = CORE_SOURCES.sourceOf(file)!;
      expect(
        markLines(text)
          .map((pieces) => pieces.map((piece) => piece.text).join(''))
          .join('\n'),
        file,
      ).toBe(text);
    }
  });

  it('tells comments, words, strings and macros apart', () => {
    const kinds = (line: string): unknown => markLines(line)[0]!.map(({ kind, text }) => [kind, text]);
    expect(kinds('\treturn x; // "no" return')).toEqual([
      [null, '\t'],
      ['k', 'return'],
      [null, ' x; '],
      ['m', '// "no" return'],
    ]);
    expect(kinds('f("a // b", MPL_NODE, 0x1f);')).toEqual([
      [null, 'f('],
      ['s', '"a // b"'],
      [null, ', '],
      ['p', 'MPL_NODE'],
      [null, ', '],
      ['s', '0x1f'],
      [null, ');'],
    ]);
    expect(markLines('/* a\nb return\n*/ int c;').map((pieces) => pieces[0]!.kind)).toEqual(['m', 'm', 'm']);
    expect(markLines('#include <string.h>')[0]![0]).toEqual({ kind: 'p', text: '#include' });
  });
});

describe('a step as plain text', () => {
  it('has its sentence and one for each event, in lines under 78 columns', async () => {
    const session = await runText(
      'tree t alloc\nrepeat 40 as i { store i*10..+10 = i + 1 }\nstore 205..206 = 60\nload 7\n',
    );
    for (let step = 0; step <= session.steps(); step++) {
      const scene = sceneAt(session, step);
      const events = wordedEvents(scene);
      const text = stepText(scene, events);
      const lines = text.split('\n');
      expect(lines.every((line) => line.length < 78)).toBe(true);
      expect(lines.some((line) => /\s$/.test(line))).toBe(false);
      const flat = text.replace(/\s+/g, ' ');
      expect(flat).toContain(scene.why);
      events.forEach((event, k) => expect(flat).toContain(`${k + 1} ${event.text} [`));
    }
    const scene = sceneAt(session, 42);
    expect(stepText(scene, wordedEvents(scene)).split('\n')[0]).toBe(
      'Step 42 of 43, line 3: store t 205..206 (split_store)',
    );
  });
});
