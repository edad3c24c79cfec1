// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a run of a long map sends to the page: the browser makes it again object by object, in one task of the page that
// nothing can interrupt. So the number of objects must not grow with the number of lines.

import { briefAt } from '../../../web/model/run';
import { expect, test } from 'vitest';
import { decodeScene } from '../../../web/engine/scene/scene';
import { runText } from './runs';

const LINES = 3000;

function mapOf(lines: number): string {
  const hex = (at: number): string => at.toString(16).padStart(12, '0');
  const rows = Array.from({ length: lines }, (_, k) => {
    const at = 0x100000 + k * 0x8000;
    return `${hex(at)}-${hex(at + 0x4000)} rw-p ${hex(k * 0x1000)} 00:00 0 /usr/lib/library-${k % 7}.so`;
  });
  return `maps many """\n${rows.join('\n')}\n"""`;
}

/**
 * Values that the structured clone of a message makes one by one; the bytes of a buffer are one, and an object that
 * stands in several places is made once.
 */
function clonedValues(value: unknown, made = new Set<object>()): number {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return 1;
  if (made.has(value)) return 0;
  made.add(value);
  return Object.values(value).reduce<number>((sum, part) => sum + clonedValues(part, made), 1);
}

test('the messages of a long map hold few objects, and the page has every step and VMA', async () => {
  const session = await runText(mapOf(LINES), { pictureNodesMax: 1000, sums: 'on demand' });
  const summary = session.summary();
  const wire = session.scene(LINES);
  expect(clonedValues(summary)).toBeLessThan(LINES / 10);
  // The tree is sent in bytes.
  expect(clonedValues(wire)).toBeLessThan(LINES / 2);

  const { steps } = summary;
  expect(steps).toHaveLength(LINES);
  expect([briefAt(steps, 1)?.line, briefAt(steps, LINES)?.line]).toEqual([2, LINES + 1]);
  const vmas = decodeScene(wire, null).trees[0]?.vmas ?? [];
  expect(vmas).toHaveLength(LINES);
  expect(vmas[LINES - 1]).toMatchObject({
    number: LINES,
    first: BigInt(0x100000 + (LINES - 1) * 0x8000),
    last: BigInt(0x100000 + (LINES - 1) * 0x8000 + 0x3fff),
    perms: 'rw-p',
    offset: BigInt((LINES - 1) * 0x1000),
    path: `/usr/lib/library-${(LINES - 1) % 7}.so`,
  });
});
