// SPDX-License-Identifier: GPL-2.0-or-later
//
// How long files are: the modules and the built page.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';

import { projectDir } from '../setup/needs.mjs';

/** A file's length as it is and as a server would send it. */
export interface Weight {
  readonly path: string;
  readonly bytes: number;
  readonly gzipBytes: number;
}

export function weigh(path: string): Weight {
  const content = readFileSync(join(projectDir, path));
  return { path, bytes: content.length, gzipBytes: gzipSync(content, { level: constants.Z_BEST_COMPRESSION }).length };
}

/** Every file of the built page but source maps, which a browser asks for only when its tools are open. */
export function weighPage(): Weight[] {
  if (!existsSync(join(projectDir, 'dist'))) throw new Error('the page is not built');
  return readdirSync(join(projectDir, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => weigh(join(entry.parentPath, entry.name).slice(projectDir.length)))
    .sort((a, b) => b.gzipBytes - a.gzipBytes);
}
