// SPDX-License-Identifier: GPL-2.0-or-later
//
// VMAs as they cross to the page: columns, so that a list of any length is a few objects to clone. Cloned one by one,
// 120,000 VMAs block the page for more than a tenth of a second.

import { index } from '../../base/index64';
import type { VmaRecord } from '../../model/memory';
import type { Vma } from '../../model/vma';

/** Column k of each array is VMA k. `words` has each permission and path once; `perms` and `paths` say which. */
export interface PackedVmas {
  readonly numbers: Float64Array;
  readonly firsts: BigUint64Array;
  readonly lasts: BigUint64Array;
  readonly offsets: BigUint64Array;
  /** Bits of VMA_FLAGS; -1 where they are not known. */
  readonly flags: Int32Array;
  readonly perms: Uint32Array;
  readonly paths: Uint32Array;
  readonly words: readonly string[];
}

/** Records one after another: `indexes` has three numbers of each (INDEXES), `numbers` five (NUMBERS). */
export interface PackedRecords {
  readonly indexes: BigUint64Array;
  readonly numbers: Float64Array;
}

const INDEXES = ['first', 'last', 'offset'] as const;
const NUMBERS = ['number', 'flags', 'file', 'anon', 'chain'] as const;

export function packRecords(records: readonly VmaRecord[]): PackedRecords {
  const indexes = new BigUint64Array(INDEXES.length * records.length);
  const numbers = new Float64Array(NUMBERS.length * records.length);
  records.forEach((record, k) => {
    INDEXES.forEach((field, n) => (indexes[INDEXES.length * k + n] = record[field]));
    NUMBERS.forEach((field, n) => (numbers[NUMBERS.length * k + n] = record[field]));
  });
  return { indexes, numbers };
}

export function unpackRecords({ indexes, numbers }: PackedRecords): readonly VmaRecord[] {
  return Array.from({ length: numbers.length / NUMBERS.length }, (_, k) => {
    const [i, n] = [INDEXES.length * k, NUMBERS.length * k];
    return {
      number: numbers[n]!,
      first: index(indexes[i]!),
      last: index(indexes[i + 1]!),
      offset: index(indexes[i + 2]!),
      flags: numbers[n + 1]!,
      file: numbers[n + 2]!,
      anon: numbers[n + 3]!,
      chain: numbers[n + 4]!,
    };
  });
}

export function packVmas(vmas: readonly Vma[]): PackedVmas {
  const { length } = vmas;
  const packed = {
    numbers: new Float64Array(length),
    firsts: new BigUint64Array(length),
    lasts: new BigUint64Array(length),
    offsets: new BigUint64Array(length),
    flags: new Int32Array(length),
    perms: new Uint32Array(length),
    paths: new Uint32Array(length),
  };
  const known = new Map<string, number>();
  const wordOf = (word: string): number => {
    const at = known.get(word) ?? known.size;
    if (at === known.size) known.set(word, at);
    return at;
  };
  vmas.forEach((vma, k) => {
    packed.numbers[k] = vma.number;
    packed.firsts[k] = vma.first;
    packed.lasts[k] = vma.last;
    packed.offsets[k] = vma.offset;
    packed.flags[k] = vma.flags ?? -1;
    packed.perms[k] = wordOf(vma.perms);
    packed.paths[k] = wordOf(vma.path);
  });
  return { ...packed, words: [...known.keys()] };
}

export function unpackVmas({
  numbers,
  firsts,
  lasts,
  offsets,
  flags,
  perms,
  paths,
  words,
}: PackedVmas): readonly Vma[] {
  return Array.from(numbers, (number, k) => ({
    number,
    first: index(firsts[k]!),
    last: index(lasts[k]!),
    perms: words[perms[k]!]!,
    offset: index(offsets[k]!),
    path: words[paths[k]!]!,
    ...(flags[k]! < 0 ? {} : { flags: flags[k]! }),
  }));
}
