// SPDX-License-Identifier: GPL-2.0-or-later
//
// A search for a library finds the library of that name first.

import { expect, test } from 'vitest';
import { exactFirst } from '../../../web/app/store/actions/found-vma';

const PATHS = ['/usr/lib/libcrypto.so.3', '/usr/lib/libc.so.6', '/usr/lib/libc_malloc.so', '', '/lib/libc-2.31.so'];
const found = (typed: string): readonly string[] => exactFirst(PATHS, typed, (path) => path);

test('files of the name that was typed come first, the rest as it was', () => {
  expect(found('libc')).toEqual([
    '/usr/lib/libc.so.6',
    '/lib/libc-2.31.so',
    '/usr/lib/libcrypto.so.3',
    '/usr/lib/libc_malloc.so',
    '',
  ]);
  expect(found('LIBC.SO')).toEqual(['/usr/lib/libc.so.6', ...PATHS.filter((path) => !path.endsWith('libc.so.6'))]);
  expect(found('lib')).toBe(PATHS);
  expect(found('crypto')).toBe(PATHS);
});
