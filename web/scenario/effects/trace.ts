// SPDX-License-Identifier: GPL-2.0-or-later
//
// The replay of an strace log: each of its calls as one call of an address space. Knows the calls as functions and not
// who answers them, so that the same replay runs against the core and against the plain list of VMAs.
//
// Where the log and the address space do not agree (the kernel found room that is taken here, a call went through where
// nothing is mapped) the log is followed as far as the call allows, and the step says so. It is what a log begun under
// way, or without the map that execve had made, brings.

import { reasons, type Reason } from '../../model/reason';
import { index, toHex, ZERO, type Index } from '../../base/index64';
import { PAGE, VMA_FLAGS, type Advice, type LockAll } from '../../model/memory';
import type { ErrorName } from '../../model/status';
import type { TraceCall } from '../import/strace';
import type { CallEffect, TracedFile } from '../import/strace-calls';
import type { MapsLine } from '../import/maps';
import { isInaccessible, isSealed, LOCKING, refusalOf } from '../oracle/vma-flags';

/** A VMA of the address space, as far as a replay asks. */
export interface ReplayVma {
  readonly first: Index;
  readonly last: Index;
  readonly flags: number;
  readonly file: number;
  readonly offset: Index;
  readonly path: string;
}

/** The mapping put into a range: a file by its name, or a mapping like that of another VMA. */
export interface ReplayMapping {
  readonly flags: number;
  readonly offset: Index;
  readonly file: TracedFile | Pick<ReplayVma, 'file' | 'path'> | null;
}

/** The calls of an address space; each says what came of it as a D. */
export interface ReplaySpace<D> {
  /** Where the heap begins and ends (exclusive); both 0 before there is one. */
  heap(): { readonly start: Index; readonly end: Index };
  /** VMAs that reach into a range, ascending. */
  within(first: Index, last: Index): readonly ReplayVma[];
  map(first: Index, last: Index, mapping: ReplayMapping): D;
  /** A VMA that was there when the program began. */
  load(line: MapsLine): D;
  unmap(first: Index, last: Index): D;
  protect(first: Index, last: Index, prot: number): D;
  advise(first: Index, last: Index, advice: Advice): D;
  lockAll(how: LockAll | null): D;
  /** Unmaps everything, sealed memory too. */
  exec(): D;
  brkAt(start: Index): D;
  brk(end: Index): D;
  /** `to` 0n: in place. `keep`: the old place stays mapped, empty. */
  remap(first: Index, bytes: Index, newBytes: Index, to: Index, keep: boolean): D;
  errorOf(done: D): ErrorName | null;
  /** Why a call was refused that the memory as it is here would have let through; empty if the memory itself is why. */
  refusalOf(done: D): string;
}

/** The result of one call of the log; null if it changes nothing. */
export interface Replayed<D> {
  readonly done: D | null;
  readonly hint: readonly Reason[];
}

// `hint` holds for a call that went through, `differs` whatever came of it.
interface Followed<D> {
  readonly done: D | null;
  readonly hint: string;
  readonly differs?: string;
}

const BEGINS = 'another program begins: nothing of the old one stays mapped';
const TASK_LAST = 0x7fff_ffff_efffn;
const PLACE_FOR_MAPS =
  'What `execve` mapped is missing: paste the program’s `/proc/PID/maps` below this line of the log';

/** Owns what a replay has to remember between calls. */
export class Replay<D> {
  private readonly space: ReplaySpace<D>;
  // Another program has begun, and its heap is not known yet.
  private newHeap = false;

  constructor(space: ReplaySpace<D>) {
    this.space = space;
  }

  play({ effect }: Pick<TraceCall, 'effect'>): Replayed<D> {
    const {
      done,
      hint,
      differs = '',
    } = 'failed' in effect ? this.followFailed(effect, effect.failed) : this.follow(effect);
    const error = done === null ? null : this.space.errorOf(done);
    const failed = 'failed' in effect ? effect.failed : null;
    if (done === null || error === null || error === failed)
      return { done, hint: reasons(differs, hint, ...notModelled(effect)) };
    const why = this.space.refusalOf(done);
    const logged = failed === null ? 'that the call went through' : failed;
    if (why !== '') return { done, hint: reasons(`${error} here, while the log says ${logged}: ${why}`, differs) };
    return {
      done,
      hint: reasons(
        `${error} here, while the log says ${logged}: what was mapped ` +
          'before the log began is missing (`maps` above `trace` gives it)',
        differs,
      ),
    };
  }

  private follow(effect: CallEffect): Followed<D> {
    const { space } = this;
    switch (effect.kind) {
      case 'none':
        return { done: null, hint: effect.why };
      case 'exec':
        this.newHeap = true;
        return { done: space.exec(), hint: effect.mapped ? BEGINS : `${BEGINS}. ${PLACE_FOR_MAPS}` };
      case 'load':
        return { done: space.load(effect.line), hint: '' };
      case 'map':
        return this.map(effect);
      case 'unmap':
        return { done: space.unmap(effect.first, effect.last), hint: '' };
      case 'detach':
        return this.detach(effect);
      case 'protect':
        return { done: space.protect(effect.first, effect.last, effect.prot), hint: '' };
      case 'advise':
        return { done: space.advise(effect.first, effect.last, effect.advice), hint: '' };
      case 'lockall':
        return { done: space.lockAll(effect.how), hint: '' };
      case 'brk':
        return this.brk(effect);
      case 'remap':
        return this.remap(effect);
    }
  }

  // Replays a call that failed in the log as far as Linux got: up to a hole, or to memory that refuses the change. An
  // error with a cause that this address space does not show (a limit, a lack of memory) changes nothing.
  private followFailed(
    effect: Extract<CallEffect, { kind: 'protect' | 'advise' | 'unmap' }>,
    failed: string,
  ): Followed<D> {
    const { first, last } = effect;
    if (effect.kind === 'unmap') return this.unmapSealed(effect, failed);
    const barred = this.barrier(effect, failed);
    if (barred === null || barred <= first)
      return { done: null, hint: `the call failed with ${failed}: nothing is changed` };
    if (barred > last)
      return {
        ...this.follow(effect),
        hint: `the call failed with ${failed}, but everything mapped in the range is changed`,
      };
    // The address space does not model why the kernel denied access, so the replayed call ends before that address.
    const told = failed === 'EACCES' ? { ...effect, last: index(barred - 1n) } : effect;
    return {
      ...this.follow(told),
      hint: `the call failed with ${failed} at ${toHex(barred)}: the range below it is changed`,
    };
  }

  // Unmapping ends at sealed memory, and keeps the cut that it has made at its first address.
  private unmapSealed(effect: Extract<CallEffect, { kind: 'unmap' }>, failed: string): Followed<D> {
    const sealed = this.space.within(effect.first, effect.last).find(isSealed);
    const hint = `the call failed with ${failed}`;
    if (sealed === undefined) return { done: null, hint: `${hint}: nothing is changed` };
    return { ...this.follow(effect), hint: `${hint}: ${toHex(sealed.first)} is sealed` };
  }

  // The address where such a call stopped: past the range if it covered all of it, null if nothing here explains the
  // error.
  private barrier(effect: Extract<CallEffect, { kind: 'protect' | 'advise' }>, failed: string): bigint | null {
    const { first, last } = effect;
    const there = this.space.within(first, last);
    const hole = holeIn(there, first, last);
    if (effect.kind === 'protect') {
      if (failed === 'ENOMEM') return hole;
      if (failed === 'EPERM') return there.find(isSealed)?.first ?? null;
      return failed === 'EACCES' ? (there.find((one) => refusesAccess(one, effect.prot))?.first ?? null) : null;
    }
    const locks = LOCKING.has(effect.advice);
    if ((failed === 'EINVAL' || failed === 'EPERM') && !locks)
      return there.find((one) => refusalOf(one, effect.advice) === failed)?.first ?? null;
    if (failed === 'EAGAIN' && locks) return last + 1n;
    if (failed !== 'ENOMEM') return null;
    if (hole !== null) return locks ? hole : there.length === 0 ? null : last + 1n;
    // mlock cannot make pages present in memory without access, or past the end of a file: the likely cause for a file.
    return effect.advice === 'lock' && there.some((one) => isInaccessible(one) || one.file !== 0) ? last + 1n : null;
  }

  private map({ first, last, flags, file, offset, fixed }: Extract<CallEffect, { kind: 'map' }>): Followed<D> {
    const there = fixed ? [] : this.space.within(first, last);
    const done = this.space.map(first, last, { flags, offset, file });
    return {
      done,
      hint: '',
      differs:
        there.length === 0
          ? ''
          : `the kernel found ${rangeText(first, last)} free, here ` +
            'it was taken: the log lacks the call that unmapped it',
    };
  }

  // Linux unmaps what is left of the segment, and nothing else that may lie between.
  private detach({ first }: Extract<CallEffect, { kind: 'detach' }>): Followed<D> {
    const ofSegment = (one: ReplayVma): boolean => one.path.startsWith('/SYSV') && one.first - one.offset === first;
    const left = this.space.within(first, index(TASK_LAST)).filter(ofSegment);
    const last = left.at(-1)?.last;
    if (last === undefined)
      return { done: null, hint: `nothing of the segment at ${toHex(first)} is mapped here: nothing is changed` };
    const from = (left[0] as ReplayVma).first;
    const differs =
      left.length === this.space.within(from, last).length
        ? ''
        : 'memory mapped over a part of the segment is unmapped with it here, while Linux keeps it';
    return { done: this.space.unmap(from, last), hint: '', differs };
  }

  private brk({ end, asked }: Extract<CallEffect, { kind: 'brk' }>): Followed<D> {
    const heap = this.space.heap();
    const wanted = pageUp(end);
    if (heap.start === 0n || this.newHeap || (heap.start === heap.end && asked === null && wanted !== heap.end)) {
      this.newHeap = false;
      const hint =
        asked === null
          ? `the heap begins at ${toHex(wanted)}`
          : `the log does not say where the heap began; this replay assumes ${toHex(wanted)}`;
      return { done: this.space.brkAt(wanted), hint };
    }
    if (wanted !== pageUp(heap.end))
      return {
        done: this.space.brk(end),
        hint: asked === null ? 'the log lacks the call that moved the heap’s end' : '',
      };
    if (asked === null) return { done: null, hint: 'asks where the heap ends: nothing is changed' };
    const why =
      pageUp(asked) === wanted
        ? 'the heap ends in the same page as before'
        : 'the call failed: the kernel reported the old end of the heap';
    return { done: null, hint: `${why}; nothing is changed` };
  }

  private remap(effect: Extract<CallEffect, { kind: 'remap' }>): Followed<D> {
    const { first, bytes, newBytes, now, keeps } = effect;
    const differs = this.remapDiffers(effect);
    if (!keeps)
      return {
        done: this.space.remap(first, bytes, newBytes, now === first ? ZERO : now, false),
        hint: now === first ? '' : `moved to ${toHex(now)}`,
        differs,
      };
    if (bytes !== 0n)
      return {
        done: this.space.remap(first, bytes, newBytes, now, true),
        differs,
        hint: `moved to ${toHex(now)} with its pages; the old place stays mapped, empty`,
      };
    const [vma] = this.space.within(first, first);
    if (vma === undefined)
      return {
        done: null,
        hint: `nothing is mapped at ${toHex(first)} here: what was mapped before the log began is missing`,
      };
    const offset = vma.file === 0 ? vma.offset : index(vma.offset + (first - vma.first));
    const mapping = { flags: vma.flags, offset, file: vma.file === 0 ? null : { file: vma.file, path: vma.path } };
    return {
      done: this.space.map(now, index(now + newBytes - 1n), mapping),
      hint: `also mapped at ${toHex(now)}; the old place stays`,
      differs,
    };
  }

  // Results in the log that this address space would not give.
  private remapDiffers({ first, bytes, newBytes, now, keeps, fixed }: Extract<CallEffect, { kind: 'remap' }>): string {
    const moves = now !== first;
    if (moves && !keeps && bytes !== 0n) {
      const moved = this.space.within(first, index(first + bytes - 1n)).length;
      if (moved > 1)
        return (
          `this mremap moves ${moved} VMAs at once, as Linux does from 6.17 ` +
          'on; 6.16 refuses it with EFAULT, and so does this address space'
        );
    }
    if (fixed || (!moves && newBytes <= bytes)) return '';
    const [from, to] = [moves ? now : index(first + bytes), index(now + newBytes - 1n)];
    return this.space.within(from, to).length === 0
      ? ''
      : `the kernel found ${rangeText(from, to)} free, here it was taken: the log lacks the call that unmapped it`;
  }
}

// The first unmapped address of a range; null if the whole range is mapped.
function holeIn(there: readonly ReplayVma[], first: Index, last: Index): bigint | null {
  let at: bigint = first;
  for (const one of there) {
    if (one.first > at) break;
    at = one.last + 1n;
  }
  return at > last ? null : at;
}

// mprotect cannot make shared memory writable if its file was opened read-only.
function refusesAccess({ flags }: ReplayVma, prot: number): boolean {
  const { write, shared } = VMA_FLAGS;
  return (prot & write) !== 0 && (flags & (write | shared)) === shared;
}

function notModelled(effect: CallEffect): readonly string[] {
  return 'unmodelled' in effect
    ? (effect.unmodelled ?? []).map(({ flag, why }) => `${flag} is not modelled: ${why}`)
    : [];
}

function pageUp(address: Index): Index {
  return index(((address + PAGE - 1n) / PAGE) * PAGE);
}

function rangeText(first: Index, last: Index): string {
  return `${toHex(first)}..${toHex(last)}`;
}
