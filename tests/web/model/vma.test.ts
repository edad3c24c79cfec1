// SPDX-License-Identifier: GPL-2.0-or-later

import { expect, test } from 'vitest';
import { VMA_FLAGS } from '../../../web/model/memory';
import { vmaClass } from '../../../web/model/vma';

test('memory that grows downwards is a stack, named or not; a file that does is a file', () => {
  const grows = VMA_FLAGS.grows | VMA_FLAGS.read | VMA_FLAGS.write;
  expect(vmaClass({ perms: 'rw-p', path: '[stack]' })).toBe('stack');
  expect(vmaClass({ perms: 'rw-p', path: '', flags: grows })).toBe('stack');
  expect(vmaClass({ perms: 'rw-p', path: '', flags: VMA_FLAGS.read | VMA_FLAGS.write })).toBe('anonymous');
  expect(vmaClass({ perms: 'rw-p', path: '' })).toBe('anonymous');
  expect(vmaClass({ perms: 'rw-p', path: '/lib/a.so', flags: grows })).toBe('file-writable');
});
