// SPDX-License-Identifier: GPL-2.0-or-later

import { expect, test } from 'vitest';
import { readScenario } from '../../../web/scenario/check/checker';
import { textBase } from '../../../web/scenario/check/text-base';

test.each([
  ['tree t\nstore 10..19 = 1\n', 'decimal', false],
  ['tree t\nrepeat 2 { store 10..0x13 = 1 }\n', 'hexadecimal', false],
  ['mm p\n', 'hexadecimal', true],
  ['tree t\nstore 10 = 1\nmm p\nmap 4096 rw\n', 'hexadecimal', true],
])('%j is written in %s', (text, base, fixed) => {
  const read = readScenario(text);
  if (read.kind === 'refused') throw new Error('refused');
  expect(textBase(read.program)).toEqual({ base, fixed });
});
