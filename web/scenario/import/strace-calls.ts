// SPDX-License-Identifier: GPL-2.0-or-later
//
// One call of an strace log as what it did to an address space. Knows one call, not the log around it.
//
// The logged results decide: the address that mmap and mremap returned, and whether the call succeeded. A call that
// changes no VMA becomes kind 'none', with the reason: it is a step of the replay like any other. So does a failed
// call, unless its error can leave part of the work done; then `failed` holds the error.

import { index, toHex, type Index } from '../../base/index64';
import { PAGE, VMA_FLAGS, type Advice, type LockAll } from '../../model/memory';
import { splitArgs } from './strace-args';
import type { MapsLine } from './maps';
import {
  MAP,
  MCL,
  MLOCK_ONFAULT,
  MREMAP,
  readAdvice,
  readFd,
  readLockAllFlags,
  readLockFlags,
  readMapFlags,
  readProt,
  readRemapFlags,
  readResult,
  readShmFlags,
  readValue,
  SHM,
  unknownFlags,
  unmodelledMapFlags,
  unmodelledProt,
  type Unmodelled,
} from './strace-values';

/** The file behind a mapping: its name, and which one it is where several have that name. */
export interface TracedFile {
  readonly path: string;
  readonly which: string;
}

/** The effect of a call. Ranges are whole pages, both ends included. */
export type CallEffect =
  /** `fixed`: what was there went; else the kernel found it free. */
  | {
      readonly kind: 'map';
      readonly first: Index;
      readonly last: Index;
      readonly flags: number;
      readonly file: TracedFile | null;
      readonly offset: Index;
      readonly fixed: boolean;
      readonly unmodelled: readonly Unmodelled[];
    }
  /** `failed`: the call met sealed memory. */
  | { readonly kind: 'unmap'; readonly first: Index; readonly last: Index; readonly failed?: string }
  /** shmdt: what is left of the segment that was attached at `first`. */
  | { readonly kind: 'detach'; readonly first: Index }
  /** `failed`: the error that the call returned after changing part of the range. */
  | {
      readonly kind: 'protect';
      readonly first: Index;
      readonly last: Index;
      readonly prot: number;
      readonly unmodelled: readonly Unmodelled[];
      readonly failed?: string;
    }
  /** Where the heap ends now, and where it was asked to end (null: it was only asked). */
  | { readonly kind: 'brk'; readonly end: Index; readonly asked: Index | null }
  /**
   * `keeps`: the old place stays mapped (MREMAP_DONTUNMAP, or an old size of 0). `fixed`: what was at the new place
   * went.
   */
  | {
      readonly kind: 'remap';
      readonly first: Index;
      readonly bytes: Index;
      readonly newBytes: Index;
      readonly now: Index;
      readonly keeps: boolean;
      readonly fixed: boolean;
    }
  | {
      readonly kind: 'advise';
      readonly first: Index;
      readonly last: Index;
      readonly advice: Advice;
      readonly unmodelled?: readonly Unmodelled[];
      readonly failed?: string;
    }
  | { readonly kind: 'lockall'; readonly how: LockAll | null; readonly unmodelled?: readonly Unmodelled[] }
  /** Another program begins: nothing of the old one stays. `mapped`: the log says what the new one begins with. */
  | { readonly kind: 'exec'; readonly mapped: boolean }
  /** A line of the map that the log holds below an execve. */
  | { readonly kind: 'load'; readonly first: Index; readonly last: Index; readonly line: MapsLine }
  | { readonly kind: 'none'; readonly why: string };

/** A call that cannot be read: which argument (−1: all of it), and why. */
export interface CallFault {
  readonly argument: number;
  readonly message: string;
  readonly hint: string;
}

/** Facts on files beyond the call itself. */
export interface FileNames {
  /** The file of a descriptor without a path beside it. `begins`: a mapping that the kernel found room for. */
  name(fd: number, begins: boolean): TracedFile;
  /** A file that no other mapping shares: shared anonymous memory. */
  fresh(path: string): TracedFile;
  /** A segment of System V shared memory, and its size; null if the log lacks its shmget. */
  segment(id: number): Segment | null;
}

/** System V shared memory. */
export interface Segment {
  readonly file: TracedFile;
  readonly bytes: Index;
}

const ADVICE: Readonly<Record<string, Advice>> = {
  DONTFORK: 'dontfork',
  DOFORK: 'dofork',
  WIPEONFORK: 'wipeonfork',
  KEEPONFORK: 'keeponfork',
  HUGEPAGE: 'hugepage',
  NOHUGEPAGE: 'nohugepage',
  DONTDUMP: 'dontdump',
  DODUMP: 'dodump',
  MERGEABLE: 'mergeable',
  UNMERGEABLE: 'unmergeable',
  DONTNEED: 'dontneed',
  FREE: 'free',
};
const SPLITTING = new Set(['NORMAL', 'RANDOM', 'SEQUENTIAL']);

/** Reads a call of MEMORY_CALLS; null for one that never returned. */
export function readCall(name: string, args: string, result: string, files: FileNames): CallEffect | CallFault | null {
  const returned = readResult(result);
  if (returned === null)
    return /^\?/.test(result)
      ? null
      : {
          argument: -1,
          message: `the result \`${result}\` cannot be read`,
          hint: 'a result is an address, 0, or -1 and the error’s name',
        };
  const parts = splitArgs(args);
  if ('error' in returned) return failedCall(name, parts, returned.error);
  switch (name) {
    case 'mmap':
    case 'mmap2':
      return mmap(name, parts, returned.value, files);
    case 'mremap':
      return mremap(parts, returned.value);
    case 'brk':
      return brk(parts, returned.value);
    case 'madvise':
      return madvise(parts);
    case 'mlockall':
      return mlockall(parts);
    case 'munlockall':
      return { kind: 'lockall', how: null };
    case 'shmat':
      return shmat(parts, returned.value, files);
    case 'shmdt':
      return shmdt(parts);
    default:
      return onRange(name, parts);
  }
}

const ON_RANGES: ReadonlySet<string> = new Set(['mprotect', 'pkey_mprotect', 'madvise', 'mlock', 'mlock2', 'munlock']);
/** Errors that these calls can return after changing part of their range. */
const ON_THE_WAY: ReadonlySet<string> = new Set(['ENOMEM', 'EINVAL', 'EACCES', 'EPERM', 'EAGAIN']);
/** These unmap what is at their place (mmap only with MAP_FIXED); sealed memory ends them with EPERM. */
const CLEARS: ReadonlySet<string> = new Set(['munmap', 'mmap', 'mremap']);
/** These calls accept an address that is not page-aligned. */
const ROUNDS: ReadonlySet<string> = new Set(['mlock', 'mlock2', 'munlock']);

function failedCall(name: string, parts: readonly string[], error: string): CallEffect {
  const nothing = none(`the call failed with ${error}: nothing is changed`);
  if (error === 'EPERM' && CLEARS.has(name)) return cleared(name, parts) ?? nothing;
  if (!ON_RANGES.has(name) || !ON_THE_WAY.has(error)) return nothing;
  const whole = (readValue(parts[0] ?? '') ?? 1n) % PAGE === 0n;
  const effect = name === 'madvise' ? madvise(parts) : onRange(name, parts);
  if (!('kind' in effect) || (effect.kind !== 'protect' && effect.kind !== 'advise') || !(whole || ROUNDS.has(name)))
    return nothing;
  return { ...effect, failed: error };
}

// The range of an unmapping that ended at sealed memory: only the cut at its first address remains.
function cleared(name: string, parts: readonly string[]): CallEffect | null {
  // An address without MAP_FIXED is only a wish: the call failed for another reason.
  if (name === 'mmap' && ((readMapFlags(parts[3] ?? '') ?? 0) & MAP.fixed) === 0) return null;
  const [address, length] = name === 'mremap' ? remapped(parts) : parts;
  const range = rangeOf([address ?? '', length ?? '']);
  return 'argument' in range || range.empty
    ? null
    : { kind: 'unmap', first: range.first, last: range.last, failed: 'EPERM' };
}

// The range that an mremap clears: its new place, else the end that it gives up.
function remapped([from = '', old = '', wanted = '', flags = '', to = '']: readonly string[]): readonly string[] {
  if (((readRemapFlags(flags) ?? 0) & MREMAP.fixed) !== 0) return [to, wanted];
  const [first, bytes, left] = [readValue(from), readValue(old), readValue(wanted)];
  if (first === null || bytes === null || left === null || left >= bytes) return [];
  return [toHex(index(first + roundUp(left))), String(roundUp(bytes) - roundUp(left))];
}

function none(why: string): CallEffect {
  return { kind: 'none', why };
}

function fault(argument: number, what: string, hint = ''): CallFault {
  return { argument, message: `${what} cannot be read`, hint };
}

function mmap(name: string, parts: readonly string[], at: Index, files: FileNames): CallEffect | CallFault {
  if (parts.length !== 6)
    return fault(
      -1,
      `mmap with ${parts.length} arguments`,
      'it has six: address, length, protection, flags, descriptor, offset',
    );
  const [, lengthText = '', protText = '', flagsText = '', fdText = '', offsetText = ''] = parts;
  const length = readValue(lengthText);
  if (length === null) return fault(1, `the length \`${lengthText}\``);
  const prot = readProt(protText);
  if (prot === null) return fault(2, `the protection \`${protText}\``, 'as in PROT_READ|PROT_WRITE, or a number');
  const flags = readMapFlags(flagsText);
  if (flags === null) return fault(3, `the flags \`${flagsText}\``, 'as in MAP_PRIVATE|MAP_ANONYMOUS, or a number');
  const fd = readFd(fdText);
  if (fd === null) return fault(4, `the descriptor \`${fdText}\``);
  const offset = readValue(offsetText);
  if (offset === null) return fault(5, `the offset \`${offsetText}\``);
  const range = pagesOf(at, length);
  if (range === null)
    return fault(-1, `a mapping of ${length} bytes at ${toHex(at)}`, 'it is not whole pages below 2^64');
  const fixed = (flags & MAP.fixed) !== 0;
  const shared = (flags & MAP.shared) !== 0;
  const anonymous = (flags & MAP.anonymous) !== 0;
  const begins = !fixed && (flags & MAP.noreplace) === 0;
  const file = !anonymous
    ? fd.path === null
      ? files.name(fd.fd, begins)
      : { path: fd.path, which: fd.path }
    : shared
      ? files.fresh('/dev/zero (deleted)')
      : null;
  let bits = protBits(prot);
  if (shared) bits |= VMA_FLAGS.shared;
  if ((flags & MAP.growsdown) !== 0) bits |= VMA_FLAGS.grows;
  if ((flags & MAP.locked) !== 0) bits |= VMA_FLAGS.locked;
  if ((flags & MAP.stack) !== 0) bits |= VMA_FLAGS.nohugepage;
  if ((flags & MAP.noreserve) !== 0) bits |= VMA_FLAGS.noreserve;
  const bytes = name === 'mmap2' ? offset * PAGE : offset;
  return {
    kind: 'map',
    ...range,
    flags: bits,
    file,
    offset: file === null || anonymous ? index(0n) : index(bytes),
    fixed,
    unmodelled: [...unmodelledMapFlags(flagsText), ...unmodelledProt(protText, null)],
  };
}

function mremap(parts: readonly string[], now: Index): CallEffect | CallFault {
  if (parts.length < 4)
    return fault(
      -1,
      `mremap with ${parts.length} arguments`,
      'it has four or five: old address, old size, new size, flags, new address',
    );
  const [first, bytes, newBytes] = parts.slice(0, 3).map(readValue);
  for (const [k, value] of [first, bytes, newBytes].entries())
    if (value === null) return fault(k, `\`${parts[k] ?? ''}\``);
  const flags = readRemapFlags(parts[3] ?? '');
  if (flags === null) return fault(3, `the flags \`${parts[3] ?? ''}\``, 'as in MREMAP_MAYMOVE, or a number');
  const [from, old, wanted] = [first as Index, roundUp(bytes as Index), roundUp(newBytes as Index)];
  const keeps = (flags & MREMAP.dontunmap) !== 0 || old === 0n;
  if (wanted === 0n || from % PAGE !== 0n || now % PAGE !== 0n) return fault(-1, 'an mremap that is not whole pages');
  if (!keeps && now === from && old === wanted) return none('the size stays: nothing is changed');
  return { kind: 'remap', first: from, bytes: old, newBytes: wanted, now, keeps, fixed: (flags & MREMAP.fixed) !== 0 };
}

function brk(parts: readonly string[], end: Index): CallEffect | CallFault {
  const asked = readValue(parts[0] ?? '');
  if (parts.length !== 1 || asked === null)
    return fault(0, `\`${parts.join(', ')}\``, 'brk has one argument, an address or NULL');
  return { kind: 'brk', end, asked: asked === 0n ? null : asked };
}

function madvise(parts: readonly string[]): CallEffect | CallFault {
  const word = readAdvice(parts[2] ?? '');
  if (parts.length !== 3 || word === null)
    return fault(
      parts.length === 3 ? 2 : -1,
      parts.length === 3 ? `the advice \`${parts[2] ?? ''}\`` : `madvise with ${parts.length} arguments`,
      'as in MADV_DONTFORK',
    );
  const range = rangeOf(parts);
  if ('argument' in range) return range;
  if (range.empty) return none('the range is empty: nothing is changed');
  const advice = ADVICE[word];
  if (advice !== undefined) return { kind: 'advise', first: range.first, last: range.last, advice };
  if (SPLITTING.has(word))
    return none(`MADV_${word} sets flags of a VMA that this model does not keep; Linux may split the VMA for them`);
  return none(`MADV_${word} concerns only pages: no VMA is changed`);
}

function shmat(parts: readonly string[], at: Index, files: FileNames): CallEffect | CallFault {
  if (parts.length !== 3)
    return fault(-1, `shmat with ${parts.length} arguments`, 'it has three: segment, address, flags');
  const id = readValue(parts[0] ?? '');
  if (id === null) return fault(0, `the segment \`${parts[0] ?? ''}\``);
  const flags = readShmFlags(parts[2] ?? '');
  if (flags === null) return fault(2, `the flags \`${parts[2] ?? ''}\``, 'as in SHM_RDONLY, or a number');
  const segment = files.segment(Number(id));
  if (segment === null)
    return none(
      `the log lacks the shmget of segment ${id}, which says its size: nothing ` +
        'is mapped here. `strace -f -e trace=memory,process,shmget` records it',
    );
  const range = pagesOf(at, segment.bytes);
  if (range === null)
    return fault(-1, `a segment of ${segment.bytes} bytes at ${toHex(at)}`, 'it is not whole pages below 2^64');
  const { read, write, exec, shared } = VMA_FLAGS;
  const bits = read | shared | ((flags & SHM.rdonly) === 0 ? write : 0) | ((flags & SHM.exec) === 0 ? 0 : exec);
  return {
    kind: 'map',
    ...range,
    flags: bits,
    file: segment.file,
    offset: index(0n),
    fixed: (flags & SHM.remap) !== 0,
    unmodelled: [],
  };
}

function shmdt(parts: readonly string[]): CallEffect | CallFault {
  const first = readValue(parts[0] ?? '');
  if (parts.length !== 1 || first === null)
    return fault(0, `\`${parts.join(', ')}\``, 'shmdt has one argument, an address');
  return { kind: 'detach', first };
}

function mlockall(parts: readonly string[]): CallEffect | CallFault {
  const flags = readLockAllFlags(parts[0] ?? '');
  if (parts.length !== 1 || flags === null)
    return fault(0, `\`${parts.join(', ')}\``, 'as in MCL_CURRENT|MCL_FUTURE, or a number');
  const how = {
    current: (flags & MCL.current) !== 0,
    future: (flags & MCL.future) !== 0,
    onfault: (flags & MCL.onfault) !== 0,
  };
  const unmodelled = unknownFlags('mlockall', parts[0] ?? '');
  if (how.current || how.future) return { kind: 'lockall', how, ...named(unmodelled) };
  const why =
    unmodelled.length === 0
      ? 'Linux answers EINVAL to mlockall without MCL_CURRENT or MCL_FUTURE'
      : `\`${unmodelled.map(({ flag }) => flag).join('|')}\` of mlockall is not known here`;
  return none(`nothing is followed: ${why}`);
}

function named(unmodelled: readonly Unmodelled[]): { readonly unmodelled?: readonly Unmodelled[] } {
  return unmodelled.length === 0 ? {} : { unmodelled };
}

function onRange(name: string, parts: readonly string[]): CallEffect | CallFault {
  const range = rangeOf(parts);
  if ('argument' in range) return range;
  if (range.empty) return none('the range is empty: nothing is changed');
  const { first, last } = range;
  if (name === 'munmap') return { kind: 'unmap', first, last };
  if (name === 'mlock') return { kind: 'advise', first, last, advice: 'lock' };
  if (name === 'mseal')
    return { kind: 'advise', first, last, advice: 'seal', ...named(unknownFlags('mseal', parts[2] ?? '')) };
  if (name === 'mlock2') {
    const flags = readLockFlags(parts[2] ?? '');
    if (flags === null) return fault(2, `the flags \`${parts[2] ?? ''}\``, 'as in MLOCK_ONFAULT, or a number');
    const advice = (flags & MLOCK_ONFAULT) === 0 ? 'lock' : 'lock onfault';
    return { kind: 'advise', first, last, advice, ...named(unknownFlags('mlock2', parts[2] ?? '')) };
  }
  if (name === 'munlock') return { kind: 'advise', first, last, advice: 'unlock' };
  const prot = readProt(parts[2] ?? '');
  if (prot === null) return fault(2, `the protection \`${parts[2] ?? ''}\``, 'as in PROT_READ|PROT_WRITE, or a number');
  return {
    kind: 'protect',
    first,
    last,
    prot: protBits(prot),
    unmodelled: unmodelledProt(parts[2] ?? '', name === 'pkey_mprotect' ? (parts[3] ?? null) : null),
  };
}

// The pages that an address and a length cover, as these calls round them.
function rangeOf(
  parts: readonly string[],
): { readonly first: Index; readonly last: Index; readonly empty: boolean } | CallFault {
  const [address, length] = [readValue(parts[0] ?? ''), readValue(parts[1] ?? '')];
  if (address === null) return fault(0, `the address \`${parts[0] ?? ''}\``);
  if (length === null) return fault(1, `the length \`${parts[1] ?? ''}\``);
  const first = index(address - (address % PAGE));
  if (length === 0n) return { first, last: first, empty: true };
  const range = pagesOf(first, index(length + (address % PAGE)));
  return range === null
    ? fault(-1, `a range of ${length} bytes at ${toHex(address)}`, 'it ends above 2^64')
    : { ...range, empty: false };
}

function pagesOf(first: Index, bytes: Index): { readonly first: Index; readonly last: Index } | null {
  const size = roundUp(bytes);
  if (size === 0n || first % PAGE !== 0n || first + size > 1n << 64n) return null;
  return { first, last: index(first + size - 1n) };
}

function roundUp(bytes: Index): Index {
  return index(((bytes + PAGE - 1n) / PAGE) * PAGE);
}

// PROT_READ, PROT_WRITE and PROT_EXEC are the VMA's own bits of these names.
function protBits(prot: number): number {
  return prot & (VMA_FLAGS.read | VMA_FLAGS.write | VMA_FLAGS.exec);
}
