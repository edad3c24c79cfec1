// SPDX-License-Identifier: GPL-2.0-or-later
//
// Maps and smaps as people paste them.

import { describe, expect, test } from 'vitest';
import { VMA_FLAGS } from '../../../web/model/memory';
import { readMaps } from '../../../web/scenario/import/maps';
import { promptOf } from '../../../web/scenario/import/maps-paste';
import { rawLines } from '../../../web/scenario/import/raw-text';
import { refusals } from './run';

function read(text: string) {
  return readMaps(rawLines(`"""\n${text}\n"""`, 0, 1), { from: 0, to: 3 });
}

const MAP = '1000-2000 r--p 00000000 fe:00 12 /a\n3000-4000 rw-p 00000000 00:00 0';

describe('what stands around a pasted map', () => {
  test.each([
    '$ cat /proc/self/maps',
    '# cat /proc/1/maps',
    '% cat /proc/1/maps',
    '❯ cat /proc/1/maps',
    'user@host:~$ cat /proc/1/maps | sort',
    'user@host:/proc/1# cat maps',
    '[user@host ~]$ cat /proc/1/maps',
    '[root@host 1]# cat maps',
    'user@host ~ % cat /proc/1/maps',
    '(venv) user@host:~$ cat /proc/1/maps',
    'bash-5.1$ cat /proc/1/maps',
    '/ # cat /proc/1/maps',
    '~/src ❯ cat /proc/1/maps',
    'user@host ~> cat /proc/1/maps',
    'user@host:~$',
    '$',
  ])('the prompt `%s` is passed over, above and below', (prompt) => {
    expect(promptOf(prompt)).not.toBeNull();
    for (const text of [
      `${prompt}\n${MAP}`,
      `${MAP}\n${prompt}`,
      `${prompt}\n${MAP}\n${prompt}\n`,
      `> ${prompt}\n${MAP.replace(/^/gm, '> ')}\n`,
    ]) {
      const { lines, faults } = read(text);
      expect(faults).toEqual([]);
      expect(lines.map(({ vma }) => [vma.number, vma.first, vma.path])).toEqual([
        [1, 0x1000n, '/a'],
        [2, 0x3000n, ''],
      ]);
    }
  });

  test.each(['hello', '7f00 rw-p', 'Segmentation fault', 'cat: /proc/1/maps: Permission denied', 'see 5 $ there'])(
    '`%s` is no prompt: its line is named',
    (line) => {
      const { faults } = read(`${MAP}\n${line}`);
      expect(faults.map(({ from }) => from)).toEqual([4 + MAP.length + 1]);
    },
  );

  test('quoting may stand before some of the lines only, any number of times', () => {
    const { lines, faults } = read('1000-2000 r--p\n> 3000-4000 rw-p\n> > 5000-6000 rw-p\n>>7000-8000 rw-p\n>\n');
    expect(faults).toEqual([]);
    expect(lines).toHaveLength(4);
  });

  test('the place of a fault is that of its letters, quoting or not', () => {
    expect(read('> 1000-2000 r--p\n>   3000-4000 rwz').faults.map(({ from }) => from)).toEqual([4 + 17 + 4 + 10]);
  });
});

describe('smaps', () => {
  const one = (flags: string, more = ''): { flags: number; chain: number } | undefined => {
    const { lines, faults } = read(
      `1000-3000 rw-p 00000000 00:00 0 [heap]\nSize:                  8 kB\n${more}THPeligible:           0\n` +
        `VmFlags: ${flags}`,
    );
    expect(faults).toEqual([]);
    return lines[0];
  };
  const base = VMA_FLAGS.read | VMA_FLAGS.write | VMA_FLAGS.heap;

  test.each([
    ['rd wr mr mw me', 0],
    ['rd wr mr mw me gd ac', VMA_FLAGS.grows | VMA_FLAGS.account],
    ['rd dc', VMA_FLAGS.dontcopy],
    ['rd wf', VMA_FLAGS.wipeonfork],
    ['hg', VMA_FLAGS.hugepage],
    ['nh dd mg', VMA_FLAGS.nohugepage | VMA_FLAGS.dontdump | VMA_FLAGS.mergeable],
    ['lo', VMA_FLAGS.locked],
    ['lf', VMA_FLAGS.lockonfault],
    ['pf io de', VMA_FLAGS.pfnmap | VMA_FLAGS.dontexpand],
    ['mm', VMA_FLAGS.mixedmap],
    ['um uw', VMA_FLAGS.uffd | VMA_FLAGS.uffdWp],
    ['rd ?? sd', 0],
    ['', 0],
  ])('VmFlags: %s', (words, flags) => expect(one(words)).toMatchObject({ flags: base | flags, chain: 0 }));

  test('anonymous pages mean an anon_vma', () => {
    expect(one('rd', 'Anonymous:             4 kB\n')?.chain).toBe(1);
    expect(one('rd', 'Anonymous:             0 kB\nAnonHugePages:      2048 kB\n')?.chain).toBe(0);
  });

  test('without VmFlags, permissions and names decide, as in maps', () => {
    const { lines } = read(
      '1000-2000 rw-p\nRss: 4 kB\n3000-4000 rw-s\n5000-6000 rw-p 0 00:00 0 [stack]\n7000-8000 r-xp',
    );
    expect(lines.map(({ flags }) => flags & ~7)).toEqual([
      VMA_FLAGS.account,
      VMA_FLAGS.shared,
      VMA_FLAGS.account | VMA_FLAGS.grows,
      0,
    ]);
  });

  test('lines below one that cannot be read are passed over with it', () => {
    expect(read('1000-2000 rwz\nSize: 4 kB\nVmFlags: rd\n3000-4000 rw-p\nVmFlags: rd').faults).toHaveLength(1);
  });
});

describe('pasted into the text itself', () => {
  test('a map outside of a block is one mistake', () => {
    expect(refusals(`tree t\n${MAP}\n`)).toEqual([
      expect.stringMatching(/^2:\d+ this is a line of a memory map, and stands outside of a `maps` block$/),
    ]);
  });

  test('so is a log of strace, whatever its lines begin with', () => {
    const log =
      'brk(NULL)      = 0x5612f42d1000\n[pid 7] munmap(0x7f1d398f8000, 8192) = 0\n' +
      '17:00:00 mmap(NULL, 8192, PROT_READ, MAP_PRIVATE, 3, 0) = 0x7f1d398f8000\n';
    expect(refusals(`tree t\n${log}`)).toEqual([
      expect.stringMatching(/^2:\d+ this is a line of a log of strace, and stands outside of a `trace` block$/),
    ]);
  });

  test('a mistake inside of a block is reported as what it is', () => {
    expect(refusals('trace p """\nbrk(NULL) = 0x1000\nmunmap(0x1000, lots) = 0\nmunmap(0x1000\n"""\n')).toEqual([
      '3:16 the length `lots` cannot be read',
      '4:1 this call of munmap breaks off',
    ]);
  });

  test('of very many empty blocks the first hundred are reported, in order', () => {
    const told = refusals('maps p """\n"""\n'.repeat(20_000));
    expect(told).toHaveLength(100);
    expect(told[99]).toMatch(/^199:\d+ this text has no VMA$/);
  });
});
