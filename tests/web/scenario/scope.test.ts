// SPDX-License-Identifier: GPL-2.0-or-later

import { expect, test } from 'vitest';
import type { Index } from '../../../web/base/index64';
import { Scope } from '../../../web/scenario/world/scope';

const index = (value: bigint): Index => value as Index;

test('a name is that of the innermost block that binds it, and null where none does', () => {
  const scope = new Scope();
  scope.assign('a', index(1n));
  scope.enter();
  scope.bind('a', index(2n));
  scope.assign('b', index(3n));
  expect([scope.get('a'), scope.get('b'), scope.get('c')]).toEqual([2n, 3n, null]);
  scope.leave();
  expect([scope.get('a'), scope.get('b')]).toEqual([1n, null]);
});

test('assigning a name rebinds the nearest binding of it', () => {
  const scope = new Scope();
  scope.assign('a', index(1n));
  scope.enter();
  scope.assign('a', index(2n));
  scope.leave();
  expect(scope.get('a')).toBe(2n);
});
