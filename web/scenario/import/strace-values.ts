// SPDX-License-Identifier: GPL-2.0-or-later
//
// Arguments and results as strace spells them: addresses, sizes, flags by name or number, file descriptors. The numbers
// of the flags are those of Linux on x86-64, which `-X raw` prints.

import { index, type Index } from '../../base/index64';

const PROT: Readonly<Record<string, number>> = { PROT_NONE: 0, PROT_READ: 1, PROT_WRITE: 2, PROT_EXEC: 4 };

export const MAP = {
  shared: 0x1,
  private: 0x2,
  fixed: 0x10,
  anonymous: 0x20,
  growsdown: 0x100,
  locked: 0x2000,
  stack: 0x2_0000,
  noreserve: 0x4000,
  noreplace: 0x10_0000,
} as const;

const MAP_NAMES: Readonly<Record<string, number>> = {
  MAP_SHARED: MAP.shared,
  MAP_PRIVATE: MAP.private,
  MAP_SHARED_VALIDATE: 3,
  MAP_DROPPABLE: 8,
  MAP_FIXED: MAP.fixed,
  MAP_ANONYMOUS: MAP.anonymous,
  MAP_ANON: MAP.anonymous,
  MAP_FILE: 0,
  MAP_GROWSDOWN: MAP.growsdown,
  MAP_LOCKED: MAP.locked,
  MAP_STACK: MAP.stack,
  MAP_NORESERVE: MAP.noreserve,
  MAP_FIXED_NOREPLACE: MAP.noreplace,
};

/** A flag of a call that an address space here does not keep, and what Linux does with it. */
export interface Unmodelled {
  readonly flag: string;
  readonly why: string;
}

const HUGETLB =
  'Linux maps a file of hugetlbfs, which merges with no other memory, is not charged and has pages of its own size';
const DROPPABLE =
  'Linux may drop its pages, does not charge them, gives a fork’s child none, and merges it with nothing else';
const KEY = 'Linux keeps it in the VMA’s flags, and merges only VMAs of one key';

// By bit of the argument. Flags that Linux ignores, or that only choose a place, make no difference.
const UNMODELLED_BITS: readonly (readonly [bit: number, flag: string, why: string])[] = [
  [0x8000, 'MAP_POPULATE', 'only `touch` makes pages present'],
  [0x4_0000, 'MAP_HUGETLB', HUGETLB],
  [0x8_0000, 'MAP_SYNC', 'Linux keeps it in the VMA’s flags'],
];
const BIT_NAMES: Readonly<Record<string, number>> = Object.fromEntries(
  UNMODELLED_BITS.map(([bit, flag]) => [flag, bit]),
);
// Of the four bits of the type no other one has it.
const DROPPABLE_BIT = 8;
/** Names that make no difference here: Linux ignores them, or they only choose where a mapping goes. */
const INDIFFERENT =
  /^(?:MAP_(?:FILE|DENYWRITE|EXECUTABLE|32BIT|ABOVE4G|NONBLOCK|UNINITIALIZED)|(?:\d+<<)?MAP_HUGE_\w+|PROT_SEM)$/;

export const MREMAP = { maymove: 1, fixed: 2, dontunmap: 4 } as const;
export const MLOCK_ONFAULT = 1;
export const MCL = { current: 1, future: 2, onfault: 4 } as const;
const MREMAP_NAMES: Readonly<Record<string, number>> = { MREMAP_MAYMOVE: 1, MREMAP_FIXED: 2, MREMAP_DONTUNMAP: 4 };

/** Names of advice, by their numbers. */
const MADV: ReadonlyMap<number, string> = new Map([
  ...['NORMAL', 'RANDOM', 'SEQUENTIAL', 'WILLNEED', 'DONTNEED'].map((name, k): [number, string] => [k, name]),
  ...[
    'FREE',
    'REMOVE',
    'DONTFORK',
    'DOFORK',
    'MERGEABLE',
    'UNMERGEABLE',
    'HUGEPAGE',
    'NOHUGEPAGE',
    'DONTDUMP',
    'DODUMP',
  ].map((name, k): [number, string] => [k + 8, name]),
  ...[
    'WIPEONFORK',
    'KEEPONFORK',
    'COLD',
    'PAGEOUT',
    'POPULATE_READ',
    'POPULATE_WRITE',
    'DONTNEED_LOCKED',
    'COLLAPSE',
  ].map((name, k): [number, string] => [k + 18, name]),
  [102, 'GUARD_INSTALL'],
  [103, 'GUARD_REMOVE'],
]);

/**
 * A number as strace prints it: NULL, decimal, octal, hex; null if it is none. Comments of `-X verbose` do not matter.
 */
export function readValue(text: string): Index | null {
  const bare = text.replace(/\s*\/\*.*?\*\//g, '').trim();
  if (bare === 'NULL') return index(0n);
  if (!/^(?:0x[0-9a-f]{1,16}|0[0-7]{1,22}|0|[1-9]\d{0,19})$/.test(bare)) return null;
  const value = BigInt(bare.replace(/^0(?=\d)/, '0o'));
  return value < 1n << 64n ? index(value) : null;
}

// Names that are not in the table change nothing that the model keeps: they count as no bit, and are reported
// (`unmodelled…`).
function readFlags(text: string, names: Readonly<Record<string, number>>, prefix: RegExp): number | null {
  let flags = 0;
  for (const one of wordsOf(text)) {
    const value = readValue(one);
    if (value !== null) flags |= Number(value & 0xffff_ffffn);
    else if (prefix.test(one)) flags |= names[one] ?? 0;
    else return null;
  }
  return flags;
}

export const readProt = (text: string): number | null => readFlags(text, PROT, /^PROT_[A-Z0-9]+$/);
export const readMapFlags = (text: string): number | null =>
  readFlags(text, MAP_NAMES, /^(?:(?:\d+<<)?MAP_[A-Z0-9_]+)$/);
export const readLockFlags = (text: string): number | null => readFlags(text, KNOWN_FLAGS.mlock2, /^MLOCK_[A-Z0-9]+$/);
export const readLockAllFlags = (text: string): number | null => readFlags(text, KNOWN_FLAGS.mlockall, /^MCL_[A-Z]+$/);
export const SHM = { rdonly: 0x1000, remap: 0x4000, exec: 0x8000 } as const;
const SHM_NAMES: Readonly<Record<string, number>> = {
  SHM_RDONLY: SHM.rdonly,
  SHM_REMAP: SHM.remap,
  SHM_EXEC: SHM.exec,
};
export const readShmFlags = (text: string): number | null => readFlags(text, SHM_NAMES, /^SHM_[A-Z0-9]+$/);
export const readRemapFlags = (text: string): number | null => readFlags(text, MREMAP_NAMES, /^MREMAP_[A-Z0-9]+$/);

const KNOWN_FLAGS = {
  mlockall: { MCL_CURRENT: MCL.current, MCL_FUTURE: MCL.future, MCL_ONFAULT: MCL.onfault },
  mlock2: { MLOCK_ONFAULT },
  mseal: {},
} as const;

/** Flags that the call does not have, as the log writes them, each once. Linux answers EINVAL to each. */
export function unknownFlags(call: keyof typeof KNOWN_FLAGS, text: string): Unmodelled[] {
  const known: Readonly<Record<string, number>> = KNOWN_FLAGS[call];
  const bits = BigInt(Object.values(known).reduce((all, bit) => all | bit, 0));
  const unknown = wordsOf(text).filter((word) => {
    const value = readValue(word);
    return value === null ? word !== '' && known[word] === undefined : (value & ~bits) !== 0n;
  });
  return [...new Set(unknown)].map((flag) => ({ flag, why: 'it is not known here' }));
}

const wordsOf = (text: string): string[] =>
  text
    .replace(/\/\*.*?\*\//g, '')
    .split('|')
    .map((word) => word.trim());

/** Flags of an mmap that are not modelled, each once. */
export function unmodelledMapFlags(text: string): Unmodelled[] {
  const found: Unmodelled[] = [];
  let bits = 0;
  for (const word of wordsOf(text)) {
    const value = readValue(word);
    if (value !== null) bits |= Number(value & 0xffff_ffffn);
    else if (MAP_NAMES[word] !== undefined) bits |= MAP_NAMES[word];
    else if (BIT_NAMES[word] !== undefined) bits |= BIT_NAMES[word];
    else if (!INDIFFERENT.test(word)) found.push({ flag: word, why: 'it is not known here' });
  }
  if ((bits & DROPPABLE_BIT) !== 0) found.push({ flag: 'MAP_DROPPABLE', why: DROPPABLE });
  for (const [bit, flag, why] of UNMODELLED_BITS) if ((bits & bit) !== 0) found.push({ flag, why });
  return found;
}

/**
 * Protections that are not modelled, and a protection key: `key` is the argument of pkey_mprotect, null if there is
 * none.
 */
export function unmodelledProt(text: string, key: string | null): Unmodelled[] {
  const found = wordsOf(text)
    .filter((word) => readValue(word) === null && PROT[word] === undefined && !INDIFFERENT.test(word))
    .map((word): Unmodelled => ({
      flag: word,
      why: /^PROT_GROWS/.test(word) ? 'Linux changes the VMA up to its end in that direction' : 'it is not known here',
    }));
  // 0 is the key that all memory begins with; -1 leaves the key as it is.
  const number = key === null || /^-1\b/.test(key) ? null : readValue(key);
  return number === null || number === 0n || number >= 1n << 31n
    ? found
    : [...found, { flag: `protection key ${number}`, why: KEY }];
}

/** The advice without `MADV_`; null if it cannot be read. */
export function readAdvice(text: string): string | null {
  const name = /^MADV_([A-Z0-9_]+)$/.exec(text)?.[1];
  if (name !== undefined) return name;
  const value = readValue(text);
  return value === null ? null : (MADV.get(Number(value)) ?? `${value}`);
}

/** A file descriptor, and the path that -y adds. */
export function readFd(text: string): { readonly fd: number; readonly path: string | null } | null {
  if (/^(?:(?:0x)?f{8}(?:f{8})?|4294967295)$/.test(text)) return { fd: -1, path: null };
  const found = /^(-?\d+|AT_FDCWD)(?:<(.*)>(\(deleted\))?)?$/s.exec(text);
  if (found === null) return null;
  const path =
    found[2] === undefined
      ? null
      : `${unescaped(found[2].replace(/<[^<>]*>$/, ''))}${found[3] === undefined ? '' : ' (deleted)'}`;
  return { fd: found[1] === 'AT_FDCWD' ? -100 : Number(found[1]), path };
}

/** A text in quotes; null if it is none. */
export function readText(text: string): string | null {
  const found = /^"(.*)"(?:\.\.\.)?$/s.exec(text);
  return found === null ? null : unescaped(found[1] ?? '');
}

// Escapes of bytes, read as UTF-8 when they are that.
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  const simple: Readonly<Record<string, string>> = { n: '0a', t: '09', r: '0d', f: '0c', v: '0b' };
  let coded = '';
  for (const [whole, octal, hex, letter] of text.matchAll(/\\([0-7]{1,3})|\\x([0-9a-f]{2})|\\(.)|[^\\]/gsu)) {
    if (octal !== undefined) coded += `%${(Number.parseInt(octal, 8) & 0xff).toString(16).padStart(2, '0')}`;
    else if (hex !== undefined) coded += `%${hex}`;
    else if (letter !== undefined)
      coded += simple[letter] === undefined ? encodeURIComponent(letter) : `%${simple[letter]}`;
    else coded += encodeURIComponent(whole);
  }
  try {
    return decodeURIComponent(coded);
  } catch {
    return text;
  }
}

/** A result: a value, or the name of the error that the call failed with; null if the call never returned. */
export function readResult(text: string): { readonly value: Index } | { readonly error: string } | null {
  const failed = /^(?:-1|\?) ([A-Z][A-Z0-9_]*)\b/.exec(text);
  if (failed !== null) return { error: failed[1] ?? '' };
  const value = readValue(/^\S+/.exec(text)?.[0].replace(/<.*$/s, '') ?? '');
  return value === null ? null : { value };
}
