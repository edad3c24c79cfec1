// SPDX-License-Identifier: GPL-2.0-or-later

import { expect, test } from 'vitest';
import { foundFix } from '../../../web/app/expect-fix';
import { applied } from '../../../web/scenario/quick-fixes';

function after(text: string, line: number, message: string): string | null {
  const fix = foundFix(text, line, message);
  return fix === null ? null : applied(text, fix.changes);
}

test('an expect that was wrong can be given what was found', () => {
  const text = 'tree t\nstore 40..70 = "wide"\nexpect load(45) = 45  # so\n';
  expect(after(text, 3, 'load(45) is "wide", wanted = 45')).toBe('tree t\nstore 40..70 = "wide"\nexpect load(45) = "wide"  # so\n');
  expect(after('expect nodes() = n', 1, 'nodes() is 6, wanted = 5 (n)')).toBe('expect nodes() = 6');
});

test('nothing is offered where the line is spelled otherwise, or nothing can be written', () => {
  expect(after('expect nodes() = 0x5', 1, 'nodes() is 6, wanted = 5')).toBeNull();
  expect(after('expect nodes() = 55', 1, 'nodes() is 6, wanted = 5')).toBeNull();
  expect(after('expect nodes() < 5', 1, 'nodes() is 6, wanted < 5')).toBeNull();
  expect(after('expect valid', 1, 'invariant 3 is broken in t')).toBeNull();
});
