// SPDX-License-Identifier: GPL-2.0-or-later
//
// Colour is never the only carrier: every kind of VMA has a letter of its own, and what a step did to a node is shown
// by the line of its frame.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CELL_KINDS } from '../../../web/views/shared/palette';
import { entryLooks } from '../../../web/views/shared/entry-look';
import { vmaClass, type Vma } from '../../../web/model/vma';
import { runText, sceneAt } from '../engine/runs';

/** A line of each kind, as `/proc/PID/maps` has them. */
const MAPS = `00400000-00401000 r-xp 00000000 fe:01 131 /bin/a
00402000-00403000 r--p 00001000 fe:01 131 /bin/a
00404000-00405000 rw-p 00002000 fe:01 131 /bin/a
00406000-00407000 rw-p 00000000 00:00 0
00408000-00409000 rw-p 00000000 00:00 0 [heap]
00500000-00501000 ---p 00000000 00:00 0
7ffc00000000-7ffc00010000 rw-p 00000000 00:00 0 [stack]
7ffc00020000-7ffc00022000 r-xp 00000000 00:00 0 [vdso]`;

test('each kind of VMA is drawn with a letter of its own', async () => {
  const session = await runText(`maps a """\n${MAPS}\n"""`);
  const [{ vmas, picture }] = sceneAt(session, session.steps()).trees as [ReturnType<typeof sceneAt>['trees'][number]];
  const look = entryLooks(vmas, []);
  const drawn = new Map((vmas ?? []).map((vma: Vma) => [vmaClass(vma), look((BigInt(vma.number) << 1n) | 1n).text]));
  const kinds = CELL_KINDS.filter(({ kind }) => !['value', 'label', 'zero', 'child', 'null'].includes(kind));
  expect([...drawn.keys()].sort()).toEqual(kinds.map(({ kind }) => kind).sort());
  expect(new Set(drawn.values()).size).toBe(kinds.length);
  for (const letter of drawn.values()) expect(letter).toMatch(/^[A-Za-z]$/);
  for (const { kind, letter } of kinds) expect(drawn.get(kind as Parameters<typeof drawn.get>[0])).toBe(letter);
  expect(picture.nodes.length).toBeGreaterThan(0);
});

// The last value that the rules of a selector give; what no rule says is what a line has of itself.
function lineOf(css: string, ...selectors: readonly string[]): string {
  const said = { 'stroke-width': '1', 'stroke-dasharray': 'none' };
  for (const [, names = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!names.split(',').some((name) => selectors.includes(name.trim().split('\n').at(-1)!.trim()))) continue;
    for (const property of Object.keys(said) as (keyof typeof said)[])
      said[property] = new RegExp(`(?:^|[\\s;])${property}: ([^;]+);`).exec(body)?.[1] ?? said[property];
  }
  return Object.values(said).join(' / ');
}

test('new, rewritten, replaced and waiting nodes differ in width or dashes', () => {
  const css = ['style.css', 'around.css', 'signs.css']
    .map((name) => readFileSync(new URL(`../../../web/views/tree/${name}`, import.meta.url), 'utf8'))
    .join('\n');
  const lines = {
    plain: lineOf(css, '.ms-node .frame'),
    made: lineOf(css, '.ms-node .frame', '.ms-node.is-new .frame'),
    rewritten: lineOf(css, '.ms-node .frame', '.ms-node.is-rewritten .frame'),
    replaced: lineOf(css, '.ms-node .frame', '.ms-ghost .is-ghost .frame'),
    waits: lineOf(css, '.ms-node .frame', '.ms-ghost .is-ghost .frame', '.ms-ghost.is-kept .is-ghost .frame'),
    lost: lineOf(css, '.ms-node .frame', '.ms-ghost.is-lost .is-ghost .frame'),
  };
  expect(lines.plain).toBe('1 / none');
  expect(new Set(Object.values(lines)).size, JSON.stringify(lines)).toBe(Object.keys(lines).length);
});
