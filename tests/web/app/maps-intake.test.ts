// SPDX-License-Identifier: GPL-2.0-or-later
import { describe, expect, test } from 'vitest';
import { isMaps } from '../../../web/scenario/pasted/detect';
import { understood } from '../../../web/app/import/intake';
import { mapsBlock, nameProblem, takeIn } from '../../../web/app/import/maps-intake';
import { hintOf, stepsOf } from '../scenario/run';

const CAT = `55d0c0a00000-55d0c0a02000 r--p 00000000 fe:00 1234                       /usr/bin/cat
55d0c0a02000-55d0c0a07000 r-xp 00002000 fe:00 1234                       /usr/bin/cat
55d0c1000000-55d0c1021000 rw-p 00000000 00:00 0                          [heap]
7f0000000000-7f0000001000 rw-p 00000000 00:00 0 
ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]
`;

describe('a memory map that is taken in', () => {
  test('loses device and inode numbers and keeps everything else', () => {
    const intake = takeIn(CAT);
    expect(intake.lines).toEqual([
      '55d0c0a00000-55d0c0a02000 r--p 00000000 00:00 0 /usr/bin/cat',
      '55d0c0a02000-55d0c0a07000 r-xp 00002000 00:00 0 /usr/bin/cat',
      '55d0c1000000-55d0c1021000 rw-p 00000000 00:00 0 [heap]',
      '7f0000000000-7f0000001000 rw-p 00000000 00:00 0',
      'ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]',
    ]);
    expect(intake).toMatchObject({ vmas: 4, vsyscall: true, dropped: 2, unread: [], name: 'cat' });
  });

  test('is read through mail quoting, carriage returns and the prompt of a shell', () => {
    const mailed = `$ cat /proc/self/maps\r\n${CAT.split('\n')
      .map((line) => `> ${line}`)
      .join('\r\n')}`;
    expect(takeIn(mailed).lines).toEqual(takeIn(CAT).lines);
    expect(takeIn(mailed).unread).toEqual([]);
  });

  test('flags of smaps that are not modelled are named once, with how many VMAs have them, and by their steps', () => {
    const map = (at: number, flags: string): string =>
      `0000${(0x10000000 + at * 0x400000).toString(16)}-0000${(0x10200000 + at * 0x400000).toString(16)} rw-p ` +
      `00000000 00:00 0\nVmFlags: ${flags}\n`;
    const text =
      map(0, 'rd wr mr mw me ac sd') +
      map(1, 'rd wr mr mw me io ht sd') +
      map(2, 'rd wr mr mw me ht sr hg nh dd mg') +
      map(3, 'rd wr mr mw me lo um dc gd nr wf');
    const intake = takeIn(text);
    expect(intake.unmodelled).toEqual([
      { flag: 'io', vmas: 1 },
      { flag: 'ht', vmas: 2 },
      { flag: 'sr', vmas: 1 },
    ]);
    expect(
      understood(intake)
        .filter((part) => part.startsWith('VmFlags'))
        .map((part) => part.split(':')[0]),
    ).toEqual([
      'VmFlags io (1 VMA) is not modelled',
      'VmFlags ht (2 VMAs) is not modelled',
      'VmFlags sr (1 VMA) is not modelled',
    ]);
    const hints = stepsOf(mapsBlock('p', intake.lines).join('\n')).map(hintOf);
    expect(
      hints.map((hint) => [...hint.matchAll(/VmFlags ([^:]*) (?:is|are) not modelled: /g)].map(([, flags]) => flags)),
    ).toEqual([[], ['io', 'ht'], ['ht', 'sr'], []]);
    expect(hints[1]).toContain('pages of 4 KiB');
  });

  test('keeps a path with blanks and a deleted file', () => {
    const intake = takeIn('00400000-00401000 r-xp 00000000 08:01 7 /opt/my app/run it (deleted)\n');
    expect(intake.lines).toEqual(['00400000-00401000 r-xp 00000000 00:00 0 /opt/my app/run it (deleted)']);
    expect(intake.name).toBe('run_it');
  });

  test('names each line that cannot be read, with its place and what is wrong', () => {
    const intake = takeIn(
      [
        'hello',
        '00400000-00401000 rwx',
        '00400000-00401001 r-xp 00000000 00:00 0',
        '00402000-00401000 r-xp 00000000 00:00 0',
        '00500000-00501000 r-xp 00000000 00:00 0',
        '00400000-00401000 r-xp 00000000 00:00 0',
        'Anonymous:   4 kB',
        '00600000-00601000 rw-p 00000000 00:00 0',
        'Rss:   much',
      ].join('\n'),
    );
    expect(intake.unread.map(({ line, message }) => [line, message])).toEqual([
      [1, expect.stringContaining('is not START-END in hex')],
      [2, expect.stringContaining('is not permissions')],
      [3, expect.stringContaining('not a multiple of the page size')],
      [4, expect.stringContaining('and ends at')],
      [6, expect.stringContaining('below the one before it')],
      [9, expect.stringContaining('smaps')],
    ]);
    expect(intake.lines).toEqual([
      '00500000-00501000 r-xp 00000000 00:00 0',
      '00600000-00601000 rw-p 00000000 00:00 0',
    ]);
  });

  test('is recognised among other texts', () => {
    expect(isMaps(CAT)).toBe(true);
    expect(isMaps('tree a\nstore 1 = 2\n')).toBe(false);
    expect(isMaps('55d0c0a00000-55d0c0a02000 r--p 00000000 fe:00 1234 /usr/bin/cat')).toBe(false);
    expect(isMaps('')).toBe(false);
  });

  test('becomes a block of plain lines', () => {
    expect(mapsBlock('cat', ['a', 'b'])).toEqual(['maps cat """', 'a', 'b', '"""']);
  });

  test('gets a name that the language allows', () => {
    expect(takeIn('00400000-00401000 r-xp 00000000 00:00 0 /usr/bin/7z').name).toBe('_7z');
    expect(nameProblem(takeIn('00400000-00401000 r-xp 00000000 00:00 0 /usr/bin/find').name)).toBeNull();
    expect(nameProblem('find')).toContain('word of the language');
    expect(nameProblem('a-b')).toContain('letter');
    expect(nameProblem('bash')).toBeNull();
  });
});
