// SPDX-License-Identifier: GPL-2.0-or-later
//
// The plain list of VMAs: what Linux does with equal neighbours, holes, heaps, stacks and forks.

import { describe, expect, test } from 'vitest';
import { index, type Index } from '../../../web/base/index64';
import { VMA_FLAGS } from '../../../web/model/memory';
import { flagWords } from '../../../web/model/vma-flags';
import { VmaList, type ListedMapping } from '../../../web/scenario/oracle/vma-list';

const { read, write, exec, shared, grows } = VMA_FLAGS;
const at = (page: number): Index => index(BigInt(page) * 4096n);
/** Last address of a page. */
const end = (page: number): Index => index(BigInt(page + 1) * 4096n - 1n);
const plain = (flags: number): ListedMapping => ({ flags, file: 0, offset: at(0), path: '' });
const file = (flags: number, offset = 0, number = 1): ListedMapping => ({
  flags,
  file: number,
  offset: at(offset),
  path: `/f${number}`,
});

/** `1:10-19 rw-p`, by page numbers. */
function told(list: VmaList): string[] {
  return list.all().map((one) => {
    const words = flagWords(one.flags);
    return (
      `${one.number}:${one.first / 4096n}-${one.last / 4096n} ` +
      `${one.perms}${one.file === 0 ? '' : ` +${one.offset / 4096n}`}` +
      `${one.anon === 0 ? '' : ` chain ${one.chain}`}${words === '' ? '' : ` ${words}`}`
    );
  });
}

function filled(...pieces: readonly (readonly [number, number, ListedMapping])[]): VmaList {
  const list = new VmaList();
  for (const [first, last, mapping] of pieces) expect(list.map(at(first), end(last), mapping)).toBeNull();
  return list;
}

describe('map', () => {
  test('joins equal neighbours, and the lower one gives the number', () => {
    const list = filled([10, 19, plain(read | write)], [30, 39, plain(read | write)]);
    expect(told(list)).toEqual(['1:10-19 rw-p', '2:30-39 rw-p']);
    list.map(at(20), end(29), plain(read | write));
    expect(told(list)).toEqual(['1:10-39 rw-p']);
  });

  test('grows down over the room below an equal one', () => {
    const list = filled([30, 39, plain(read)]);
    list.map(at(25), end(29), plain(read));
    expect(told(list)).toEqual(['1:25-39 r--p']);
  });

  test('joins files at adjoining offsets only', () => {
    expect(told(filled([10, 11, file(read)], [12, 13, file(read, 2)]))).toEqual(['1:10-13 r--p +0']);
    expect(told(filled([10, 11, file(read)], [12, 13, file(read, 3)]))).toEqual(['1:10-11 r--p +0', '2:12-13 r--p +3']);
    expect(told(filled([10, 11, file(read)], [12, 13, file(read, 2, 2)]))).toEqual([
      '1:10-11 r--p +0',
      '2:12-13 r--p +2',
    ]);
  });

  test('takes the place of what is there; a hole uses up two numbers', () => {
    const list = filled([10, 39, plain(read)]);
    list.map(at(20), end(29), plain(read | exec));
    expect(told(list)).toEqual(['2:10-19 r--p', '4:20-29 r-xp', '3:30-39 r--p']);
  });

  test('does not join three whose outer two have different anon_vmas', () => {
    const list = filled([10, 19, plain(read | write)], [30, 39, plain(read | write)]);
    list.touch(at(10), end(10), true);
    list.touch(at(30), end(30), true);
    list.map(at(20), end(29), plain(read | write));
    expect(told(list)).toEqual(['1:10-29 rw-p chain 1', '2:30-39 rw-p chain 1']);
  });
});

describe('unmap, protect and advise', () => {
  test('a file keeps its offset above a hole', () => {
    const list = filled([10, 19, file(read, 5)]);
    list.unmap(at(12), end(13));
    expect(told(list)).toEqual(['2:10-11 r--p +5', '3:14-19 r--p +9']);
  });

  test('the border moves between equal neighbours', () => {
    const list = filled([10, 19, plain(read | write)], [20, 29, plain(read)]);
    list.protect(at(20), end(24), read | write);
    expect(told(list)).toEqual(['1:10-24 rw-p', '2:25-29 r--p']);
    list.protect(at(25), end(29), read | write);
    expect(told(list)).toEqual(['1:10-29 rw-p']);
  });

  test('a part in the middle is cut out and keeps the number; what is left over is new, below first', () => {
    const list = filled([10, 29, plain(read | write)]);
    list.protect(at(15), end(19), read);
    expect(told(list)).toEqual(['2:10-14 rw-p', '1:15-19 r--p', '3:20-29 rw-p']);
    list.protect(at(15), end(19), read | write);
    expect(told(list)).toEqual(['2:10-29 rw-p']);
  });

  test('a range once written stays charged when it turns read-only, so it does not join one that never was', () => {
    const list = filled([10, 19, plain(read)], [20, 29, plain(read)]);
    list.protect(at(10), end(14), read | write);
    list.protect(at(10), end(14), read);
    expect(told(list)).toEqual(['2:10-29 r--p']);
    list.protect(at(10), end(19), read | write);
    list.touch(at(10), end(10), true);
    list.protect(at(10), end(19), read);
    expect(told(list)).toEqual(['2:10-19 r--p chain 1', '3:20-29 r--p']);
    expect(list.all().map((one) => one.flags & VMA_FLAGS.account)).toEqual([VMA_FLAGS.account, 0]);
  });

  test('a hole ends protect and lock, and advice of madvise goes on behind it', () => {
    const list = filled([10, 11, plain(read)], [13, 14, plain(read)]);
    expect(list.protect(at(10), end(14), read | write)).toBe('ENOMEM');
    expect(told(list)).toEqual(['1:10-11 rw-p', '2:13-14 r--p']);
    expect(list.protect(at(9), end(14), read)).toBe('ENOMEM');
    expect(list.advise(at(10), end(14), 'lock')).toBe('ENOMEM');
    expect(told(list)).toEqual(['1:10-11 rw-p locked', '2:13-14 r--p']);
    expect(list.advise(at(9), end(14), 'unlock')).toBe('ENOMEM');
    expect(list.advise(at(9), end(14), 'dontfork')).toBe('ENOMEM');
    expect(told(list)).toEqual(['1:10-11 rw-p dontcopy, locked', '2:13-14 r--p dontcopy']);
    expect(list.advise(at(9), end(14), 'policy')).toBe('ENOMEM');
    expect(told(list)).toEqual(['1:10-11 rw-p dontcopy, locked', '2:13-14 r--p dontcopy']);
  });

  test('advice keeps apart, and taken back it joins again', () => {
    const list = filled([10, 19, plain(read)]);
    list.advise(at(12), end(13), 'dontfork');
    expect(told(list)).toEqual(['2:10-11 r--p', '1:12-13 r--p dontcopy', '3:14-19 r--p']);
    list.advise(at(10), end(19), 'dofork');
    expect(told(list)).toEqual(['2:10-19 r--p']);
  });

  test('only private memory without a file is wiped on fork', () => {
    const list = filled(
      [10, 11, file(read | write)],
      [12, 13, plain(read | write | shared)],
      [14, 15, plain(read | write)],
    );
    expect(list.advise(at(10), end(10), 'wipeonfork')).toBe('EINVAL');
    expect(list.advise(at(12), end(12), 'wipeonfork')).toBe('EINVAL');
    expect(list.advise(at(14), end(14), 'wipeonfork')).toBeNull();
  });
});

describe('huge pages', () => {
  const room = (list: VmaList, bytes: bigint, mapping: ListedMapping): bigint => list.mapAny(bytes, mapping).first;

  test('give a multiple of 2 MiB a place on their border', () => {
    const list = new VmaList();
    expect(room(list, 4096n, plain(read | write))).toBe(0x7ffff7ffe000n);
    expect(room(list, 2n << 20n, plain(read | write))).toBe(0x7ffff7c00000n);
    expect(room(list, 2n << 20n, plain(read | shared))).toBe(0x7ffff7a00000n);
    expect(room(list, (2n << 20n) + 4096n, plain(read))).toBe(0x7ffff77ff000n);
  });
});

describe('mremap', () => {
  test('unmaps the tail of what becomes smaller, over a hole and over several VMAs', () => {
    const pages = (count: number): bigint => BigInt(count) * 4096n;
    const holed = filled([10, 13, plain(read | write)]);
    expect(holed.remap(at(10), pages(8), pages(4), at(0), true)).toEqual({ error: null, first: at(10) });
    expect(told(holed)).toEqual(['1:10-13 rw-p']);
    const several = filled([10, 13, plain(read | write)], [14, 14, plain(read)], [15, 17, plain(read | write)]);
    expect(several.remap(at(10), pages(8), pages(5), at(40), true).error).toBe('EFAULT');
    expect(several.remap(at(10), pages(8), pages(9), at(0), true).error).toBe('EFAULT');
    expect(several.remap(at(10), pages(8), pages(2), at(0), true)).toEqual({ error: null, first: at(10) });
    expect(told(several)).toEqual(['4:10-11 rw-p']);
  });

  const moved = (list: VmaList, first: number, pages: number, to: number, wanted = pages): void => {
    expect(list.remap(at(first), BigInt(pages) * 4096n, BigInt(wanted) * 4096n, at(to), true)).toEqual({
      error: null,
      first: at(to),
    });
  };

  test('what was never written joins equal memory at its new place, and gets an anon_vma there', () => {
    const list = filled([10, 19, plain(read | write)], [40, 49, plain(read | write)], [30, 39, plain(read | exec)]);
    list.touch(at(10), end(10), true);
    moved(list, 40, 10, 20);
    expect(told(list)).toEqual(['1:10-29 rw-p chain 1', '3:30-39 r-xp']);
  });

  test('what was written keeps where it was made: memory beside it joins only where that goes on', () => {
    const list = filled([10, 13, plain(read | write)]);
    list.touch(at(10), end(13), true);
    moved(list, 10, 4, 40);
    list.map(at(44), end(45), plain(read | write));
    expect(told(list)).toEqual(['2:40-43 rw-p chain 1', '3:44-45 rw-p']);
    expect(list.all().map(({ offset, origin }) => [offset, origin])).toEqual([
      [0n, at(10)],
      [0n, at(44)],
    ]);
    moved(list, 40, 4, 10);
    list.map(at(14), end(15), plain(read | write));
    expect(told(list)).toEqual(['4:10-15 rw-p chain 1', '3:44-45 rw-p']);
  });

  test('parts that were written are one again at their new place', () => {
    const list = filled([10, 19, plain(read | write)]);
    list.touch(at(10), end(19), true);
    moved(list, 10, 5, 40);
    expect(told(list)).toEqual(['3:15-19 rw-p chain 1', '2:40-44 rw-p chain 1']);
    moved(list, 15, 5, 45);
    expect(told(list)).toEqual(['2:40-49 rw-p chain 1']);
  });

  test('moved beside or into itself it is one before it is cut', () => {
    const list = filled([10, 13, plain(read)]);
    moved(list, 12, 2, 14);
    expect(told(list)).toEqual(['2:10-11 r--p', '3:14-15 r--p']);
    const wide = filled([10, 39, plain(read)]);
    moved(wide, 10, 4, 20);
    expect(told(wide)).toEqual(['4:14-39 r--p']);
  });

  test('files keep their offsets', () => {
    const list = filled([10, 19, file(read)], [40, 49, file(read, 10)]);
    moved(list, 40, 5, 20);
    expect(told(list)).toEqual(['1:10-24 r--p +0', '3:45-49 r--p +15']);
    moved(list, 45, 5, 30);
    expect(told(list)).toEqual(['1:10-24 r--p +0', '4:30-34 r--p +15']);
  });

  test('where the old place stays, written pages are at the new one, and the anon_vma if all were moved', () => {
    const list = filled([10, 13, plain(read | write)]);
    list.touch(at(10), end(11), true);
    list.advise(at(10), end(13), 'lock');
    expect(list.remap(at(10), 4n * 4096n, 4n * 4096n, at(40), 'keep')).toEqual({ error: null, first: at(40) });
    expect(told(list)).toEqual(['1:10-13 rw-p', '2:40-43 rw-p chain 1 locked']);
    expect(list.all().map(({ origin }) => origin)).toEqual([at(10), at(10)]);
    list.unmap(at(10), end(13));
    expect(list.pages.anonymous).toBe(2);
    expect(list.remap(at(40), 2n * 4096n, 2n * 4096n, at(50), 'keep').error).toBeNull();
    expect(told(list)).toEqual(['2:40-43 rw-p chain 1', '3:50-51 rw-p chain 1 locked']);
    expect(list.remap(at(40), 4096n, 8192n, at(60), 'keep').error).toBe('EINVAL');
  });

  test('a written stack that was moved up grows no further than to the beginning of where it was', () => {
    const list = filled([3, 4, plain(read | write | grows)]);
    list.touch(at(3), end(4), true);
    moved(list, 3, 2, 1000);
    expect(list.touch(at(996), end(996), true)).toBe('EFAULT');
    expect(list.touch(at(997), end(997), true)).toBeNull();
    expect(told(list)).toEqual(['2:997-1001 rw-p chain 1 grows']);
  });
});

describe('heap, stack, room', () => {
  test('the heap is one VMA that grows and shrinks', () => {
    const list = filled([20, 29, plain(read | write)]);
    expect(list.setBrk(at(12))).toBe('EINVAL');
    expect(list.brkAt(at(10))).toBeNull();
    expect(list.setBrk(at(12) + 1n)).toBeNull();
    expect(list.setBrk(at(15))).toBeNull();
    expect(told(list)).toEqual(['2:10-14 rw-p', '1:20-29 rw-p']);
    expect(list.setBrk(at(21))).toBe('ENOMEM');
    expect(list.setBrk(at(9))).toBe('EINVAL');
    expect(list.setBrk(at(10))).toBeNull();
    expect(list.count).toBe(1);
  });

  test('the heap shrinks only if something is mapped in what it gives up', () => {
    const list = new VmaList();
    list.brkAt(at(10));
    list.setBrk(at(18));
    list.unmap(at(14), end(17));
    expect(list.setBrk(at(14))).toBe('ENOMEM');
    expect(list.brk).toBe(at(18));
    expect(list.setBrk(at(13))).toBeNull();
    expect(told(list)).toEqual(['3:10-12 rw-p']);
  });

  test('a stack grows down to where it is touched, up to its guard', () => {
    const list = filled([100, 109, plain(read)], [1000, 1009, plain(read | write | grows)]);
    expect(list.touch(at(990), end(990), false)).toBeNull();
    expect(told(list)).toEqual(['1:100-109 r--p', '2:990-1009 rw-p chain 1 grows']);
    expect(list.touch(at(300), end(300), true)).toBe('EFAULT');
    expect(list.touch(at(99), end(100), false)).toBe('EFAULT');
    expect(list.touch(at(100), end(100), true)).toBe('EFAULT');
  });

  test('room is taken from the top, below the guard of what grows', () => {
    const list = new VmaList();
    list.mmapBase = at(2000);
    expect(list.mapAny(5000n, plain(read)).first).toBe(at(1998));
    expect(list.mapAny(4096n, plain(read | write | grows)).first).toBe(at(1997));
    expect(list.mapAny(4096n, plain(read | exec)).first).toBe(at(1997 - 257));
    list.map(at(1981), end(1983), plain(read));
    // The gap below what grows is too small to be found.
    expect(list.mapAny(14n * 4096n, plain(exec)).first).toBe(at(1967));
    expect(list.mapAny(13n * 4096n, plain(read | write)).first).toBe(at(1997 - 257 - 13)); // Found, and too near.
    expect(list.mapAny(0n, plain(read)).error).toBe('EINVAL');
    expect(list.mapAny(1n << 47n, plain(read)).error).toBe('ENOMEM');
  });
});

test('a fork leaves out, wipes, unlocks, and gives new numbers', () => {
  const list = filled([10, 19, plain(read | write)], [30, 39, file(read)], [40, 49, plain(read | write | exec)]);
  list.touch(at(10), end(19), true);
  list.touch(at(40), end(49), true);
  list.advise(at(30), end(39), 'dontfork');
  list.advise(at(40), end(44), 'wipeonfork');
  list.advise(at(10), end(19), 'lock');
  expect(told(list.fork())).toEqual(['1:10-19 rw-p chain 2', '2:40-44 rwxp wipeonfork', '3:45-49 rwxp chain 2']);
  expect(told(list)).toEqual([
    '1:10-19 rw-p chain 1 locked',
    '2:30-39 r--p +0 dontcopy',
    '3:40-44 rwxp chain 1 wipeonfork',
    '4:45-49 rwxp chain 1',
  ]);
});

test('addresses that are not whole pages, or too high, are refused', () => {
  const list = new VmaList();
  expect(list.map(index(1n), end(1), plain(read))).toBe('EINVAL');
  expect(list.map(at(1), index(5000n), plain(read))).toBe('EINVAL');
  expect(list.map(at(1), end(0), plain(read))).toBe('EINVAL');
  expect(list.map(index(0x7fff_ffff_f000n), index(0x7fff_ffff_ffffn), plain(read))).toBe('ENOMEM');
  expect(list.load(index(0x7fff_ffff_f000n), index(0x7fff_ffff_ffffn), plain(read), 0)).toBe('EINVAL');
  expect(list.count).toBe(0);
});
