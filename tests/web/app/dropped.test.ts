// SPDX-License-Identifier: GPL-2.0-or-later
//
// What becomes of dropped files, on the page and on a lab: those that cannot be taken are refused with a sentence.

import { expect, test } from 'vitest';
import { readDropped } from '../../../web/app/import/dropped';
import { FILE_BYTES_MAX } from '../../../web/app/import/limits';
import { textOfFiles } from '../../../web/app/labs/text-of-files';

const MAPS = '00400000-00401000 r-xp 00000000 00:00 0 /bin/x\n';

/** What a browser gives for a folder, and for a file that has gone since: reading it fails. */
function unreadable(name: string): File {
  const fail = (): Promise<never> => Promise.reject(new DOMException('gone', 'NotFoundError'));
  const file = new File([MAPS], name);
  return Object.assign(file, { text: fail, slice: () => unreadable(name) });
}

function sized(name: string, size: number): File {
  return Object.defineProperty(new File([MAPS], name), 'size', { value: size });
}

test.each([
  ['a folder', [unreadable('src')], /^src could not be read: it is a folder, or the file has changed/],
  [
    'a folder of a large size',
    [Object.defineProperty(unreadable('src'), 'size', { value: 1 << 20 })],
    /^src could not/,
  ],
  ['a second file that is gone', [new File([MAPS], 'maps'), unreadable('later')], /^later could not be read/],
  ['a file of more than 32 MiB', [sized('core', FILE_BYTES_MAX + 1)], /^core is larger than 32 MiB/],
  [
    'a second file of more than 32 MiB',
    [new File([MAPS], 'maps'), sized('core', FILE_BYTES_MAX + 1)],
    /^core is larger/,
  ],
  ['a binary file', [new File(['\u007fELF\0'], 'core')], /^core is not a text file/],
])('on the page, %s is refused', async (_what, files, trouble) => {
  const read = await readDropped(files);
  expect(read.kind === 'no' && read.trouble).toMatch(trouble);
});

test('on the page, a file of exactly 32 MiB is given to the reader', async () => {
  expect((await readDropped([sized('maps', FILE_BYTES_MAX)])).kind).toBe('large');
});

test.each([
  ['a folder', [unreadable('src')], /^src could not be read: it is a folder, or the file has changed/],
  ['a folder beside a file', [new File([MAPS], 'maps'), unreadable('src')], /^src could not be read/],
  ['a file of more than 32 MiB', [sized('core', FILE_BYTES_MAX + 1)], /^The files are larger than 32 MiB together/],
  ['files of more than 32 MiB together', [sized('a', FILE_BYTES_MAX), sized('b', 1)], /^The files are larger/],
  ['a binary file', [new File(['\u007fELF\0'], 'core')], /^core is not a text file/],
])('on a lab, %s is refused', async (_what, files, trouble) => {
  await expect(textOfFiles(files)).rejects.toThrow(trouble);
});

test('on a lab, several files are one text, each under its name', async () => {
  const files = [new File(['a\n'], 'one'), new File(['b\n'], 'two')];
  expect(await textOfFiles(files)).toBe('==> 1 one <==\na\n\n==> 2 two <==\nb\n');
});
