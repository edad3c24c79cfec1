// SPDX-License-Identifier: GPL-2.0-or-later
//
// Class codes: they come back as they went, from any text around them; damaged, cut and hostile ones get a
// message with their place, and never cost time or change what is read.

import { describe, expect, test } from 'vitest';
import { splitMix64 } from '../../../web/base/random';
import {
  CODE,
  CONTENT_MOST,
  codesIn,
  digestOf,
  encodeCode,
  idWithoutNumber,
  nameIn,
  type ClassCode,
} from '../../../web/classroom/code';
import { writer } from '../../../web/share/bytes';
import { wrapped } from '../../../web/share/container';
import { opened, sealed } from '../../../web/share/teaching-codes';
import { QR_LETTERS_MAX } from '../../../web/app/ui/qr';

const ADA: ClassCode = {
  learner: '0123456789ab',
  serial: 7,
  name: 'Ada Lovelace',
  pack: '',
  lessons: [
    {
      name: '02-nodes',
      digest: digestOf('# Nodes\n'),
      screen: 6,
      answers: [
        {
          id: '5-predict-1',
          tries: 2,
          hints: 0,
          told: false,
          first: { seed: null, typed: ['slot 1'] },
          last: { seed: 833, typed: ['slot 4'] },
          best: { seed: 833, typed: ['slot 4'] },
        },
        {
          id: '7-task-1',
          tries: 1,
          hints: 2,
          told: false,
          first: { seed: null, typed: ['repeat 7 as i { store 10*i + 10..+5 = i }\nstore 15 = 7'] },
          last: { seed: null, typed: ['repeat 7 as i { store 10*i + 10..+5 = i }\nstore 15 = 7'] },
          best: null,
        },
        { id: '8-hunt-1', tries: 0, hints: 0, told: true, first: null, last: null, best: null },
      ],
    },
  ],
};
const BEN: ClassCode = { learner: 'ffffffffffff', serial: 0, name: '', pack: 'a1b2c3d4', lessons: [] };

function letters(code: ClassCode): string {
  const made = encodeCode(code);
  if (made === null) throw new Error('too large');
  return made;
}

/** A code round any content, as a hostile one would be made: its checksum is right. */
function round(content: Uint8Array): string {
  const out = writer();
  out.byte(0);
  out.varint(content.length);
  out.bytes(content);
  return `c1.${wrapped(out.done())}`;
}

describe('a class code', () => {
  test('comes back as it went, and a code of one lesson fits into a QR code', () => {
    const made = letters(ADA);
    expect(made).toMatch(/^c1\.[A-Za-z0-9_-]+A$/);
    expect(codesIn(made)).toEqual({ codes: [{ code: ADA, letters: made }], troubles: [] });
    expect(made.length).toBeLessThan(QR_LETTERS_MAX / 4);
    expect(codesIn(letters(BEN)).codes[0]?.code).toEqual(BEN);
  });

  test('an answer that is the same at first and at last is held once', () => {
    const once = letters(ADA).length;
    const [lesson] = ADA.lessons;
    const answers = lesson!.answers.map((one) => ({ ...one, last: one.first, best: one.first }));
    expect(letters({ ...ADA, lessons: [{ ...lesson!, answers }] }).length).toBeLessThanOrEqual(once);
  });

  test('many are found in one text: a chat, a quoted mail, addresses, one right behind the other', () => {
    const [ada, ben] = [letters(ADA), letters(BEN)];
    const quoted = (ada.match(/.{1,40}/g) ?? []).map((line) => `> ${line}`).join('\r\n');
    const texts = [
      `Ada: ${ada}\nBen: here is mine, ${ben} thanks`,
      `${quoted}\n\n-- \nAda\n${ben}`,
      `https://example.org/maplescope/#${ada}\nhttps://example.org/maplescope/#${ben}`,
      `${ada}${ben}`,
      `"${ada}","${ben}"`,
    ];
    for (const text of texts) {
      const { codes, troubles } = codesIn(text);
      expect(codes.map(({ code }) => code.learner)).toEqual([ADA.learner, BEN.learner]);
      expect(codes.map(({ letters: kept }) => kept)).toEqual([ada, ben]);
      expect(troubles).toEqual([]);
    }
    expect(codesIn('abc1.example c1. c0.AAAAAAAA nothing here, version c1.2')).toEqual({ codes: [], troubles: [] });
  });

  test('each damaged code gets a message with its place, and the others are read', () => {
    const [ada, ben] = [letters(ADA), letters(BEN)];
    const changed = `${ada.slice(0, 30)}${ada[30] === 'x' ? 'y' : 'x'}${ada.slice(31)}`;
    const { codes, troubles } = codesIn(`${ben}\n  ${changed}\n${ada.slice(0, 40)}\nc9.${ada.slice(3)}\n${ada}`);
    expect(codes.map(({ code }) => code.name)).toEqual(['', 'Ada Lovelace']);
    expect(troubles.map(({ line, column, trouble }) => [line, column, trouble])).toEqual([
      [2, 3, { code: 'damaged' }],
      [3, 1, { code: 'cut' }],
      [4, 1, { code: 'newer', version: 9 }],
    ]);
  });

  test('that was made today opens for ever', () => {
    const [ada, ben] = [
      'c1.ZT_iRvABhgFjVHZN71zNzuOYkqjgk1-WmpOYnMrAyGFgpAueoylZdPItGzMrAyMTgyYTAyNbcU4-cAbgEBuUZcLOyMjIxMrIw' +
        'GgGHf82Rx0kNzTQylTQBo_yw0fKoTIgrjkHEyMDgwMDAAA',
      'c1.En0q2QYBEvsPBgwMHImGSUbJxikmDAAA',
    ];
    expect(codesIn(`${ada} ${ben}`)).toEqual({
      codes: [
        { code: ADA, letters: ada },
        { code: BEN, letters: ben },
      ],
      troubles: [],
    });
  });

  test('of a newer form asks for a newer page', () => {
    const { troubles } = codesIn(`c1.${wrapped(Uint8Array.of(2, 0, 0))}`);
    expect(troubles.map(({ trouble }) => trouble)).toEqual([{ code: 'flags' }]);
  });

  test('a name is one line without control characters; line ends do not change which text a lesson has', () => {
    expect(nameIn('  Ada\n\u0007\u202eLove\u2028lace  ')).toBe('Ada Love lace');
    expect(Array.from(nameIn('🍁'.repeat(200)))).toHaveLength(60);
    expect(digestOf('a\r\nb\r')).toBe(digestOf('a\nb\n'));
    expect(digestOf('a')).not.toBe(digestOf('b'));
    expect(idWithoutNumber('3.2-task-1')).toBe('2-task-1');
    expect(idWithoutNumber('2-task-1')).toBe('2-task-1');
  });

  test('what would be larger than a code may be is not made, and not read', () => {
    const long = { seed: null, typed: ['x'.repeat(CONTENT_MOST)] };
    const answers = [{ id: '1-task-1', tries: 1, hints: 0, told: false, first: long, last: long, best: null }];
    expect(encodeCode({ ...ADA, lessons: [{ ...ADA.lessons[0]!, answers }] })).toBeNull();
    const bomb = codesIn(sealed(CODE, { numbers: [], bytes: new Uint8Array(CONTENT_MOST * 8) }));
    expect(bomb.troubles[0]?.trouble).toEqual({ code: 'too large', most: CONTENT_MOST });
  });
});

describe('hostile codes', () => {
  test('five thousand mutations are refused or read within all bounds, and none throws', () => {
    const random = splitMix64(20_261_127n);
    const below = (count: number): number => Number(random.next() % BigInt(count));
    const ada = letters(ADA);
    let refused = 0;
    for (let k = 0; k < 5_000; k++) {
      let text = ada;
      for (let n = 0; n <= below(3); n++) {
        const at = below(text.length);
        const put = ['', 'A', '_', 'c1.', '\n> ', '🍁', String.fromCharCode(below(65_536))][below(7)]!;
        text = text.slice(0, at) + put + text.slice(at + below(4));
      }
      const { codes, troubles } = codesIn(text);
      // A checksum guards the content: what is read is what was sent.
      for (const { code } of codes) expect(code).toEqual(ADA);
      if (codes.length === 0) refused++;
      for (const { line, column } of troubles) expect(line >= 1 && column >= 1).toBe(true);
    }
    expect(refused).toBeGreaterThan(2_500);
  });

  test('contents whose checksum is right but whose bytes are not are refused', () => {
    const random = splitMix64(7n);
    const content = contentOf(ADA);
    let read = 0;
    for (let k = 0; k < 3_000; k++) {
      const bytes = content.slice(0, content.length - (k % 5 === 0 ? 1 : 0));
      for (let n = 0; n < 1 + Number(random.next() % 4n); n++)
        bytes[Number(random.next() % BigInt(bytes.length))] = Number(random.next() % 256n);
      const { codes, troubles } = codesIn(round(bytes));
      expect(codes.length + troubles.length).toBe(1);
      for (const { code, letters: kept } of codes) {
        read++;
        expect(code.learner).toMatch(/^[0-9a-f]{12}$/);
        expect(code.name).toBe(nameIn(code.name));
        // What is kept reads the same again.
        expect(codesIn(kept).codes[0]).toEqual({ code, letters: kept });
      }
    }
    expect(read).toBeGreaterThan(50);
  });

  test('counts that promise more than there is end at once', () => {
    const out = writer();
    out.bytes(new Uint8Array(8));
    out.varint(0);
    out.varint(2 ** 50);
    expect(codesIn(round(out.done())).troubles[0]?.trouble.code).toBe('too large');
  });

  test('a text of a million beginnings is read up to a bound, in little time', () => {
    const began = performance.now();
    const { codes, troubles } = codesIn('c1.AAAAAA'.repeat(1_000_000));
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(codes).toEqual([]);
    expect(troubles.at(-1)?.trouble).toEqual({ code: 'too many', most: 1_000 });
    expect(codesIn(`c1.${'A'.repeat(8_000_000)}`).troubles).toHaveLength(1);
  });
});

/** The bytes inside a code. */
function contentOf(code: ClassCode): Uint8Array {
  const found = opened(CODE, letters(code), ({ bytes }) => bytes);
  if (found.kind !== 'read') throw new Error('not read');
  return found.value;
}
