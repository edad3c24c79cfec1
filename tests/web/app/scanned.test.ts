// SPDX-License-Identifier: GPL-2.0-or-later
//
// The QR code of a hand-in: a link that the teacher's telephone opens, or the letters alone.

import { expect, test } from 'vitest';
import { scannedCode } from '../../../web/app/class/scanned';
import { QR_LETTERS_MAX } from '../../../web/app/ui/qr';
import { codesIn, encodeCode } from '../../../web/classroom/code';

const CODE = encodeCode({ learner: '0123456789ab', serial: 1, name: 'Ada', pack: '', lessons: [] }) ?? '';

test('the code is a link where others can open the page, and the class reads it from there', () => {
  const link = scannedCode(CODE, 'https://maple.example/room/');
  expect(link).toBe(`https://maple.example/room/#${CODE}`);
  expect(codesIn(link).codes.map(({ code }) => code.name)).toEqual(['Ada']);
});

test('an address of this machine alone, or a link that is too long to be read, leaves the letters', () => {
  for (const base of ['file:///stick/maplescope.html', 'http://localhost:4173/', 'http://127.0.0.1/', ''])
    expect(scannedCode(CODE, base)).toBe(CODE);
  const base = 'https://maple.example/';
  const fits = 'c'.repeat(QR_LETTERS_MAX - base.length - 1);
  expect(scannedCode(fits, base)).toBe(`${base}#${fits}`);
  expect(scannedCode(`${fits}c`, base)).toBe(`${fits}c`);
});
