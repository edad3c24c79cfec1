// SPDX-License-Identifier: GPL-2.0-or-later
//
// Packs: they come back as they went, as a file and as a link; hostile ones are refused or read within bounds.

import { describe, expect, test } from 'vitest';
import { splitMix64 } from '../../../web/base/random';
import { parseLesson } from '../../../web/lesson/parse';
import { looksLikePack } from '../../../web/pack/looks-like';
import { markdownOf } from '../../../web/pack/as-lesson';
import {
  FILE_MOST,
  ITEMS_MOST,
  PACK_LINK,
  TEXT_MOST,
  packFile,
  packLink,
  readPack,
  readPackLink,
  type Pack,
  type PackItem,
} from '../../../web/pack/pack';
import { withoutSolutions } from '../../../web/pack/solutions';
import { sealed } from '../../../web/share/teaching-codes';
import { toUtf8 } from '../../../web/share/utf8';
import { track } from '../lesson/lessons';

const OWN = track[7]!.text;
const PACK: Pack = {
  id: '0a1b2c3d',
  title: 'Two hours',
  hideSolutions: false,
  items: [
    { kind: 'track', file: '02-nodes', seed: 7 },
    { kind: 'note', title: 'Break', text: 'Be back at **11:00**.' },
    { kind: 'lesson', title: 'Mine', text: OWN, seed: null },
    { kind: 'scenario', title: 'A tree', text: 'tree t\nstore 1 = 1\n', step: 1 },
  ],
};

describe('a pack', () => {
  test('comes back from its file and from its link as it went', () => {
    expect(readPack(packFile(PACK))).toEqual({ pack: PACK, problems: [] });
    expect(looksLikePack(packFile(PACK))).toBe(true);
    const link = packLink(PACK) ?? '';
    expect(link).toMatch(/^p1\./);
    expect(readPackLink(`#${link}`)).toEqual({ pack: PACK, problems: [] });
    expect(link.length).toBeLessThan(packFile(PACK).length);
    expect(readPackLink('#m1.AAAA')).toBeNull();
    // No page ever made one of version 0.
    expect(readPackLink(link.replace('p1', 'p0'))).toEqual({ pack: null, problems: [{ code: 'damaged' }] });
  });

  test('in a link of today opens for ever', () => {
    const link =
      'p1.wwGPnDd9AaQCTVnBDsIgDP2VpUeyGZgHE47-gt6cB9wwIxpYBomHhX_3VYxypLSPQqAp721UOnXSBCUCRwGlwXYLmGZqCdpJR' +
      'OKkVUtugos06taP-wlzyYF_hOn8Cs0cUAFhm0GdnsIT_XfwkfTd4HeGSDC_GF02ejjPKGkt8HyxGbTvPnoQLKymkT7k9ufLSk612' +
      'hHvhkMT6h4PwZcDqwHxLoRSWkohdlSFx9F6s7pQQRT6_Y9RWPbBf_UIliIGz7kku2Dn-ZrfAA';
    const items = PACK.items.filter(({ kind }) => kind !== 'lesson');
    expect(readPackLink(link)).toEqual({ pack: { ...PACK, items }, problems: [] });
  });

  test('that hides solutions has none in what is given away, and each task is as it was', () => {
    const file = packFile({ ...PACK, hideSolutions: true });
    expect(OWN).toMatch(/^solution:/m);
    expect(file).not.toMatch(/solution:|wrong:/);
    const [before, after] = [OWN, withoutSolutions(OWN)].map((text) =>
      parseLesson(text).lesson.screens.flatMap(({ blocks }) =>
        blocks.flatMap((one) => (one.kind === 'task' || one.kind === 'hunt' ? [one] : [])),
      ),
    );
    expect(after!.map(({ id, start, hints }) => [id, start.text, hints.map(({ text }) => text)])).toEqual(
      before!.map(({ id, start, hints }) => [id, start.text, hints.map(({ text }) => text)]),
    );
    expect(after!.every(({ solution }) => solution === null)).toBe(true);
    for (const { text } of track) {
      const code = text.replaceAll('\n```\n', '\n```\nsolution: in prose stays\n');
      expect(withoutSolutions(code).split('solution: in prose stays').length).toBe(
        code.split('solution: in prose stays').length,
      );
    }
  });

  test('all that it holds opens as a lesson, whatever a text or title has in it', () => {
    const texts: PackItem[] = [
      ...PACK.items,
      { kind: 'scenario', title: '# <b>*x*</b> `', text: 'tree t\n# ```\n# ````\nstore 1 = 1', step: null },
      { kind: 'note', title: '', text: '# Own heading\n\nText' },
    ];
    const lessons = texts.flatMap((item) => {
      const text = markdownOf(item);
      return text === null ? [] : [parseLesson(text)];
    });
    expect(lessons.map(({ lesson }) => lesson.title)).toEqual([
      'Break',
      parseLesson(OWN).lesson.title,
      'A tree',
      '# <b>*x*</b> `',
      'Own heading',
    ]);
    expect(lessons.map(({ problems }) => problems)).toEqual([[], [], [], [], []]);
    expect(lessons[3]!.lesson.screens[0]!.picture?.source.text).toBe('tree t\n# ```\n# ````\nstore 1 = 1');
  });

  test('an item that cannot be read is named and left out, and the others stay', () => {
    const items = [
      { kind: 'track', file: '../etc' },
      { kind: 'video', text: 'x' },
      { kind: 'note', text: '  ' },
      { kind: 'lesson', text: 'x'.repeat(TEXT_MOST + 1) },
      { kind: 'note', title: 'a\u0007\nb', text: 'kept', seed: 3 },
      { kind: 'lesson', text: '# L', seed: -1 },
      null,
    ];
    const read = readPack(JSON.stringify({ format: 'maplescope-pack', version: 1, id: 'x', items }));
    expect(read.pack).toEqual({
      id: '00000000',
      title: '',
      hideSolutions: false,
      items: [
        { kind: 'note', title: 'a b', text: 'kept' },
        { kind: 'lesson', title: '', text: '# L', seed: null },
      ],
    });
    expect(read.problems).toEqual([
      { code: 'no text', item: 1 },
      { code: 'kind', item: 2, written: 'video' },
      { code: 'no text', item: 3 },
      { code: 'long text', item: 4, letters: TEXT_MOST + 1, most: TEXT_MOST },
      { code: 'kind', item: 7, written: '' },
    ]);
  });

  test.each([
    ['{', 'not json'],
    ['[]', 'no pack'],
    ['{"format":"other","version":1,"items":[]}', 'no pack'],
    ['{"format":"maplescope-pack","version":2,"items":[]}', 'newer'],
    ['{"format":"maplescope-pack","version":1,"items":[]}', 'no items'],
    ['{"format":"maplescope-pack","version":1,"items":{}}', 'no items'],
    [`{"format":"maplescope-pack","x":"${'x'.repeat(FILE_MOST)}"}`, 'too large'],
  ])('refuses %.60s: %s', (text, code) => {
    expect(readPack(text)).toMatchObject({ pack: null, problems: [{ code }] });
  });
});

describe('hostile packs', () => {
  test('two thousand mutations of a file keep within all bounds, and none throws', () => {
    const random = splitMix64(21n);
    const below = (count: number): number => Number(random.next() % BigInt(count));
    const file = packFile(PACK);
    const bits = ['', '{', '}', '[', ']', '"', ',', 'null', '-1', '1e999', '"kind":"lesson"', '\\u0000', '__proto__'];
    let read = 0;
    for (let k = 0; k < 2_000; k++) {
      let text = file;
      for (let n = 0; n <= below(3); n++) {
        // Mostly near the beginning, where the form is.
        const at = below(below(2) === 0 ? 400 : text.length);
        text = text.slice(0, at) + bits[below(bits.length)]! + text.slice(at + below(8));
      }
      const { pack, problems } = readPack(text);
      if (pack === null) expect(problems.length).toBeGreaterThan(0);
      else {
        read++;
        expect(pack.items.length).toBeLessThanOrEqual(ITEMS_MOST);
        // What was read is written and read again as the same.
        expect(readPack(packFile(pack)).pack).toEqual(pack);
      }
    }
    expect(read).toBeGreaterThan(100);
  });

  test('mutated links are refused or read as they were sent; one that unpacks to gigabytes is refused', () => {
    const random = splitMix64(22n);
    const link = packLink({ ...PACK, items: PACK.items.slice(0, 2) }) ?? '';
    for (let k = 0; k < 1_000; k++) {
      const at = 3 + Number(random.next() % BigInt(link.length - 3));
      const put = ['', 'A', 'z', '_', 'p1.', '🍁'][Number(random.next() % 6n)]!;
      const read = readPackLink(link.slice(0, at) + put + link.slice(at + 1));
      const pack = read?.pack ?? null;
      if (pack !== null) expect(pack.items).toEqual(PACK.items.slice(0, 2));
    }
    const bomb = sealed(PACK_LINK, { numbers: [], bytes: toUtf8(' '.repeat(FILE_MOST * 2)) });
    expect(readPackLink(bomb)).toEqual({ pack: null, problems: [{ code: 'too large', most: FILE_MOST }] });
  });
});
