// SPDX-License-Identifier: GPL-2.0-or-later

import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readScenario } from '../../../web/scenario/check/checker';
import { decodeLink } from '../../../web/share/decode';
import { comfort, linkFacts } from '../../../web/share/facts';
import { PAGE_STYLE, printMapsLine, readMapsLine } from '../../../web/share/maps-line';
import { mapsLines, prepareScript, type Preparation } from '../../../web/share/prepare';
import type { LinkState } from '../../../web/share/link-state';
import { browserMap } from './browser-map';

const KEEP: Preparation = { paths: 'keep', addresses: 'keep' };
const REPLACE: Preparation = { paths: 'replace', addresses: 'keep' };
const REBASE: Preparation = { paths: 'keep', addresses: 'rebase' };
const BOTH: Preparation = { paths: 'replace', addresses: 'rebase' };

const CAT = `\
559a1c000000-559a1c002000 r--p 00000000 fe:00 247026                     /home/ada/bin/cat
559a1c002000-559a1c007000 r-xp 00002000 fe:00 247026                     /home/ada/bin/cat
559a1d1fc000-559a1d21d000 rw-p 00000000 00:00 0                          [heap]
7f0000000000-7f0000002000 rw-s 00000000 00:05 77                         /run/user/1077/ada/x (deleted)
7f0000002000-7f0000003000 rw-p 00000000 00:00 0                          [anon:ada's pool]
7fffaa000000-7fffaa021000 rw-p 00000000 00:00 0                          [stack]
ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]
`;

function state(script: string): LinkState {
  return { script, language: 1, step: 3, engine: 'linux-6.16/0123456789ab', sum: 'a95c0f4e89d7983d' };
}

describe('a script prepared for sharing', () => {
  const script = `# mine\nmaps cat """\n${CAT}"""\nfork cat as child\n`;

  test('stays as it is when everything is kept', () => {
    expect(prepareScript(script, KEEP)).toBe(script);
  });

  test('has its paths numbered, one number for one path, and kernel names kept', () => {
    expect(prepareScript(`${script}maps two """\n${CAT}"""\n`, REPLACE)).toBe(`# mine
maps cat """
559a1c000000-559a1c002000 r--p 00000000 file1
559a1c002000-559a1c007000 r-xp 00002000 file1
559a1d1fc000-559a1d21d000 rw-p 00000000 [heap]
7f0000000000-7f0000002000 rw-s 00000000 file2
7f0000002000-7f0000003000 rw-p 00000000 [anon:1]
7fffaa000000-7fffaa021000 rw-p 00000000 [stack]
ffffffffff600000-ffffffffff601000 --xp 00000000 [vsyscall]
"""
fork cat as child
maps two """
559a1c000000-559a1c002000 r--p 00000000 file1
559a1c002000-559a1c007000 r-xp 00002000 file1
559a1d1fc000-559a1d21d000 rw-p 00000000 [heap]
7f0000000000-7f0000002000 rw-s 00000000 file2
7f0000002000-7f0000003000 rw-p 00000000 [anon:1]
7fffaa000000-7fffaa021000 rw-p 00000000 [stack]
ffffffffff600000-ffffffffff601000 --xp 00000000 [vsyscall]
"""
`);
  });

  test('has round bases when rebased, in the order of the gaps, and no user name', () => {
    // Gaps: below 0x559a1c000000 (the largest, 192 GiB), to 0x7f0000000000 (128 GiB), to the stack (64 GiB).
    expect(prepareScript(script, REBASE)).toBe(`# mine
maps cat """
3000000000-3000002000 r--p 00000000 /home/user/bin/cat
3000002000-3000007000 r-xp 00002000 /home/user/bin/cat
30011fc000-300121d000 rw-p 00000000 [heap]
500121d000-500121f000 rw-s 00000000 /run/user/1000/user/x (deleted)
500121f000-5001220000 rw-p 00000000 [anon:ada's pool]
6001220000-6001241000 rw-p 00000000 [stack]
ffffffffff600000-ffffffffff601000 --xp 00000000 [vsyscall]
"""
fork cat as child
`);
  });

  test.each([1n, 2n, 3n])(
    'keeps order, lengths, small gaps and the order of all gaps when rebased (map %s)',
    (seed) => {
      const given = `maps cat """\n${browserMap(820, seed)}"""\n`;
      const before = mapsLines(given);
      const after = mapsLines(prepareScript(given, BOTH));
      expect(after.map((line) => [line.pages, line.perms, line.offsetPage])).toEqual(
        before.map((line) => [line.pages, line.perms, line.offsetPage]),
      );
      const gaps = (lines: typeof before): number[] =>
        lines.map((line, k) => line.firstPage - (k === 0 ? 0 : lines[k - 1]!.firstPage + lines[k - 1]!.pages));
      const [old, now] = [gaps(before), gaps(after)];
      // The last mapping is [vsyscall], which stays: the gap below it is what is left.
      old.pop();
      now.pop();
      let outOfOrder = 0;
      old.forEach((gap, k) => {
        if (gap < 2 ** 18) expect(now[k]).toBe(gap);
        old.forEach((other, n) => {
          if (Math.sign(now[k]! - now[n]!) !== Math.sign(gap - other)) outOfOrder++;
        });
      });
      expect(outOfOrder).toBe(0);
    },
  );

  test('that was prepared before does not change again', () => {
    const once = prepareScript(script, BOTH);
    expect(prepareScript(once, BOTH)).toBe(once);
  });

  test('is not moved at all where its lines do not ascend', () => {
    const wrong = 'maps cat """\n7f0000000000-7f0000002000 rw-p 00000000\n00001000-00002000 rw-p 00000000\n"""\n';
    expect(prepareScript(wrong, REBASE)).toBe(wrong);
  });
});

// As the page takes a map in.
function withoutInodes(map: string): string {
  return map.replace(/^.+$/gm, (text) => printMapsLine(readMapsLine(text)!, PAGE_STYLE));
}

describe('the facts about a link', () => {
  test.each([1n, 2n, 3n])(
    'a browser with 800 VMAs: at most 2,000 letters without its paths, 4,500 with them (map %s)',
    (seed) => {
      const given = state(
        `maps cat """\n${withoutInodes(browserMap(801, seed, 'ada'))}"""\nfork cat as child\nfail request 3\n`,
      );
      const base = 'https://example.org/maplescope/';
      const kept = linkFacts(given, KEEP, base);
      const replaced = linkFacts({ ...given, sum: null }, BOTH, base);
      // The 801st line is [vsyscall], which is no VMA.
      expect(kept.mappings).toBe(800);
      expect(replaced.mappings).toBe(800);
      expect(kept.letters).toBeLessThanOrEqual(4500);
      expect(replaced.letters).toBeLessThanOrEqual(2000);
      expect(linkFacts(given, REPLACE, base).letters).toBeLessThanOrEqual(2000);
      expect(kept).toMatchObject({ realPaths: true, userNames: ['ada'], comfort: comfort(kept.letters) });
      expect(replaced).toMatchObject({ realPaths: false, userNames: [], comfort: 'fine' });
      const back = decodeLink(`${base}#${replaced.fragment ?? ''}`);
      expect(back).toEqual({ kind: 'link', state: { ...given, sum: null, script: prepareScript(given.script, BOTH) } });
    },
  );

  test('name the lines that rebasing leaves behind', () => {
    const script =
      `tree t\nmaps cat """\n${CAT}"""\ngap 0x1000 within 0x559a1c000000..max in cat # 0x7f0000000000\n` +
      'load 0x10 in cat\nload 0x7f00_0000_0000 in cat\n';
    expect(linkFacts(state(script), REBASE, '').linesLeftBehind).toEqual([11, 13]);
    expect(linkFacts(state(script), KEEP, '').linesLeftBehind).toEqual([]);
  });

  test('tell which paths and user names stay where the others are replaced', () => {
    const given = state(
      `maps cat """\n${withoutInodes(CAT)}"""\n` +
        'map 0x1000..+4K rw file "/home/ada/other" at 4K in cat # file "/x/y"\nnote "ada"\n' +
        'store 5 = "/srv/label" in cat\nmap 0x3000..+4K r file "/home/ada/bin/cat"\n',
    );
    const kept = linkFacts(given, KEEP, '');
    expect(kept).toMatchObject({
      files: 3,
      realPaths: true,
      namesReplaced: false,
      userNames: ['ada'],
      pathsLeftBehind: [],
    });
    const replaced = prepareScript(given.script, REPLACE);
    expect(replaced).toContain(
      'map 0x1000..+4K rw file "file3" at 4K in cat # file "/x/y"\nnote "ada"\nstore 5 = "/srv/label" in cat\n' +
        'map 0x3000..+4K r file "file1"\n',
    );
    expect(linkFacts(given, REPLACE, '')).toMatchObject({
      files: 3,
      realPaths: false,
      userNames: ['ada'],
      pathsLeftBehind: [10, 11, 12],
    });
    expect(prepareScript(given.script, REBASE)).toContain(
      'file "/home/user/other" at 4K in cat # file "/x/y"\nnote "ada"',
    );
    expect(linkFacts(given, REBASE, '')).toMatchObject({
      realPaths: true,
      namesReplaced: true,
      userNames: ['ada'],
      pathsLeftBehind: [11],
    });
    const clean = { ...given, script: given.script.replace('note "ada"', 'note "mine"') };
    expect(linkFacts(clean, BOTH, '').userNames).toEqual([]);
    // The name of anonymous memory keeps it when only addresses are rebased.
    expect(linkFacts(clean, REBASE, '').userNames).toEqual(['ada']);
    expect(linkFacts(state('note "see /home/eva/x"\nmap 0x1000..+4K rw file "/opt/eva"\n'), REPLACE, '')).toMatchObject(
      { files: 1, realPaths: false, userNames: ['eva'], pathsLeftBehind: [1] },
    );
  });

  test('count the whole address, and say when no link holds the script', () => {
    const facts = linkFacts(state('tree t\n'), KEEP, 'https://example.org/');
    expect(facts.letters).toBe('https://example.org/#'.length + (facts.fragment ?? '').length);
    expect(facts).toMatchObject({ comfort: 'short', scriptLines: 1, mappings: 0, files: 0, message: '' });
    const none = linkFacts(state('#'.repeat(2 ** 20 + 1)), KEEP, '');
    expect(none).toMatchObject({ fragment: null, comfort: 'file' });
    expect(none.message).toContain('Send it as a file');
  });
});

test('a line of a map is read only if it is whole pages of something', () => {
  expect(readMapsLine('00001000-00003000 rw-p 00002000 fe:00 12 /a b')).toEqual({
    firstPage: 1,
    pages: 2,
    perms: 'rw-p',
    offsetPage: 2,
    device: 'fe:00',
    inode: 12,
    path: '/a b',
  });
  for (const line of [
    '',
    '1000-2000 rw-p 00000000 00:00 0',
    '00001000-00001000 rw-p 00000000 00:00 0',
    '00002000-00001000 rw-p 00000000 00:00 0',
    '00001000-00002800 rw-p 00000000 00:00 0',
    '00001000-00002000 rwp 00000000 00:00 0',
  ]) {
    expect(readMapsLine(line), line).toBeNull();
  }
});

describe('without comments', () => {
  const DROP: Preparation = { ...KEEP, comments: 'drop' };

  test('comments go, and lines that hold nothing else; what stands in quotes stays', () => {
    const script = '# A title\n\n\ntree t # the tree\n  # inner\nstore 1 = "a # b" # c "d"\n\n# e\n\n\nnote "#"\n#';
    expect(prepareScript(script, DROP)).toBe('tree t\nstore 1 = "a # b"\n\nnote "#"');
    expect(prepareScript(script, { ...DROP, comments: 'keep' })).toBe(script);
    expect(linkFacts(state(script), DROP, 'https://example.org/').commentLetters).toBe(
      script.length - 'tree t\nstore 1 = "a # b"\n\nnote "#"'.length,
    );
  });

  test('a path in a comment is not left behind when the comment goes', () => {
    const script = `maps cat """\n${CAT}"""\n# from /home/ada/notes\n`;
    expect(linkFacts(state(script), REPLACE, 'https://example.org/').pathsLeftBehind).toEqual([10]);
    expect(linkFacts(state(script), { ...REPLACE, comments: 'drop' }, 'https://example.org/')).toMatchObject({
      pathsLeftBehind: [],
      userNames: [],
    });
  });

  test('the program is the same: every example', () => {
    const folder = new URL('../../../web/app/examples/', import.meta.url);
    let shorter = 0;
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.maple'))) {
      const script = prepareScript(readFileSync(new URL(name, folder), 'utf8'), KEEP);
      const bare = prepareScript(script, DROP);
      if (bare.length < script.length) shorter++;
      expect(programOf(bare), name).toBe(programOf(script));
    }
    expect(shorter).toBeGreaterThan(3);
  });
});

/** The program without places. */
function programOf(script: string): string {
  const read = readScenario(script);
  expect(read.kind).toBe('program');
  return JSON.stringify(read.kind === 'program' ? read.program : null, (key, value: unknown) =>
    ['from', 'to', 'line', 'column', 'offset', 'span'].includes(key)
      ? undefined
      : typeof value === 'bigint'
        ? value.toString()
        : value,
  );
}
