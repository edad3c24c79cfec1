// SPDX-License-Identifier: GPL-2.0-or-later
//
// The edges of what is shared, each a fault that went unnoticed once: bytes that are no text, lines that look like others,
// names and addresses that must stay or must go.

import { describe, expect, test } from 'vitest';
import { BytesError } from '../../../web/share/bytes';
import { cutBlocks } from '../../../web/share/blocks';
import { compactMaps } from '../../../web/share/compact-maps';
import { decodeLink } from '../../../web/share/decode';
import { encodeLink } from '../../../web/share/encode';
import { marked } from '../../../web/share/marked-lines';
import { KERNEL_STYLE, PAGE_STYLE, printMapsLine, readMapsLine } from '../../../web/share/maps-line';
import { readMismatch, writeMismatch } from '../../../web/share/mismatch-report';
import { prepareScript, userNames } from '../../../web/share/prepare';
import { namesOf, renamed, tidyTraceLine, traceRanges } from '../../../web/share/trace-lines';
import { fromUtf8 } from '../../../web/share/utf8';

describe('bytes that are no UTF-8', () => {
  test.each([
    ['further bytes without a first one', [0xbf, 0xbf, 0xbf]],
    ['a first byte of five', [0xf9, 0x80, 0x80, 0x80]],
    ['a first byte of all ones', [0xff, 0x80, 0x80, 0x80]],
    ['a code above the last one', [0xf4, 0x90, 0x80, 0x80]],
    ['two bytes for what one holds', [0xc1, 0xbf]],
    ['an end too early', [0xe2, 0x82]],
  ])('%s', (_name, bytes) => {
    expect(() => fromUtf8(Uint8Array.from(bytes))).toThrow(BytesError);
  });

  test('say what is wrong, for the message about a damaged link', () => {
    expect(() => fromUtf8(Uint8Array.from([0xc3, 0x28]))).toThrow('not UTF-8');
    expect(() => fromUtf8(Uint8Array.from([0xe2, 0x82]))).toThrow(/./);
  });
});

describe('a link', () => {
  const state = (engine: string) => ({ script: 'tree t\n', language: 1, step: 0, engine, sum: null });

  test.each(['linux-6.16/0123456789ab', 'linux-6.16/0123456789abc', 'xlinux-6.16/0123456789ab', 'linux-6.16/0123456789AB'])('keeps the engine %s as it is', (engine) => {
    const encoded = encodeLink(state(engine));
    expect(encoded.kind === 'link' && decodeLink(encoded.fragment)).toMatchObject({ state: { engine } });
  });
});

describe('blocks of a script', () => {
  test('end at a line of quotes alone, and lose the indentation that all lines share', () => {
    const [, block] = cutBlocks('maps m """\n  a """\n   b\n  """\n');
    expect(block).toEqual({ kind: 'maps', name: 'm', indent: '  ', lines: ['a """', ' b'] });
  });
});

describe('a line of a map', () => {
  const line = { firstPage: 0x400, pages: 1, perms: 'r-xp', offsetPage: 2, device: 'fe:00', inode: 7, path: '/bin/cat' };

  test('is spelled as the kernel spells it, and as the page does', () => {
    expect(printMapsLine(line, KERNEL_STYLE)).toBe('00400000-00401000 r-xp 00002000 fe:00 7                                  /bin/cat');
    expect(printMapsLine({ ...line, path: '' }, KERNEL_STYLE)).toBe('00400000-00401000 r-xp 00002000 fe:00 7 ');
    expect(printMapsLine(line, PAGE_STYLE)).toBe('00400000-00401000 r-xp 00002000 /bin/cat');
    expect(printMapsLine({ ...line, path: '' }, PAGE_STYLE)).toBe('00400000-00401000 r-xp 00002000');
    expect(readMapsLine(printMapsLine(line, KERNEL_STYLE))).toEqual(line);
  });

  test('costs one byte of length and one of kind where its file goes on', () => {
    const at = (k: number, offset: number): string => printMapsLine({ ...line, firstPage: 0x400 + k, offsetPage: offset, device: '00:00', inode: 0 }, PAGE_STYLE);
    const bytes = (lines: readonly string[]): number => compactMaps(lines).bytes.length;
    expect(bytes([at(0, 0), at(1, 1)]) - bytes([at(0, 0)])).toBe(2);
    // One page further on, or back, costs no more; anything else costs its distance.
    expect(bytes([at(0, 0), at(1, 2)]) - bytes([at(0, 0)])).toBe(2);
    expect(bytes([at(0, 0), at(1, 0)]) - bytes([at(0, 0)])).toBe(2);
    expect(bytes([at(0, 0), at(1, 9)]) - bytes([at(0, 0)])).toBe(3);
  });

  test('costs no text where files are numbered in their turn', () => {
    const named = (k: number, path: string): string => printMapsLine({ ...line, firstPage: 0x400 + 2 * k, path, device: '00:00', inode: 0 }, PAGE_STYLE);
    const inTurn = compactMaps([named(0, 'file1'), named(1, 'file2'), named(2, 'file3')]).bytes.length;
    const outOfTurn = compactMaps([named(0, 'file1'), named(1, 'file3'), named(2, 'file2')]).bytes.length;
    // file2 comes in its turn again, since file3 took none.
    expect(outOfTurn - inTurn).toBe('file3'.length);
  });
});

describe('marked lines', () => {
  test('are cut beside letters, not blanks, as long as there is another place', () => {
    expect(marked('abcde fghij', '| ', '\\ ', 6)).toEqual(['| abcd', '\\ e fghi', '\\ j']);
  });
});

describe('a report of a mismatch', () => {
  const report = { engine: 'linux-6.16/0123456789ab', language: 1, step: 3, steps: 14, sums: [], found: [], tree: '', dump: [], script: 'tree t' };

  test('says that no tree is dumped where there is none', () => {
    expect(writeMismatch(report)).toContain('\ndump of no tree\n');
  });

  test('ends where it says so, and is read without its end too', () => {
    const text = writeMismatch({ ...report, sums: [{ tree: 't', sum: '0123456789abcdef' }] });
    expect(readMismatch(`${text}sum ffffffffffffffff of other\n`)).toMatchObject({ sums: [{ tree: 't', sum: '0123456789abcdef' }] });
    const endless = text.replace(/\nend of report\n[^]*$/, '\n');
    expect(endless).not.toBe(text);
    expect(readMismatch(endless)).toMatchObject({ kind: 'report', script: 'tree t', sums: [{ tree: 't' }] });
  });

  test('is not quoted by what only holds the sign of a quotation', () => {
    expect(readMismatch(writeMismatch(report).split('\n').map((one) => `a> ${one}`).join('\n'))).toEqual({ kind: 'none' });
  });
});

describe('what is taken out before sharing', () => {
  test('is the name of a person, and no name that says nothing', () => {
    expect(userNames(['/home/ada/x', '/home/user/x', '/Users/ada/y', '/opt/bob/x', '/run/media/eve/z'])).toEqual(['ada', 'eve']);
  });

  test('is a path that only ends like a name of the kernel, and no such name', () => {
    const line = (page: number, path: string): string => `7f000000${page}000-7f000000${page + 1}000 rw-p 00000000 ${path}\n`;
    const prepared = prepareScript(`maps m """\n${line(1, '[stack:12]')}${line(3, '/home/ada/[heap]')}"""\n`, { paths: 'replace', addresses: 'keep' });
    expect(prepared).toContain('[stack:12]');
    expect(prepared).not.toContain('ada');
  });

  test('leaves the kernel’s own mapping where it is', () => {
    const text = 'maps m """\n7f0000001000-7f0000002000 r--p 00000000 /a\nffffffffff600000-ffffffffff601000 --xp 00000000 [vsyscall]\n"""\n';
    const moved = prepareScript(text, { paths: 'keep', addresses: 'rebase' });
    expect(moved).toContain('ffffffffff600000-ffffffffff601000 --xp 00000000 [vsyscall]');
    expect(moved).not.toContain('7f0000001000');
  });
});

describe('a line of a log', () => {
  test.each([
    ['quoted in a mail', '> > munmap(0x1000, 4096) = 0', 'munmap(0x1000, 4096) = 0'],
    ['quoted without a blank, and indented', '  >munmap(0x1000, 4096) = 0  ', 'munmap(0x1000, 4096) = 0'],
    ['with the name of its program (-Y)', '[pid 7<cat>] munmap(0x1000, 4096) = 0', '[pid 7] munmap(0x1000, 4096) = 0'],
    ['with that name and no brackets', '7<cat> munmap(0x1000, 4096) = 0', '[pid 7] munmap(0x1000, 4096) = 0'],
    ['with the time and the time since', '10:11:12.5 (+ 0.25) munmap(0x1000, 4096) = 0', 'munmap(0x1000, 4096) = 0'],
    ['with the time before its process', '10:11:12 [pid 7] munmap(0x1000, 4096) = 0', '[pid 7] munmap(0x1000, 4096) = 0'],
    ['that a process was attached', 'strace: Process 31 attached', 'strace: Process 31 attached'],
    ['that a process was attached, without the program', 'Process 31 attached', 'strace: Process 31 attached'],
  ])('%s keeps its process and its call alone', (_, line, kept) => {
    expect(tidyTraceLine(line)).toBe(kept);
    expect(tidyTraceLine(kept)).toBe(kept);
  });

  test('has the names that stand in it, and no empty ones', () => {
    expect(namesOf('openat(AT_FDCWD, "", O_RDONLY) = 3</etc/passwd>')).toEqual(['/etc/passwd']);
    expect(namesOf('mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 3</lib/x>, 0) = 0x7f0000001000')).toEqual(['/lib/x']);
    expect(renamed('mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 3<>, 0) = 0x7f0000001000', () => 'no')).toBe('mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 3<>, 0) = 0x7f0000001000');
  });

  test('names the ranges that it maps, unmaps, changes or moves', () => {
    const pages = (call: string) => traceRanges([call]).map(({ from, to }) => [from, to]);
    expect(pages('munmap(0x10000,8192) = 0')).toEqual([[0x10, 0x12]]);
    expect(pages('munmap(0x10000,   8192) = 0')).toEqual([[0x10, 0x12]]);
    expect(pages('mremap(0x10000, 4096, 8192, MREMAP_MAYMOVE) = 0x30000')).toEqual([[0x10, 0x11], [0x30, 0x32]]);
    expect(pages('mmap(NULL, 8192, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x40000')).toEqual([[0x40, 0x42]]);
    expect(pages('mprotect(0x10000, 4096, PROT_READ) = 0')).toEqual([[0x10, 0x11]]);
    expect(pages('write(65536, 4096, 1) = 0')).toEqual([]);
    expect(pages('brk(NULL) = 0x50000')).toEqual([[0x50, 0x51]]);
  });

  test('belongs to the process that its prefix names first', () => {
    expect(tidyTraceLine('[pid 7] 17:00:00 munmap(0x1000, 4096) = 0')).toBe('[pid 7] munmap(0x1000, 4096) = 0');
    expect(tidyTraceLine('17:00:00 [pid 8] munmap(0x1000, 4096) = 0')).toBe('[pid 8] munmap(0x1000, 4096) = 0');
    expect(tidyTraceLine('munmap(0x1000, 4096) = 0')).toBe('munmap(0x1000, 4096) = 0');
  });
});
