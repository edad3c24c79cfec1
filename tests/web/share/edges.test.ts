// SPDX-License-Identifier: GPL-2.0-or-later
//
// The edges of what is shared, each a fault that went unnoticed once: bytes that are no text, lines that look like
// others, names and addresses that must stay or must go.

import { describe, expect, test } from 'vitest';
import { BytesError, toBase64Url, writer } from '../../../web/share/bytes';
import { cutBlocks } from '../../../web/share/blocks';
import { compactMaps } from '../../../web/share/compact-maps';
import { comfort, linkFacts } from '../../../web/share/facts';
import { decodeLink } from '../../../web/share/decode';
import { encodeLink } from '../../../web/share/encode';
import { checkOf, marked, readMarked } from '../../../web/share/marked-lines';
import { KERNEL_STYLE, PAGE_STYLE, printMapsLine, readMapsLine } from '../../../web/share/maps-line';
import { readMismatch, writeMismatch } from '../../../web/share/mismatch-report';
import { mapsLines, prepareScript, userNames } from '../../../web/share/prepare';
import { movedTraceLine, namesOf, renamed, tidyTraceLine, traceRanges } from '../../../web/share/trace-lines';
import { shiftOf } from '../../../web/share/rebase';
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

describe('numbers that are no varint', () => {
  test.each([-1, 1.5, 2 ** 53, Number.NaN])('%s', (value) => {
    expect(() => writer().varint(value)).toThrow(RangeError);
  });
});

describe('the length of an address', () => {
  test.each([
    [900, 'short'],
    [901, 'fine'],
    [2000, 'fine'],
    [2001, 'long'],
    [4000, 'long'],
    [4001, 'file'],
  ] as const)('of %s letters is %s', (letters, how) => {
    expect(comfort(letters)).toBe(how);
  });
});

describe('what is moved', () => {
  test('goes with its neighbours less than 1 GiB away, and with the page behind its end', () => {
    const gib = 2 ** 18;
    const shift = shiftOf([
      { from: 100 * gib, to: 100 * gib + 1 },
      { from: 101 * gib, to: 101 * gib + 3 },
      { from: 102 * gib + 3, to: 102 * gib + 4 },
    ]);
    expect(shift.move(100 * gib)).toBe(128 * gib);
    expect(shift.move(101 * gib) === 129 * gib).toBe(true);
    // Exactly 1 GiB of nothing is wide, and the smallest of the wide ones here.
    expect(shift.move(102 * gib + 4)).toBe(129 * gib + 3 + 64 * gib + 1);
    expect(shift.move(102 * gib + 5)).toBeNull();
    expect(shift.move(99 * gib)).toBeNull();
    // What begins below 1 GiB stays, and what begins there moves.
    expect(shiftOf([{ from: gib - 1, to: gib }]).move(gib - 1)).toBe(gib - 1);
    expect(shiftOf([{ from: gib, to: gib + 1 }]).move(gib)).toBe(64 * gib);
  });

  test('lies closer where round gaps would lead beyond the last address', () => {
    const gib = 2 ** 18;
    const many = Array.from({ length: 1000 }, (_, k) => ({
      from: (k * 2000 + k * k + 100) * gib,
      to: (k * 2000 + k * k + 100) * gib + 1,
    }));
    const shift = shiftOf(many);
    expect(shift.move(many[0]!.from)).toBe(gib);
    expect(shift.move(many.at(-1)!.from)).toBeLessThan(2 ** 35);
  });
});

describe('a link', () => {
  const state = (engine: string) => ({ script: 'tree t\n', language: 1, step: 0, engine, sum: null });

  test('holds a sum of 16 digits, or none', () => {
    expect(() => encodeLink({ ...state('linux-6.16/0123456789ab'), sum: '0123' })).toThrow('not a sum: 0123');
  });

  test('is looked for in a text, which may hold none, or one that is cut', () => {
    expect(decodeLink('tree t')).toEqual({
      kind: 'not-a-link',
      message: 'There is no Maplescope link in this text: it would contain #m1. and letters after it.',
    });
    // Eight bytes of a length that goes on.
    const going = (bytes: number): unknown => decodeLink(`#m1.${toBase64Url(new Uint8Array(bytes).fill(0x81))}`);
    expect(going(7)).toMatchObject({ kind: 'unreadable', trouble: 'truncated' });
    expect(going(8)).toMatchObject({ kind: 'unreadable', trouble: 'damaged' });
  });

  test.each([
    'linux-6.16/0123456789ab',
    'linux-6.16/0123456789abc',
    'xlinux-6.16/0123456789ab',
    'linux-6.16/0123456789AB',
  ])('keeps the engine %s as it is', (engine) => {
    const encoded = encodeLink(state(engine));
    expect(encoded.kind === 'link' && decodeLink(encoded.fragment)).toMatchObject({ state: { engine } });
  });
});

describe('blocks of a script', () => {
  test('end at a line of quotes alone, and lose the indentation that all lines share', () => {
    const [, block] = cutBlocks('maps \t m  """\n  a """\n   b\n  """\n');
    expect(block).toEqual({ kind: 'maps', name: 'm', indent: '  ', lines: ['a """', ' b'] });
  });
});

describe('a line of a map', () => {
  const line = {
    firstPage: 0x400,
    pages: 1,
    perms: 'r-xp',
    offsetPage: 2,
    device: 'fe:00',
    inode: 7,
    path: '/bin/cat',
  };

  test('is spelled as the kernel spells it, and as the page does', () => {
    expect(printMapsLine(line, KERNEL_STYLE)).toBe(
      '00400000-00401000 r-xp 00002000 fe:00 7                                  /bin/cat',
    );
    expect(printMapsLine({ ...line, path: '' }, KERNEL_STYLE)).toBe('00400000-00401000 r-xp 00002000 fe:00 7 ');
    expect(printMapsLine(line, PAGE_STYLE)).toBe('00400000-00401000 r-xp 00002000 /bin/cat');
    expect(printMapsLine({ ...line, path: '' }, PAGE_STYLE)).toBe('00400000-00401000 r-xp 00002000');
    expect(readMapsLine(printMapsLine(line, KERNEL_STYLE))).toEqual(line);
  });

  test('begins with its addresses', () => {
    expect(readMapsLine('x00400000-00401000 r-xp 00002000')).toBeNull();
    expect(readMapsLine('00400000-00401000 r-xp 00002000 x')).toMatchObject({ path: 'x' });
  });

  test('costs one byte of length and one of kind where its file goes on', () => {
    const at = (k: number, offset: number): string =>
      printMapsLine({ ...line, firstPage: 0x400 + k, offsetPage: offset, device: '00:00', inode: 0 }, PAGE_STYLE);
    const bytes = (lines: readonly string[]): number => compactMaps(lines).bytes.length;
    expect(bytes([at(0, 0), at(1, 1)]) - bytes([at(0, 0)])).toBe(2);
    // One page further on, or back, costs no more; anything else costs its distance.
    expect(bytes([at(0, 0), at(1, 2)]) - bytes([at(0, 0)])).toBe(2);
    expect(bytes([at(0, 0), at(1, 0)]) - bytes([at(0, 0)])).toBe(2);
    expect(bytes([at(0, 0), at(1, 9)]) - bytes([at(0, 0)])).toBe(3);
  });

  test('costs no text for permissions that are common', () => {
    const texts = (perms: string): number => compactMaps([printMapsLine({ ...line, perms }, PAGE_STYLE)]).bytes.length;
    const common = ['rw-p', 'r--p', '---p', 'r-xp', 'rw-s', 'r--s', '--xp'].map(texts);
    expect(new Set(common).size).toBe(1);
    expect(texts('rwxp')).toBeGreaterThan(common[0]!);
  });

  test('costs no text where files are numbered in their turn', () => {
    const named = (k: number, path: string): string =>
      printMapsLine({ ...line, firstPage: 0x400 + 2 * k, path, device: '00:00', inode: 0 }, PAGE_STYLE);
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

test('a mark alone is an empty line, or an empty rest of one', () => {
  expect(readMarked(['| a', '\\', '|', '| b'], checkOf(['a', '', 'b']))).toEqual(['a', '', 'b']);
});

describe('a report of a mismatch', () => {
  const report = {
    engine: 'linux-6.16/0123456789ab',
    language: 1,
    step: 3,
    steps: 14,
    sums: [],
    found: [],
    tree: '',
    dump: [],
    script: 'tree t',
  };

  test('says that no tree is dumped where there is none', () => {
    expect(writeMismatch(report)).toContain('\ndump of no tree\n');
  });

  test('names the tree that is dumped', () => {
    expect(writeMismatch({ ...report, tree: 't' })).toContain('\ndump of t\n');
  });

  test('that is damaged is read from its link, which need not name an engine', () => {
    const encoded = encodeLink({ script: 'tree t\n', language: 1, step: 0, engine: null, sum: null });
    const text = [
      'Maplescope scenario 1',
      'link',
      encoded.kind === 'link' ? encoded.fragment : '',
      'end of scenario',
    ].join('\n');
    expect(readMismatch(text)).toEqual({
      kind: 'report',
      sent: 'scenario',
      script: 'tree t\n',
      step: 0,
      engine: '',
      sums: [],
      fragment: encoded.kind === 'link' ? encoded.fragment : '',
    });
  });

  test('is ended by its own last line alone', () => {
    const text = [
      'Maplescope scenario 1',
      'end of report',
      'step 1 of 2',
      `scenario  ${checkOf(['tree t'])}`,
      '| tree t',
      '',
      'end of scenario',
    ].join('\n');
    expect(readMismatch(text)).toMatchObject({ kind: 'report', script: 'tree t', step: 1 });
  });

  test('ends where it says so, and is read without its end too', () => {
    const text = writeMismatch({ ...report, sums: [{ tree: 't', sum: '0123456789abcdef' }] });
    expect(readMismatch(`${text}sum ffffffffffffffff of other\n`)).toMatchObject({
      sums: [{ tree: 't', sum: '0123456789abcdef' }],
    });
    const endless = text.replace(/\nend of report\n[^]*$/, '\n');
    expect(endless).not.toBe(text);
    expect(readMismatch(endless)).toMatchObject({ kind: 'report', script: 'tree t', sums: [{ tree: 't' }] });
  });

  test('is not quoted by what only holds the sign of a quotation', () => {
    expect(
      readMismatch(
        writeMismatch(report)
          .split('\n')
          .map((one) => `a> ${one}`)
          .join('\n'),
      ),
    ).toEqual({ kind: 'none' });
  });
});

describe('what is taken out before sharing', () => {
  test('is looked for in maps alone: a log may hold lines of a map too', () => {
    expect(
      mapsLines(
        '# 1\nmaps m """\n00400000-00401000 r-xp 00000000 /a\n"""\ntrace m """\n' +
          '00800000-00801000 r-xp 00000000 /b\n"""\n',
      ).map(({ path }) => path),
    ).toEqual(['/a']);
  });

  test('is the name of a person, and no name that says nothing', () => {
    expect(userNames(['/home/ada/x', '/home/user/x', '/Users/ada/y', '/opt/bob/x', '/run/media/eve/z'])).toEqual([
      'ada',
      'eve',
    ]);
  });

  test('is a path that only ends like a name of the kernel, and no such name', () => {
    const line = (page: number, path: string): string =>
      `7f000000${page}000-7f000000${page + 1}000 rw-p 00000000 ${path}\n`;
    const prepared = prepareScript(`maps m """\n${line(1, '[stack:12]')}${line(3, '/home/ada/[heap]')}"""\n`, {
      paths: 'replace',
      addresses: 'keep',
    });
    expect(prepared).toContain('[stack:12]');
    expect(prepared).not.toContain('ada');
  });

  test('is moved map by map: each name has a layout of its own', () => {
    const block = (name: string, address: string): string =>
      `maps ${name} """\n${address}000-${address}001000 rw-p 00000000\n"""\n`.replace(
        /([0-9a-f]+)000-[0-9a-f]+ /,
        (_, from: string) => `${from}000-${(BigInt(`0x${from}000`) + 0x1000n).toString(16)} `,
      );
    const moved = prepareScript(block('a', '7f0000000') + block('b', '550000000'), {
      paths: 'keep',
      addresses: 'rebase',
    });
    // Each is the only one of its map, and lies behind the one gap of it.
    expect(mapsLines(moved).map(({ firstPage }) => firstPage)).toEqual([64 * 2 ** 18, 64 * 2 ** 18]);
  });

  test('is no path whose file has been numbered', () => {
    const facts = linkFacts(
      {
        script: 'mm p\nmap 0x1000 r file "/srv/x/y"\nnote "/srv/x/z"\n',
        language: 1,
        step: 0,
        engine: null,
        sum: null,
      },
      { paths: 'replace', addresses: 'keep' },
      '',
    );
    expect(facts.pathsLeftBehind).toEqual([3]);
  });

  test('leaves the kernel’s own mapping where it is', () => {
    const text =
      'maps m """\n7f0000001000-7f0000002000 r--p 00000000 /a\n' +
      'ffffffffff600000-ffffffffff601000 --xp 00000000 [vsyscall]\n"""\n';
    const moved = prepareScript(text, { paths: 'keep', addresses: 'rebase' });
    expect(moved).toContain('ffffffffff600000-ffffffffff601000 --xp 00000000 [vsyscall]');
    expect(moved).not.toContain('7f0000001000');
  });
});

describe('a line of a log', () => {
  test.each([
    ['quoted in a mail', '> > munmap(0x1000, 4096) = 0', 'munmap(0x1000, 4096) = 0'],
    ['quoted, of a call that maps nothing', '> close(3) = 0', 'close(3) = 0'],
    ['quoted without a blank, and indented', '  >munmap(0x1000, 4096) = 0  ', 'munmap(0x1000, 4096) = 0'],
    ['with the name of its program (-Y)', '[pid 7<cat>] munmap(0x1000, 4096) = 0', '[pid 7] munmap(0x1000, 4096) = 0'],
    ['with that name and no brackets', '7<cat> munmap(0x1000, 4096) = 0', '[pid 7] munmap(0x1000, 4096) = 0'],
    ['with the time and the time since', '10:11:12.5 (+ 0.25) munmap(0x1000, 4096) = 0', 'munmap(0x1000, 4096) = 0'],
    [
      'with the time since, in a column',
      '10:11:12 (+     0.000025) munmap(0x1000, 4096) = 0',
      'munmap(0x1000, 4096) = 0',
    ],
    ['with the number of its call, in a column', '[  11] munmap(0x1000, 4096) = 0', 'munmap(0x1000, 4096) = 0'],
    [
      'with the place that it was made from',
      '[00007f0000001234] [ 11] munmap(0x1000, 4096) = 0',
      'munmap(0x1000, 4096) = 0',
    ],
    [
      'with the time before its process',
      '10:11:12 [pid 7] munmap(0x1000, 4096) = 0',
      '[pid 7] munmap(0x1000, 4096) = 0',
    ],
    ['that a process was attached', 'strace: Process 31 attached', 'strace: Process 31 attached'],
    ['that a process was attached, without the program', 'Process 31 attached', 'strace: Process 31 attached'],
  ])('%s keeps its process and its call alone', (_, line, kept) => {
    expect(tidyTraceLine(line)).toBe(kept);
    expect(tidyTraceLine(kept)).toBe(kept);
  });

  test('may be a line of a map, whose name is its path, and which stays where it is the kernel’s', () => {
    expect(namesOf('00400000-00401000 r-xp 00000000 /bin/cat')).toEqual(['/bin/cat']);
    expect(namesOf('00400000-00401000 rw-p 00000000')).toEqual([]);
    const kernels = '8000000000000000-8000000000001000 r--p 00000000 [vsyscall]';
    const below = '7ffffffffffff000-8000000000000000 r--p 00000000';
    expect(renamed('00400000-00401000 rw-p 00000000', () => 'no')).toBe('00400000-00401000 rw-p 00000000');
    expect(traceRanges([kernels, below])).toEqual([{ from: 2 ** 51 - 1, to: 2 ** 51 }]);
    const shift = { move: (page: number) => page - 1 };
    expect(movedTraceLine(kernels, shift)).toBe(kernels);
    expect(movedTraceLine(below, shift)).toBe('7fffffffffffe000-7ffffffffffff000 r--p 00000000');
  });

  test('has the names that stand in it, and no empty ones', () => {
    expect(namesOf('openat(AT_FDCWD, "", O_RDONLY) = 3</etc/passwd>')).toEqual(['/etc/passwd']);
    expect(namesOf('mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 3</lib/x>, 0) = 0x7f0000001000')).toEqual(['/lib/x']);
    expect(renamed('mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 3<>, 0) = 0x7f0000001000', () => 'no')).toBe(
      'mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 3<>, 0) = 0x7f0000001000',
    );
  });

  test('names the ranges that it maps, unmaps, changes or moves', () => {
    const pages = (call: string) => traceRanges([call]).map(({ from, to }) => [from, to]);
    expect(pages('munmap(0x10000,8192) = 0')).toEqual([[0x10, 0x12]]);
    expect(pages('munmap(0x10000,   8192) = 0')).toEqual([[0x10, 0x12]]);
    expect(pages('mremap(0x10000, 4096, 8192, MREMAP_MAYMOVE) = 0x30000')).toEqual([
      [0x10, 0x11],
      [0x30, 0x32],
    ]);
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
