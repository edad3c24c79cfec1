// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which part of a long path the editor leaves out.

import { describe, expect, it } from 'vitest';
import { elisionsOf } from '../../../web/app/editor/short-paths';

function shown(line: string): string {
  let [text, at] = ['', 0];
  for (const { from, to } of elisionsOf(line)) {
    text += `${line.slice(at, from)}…`;
    at = to;
  }
  return text + line.slice(at);
}

describe('a long path', () => {
  const line = '7ffff7dd3000-7ffff7df9000 r--p 00000000 fe:01 2099465';

  it('keeps its first folder and its file, on a line of maps and in quotes', () => {
    expect(shown(`${line}     /usr/lib/x86_64-linux-gnu/libc.so.6`)).toBe(`${line}     /usr/…/libc.so.6`);
    expect(shown(`${line} /opt/a folder/with spaces/in its name/lib b.so`)).toBe(`${line} /opt/…/lib b.so`);
    expect(shown('map 0x1000..+4K rx file "/usr/lib/x86_64-linux-gnu/libc.so.6" at 16K  # "/usr/bin"')).toBe(
      'map 0x1000..+4K rx file "/usr/…/libc.so.6" at 16K  # "/usr/bin"',
    );
  });

  it('is known whole', () => {
    expect(elisionsOf(`${line} /usr/lib/x86_64-linux-gnu/libc.so.6`).map(({ path }) => path)).toEqual([
      '/usr/lib/x86_64-linux-gnu/libc.so.6',
    ]);
  });

  it('keeps both its ends where the name alone is too long', () => {
    const path = `/tmp/${'n'.repeat(30)}end.so`;
    expect(shown(`${line} ${path}`)).toMatch(/ \/tmp\/n+…n+end\.so$/);
    expect(shown(`${line} ${path}`).length).toBe(line.length + 1 + 32);
  });

  it('is nothing else: short paths, comments, other lines', () => {
    for (const one of [`${line} /usr/lib/libc.so.6`, `${line} [heap]`, '# see /usr/lib/x86_64-linux-gnu/libc.so.6'])
      expect(elisionsOf(one)).toEqual([]);
  });
});
