// SPDX-License-Identifier: GPL-2.0-or-later
import { expect, test } from 'vitest';
import { readQr } from '../web/app/qr-read';
import { qrLines } from './qr-lines.mjs';

/** Whether the upper and the lower half of a letter are light. */
const HALVES: Readonly<Record<string, readonly [boolean, boolean]>> = {
  '█': [true, true],
  '▀': [true, false],
  '▄': [false, true],
  ' ': [false, false],
};

// What a camera sees: light where a half is filled.
function dark(lines: readonly string[]): boolean[][] {
  return lines.flatMap((line) => [0, 1].map((half) => Array.from(line, (letter) => !HALVES[letter]![half]!)));
}

test.each(['http://192.168.1.7:8080/', 'http://10.0.0.1:80/', 'http://[fe80::1]:65535/'])(
  'another’s decoder reads the printed code of %s',
  (address) => {
    expect(readQr(dark(qrLines(address, false)))).toBe(address);
  },
);

test('in a terminal the code keeps its colours, and one line does not run into the next', () => {
  const plain = qrLines('http://10.0.0.1:80/', false);
  expect(qrLines('http://10.0.0.1:80/', true)).toEqual(plain.map((line) => `\x1b[97;40m${line}\x1b[0m`));
  expect(new Set(plain.map((line) => line.length)).size).toBe(1);
});
