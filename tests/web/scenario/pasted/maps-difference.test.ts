// SPDX-License-Identifier: GPL-2.0-or-later

import { briefsOf } from '../../columns';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  callsBetween,
  differenceBlock,
  mappingsOf,
  missedLines,
  splitMaps,
} from '../../../../web/scenario/pasted/maps-difference';
import { loadCore } from '../../../../web/cli/core-file';
import { decodeScene } from '../../../../web/engine/scene/scene';
import { beginSession } from '../../../../web/engine/time/session';
import { seed } from '../../engine/runs';

const BEFORE = `$ cat /proc/77/maps
555555554000-555555558000 r-xp 00000000 08:01 1234 /usr/bin/tool
555555558000-55555555a000 rw-p 00004000 08:01 1234 /usr/bin/tool
55555555a000-55555557b000 rw-p 00000000 00:00 0 [heap]
7ffff7d00000-7ffff7d20000 r--p 00000000 08:01 99 /usr/lib/libc.so.6
7ffff7d20000-7ffff7e80000 r-xp 00020000 08:01 99 /usr/lib/libc.so.6
7ffff7f00000-7ffff7f40000 rw-p 00000000 00:00 0
7ffff7fc0000-7ffff7fc4000 r--p 00000000 00:00 0 [vvar]
7ffffffde000-7ffffffff000 rw-p 00000000 00:00 0 [stack]
ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]`.split('\n');

const core = await loadCore();

function run(
  before: readonly string[],
  after: readonly string[],
): {
  readonly calls: readonly string[];
  readonly missed: readonly string[];
  readonly errors: readonly (string | null)[];
} {
  const [old, now] = [mappingsOf(before), mappingsOf(after)];
  const calls = callsBetween(old, now);
  const begun = beginSession(`${differenceBlock(before, calls, 'p').join('\n')}\n`, core);
  if (begun.kind === 'refused')
    throw new Error(begun.diagnostics.map(({ line, message }) => `${line} ${message}`).join('; '));
  while (!begun.session.advance(1000));
  const { session } = begun;
  const vmas = decodeScene(session.scene(session.steps()), null).trees[0]?.vmas ?? [];
  return {
    calls,
    missed: missedLines(now, vmas).map(({ wanted, why }) => `${wanted.first.toString(16)} ${why}`),
    errors: briefsOf(session.summary().steps).flatMap(({ error }) => (error === null ? [] : [error])),
  };
}

/** The map with lines replaced: `from` a part of the line, `to` what takes its place; empty: the line goes. */
function changed(...edits: readonly (readonly [from: string, to: string])[]): string[] {
  return BEFORE.flatMap((line) =>
    edits.reduce<string[]>(
      (lines, [from, to]) => lines.flatMap((one) => (one.includes(from) ? (to === '' ? [] : to.split('\n')) : [one])),
      [line],
    ),
  );
}

describe('two maps of one process', () => {
  test('no difference, no call', () => {
    expect(run(BEFORE, BEFORE)).toEqual({ calls: [], missed: [], errors: [] });
  });

  test('unmapped, mapped, protected, the heap’s end, a stack that grew: a call each', () => {
    const after = changed(
      ['7ffff7d00000', ''],
      ['7ffff7d20000', ''],
      [
        '7ffff7f00000',
        '7ffff7f00000-7ffff7f10000 r--p 00000000 00:00 0\n7ffff7f10000-7ffff7f40000 rw-p 00000000 00:00 0',
      ],
      [
        '[heap]',
        '55555555a000-555555580000 rw-p 00000000 00:00 0 [heap]\n' +
          '7ffff7000000-7ffff7004000 r--s 00002000 00:00 0 /tmp/x "y"',
      ],
      ['[stack]', '7ffffffd0000-7ffffffff000 rw-p 00000000 00:00 0 [stack]'],
    );
    expect(run(BEFORE, after)).toEqual({
      calls: [
        'map 0x7ffff7000000..0x7ffff7003fff r shared file "/tmp/x \\"y\\"" at 0x2000',
        'unmap 0x7ffff7d00000..0x7ffff7e7ffff',
        'protect 0x7ffff7f00000..0x7ffff7f0ffff r',
        'brk +0x5000',
        'touch 0x7ffffffd0000 write',
      ],
      missed: [],
      errors: [],
    });
  });

  test('lines that no call leads to are named, with the cause', () => {
    const after = changed([
      '7ffff7f00000',
      '7ffff7f00000-7ffff7f10000 rw-p 00000000 00:00 0\n7ffff7f10000-7ffff7f40000 rw-p 00000000 00:00 0\n' +
        '7ffff7f50000-7ffff7f60000 rw-p 00000000 00:00 0 [anon:arena]',
    ]);
    expect(run(BEFORE, after).missed).toEqual([
      '7ffff7f00000 equal neighbours are one VMA here; a map does not show why Linux kept them apart',
      '7ffff7f10000 equal neighbours are one VMA here; a map does not show why Linux kept them apart',
      '7ffff7f50000 no call gives memory the name [anon:arena]',
    ]);
  });

  test('a name that comes, goes or changes is no call, and destroys nothing', () => {
    const named = changed(['7ffff7f00000', '7ffff7f00000-7ffff7f40000 rw-p 00000000 00:00 0 [anon:arena]']);
    expect(run(BEFORE, named)).toEqual({
      calls: [],
      missed: ['7ffff7f00000 no call gives memory the name [anon:arena]'],
      errors: [],
    });
    expect(run(named, BEFORE)).toEqual({
      calls: [],
      missed: ['7ffff7f00000 no call gives memory the name that it has lost'],
      errors: [],
    });
    const other = changed(['7ffff7f00000', '7ffff7f00000-7ffff7f40000 rw-p 00000000 00:00 0 [anon:other]']);
    expect(run(named, other)).toEqual({
      calls: [],
      missed: ['7ffff7f00000 no call gives memory the name [anon:other]'],
      errors: [],
    });
    // Permissions that change with it are a call of their own.
    const locked = changed(['7ffff7f00000', '7ffff7f00000-7ffff7f40000 r--p 00000000 00:00 0 [anon:arena]']);
    expect(run(BEFORE, locked)).toMatchObject({
      calls: ['protect 0x7ffff7f00000..0x7ffff7f3ffff r'],
      missed: ['7ffff7f00000 no call gives memory the name [anon:arena]'],
    });
    // What has no name because it is another kind of memory is mapped anew.
    const taken = changed(['[vvar]', '7ffff7fc0000-7ffff7fc4000 r--p 00000000 00:00 0']);
    expect(run(BEFORE, taken)).toMatchObject({ calls: ['map 0x7ffff7fc0000..0x7ffff7fc3fff r'], missed: [] });
  });

  test('a heap whose end goes over what is mapped there is no step of `brk`', () => {
    const apart = ['10000-12000 rw-p 00000000 00:00 0 [heap]', '13000-14000 r--p 00000000 00:00 0'];
    const grown = ['10000-14000 rw-p 00000000 00:00 0 [heap]'];
    expect(run(apart, grown)).toEqual({
      calls: ['map 0x12000..0x12fff rw', 'protect 0x13000..0x13fff rw'],
      missed: [],
      errors: [],
    });
    expect(run(grown, apart)).toEqual({
      calls: ['unmap 0x12000..0x12fff', 'protect 0x13000..0x13fff r'],
      missed: ['13000 no call gives memory the name that it has lost'],
      errors: [],
    });
  });

  test('one text with both is seen as two maps; any other is not', () => {
    const text = [...BEFORE, '$ cat /proc/77/maps', ...changed(['7ffff7d00000', ''])].join('\n');
    const [before, after] = splitMaps(text) ?? [[], []];
    expect([before.length, after.length]).toEqual([BEFORE.length + 1, BEFORE.length - 1]);
    expect(mappingsOf(after)).toHaveLength(mappingsOf(BEFORE).length - 1);
    expect(splitMaps(BEFORE.join('\n'))).toBeNull();
    expect(
      splitMaps(
        [...BEFORE.slice(1, 4), '1000-2000 r--p 00000000 00:00 0', '3000-4000 r--p 00000000 00:00 0'].join('\n'),
      ),
    ).toBeNull();
    expect(splitMaps(`${text}\n${text}`)).toBeNull();
    const [one, two, three] = ['1000-2000', '3000-4000', '5000-6000'].map((range) => `${range} r--p 00000000 00:00 0`);
    expect(splitMaps([one, two, two, three].join('\n'))).toEqual([
      [one, two],
      [two, three],
    ]);
  });

  test('whatever two maps hold, the calls lead from one to the other, but for neighbours that are equal', () => {
    const perms = fc.constantFrom('r--p', 'rw-p', 'r-xp', '---p', 'rw-s', 'rwxp');
    const path = fc.constantFrom('', '', '/lib/a.so', '/lib/b.so');
    const mapping = fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 9 }), perms, path);
    const map = fc.array(mapping, { minLength: 1, maxLength: 24 }).map((all) => {
      let at = 0x7f0000000000;
      return all.map(([gap, pages, letters, file]) => {
        const from = at + gap * 4096;
        at = from + pages * 4096;
        const name = file === '' && letters.endsWith('s') ? '/dev/zero (deleted)' : file;
        return (
          `${from.toString(16)}-${at.toString(16)} ${letters} ` +
          `${(name === '' ? 0 : from - 0x7f0000000000).toString(16).padStart(8, '0')} 00:00 0 ${name}`
        ).trim();
      });
    });
    fc.assert(
      fc.property(map, map, (before, after) => {
        const { missed, errors, calls } = run(before, after);
        expect(errors).toEqual([]);
        expect(missed.filter((one) => !one.includes('equal neighbours'))).toEqual([]);
        // Never more than one call a piece.
        expect(calls.length).toBeLessThanOrEqual(2 * (before.length + after.length));
      }),
      { seed, numRuns: 120 },
    );
  });
});
