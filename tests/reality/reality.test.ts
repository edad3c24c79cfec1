// SPDX-License-Identifier: GPL-2.0-or-later
//
// Recorded runs of the programs that `npm run reality` writes stand in for a kernel here: after each operation our
// address space is what Linux 6.18 showed.

import { readFileSync, readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { loadCore } from '../../web/cli/core-file';
import { nameOf } from './known';
import { operationsOf, sourceOf } from './program';
import { recordingOf, type Recording } from './record';
import { replayRecording } from './replay';

const FOLDER = new URL('../traces/reality/', import.meta.url);
const SEEDS = readdirSync(FOLDER).flatMap((name) => /^(\d+)\.strace\.gz$/.exec(name)?.[1] ?? []);

function recording(seed: string): Recording {
  const read = (kind: string): string =>
    gunzipSync(readFileSync(new URL(`${seed}.${kind}.gz`, FOLDER))).toString('utf8');
  return recordingOf(read('strace'), read('dumps'));
}

/** A recording whose dump after an operation is another. */
function altered(one: Recording, op: number, change: (dump: string) => string): Recording {
  return { ...one, dumps: new Map([...one.dumps].map(([at, dump]) => [at, at === op ? change(dump) : dump])) };
}

const lastOp = (one: Recording): number => Math.max(...[...one.dumps.keys()].filter((op) => op < 9999));

describe('recorded programs', () => {
  test('there are several, with forks', () => {
    expect(SEEDS.length).toBeGreaterThanOrEqual(6);
    expect(SEEDS.filter((seed) => recording(seed).children.size > 0).length).toBeGreaterThanOrEqual(2);
  });

  test.each(SEEDS)('seed %s is equal after every operation', async (seed) => {
    const one = recording(seed);
    const { equal, mismatch } = replayRecording(one, await loadCore());
    expect(mismatch).toBeNull();
    expect(equal).toBe(one.dumps.size);
  });

  const [seed = ''] = SEEDS;
  test.each([
    ['perms', (dump: string) => dump.replace(/^(7ffffffde000-\w+) rw/m, '$1 r-')],
    ['range', (dump: string) => dump.replace(/^7ffffffde000-/m, '7ffffffdd000-')],
    ['flags', (dump: string) => dump.replace(/^(7ffffffde000-.*\n(?:[A-Z].*\n)*?VmFlags:.*)$/m, '$1 dc')],
    [
      'tables',
      (dump: string) => dump.replace(/^VmPTE:\s+(\d+)/m, (_, kilobytes: string) => `VmPTE: ${Number(kilobytes) + 4}`),
    ],
  ])('a kernel that shows other %s is noticed, and that difference has no name', async (kind, change) => {
    const one = recording(seed);
    const op = lastOp(one);
    const { mismatch } = replayRecording(altered(one, op, change), await loadCore());
    expect(mismatch).toMatchObject({ op });
    expect(mismatch?.differences.map((difference) => difference.kind)).toContain(kind);
    expect(mismatch === null ? null : nameOf(mismatch)).toBeNull();
  });
});

describe('programs', () => {
  test('a seed makes the same program for ever', () => {
    expect(sourceOf(operationsOf(7n))).toBe(sourceOf(operationsOf(7n)));
    expect(sourceOf(operationsOf(7n))).not.toBe(sourceOf(operationsOf(8n)));
  });
});

describe('names of differences', () => {
  const begin = [
    '10000000-10002000 r--p 00000000 00:00 0',
    'VmFlags: rd mr mw me',
    '10002000-10004000 rw-p 00000000 00:00 0',
    'VmFlags: rd wr mr mw me ac',
    'VmPTE: 8 kB',
  ].join('\n');
  const after = begin.replace('10000000-10002000 r--p', '10000000-10002000 ---p');

  // One operation between two dumps.
  async function named(call: string, dump: string): Promise<string | null> {
    const log =
      `7  wait4(100009999, NULL, WNOHANG, NULL) = -1 ECHILD (No child processes)\n7  ${call}\n` +
      '7  wait4(100000000, NULL, WNOHANG, NULL) = -1 ECHILD (No child processes)\n';
    const { mismatch } = replayRecording(
      { log, begin, dumps: new Map([[0, dump]]), children: new Map() },
      await loadCore(),
    );
    return mismatch === null ? 'equal' : (nameOf(mismatch)?.name ?? null);
  }

  test('a call that is as it should be has none', async () => {
    expect(await named('mprotect(0x10000000, 8192, PROT_READ) = 0', begin)).toBe('equal');
    expect(await named('mprotect(0x10000000, 8192, PROT_READ) = 0', after)).toBeNull();
  });

  test('a moving mremap of several VMAs, which Linux allows from 6.17 on', async () => {
    const moved = begin.replaceAll(/^1000(\d)/gm, '2000$1').replaceAll('-1000', '-2000');
    expect(
      await named('mremap(0x10000000, 16384, 16384, MREMAP_MAYMOVE|MREMAP_FIXED, 0x20000000) = 0x20000000', moved),
    ).toBe('mremap of several VMAs');
    expect(
      await named('mremap(0x10000000, 8192, 8192, MREMAP_MAYMOVE|MREMAP_FIXED, 0x20000000) = 0x20000000', moved),
    ).toBeNull();
  });

  test('a VMA that an mremap had split before it failed', async () => {
    const split = begin.replace(
      '10002000-10004000 rw-p 00000000 00:00 0',
      '10002000-10003000 rw-p 00000000 00:00 0\nVmFlags: rd wr mr mw me ac\n10003000-10004000 rw-p 00000000 00:00 0',
    );
    expect(
      await named(
        'mremap(0x10000000, 4096, 4096, MREMAP_MAYMOVE|MREMAP_FIXED, 0x10003000) = -1 EINVAL (Invalid argument)',
        split,
      ),
    ).toBe('a VMA split by an mremap that failed');
    expect(await named('mprotect(0x10000000, 4096, PROT_READ) = -1 EACCES (Permission denied)', split)).toBeNull();
  });

  test('a shrinking mremap over several VMAs has none, and is as it should be', async () => {
    const shrunk = begin.replace('10000000-10002000', '10000000-10001000').replace(/\n10002000-[^]*(?=\nVmPTE)/, '');
    expect(await named('mremap(0x10000000, 16384, 4096, 0) = 0x10000000', shrunk)).toBe('equal');
    expect(await named('mremap(0x10000000, 16384, 4096, 0) = 0x10000000', begin)).toBeNull();
  });

  test('a failed call must be equal: it keeps what it did before the error, or changes nothing', async () => {
    const kept = '10000000-10004000 ---p 00000000 00:00 0\nVmFlags: mr mw me\nVmPTE: 8 kB';
    expect(await named('mprotect(0x10000000, 32768, PROT_NONE) = -1 ENOMEM (Cannot allocate memory)', kept)).toBe(
      'equal',
    );
    expect(
      await named('mprotect(0x10000000, 32768, PROT_NONE) = -1 ENOMEM (Cannot allocate memory)', after),
    ).toBeNull();
    expect(await named('mprotect(0x90000000, 4096, PROT_NONE) = -1 ENOMEM (Cannot allocate memory)', begin)).toBe(
      'equal',
    );
  });
});
