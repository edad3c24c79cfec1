// SPDX-License-Identifier: GPL-2.0-or-later
//
// Reads a golden vector from tests/golden for the views' tests.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseGolden, type Golden } from './fixtures';

const FOLDER = join(import.meta.dirname, '../../golden');

export function readGolden(name: string): Golden {
  const file = readdirSync(FOLDER).find((entry) => entry === `${name}.jsonl` || entry === `${name}.jsonl.gz`);
  if (file === undefined) throw new Error(`no golden vector named ${name}`);
  const bytes = readFileSync(join(FOLDER, file));
  return parseGolden((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}

/** Names of the short vectors, where every operation has its dump. */
export function tutorials(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.startsWith('tut-'))
    .map((file) => file.replace(/\.jsonl(\.gz)?$/, ''));
}
