// SPDX-License-Identifier: GPL-2.0-or-later
//
// The core's VMAs, counters, pages and page tables of an address space against the plain list.

import { PAGE, VMA_FLAGS, type MmFacts, type VmaRecord } from '../../model/memory';
import type { Machine } from '../../model/machine';
import type { Found } from '../../model/trouble';
import { pagesUp, type VmaList } from '../oracle/vma-list';
import type { ListedVma } from '../oracle/vma-parts';
import type { Named } from '../world/world';

/** The first difference; null if there is none, or if it is a plain tree. */
export function spaceDifference(machine: Machine, { handle, space }: Pick<Named, 'handle' | 'space'>): Found | null {
  if (space === null) return null;
  return vmasDifference(machine.mmVmas(handle), space.all()) ?? factsDifference(machine.mmFacts(handle), space);
}

function vmasDifference(core: readonly VmaRecord[], list: readonly ListedVma[]): Found | null {
  for (let k = 0; k < Math.max(core.length, list.length); k++) {
    const [held = null, wanted = null] = [core[k], list[k]];
    if (held !== null && wanted !== null && alike(held, wanted)) continue;
    return { code: 'vma', held, wanted: wanted === null ? null : { ...wanted, offset: wanted.origin } };
  }
  return null;
}

// Which anon_vma is the core's own business; that there is one is not. Only then its chain has a length.
function alike(held: VmaRecord, wanted: ListedVma): boolean {
  if (held.number !== wanted.number || held.first !== wanted.first || held.last !== wanted.last) return false;
  if (held.flags !== wanted.flags || held.file !== wanted.file || held.offset !== wanted.origin) return false;
  return (held.anon !== 0) === (wanted.anon !== 0) && (held.anon === 0 || held.chain === wanted.chain);
}

function factsDifference(facts: MmFacts, space: VmaList): Found | null {
  const pages = pagesByUse(space.all());
  const wanted: readonly (readonly [keyof MmFacts, number | bigint])[] = [
    ['vmas', space.all().length],
    ['totalVm', pages.total],
    ['dataVm', pages.data],
    ['execVm', pages.exec],
    ['stackVm', pages.stack],
    ['lockedVm', pages.locked],
    ['tables', space.pages.tables],
    ['rssAnon', space.pages.anonymous],
    ['rssFile', space.pages.ofFiles],
    ['brkStart', space.brkStart],
    ['mmapBase', space.mmapBase],
  ];
  for (const [counter, count] of wanted)
    if (facts[counter] !== count) return { code: 'counter', counter, held: facts[counter], wanted: count };
  return pagesUp(facts.brk) === pagesUp(space.brk)
    ? null
    : { code: 'counter', counter: 'brk', held: facts.brk, wanted: space.brk };
}

// The pages that each counter of an address space counts, in one pass: a list may hold 65,530 VMAs.
function pagesByUse(all: readonly ListedVma[]): {
  total: number;
  data: number;
  exec: number;
  stack: number;
  locked: number;
} {
  const { write, exec, shared, grows, locked } = VMA_FLAGS;
  const sums = { total: 0, data: 0, exec: 0, stack: 0, locked: 0 };
  for (const { flags, first, last } of all) {
    const pages = Number((last + 1n - first) / PAGE);
    sums.total += pages;
    if ((flags & (write | shared | grows)) === write) sums.data += pages;
    if ((flags & (write | exec | grows)) === exec) sums.exec += pages;
    if ((flags & grows) !== 0) sums.stack += pages;
    if ((flags & locked) !== 0) sums.locked += pages;
  }
  return sums;
}
