// SPDX-License-Identifier: GPL-2.0-or-later
//
// How the time of a run grows with its text, in the engine that the page's worker and the command line run: address
// spaces of three sizes, read and forked, or made by as many calls; and stores that are run and reported, with a sum
// after each. Time per step should stay what it is at the first size.

import { loadCore } from '../../web/cli/core-file';
import { beginSession } from '../../web/engine/time/session';

/** vm.max_map_count is 65,530 unless somebody raises it. */
export const GROWTH_SIZES = [8_192, 32_768, 65_530] as const;

/** The last tree has about 4,000 nodes: up to 4,096, the report has a sum at every step. */
export const REPORT_SIZES = [10_000, 20_000, 30_000] as const;

export interface Growth {
  readonly name: 'lines of maps, forked' | 'calls of map' | 'stores, reported';
  readonly size: number;
  readonly ms: number;
}

/** A text of maps with so many VMAs, none joined with the next, and a fork of it. */
export function mapsText(vmas: number): string {
  const lines = Array.from(
    { length: vmas },
    (_, k) => `${start(k).toString(16)}-${(start(k) + 0x1000n).toString(16)} rw-p 00000000 00:00 0`,
  );
  return `maps p """\n${lines.join('\n')}\n"""\nfork p as child\n`;
}

/** As many calls, each of which makes a VMA. */
export function callsText(calls: number): string {
  return `mm p\n${Array.from({ length: calls }, (_, k) => `map 0x${start(k).toString(16)}..+4K rw\n`).join('')}`;
}

/** As many stores, each behind the last. */
export function storesText(stores: number): string {
  return `tree t\n${Array.from({ length: stores }, (_, k) => `store ${1000 * k}..+900 = ${k + 1}\n`).join('')}`;
}

function start(k: number): bigint {
  return 0x1000_0000n + 0x3000n * BigInt(k);
}

export async function measureGrowth(
  sizes: readonly number[],
  reported: readonly number[],
  tell: (what: string) => void,
): Promise<Growth[]> {
  const core = await loadCore();
  const timed = (name: Growth['name'], size: number, text: string): Growth => {
    tell(`${size.toLocaleString('en')} ${name}`);
    const before = performance.now();
    const begun = beginSession(text, core);
    if (begun.kind === 'refused')
      throw new Error(`line ${begun.diagnostics[0]?.line}: ${begun.diagnostics[0]?.message}`);
    while (!begun.session.advance(1000));
    if (name === 'stores, reported') {
      while (!begun.session.complete(1000));
      begun.session.report();
    } else begun.session.scene(begun.session.steps());
    return { name, size, ms: Math.round(performance.now() - before) };
  };
  // The first run of all is the compiler's.
  timed('calls of map', 1000, callsText(1000));
  return [
    ...sizes.map((size) => timed('lines of maps, forked', size, mapsText(size))),
    ...sizes.map((size) => timed('calls of map', size, callsText(size))),
    ...reported.map((size) => timed('stores, reported', size, storesText(size))),
  ];
}
