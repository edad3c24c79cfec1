// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which parts (later-….ts) a text needs, and reading it with them.

import { withParts, type Later } from '../../base/later';
import { readScenario, type Checked } from '../check/checker';
import { LISTINGS, MISTAKES } from '../language/later-reading';
import { BULK, COMPARING, DAMAGE, ITERATING, SEARCHING, STATES, SWEEPS, TRACES } from '../statements/later-running';
import { SPACES } from '../statements/later-spaces';
import type { Expectation, Program, Statement } from '../syntax/syntax';

type Part = Later<unknown>;

/** Every part of the language. */
export const LANGUAGE_PARTS: readonly Part[] = [LISTINGS, MISTAKES, SPACES, TRACES, SEARCHING, ITERATING, STATES, SWEEPS, BULK, DAMAGE, COMPARING];

const NONE: readonly Part[] = [];
/** What else `expect` asks needs nothing. */
const COMPARISONS: ReadonlySet<Expectation['kind']> = new Set(['compare', 'same', 'identical'] as const);

/** What running a statement needs, its block left aside. Most need nothing but what is always there. */
export const PARTS_OF: Readonly<Record<Statement['kind'], readonly Part[]>> = {
  tree: NONE,
  use: NONE,
  store: NONE,
  insert: NONE,
  prealloc: NONE,
  erase: NONE,
  load: NONE,
  dup: NONE,
  destroy: NONE,
  let: NONE,
  repeat: NONE,
  for: NONE,
  seed: NONE,
  expect: [COMPARING],
  note: NONE,
  pause: NONE,
  'fail-site': NONE,
  'fail-every': NONE,
  'fail-chance': NONE,
  'fail-off': NONE,
  later: NONE,
  bulk: [BULK],
  gap: [SEARCHING],
  alloc: [SEARCHING],
  cyclic: [SEARCHING],
  walk: [ITERATING],
  next: [ITERATING],
  prev: [ITERATING],
  find: [ITERATING],
  find_rev: [ITERATING],
  next_range: [ITERATING],
  prev_range: [ITERATING],
  read: [ITERATING],
  resume: [ITERATING],
  release: [ITERATING],
  state: [ITERATING, STATES],
  set: [STATES],
  aim: [STATES],
  reset: [STATES],
  'pause-state': [STATES],
  'store-prepared': [STATES],
  prepare: [STATES],
  search: [STATES],
  corrupt: [DAMAGE],
  sweep: [SWEEPS],
  mm: [SPACES],
  maps: [SPACES],
  map: [SPACES],
  'map-any': [SPACES],
  unmap: [SPACES],
  protect: [SPACES],
  brk: [SPACES],
  touch: [SPACES],
  advise: [SPACES],
  fork: [SPACES],
  exit: [SPACES],
  trace: [SPACES, TRACES],
};

/** What running a program needs, whichever way it goes. */
export function partsOf({ statements }: Pick<Program, 'statements'>): ReadonlySet<Part> {
  const parts = new Set<Part>();
  const look = (body: readonly Statement[]): void => {
    for (const statement of body) {
      if (statement.kind !== 'expect' || COMPARISONS.has(statement.what.kind)) for (const part of PARTS_OF[statement.kind]) parts.add(part);
      if ('body' in statement) look(statement.body);
    }
  };
  look(statements);
  return parts;
}

/** Reads a text, and fetches what reading and running it takes: all of it is at hand then. Rejects with a plain message where a part cannot be fetched. */
export async function readWithParts(text: string): Promise<Checked> {
  const checked = await withParts(() => readScenario(text));
  if (checked.kind === 'program') await Promise.all([...partsOf(checked.program)].map((part) => part.fetch()));
  return checked;
}
