// SPDX-License-Identifier: GPL-2.0-or-later
//
// A file that a command is given, from where the person stands.

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The text of a file, `-` for standard input, or why it cannot be read. */
export function readFileText(file: string): string | { readonly message: string } {
  try {
    return readFileSync(file === '-' ? 0 : placeOf(file), 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why =
      { ENOENT: 'there is no such file', EISDIR: 'it is a folder', EACCES: 'it may not be read' }[code ?? ''] ??
      String(error);
    return { message: `${file}: ${why}` };
  }
}

// npm runs in the project's top folder; a name that means nothing there is taken from where the person stands.
function placeOf(file: string): string {
  const stands = process.env['INIT_CWD'];
  return stands !== undefined && !existsSync(file) && existsSync(resolve(stands, file)) ? resolve(stands, file) : file;
}
