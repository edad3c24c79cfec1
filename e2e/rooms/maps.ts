// SPDX-License-Identifier: GPL-2.0-or-later
//
// Memory maps for the tests: one of cat as a terminal prints it, and a generated one of any size. The generated one
// comes from a seed and looks like a browser's: libraries of five mappings, anonymous memory between, guard pages.

/** /proc/self/maps of cat, with device and inode numbers and the kernel's padding. 20 lines, 19 VMAs. */
export const CAT_MAPS = `5628a2b5e000-5628a2b60000 r--p 00000000 fe:01 2097318                    /usr/bin/cat
5628a2b60000-5628a2b65000 r-xp 00002000 fe:01 2097318                    /usr/bin/cat
5628a2b65000-5628a2b68000 r--p 00007000 fe:01 2097318                    /usr/bin/cat
5628a2b68000-5628a2b69000 r--p 00009000 fe:01 2097318                    /usr/bin/cat
5628a2b69000-5628a2b6a000 rw-p 0000a000 fe:01 2097318                    /usr/bin/cat
5628a4a3d000-5628a4a5e000 rw-p 00000000 00:00 0                          [heap]
7f2b0e600000-7f2b0e8eb000 r--p 00000000 fe:01 2102211                    /usr/lib/locale/locale-archive
7f2b0e9a1000-7f2b0e9c6000 rw-p 00000000 00:00 0 
7f2b0e9c6000-7f2b0e9ec000 r--p 00000000 fe:01 2099465                    /usr/lib/x86_64-linux-gnu/libc.so.6
7f2b0e9ec000-7f2b0eb41000 r-xp 00026000 fe:01 2099465                    /usr/lib/x86_64-linux-gnu/libc.so.6
7f2b0eb41000-7f2b0eb94000 r--p 0017b000 fe:01 2099465                    /usr/lib/x86_64-linux-gnu/libc.so.6
7f2b0eb94000-7f2b0eb98000 r--p 001ce000 fe:01 2099465                    /usr/lib/x86_64-linux-gnu/libc.so.6
7f2b0eb98000-7f2b0eb9a000 rw-p 001d2000 fe:01 2099465                    /usr/lib/x86_64-linux-gnu/libc.so.6
7f2b0eb9a000-7f2b0eba7000 rw-p 00000000 00:00 0 
7f2b0ebba000-7f2b0ebbb000 r--p 00000000 fe:01 2099459                    /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
7f2b0ebbb000-7f2b0ebe1000 r-xp 00001000 fe:01 2099459                    /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
7f2b0ebf1000-7f2b0ebf3000 rw-p 00033000 fe:01 2099459                    /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
7ffd3c1a6000-7ffd3c1c7000 rw-p 00000000 00:00 0                          [stack]
7ffd3c1f5000-7ffd3c1f9000 r--p 00000000 00:00 0                          [vvar]
ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]
`;

/** VMAs of CAT_MAPS: its lines without [vsyscall]. */
export const CAT_VMAS = 19;

/** A map of `count` VMAs, the same for the same seed. */
export function generatedMaps(count: number, seed: number): string {
  let state = seed >>> 0;
  const random = (n: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const lines: string[] = [];
  let at = 0x7f10_0000_0000n;
  const add = (pages: number, perms: string, offset: number, inode: number, path: string): void => {
    if (lines.length >= count) return;
    const end = at + BigInt(pages) * 4096n;
    const head =
      `${at.toString(16)}-${end.toString(16)} ${perms} ${(offset * 4096).toString(16).padStart(8, '0')} ` +
      `${inode === 0 ? '00:00' : 'fe:01'} ${inode} `;
    lines.push(path === '' ? head : head.padEnd(73) + path);
    at = end;
  };
  for (let library = 0; lines.length < count; library++) {
    at += BigInt(random(4) === 0 ? random(2000) * 4096 : 0);
    if (random(3) === 0) {
      add(1, '---p', 0, 0, '');
      add(2 ** (3 + random(10)), 'rw-p', 0, 0, '');
      continue;
    }
    const path = `/usr/lib/x86_64-linux-gnu/lib${library}.so.${random(9)}`;
    let offset = 0;
    for (const perms of ['r--p', 'r-xp', 'r--p', 'r--p', 'rw-p']) {
      const pages = 1 + random(60);
      add(pages, perms, offset, 2_000_000 + library, path);
      offset += pages;
    }
  }
  return `${lines.join('\n')}\n`;
}
