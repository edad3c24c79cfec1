// SPDX-License-Identifier: GPL-2.0-or-later
//
// The reasons that a call on an address space adds to its result: why it was refused, which limit it met, what a failed
// call keeps, which VMAs became one. Pure. Reasons of one statement only are in its module.

import { toHex, ZERO, type Index } from '../base/index64';
import { SPACE_ROOM } from '../model/generated/enums';
import { PAGE, type LimitName } from '../model/memory';

const inAll = (count: number): string => count.toLocaleString('en');

/** The meaning of a refusal that nothing armed. */
export const OUR_LIMIT =
  `a limit of this playground, not one of Linux: it has ${inAll(SPACE_ROOM.tables)} page ` +
  `tables, ${inAll(SPACE_ROOM.vmas)} VMAs and ${inAll(SPACE_ROOM.spaces)} address spaces in all`;

/** Why a call is refused that the list of VMAs lets through. */
export const refusedText = (struck: boolean): string =>
  struck
    ? 'something that the call needs was refused'
    : `there is no room for so many VMAs or page tables, ${OUR_LIMIT}`;

/** Why there is no new address space. */
export const noSpace = (name: string, struck: boolean): string =>
  (struck ? 'allocating the address space failed (F1)' : `there is no room for another address space, ${OUR_LIMIT}`) +
  `; \`${name}\` does not exist`;

const LIMIT_TEXTS: Readonly<Record<LimitName, string>> = {
  vmas: 'VMAs (vm.max_map_count)',
  as: 'bytes mapped (RLIMIT_AS)',
  data: 'bytes of private writable memory (RLIMIT_DATA)',
  memlock: 'bytes locked (RLIMIT_MEMLOCK)',
  stack: 'bytes of stack (RLIMIT_STACK)',
};

/** The limit of a process that a call met: `most` of it, and of VMAs how many there are. */
export function limitMet(met: LimitName, most: bigint, vmas: number): string {
  const now =
    met === 'vmas'
      ? `, and it has ${vmas.toLocaleString('en')}; each split needs room below the limit, and mremap for 3 to 5 more`
      : '';
  const limit = `${most.toLocaleString('en')} ${LIMIT_TEXTS[met]}`;
  return `the process may have ${limit}${now}: \`limit ${met}\` sets another limit`;
}

export function notAligned(first: Index): string {
  const below = first - (first % PAGE);
  return `${toHex(first)} is not a multiple of the page size, 4096: ${toHex(below)} and ${toHex(below + PAGE)} are`;
}

export const mappingEnds = (end: bigint): string => `addresses that can be mapped end at ${toHex(end)}`;

/** Why a line of a memory map is no VMA of a process. */
export const noMemoryThere = (end: bigint): string => `a process has no memory there: ${mappingEnds(end)}`;

export const unchanged = (name: string): string => `\`${name}\` is as it was`;

/** The part that a failed call keeps, as in Linux. */
export function keptText(keptTo: Index): string {
  return keptTo === ZERO ? 'nothing was changed' : `changed up to ${toHex(keptTo - 1n)}`;
}

export const cutStays = (at: Index): string => `the split at ${toHex(at)} stays`;

export const holeIn = (hole: bigint, kept: string): string =>
  `${toHex(hole)} is not mapped, and all of the range must be; ${kept}`;

/** The fields of a VMA that make its name. */
interface Named {
  readonly number: number;
  readonly first: Index;
  readonly last: Index;
  readonly path: string;
}

/** `VMA 3 (0x1000..0x2fff)`. */
export function vmaName({ number, first, last, path }: Named): string {
  return `VMA ${number} (${toHex(first)}..${toHex(last)}${path === '' ? '' : ` ${path}`})`;
}

export const sealedText = (vma: Named): string => `${vmaName(vma)} is sealed: it stays mapped, where and as it is`;

/** A VMA became larger, and took in those with these numbers. */
export const grownText = (vma: Named, joined: readonly number[]): string =>
  joined.length === 0 ? `${vmaName(vma)} has grown` : `VMA ${joined.join(', ')} joined with ${vmaName(vma)}`;
