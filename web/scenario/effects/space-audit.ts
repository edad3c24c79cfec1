// SPDX-License-Identifier: GPL-2.0-or-later
//
// The core's VMAs, counters, pages and page tables of an address space against the plain list.

import { toHex } from '../../base/index64';
import { PAGE, VMA_FLAGS, type MmFacts, type VmaRecord } from '../../model/memory';
import type { Machine } from '../../model/machine';
import { flagWords, permsText } from '../oracle/vma-flags';
import { pagesUp, type VmaList } from '../oracle/vma-list';
import type { ListedVma } from '../oracle/vma-parts';
import type { Named } from '../world/world';

/** The first difference, in words; null if there is none, or if it is a plain tree. */
export function spaceDifference(machine: Machine, { handle, space }: Pick<Named, 'handle' | 'space'>): string | null {
  if (space === null) return null;
  return vmasDifference(machine.mmVmas(handle), space.all()) ?? factsDifference(machine.mmFacts(handle), space);
}

function vmasDifference(core: readonly VmaRecord[], list: readonly ListedVma[]): string | null {
  for (let k = 0; k < Math.max(core.length, list.length); k++) {
    const [found, wanted] = [core[k], list[k]];
    if (found !== undefined && wanted !== undefined && alike(found, wanted)) continue;
    const [left, right] = [
      found === undefined ? 'no VMA more' : vmaText(found),
      wanted === undefined ? 'no VMA more' : vmaText({ ...wanted, offset: wanted.origin }),
    ];
    if (left !== right) return `the core has ${left} where the list of VMAs has ${right}`;
  }
  return null;
}

// Whether the texts of two VMAs would differ, without making them.
function alike(found: VmaRecord, wanted: ListedVma): boolean {
  if (found.number !== wanted.number || found.first !== wanted.first || found.last !== wanted.last) return false;
  if (found.flags !== wanted.flags || found.file !== wanted.file || found.offset !== wanted.origin) return false;
  return (found.anon !== 0) === (wanted.anon !== 0) && found.chain === wanted.chain;
}

// Which anon_vma is the core's own business; that there is one is not.
function vmaText({ number, first, last, flags, file, offset, anon, chain }: VmaRecord): string {
  const words = flagWords(flags);
  const account = (flags & VMA_FLAGS.account) === 0 ? '' : ' account';
  return (
    `VMA ${number} ${toHex(first)}..${toHex(last)} ${permsText(flags)}${account}${words === '' ? '' : ` ${words}`} ` +
    `file ${file} offset ${toHex(offset)}, ${anon === 0 ? 'no anon_vma' : `a chain of ${chain}`}`
  );
}

function factsDifference(facts: MmFacts, space: VmaList): string | null {
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
  for (const [name, count] of wanted) {
    if (facts[name] !== count) return `${name} is ${facts[name]} in the core, and ${count} by the list of VMAs`;
  }
  return pagesUp(facts.brk) === pagesUp(space.brk)
    ? null
    : `the heap ends at ${toHex(facts.brk)} in the core, and at ${toHex(space.brk)} by the list of VMAs`;
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
