// SPDX-License-Identifier: GPL-2.0-or-later
//
// A short scenario for each failure point of a fork: the fork fails there, and nothing is left of the child.

const SPACE = ['mm p', 'map 64K..+64K rw', 'map 256K..+64K rw file "/lib/app.so"', 'touch 64K..+8K'];

/** So many VMAs that nodes are needed to take some of them out of the copy. */
const MANY = [
  'mm p',
  'repeat 20 as i { map 64K + i * 128K..+64K rw }',
  'repeat 8 as i { advise 64K + i * 128K..+64K dontfork }',
];

/**
 * The statement that makes the fork of the space fail at a point. A refused request is tried a second time before it
 * counts.
 */
const FAILS: Readonly<Record<string, readonly string[]>> = {
  F1: ['fail mm'],
  F2: ['fail signal'],
  F3: ['fail request'],
  F4: ['fail request 3 times 2'],
  F5: ['fail signal 2'],
  F6: ['fail commit'],
  F7: ['fail vma at vma 2'],
  F8: ['advise 64K..+64K policy', 'fail policy'],
  F9: ['advise 64K..+64K uffd', 'fail uffd'],
  F10: ['fail anon'],
  F11: ['fail page'],
  F12: ['fail hook'],
};

/** The scenario of a point, `F1` to `F12`; null for any other word. */
export function failureExample(point: string): string | null {
  const fails = FAILS[point];
  if (fails === undefined) return null;
  const error = point === 'F2' || point === 'F5' ? 'EINTR' : 'ENOMEM';
  return [
    `# A fork that fails at ${point}`,
    ...(point === 'F4' ? MANY : SPACE),
    ...fails,
    'fork p as child',
    `expect error ${error}`,
    'expect absent child',
    'expect valid p',
    '',
  ].join('\n');
}
