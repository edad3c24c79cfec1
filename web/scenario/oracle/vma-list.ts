// SPDX-License-Identifier: GPL-2.0-or-later
//
// The oracle for address spaces: a plain ascending list of VMAs, with Linux's rules for merging and splitting, and
// nothing of trees or nodes. It is compared with the core after each step.
//
// Every call cuts what it changes out of its neighbours, changes it, and joins at each border that it touched. Of a VMA
// that is cut, what the call is about keeps the number, and what is left over gets new ones, from below; the lower of
// two that are joined gives the number. VMAs are never changed in place, so a copy of the list is a picture of its
// moment.

import { index, ZERO, type Index } from '../../base/index64';
import { differencesOf, Sequence } from '../../base/sequence';
import { PAGE, VMA_FLAGS, type Advice, type LimitName, type LockAll, type MayMove } from '../../model/memory';
import type { ErrorName } from '../../model/status';
import { permsText } from '../../model/vma-flags';
import { PageMap } from './page-map';
import { joinable, joined, onward, partIn, partOf, wholePages, type ListedVma } from './vma-parts';
import {
  accounted,
  ADVICE,
  allows,
  COPIED,
  COPIED_NOT,
  isData,
  isInaccessible,
  isSealed,
  LOCKING,
  LOOKS_FIRST,
  pageAfter,
  PROTECTION,
  protectedFlags,
  refusalOf,
  SPARED,
  SPECIAL,
} from './vma-flags';

/** Addresses below this may be mapped. */
export const TASK_END = 0x7fff_ffff_f000n;
/** Where an empty address space is filled downwards from. */
export const MMAP_BASE = 0x7fff_f7ff_f000n;
/** The gap that stays free below memory that grows downwards. */
const GUARD = 256n * PAGE;
/** No more can be present: the core has 8,192 page tables, each for 2 MiB. */
const TABLES_SPAN = 8192n << 21n;
/** The limits of a process until `limit` changes them; null: no limit. */
const LIMITS: Limits = { vmas: 65_530n, as: null, data: null, memlock: null, stack: 8n << 20n };
const HUGE_PAGE = 2n << 20n;
const HEAP = '[heap]';
/** Below this nothing is mapped without an address. */
const LOWEST = PAGE;

/** The limits of a process, in VMAs and bytes. */
type Limits = Readonly<Record<LimitName, bigint | null>>;

/**
 * Why memory does not grow: it would be too large, too near to what is below, or begin before its offset 0; or a limit
 * of the process.
 */
export type Obstacle = 'size' | 'guard' | 'offset' | 'limit';

/** The attributes of a mapping. `path`: its name on the page. */
export interface ListedMapping {
  readonly flags: number;
  readonly file: number;
  readonly offset: Index;
  readonly path: string;
}

/** Bytes up to whole pages. */
export function pagesUp(bytes: bigint): bigint {
  return ((bytes + PAGE - 1n) / PAGE) * PAGE;
}

/**
 * Owns the VMAs of one address space. Calls return null or an error. An error leaves everything unchanged, except that
 * `protect` and `advise` keep the changes they made before it, as Linux does.
 */
export class VmaList {
  private list = Sequence.of<ListedVma>();
  // The list, start and end of the heap when VMAs were last named.
  private named = { list: this.list, start: ZERO, end: ZERO };
  private numbers = 0;
  private anons = 0;
  /** Pages and page tables. */
  pages = new PageMap();
  /** Where the heap begins, and its end (exclusive); both 0 before there is one. */
  brkStart: Index = ZERO;
  brk: Index = ZERO;
  mmapBase: Index = index(MMAP_BASE);
  limits: Limits = LIMITS;
  /** The limit that the last call met; null: none. */
  met: LimitName | null = null;
  /** The flags of each new mapping after an mlockall. */
  private locksNew = 0;

  /** The VMAs, ascending. */
  all(): ListedVma[] {
    return this.listed().toArray();
  }

  /** The same without a copy: what it shares with later ones is known to be equal. */
  listed(): Sequence<ListedVma> {
    this.nameHeap();
    return this.list;
  }

  // `[heap]` is a name and nothing else: memory without a file that reaches between where the heap begins and ends has
  // it. Only a VMA that is new, or that the heap reaches now or reached before, can have a wrong name.
  private nameHeap(): void {
    const { list, start, end } = this.named;
    const stale = new Set(differencesOf(list, this.list).flatMap(({ after }) => after));
    if (start !== this.brkStart || end !== this.brk) {
      for (const one of this.within(start, end)) stale.add(one);
      for (const one of this.within(this.brkStart, this.brk)) stale.add(one);
    }
    for (const vma of stale) {
      const heap = vma.last >= this.brkStart && vma.first < this.brk && vma.file === 0;
      if ((vma.path === HEAP) === heap || (vma.path !== '' && vma.path !== HEAP)) continue;
      this.set(this.from(vma.first), { ...vma, path: heap ? HEAP : '' });
    }
    this.named = { list: this.list, start: this.brkStart, end: this.brk };
  }

  /** An address space of its own that is as this one. */
  copy(): VmaList {
    return Object.assign(new VmaList(), this, { pages: this.pages.copy() });
  }

  get count(): number {
    return this.list.length;
  }

  /** VMAs that reach into the range, ascending. */
  within(first: bigint, last: bigint): readonly ListedVma[] {
    return this.list.slice(
      this.from(first),
      this.list.firstNot((one) => one.first <= last),
    );
  }

  // Place of the first VMA that ends at `address` or above.
  private from(address: bigint): number {
    return this.list.firstNot((one) => one.last < address);
  }

  private set(k: number, vma: ListedVma): void {
    this.list = this.list.spliced(k, 1, [vma]);
  }

  private splice(k: number, gone: number, ...put: readonly ListedVma[]): void {
    this.list = this.list.spliced(k, gone, put);
  }

  /** One line of maps: put above all others and joined with none. */
  load(first: Index, last: Index, mapping: ListedMapping, chain: number): ErrorName | null {
    if (!wholePages(first, last) || last >= TASK_END || (this.list.at(this.list.length - 1)?.last ?? -1n) >= first)
      return 'EINVAL';
    this.splice(
      this.list.length,
      0,
      this.made(first, last, { ...mapping, flags: mapping.flags & ~VMA_FLAGS.heap }, chain),
    );
    if ((mapping.flags & VMA_FLAGS.heap) !== 0) {
      if (this.brkStart === 0n) this.brkStart = first;
      this.brk = index(last + 1n);
    }
    return null;
  }

  map(first: Index, last: Index, mapping: ListedMapping): ErrorName | null {
    if (!wholePages(first, last) || mapping.offset % PAGE !== 0n) return 'EINVAL';
    if (last >= TASK_END) return 'ENOMEM';
    return this.place(first, last, mapping);
  }

  // A new mapping in place of what is there.
  private place(first: Index, last: Index, mapping: ListedMapping): ErrorName | null {
    const flags = accounted(mapping.flags | ((mapping.flags & SPECIAL) === 0 ? this.locksNew : 0));
    const pages = last - first + 1n;
    if (!this.mayMap()) return 'ENOMEM';
    if ((flags & VMA_FLAGS.locked) !== 0) {
      if (this.limits.memlock === 0n) return 'EPERM';
      if (this.exceeds('memlock', pages)) return 'EAGAIN';
    }
    const barred = this.barred(first, last);
    if (barred !== null) return barred;
    const more = pages - this.bytesWithin(first, last);
    if (this.exceeds('as', more) || (isData(flags) && this.exceeds('data', more))) {
      this.isolate(first, last);
      return 'ENOMEM';
    }
    this.cutOut(first, last);
    this.put(this.shaped(first, last, { ...mapping, flags }));
    return null;
  }

  // Why a range may not be cleared: something in it is sealed, or it lies inside a VMA and none may be cut any more. As
  // in Linux, what is sealed is met after the VMA at the first address was cut.
  private barred(first: bigint, last: bigint): ErrorName | null {
    const there = this.within(first, last);
    const [lowest] = there;
    if (lowest === undefined) return null;
    if (there.some(isSealed)) {
      if (!isSealed(lowest)) this.cutBelow(first);
      return 'EPERM';
    }
    return lowest.first < first && lowest.last > last && !this.mayCut(0) ? 'ENOMEM' : null;
  }

  /** Says what the process may have at most. */
  limit(which: LimitName, value: bigint | null): null {
    this.limits = { ...this.limits, [which]: value };
    return null;
  }

  // Whether there may be a mapping more, and whether a VMA may be cut once there are `more` of them more.
  private mayMap(): boolean {
    return this.underLimit(0n, this.limits.vmas === null ? null : this.limits.vmas + 1n);
  }

  private mayCut(more: number): boolean {
    return this.underLimit(BigInt(more), this.limits.vmas);
  }

  // mremap keeps some VMAs in reserve.
  private mayMove(spare: bigint): boolean {
    return this.underLimit(spare, this.limits.vmas);
  }

  private underLimit(more: bigint, limit: bigint | null): boolean {
    const under = limit === null || BigInt(this.count) + more < limit;
    if (!under) this.met = 'vmas';
    return under;
  }

  // Whether `more` bytes are more than a limit leaves.
  private exceeds(which: 'as' | 'data' | 'memlock', more: bigint): boolean {
    const limit = this.limits[which];
    const exceeds = limit !== null && this.used(which) + more > limit - (limit % PAGE);
    if (exceeds) this.met = which;
    return exceeds;
  }

  private used(which: 'as' | 'data' | 'memlock'): bigint {
    const counts = { as: () => true, data: isData, memlock: (flags: number) => (flags & VMA_FLAGS.locked) !== 0 }[
      which
    ];
    let bytes = 0n;
    for (const { first, last, flags } of this.list) if (counts(flags)) bytes += last - first + 1n;
    return bytes;
  }

  // The mapped parts of a range that have all of the flags.
  private bytesWithin(first: Index, last: Index, flags = 0): bigint {
    return this.within(first, last).reduce((sum, one) => {
      const [from, to] = partIn(one, first, last);
      return (one.flags & flags) === flags ? sum + (to - from + 1n) : sum;
    }, 0n);
  }

  /** Maps `bytes` at the highest room below the base, else at the lowest above it; returns the place. */
  mapAny(bytes: bigint, mapping: ListedMapping): { readonly error: ErrorName | null; readonly first: Index } {
    const size = pagesUp(bytes);
    if (bytes === 0n || mapping.offset % PAGE !== 0n) return { error: 'EINVAL', first: ZERO };
    const first = this.roomFor(size, mapping);
    if (first === null) return { error: 'ENOMEM', first: ZERO };
    return { error: this.map(index(first), index(first + size - 1n), mapping), first: index(first) };
  }

  // Huge pages can fill private memory without a file if its size is a multiple of theirs: it begins on their border,
  // if there is room for one huge page more.
  private roomFor(size: bigint, { file, flags }: Pick<ListedMapping, 'file' | 'flags'>): bigint | null {
    const huge = file === 0 && (flags & VMA_FLAGS.shared) === 0 && size % HUGE_PAGE === 0n;
    const wider = huge ? this.room(size + HUGE_PAGE) : null;
    return wider === null ? this.room(size) : wider - (wider % HUGE_PAGE) + HUGE_PAGE;
  }

  // The highest room below the base, else the lowest above it. Chunks in which no gap is wide enough are passed over.
  private room(size: bigint): bigint | null {
    let high: bigint = this.mmapBase;
    for (const gap of this.gaps(size, true)) {
      const to = gap.end < high ? gap.end : high;
      if (to - gap.from < size) continue;
      // Too near: from the guard upwards the search ends.
      if (gap.to < to) high = gap.to;
      if (high - gap.from >= size) return (high < to ? high : to) - size;
    }
    for (const gap of this.gaps(size, false)) {
      const low = gap.from > this.mmapBase ? gap.from : this.mmapBase;
      if (gap.to - low >= size) return low;
    }
    return null;
  }

  // The gaps that are wide enough.
  private *gaps(size: bigint, downwards: boolean): Generator<Gap, void> {
    const { chunks } = this.list;
    const top = gapAbove(chunks.at(-1)?.at(-1), undefined);
    if (downwards && wide(top, size)) yield top;
    for (let n = 0; n < chunks.length; n++) {
      const c = downwards ? chunks.length - 1 - n : n;
      const chunk = chunks[c] as readonly ListedVma[];
      const lowest = gapAbove(chunks[c - 1]?.at(-1), chunk[0]);
      if (!downwards && wide(lowest, size)) yield lowest;
      if (widestGap(chunk) >= size) {
        const inside = chunk
          .slice(1)
          .map((vma, k) => gapAbove(chunk[k], vma))
          .filter((gap) => wide(gap, size));
        yield* downwards ? inside.reverse() : inside;
      }
      if (downwards && wide(lowest, size)) yield lowest;
    }
    if (!downwards && wide(top, size)) yield top;
  }

  unmap(first: Index, last: Index): ErrorName | null {
    if (!wholePages(first, last) || last >= TASK_END) return 'EINVAL';
    const barred = this.barred(first, last);
    if (barred === null) this.cutOut(first, last);
    return barred;
  }

  /** Another program begins: nothing stays, sealed memory neither. */
  exec(): null {
    this.cutOut(0n, TASK_END - 1n);
    this.locksNew = 0;
    return null;
  }

  protect(first: Index, last: Index, prot: number): ErrorName | null {
    if (!wholePages(first, last)) return 'EINVAL';
    let at: bigint = first;
    for (const one of this.within(first, last)) {
      if (one.first > at) break;
      if (isSealed(one)) return 'EPERM';
      const [from, to] = partIn(one, first, last);
      const flags = protectedFlags(one, prot);
      if (isData(flags) && !isData(one.flags) && this.exceeds('data', to - from + 1n)) return 'ENOMEM';
      if (!this.change(from, to, (vma) => protectedFlags(vma, prot))) return 'ENOMEM';
      at = one.last + 1n;
    }
    return at > last ? null : 'ENOMEM';
  }

  advise(first: Index, last: Index, advice: Advice): ErrorName | null {
    if (!wholePages(first, last)) return 'EINVAL';
    if (LOOKS_FIRST.has(advice) && !this.covers(first, last)) return 'ENOMEM';
    if (advice === 'lock' || advice === 'lock onfault') {
      if (this.limits.memlock === 0n) return 'EPERM';
      if (this.exceeds('memlock', last - first + 1n - this.bytesWithin(first, last, VMA_FLAGS.locked))) return 'ENOMEM';
    }
    const { set, clear } = ADVICE[advice];
    const spared = SPARED[advice] ?? 0;
    let holes = false;
    let at: bigint = first;
    for (const one of this.within(first, last)) {
      holes ||= one.first > at;
      if (holes && LOCKING.has(advice)) return 'ENOMEM';
      const refusal = refusalOf(one, advice);
      if (refusal !== null) return refusal;
      const [from, to] = partIn(one, first, last);
      if (!this.change(from, to, ({ flags }) => ((flags & spared) !== 0 ? flags : (flags & ~clear) | set)))
        return 'ENOMEM';
      if (advice === 'dontneed') this.pages.discard({ first: from, last: to });
      at = one.last + 1n;
    }
    return holes || at <= last || (advice === 'lock' && this.inaccessible(first, last) !== null) ? 'ENOMEM' : null;
  }

  /** mlockall; null: munlockall. It continues behind holes. */
  lockAll(how: LockAll | null): ErrorName | null {
    if (how !== null && !how.current && !how.future) return 'EINVAL';
    if (how !== null && this.limits.memlock === 0n) return 'EPERM';
    if (how?.current === true && this.exceeds('memlock', this.used('as') - this.used('memlock'))) return 'ENOMEM';
    const locks = how === null ? 0 : VMA_FLAGS.locked | (how.onfault ? VMA_FLAGS.lockonfault : 0);
    if (how === null || how.current) {
      for (const { first, last } of this.within(0n, TASK_END)) {
        this.change(first, last, ({ flags }) =>
          how !== null && (flags & SPECIAL) !== 0 ? flags : (flags & ~COPIED_NOT) | locks,
        );
      }
    }
    this.locksNew = how?.future === true ? locks : 0;
    return null;
  }

  /** The first VMA of a range whose pages mlock cannot make present; null if there is none. */
  inaccessible(first: Index, last: Index): ListedVma | null {
    return this.within(first, last).find(isInaccessible) ?? null;
  }

  brkAt(start: Index): ErrorName | null {
    if (start % PAGE !== 0n || start === 0n || start >= TASK_END) return 'EINVAL';
    if (this.within(start, start).length > 0) return 'ENOMEM';
    this.brkStart = start;
    this.brk = start;
    return null;
  }

  /** The heap ends at `end` now. */
  setBrk(end: bigint): ErrorName | null {
    if (this.brkStart === 0n || end < this.brkStart) return 'EINVAL';
    const now = pagesUp(this.brk);
    const then = pagesUp(end);
    if (then > TASK_END) return 'ENOMEM';
    if (end > this.brk && this.limits.data !== null && end - this.brkStart > this.limits.data) {
      this.met = 'data';
      return 'ENOMEM';
    }
    if (then < now) {
      if (this.within(then, now - 1n).length === 0) return 'ENOMEM';
      const barred = this.barred(then, now - 1n);
      if (barred !== null) return barred;
      this.cutOut(index(then), index(now - 1n));
    }
    if (then > now) {
      const above = this.list.at(this.from(now));
      const guard = above !== undefined && (above.flags & VMA_FLAGS.grows) !== 0 ? GUARD : 0n;
      // A page between them is never mapped.
      if (above !== undefined && above.first - guard - PAGE < then) return 'ENOMEM';
      // Whatever refuses it, brk() of the C library says ENOMEM.
      if (
        this.place(index(now), index(then - 1n), {
          flags: VMA_FLAGS.read | VMA_FLAGS.write,
          file: 0,
          offset: ZERO,
          path: '',
        }) !== null
      )
        return 'ENOMEM';
    }
    this.brk = index(end);
    return null;
  }

  /**
   * mremap. A range that shrinks may cross holes and several VMAs; any other is in one VMA. `to` 0n: in place if there
   * is room, else, if it may, anywhere; the new place is returned. `keep`: it moves, and the old place stays mapped and
   * empty.
   */
  remap(
    first: Index,
    bytes: bigint,
    newBytes: bigint,
    to: Index,
    mayMove: MayMove,
  ): { readonly error: ErrorName | null; readonly first: Index } {
    // All that is more than can be mapped is alike.
    const whole = (some: bigint): bigint => (some > TASK_END ? TASK_END + PAGE : pagesUp(some));
    const [size, wanted] = [whole(bytes), whole(newBytes)];
    const keep = mayMove === 'keep';
    const refused = (error: ErrorName): { error: ErrorName; first: Index } => ({ error, first: ZERO });
    if (first % PAGE !== 0n || to % PAGE !== 0n || size === 0n || wanted === 0n || (keep && wanted !== size))
      return refused('EINVAL');
    const last = index(first + size - 1n);
    if (to !== 0n && (to + wanted > TASK_END || (to <= last && to + wanted > first))) return refused('EINVAL');
    const vma = this.within(first, first)[0];
    if (vma === undefined) return refused('EFAULT');
    if (isSealed(vma)) return refused('EPERM');
    if (vma.last < last) {
      if (wanted > size || keep || (to !== 0n && vma.last < first + wanted - 1n)) return refused('EFAULT');
      if (last >= TASK_END) return refused('EINVAL');
    }
    if (keep && (vma.flags & SPECIAL) !== 0) return refused('EINVAL');
    if (to !== 0n && this.within(first, last).some(isSealed)) return refused('EPERM');
    if ((to !== 0n || keep) && !this.mayMove(5n)) return refused('ENOMEM');
    if (to === 0n && !keep && wanted <= size) {
      const barred = wanted < size ? this.barred(first + wanted, last) : null;
      if (barred !== null) return refused(barred);
      if (wanted < size) this.cutOut(first + wanted, last);
      return { error: null, first };
    }
    const more = keep ? size : wanted - size;
    if (more > 0n) {
      if (!keep && (vma.flags & VMA_FLAGS.locked) !== 0 && this.exceeds('memlock', more)) return refused('EAGAIN');
      if (this.exceeds('as', more) || (isData(vma.flags) && this.exceeds('data', more))) return refused('ENOMEM');
    }
    if (to === 0n) {
      const end = first + wanted - 1n;
      if (!keep && vma.last === last && end < TASK_END && this.within(index(last + 1n), index(end)).length === 0) {
        const k = this.from(vma.first);
        this.set(k, { ...vma, last: index(end) });
        this.joinAt(k + 1);
        return { error: null, first };
      }
      const room = mayMove === false ? null : this.roomFor(wanted, vma);
      return room === null || !this.mayMove(3n)
        ? refused('ENOMEM')
        : this.move(vma, first, size, wanted, index(room), keep);
    }
    const barred = this.mayMove(3n) ? this.barred(to, to + wanted - 1n) : 'ENOMEM';
    if (barred !== null) return refused(barred);
    this.cutOut(to, to + wanted - 1n);
    return this.move(this.within(first, first)[0] as ListedVma, first, size, wanted, to, keep);
  }

  // Moves the part of the VMA from `first` on to `to`, where nothing is. A part that was never written is as good as
  // new there.
  private move(
    vma: ListedVma,
    first: Index,
    size: bigint,
    wanted: bigint,
    to: Index,
    keep: boolean,
  ): { readonly error: null; readonly first: Index } {
    const part = partOf(vma, first, vma.last);
    const origin = vma.file === 0 && vma.anon === 0 ? to : part.origin;
    this.put({ ...part, first: to, last: index(to + wanted - 1n), origin });
    const moved = size < wanted ? size : wanted;
    this.pages.move({ first, last: index(first + moved - 1n) }, to);
    if (keep) this.leaveEmpty(first, first + size - 1n);
    else this.cutOut(first, first + size - 1n);
    return { error: null, first: to };
  }

  // Nothing of the VMA there is locked any more, and if all of it has moved, so has its anon_vma.
  private leaveEmpty(first: bigint, last: bigint): void {
    const k = this.from(first);
    const old = this.list.at(k) as ListedVma;
    const all = old.first === first && old.last === last;
    this.set(k, { ...old, flags: old.flags & ~COPIED_NOT, ...(all ? { anon: 0, chain: 0 } : {}) });
  }

  /** The VMAs that a range reaches into, once memory that grows downwards has grown into its holes. */
  grown(first: Index, last: Index): readonly ListedVma[] {
    const { list, anons } = this;
    if (!this.reach(first, last)) this.list = list;
    const found = this.within(first, last);
    Object.assign(this, { list, anons });
    return found;
  }

  touch(first: Index, last: Index, write: boolean): ErrorName | null {
    if (!wholePages(first, last)) return 'EINVAL';
    const before = this.list;
    if (!this.reach(first, last) || !this.within(first, last).every((one) => allows(one, write))) {
      this.list = before;
      return 'EFAULT';
    }
    if (last - first >= TABLES_SPAN) {
      this.list = before;
      return 'ENOMEM';
    }
    for (const one of this.within(first, last)) {
      const part = { first: one.first > first ? one.first : first, last: one.last < last ? one.last : last };
      this.pages.touch(part, (was) => pageAfter(was, one, write));
    }
    if (write) {
      for (let k = this.from(first); (this.list.at(k)?.first ?? TASK_END) <= last; k++) this.write(k);
    }
    return null;
  }

  private write(k: number): void {
    if (((this.list.at(k) as ListedVma).flags & VMA_FLAGS.shared) === 0) this.prepare(k);
  }

  // The first write to a VMA, or the first growth. A neighbour that differs in permissions alone lends its anon_vma,
  // the upper one first.
  private prepare(k: number): void {
    const one = this.list.at(k) as ListedVma;
    if (one.anon !== 0) return;
    const alike = (flags: number): number => flags & ~PROTECTION;
    const lends = (other: ListedVma | undefined): other is ListedVma => {
      if (
        other === undefined ||
        other.chain !== 1 ||
        other.file !== one.file ||
        alike(other.flags) !== alike(one.flags)
      )
        return false;
      if (other.first !== one.last + 1n && one.first !== other.last + 1n) return false;
      return other.origin === onward(one, other.first);
    };
    const lender = [this.list.at(k + 1), this.list.at(k - 1)].find(lends);
    this.set(k, { ...one, anon: lender?.anon ?? ++this.anons, chain: 1 });
  }

  /** Memory that would have to grow down to `address`, and what it is that keeps it from that; null: neither. */
  ungrown(address: bigint): { readonly vma: ListedVma; readonly obstacle: Obstacle } | null {
    const k = this.from(address);
    const vma = this.list.at(k);
    if (vma === undefined || vma.first <= address || (vma.flags & VMA_FLAGS.grows) === 0) return null;
    const obstacle = this.obstacle(k, address);
    return obstacle === null ? null : { vma, obstacle };
  }

  private obstacle(k: number, at: bigint): Obstacle | null {
    const [below, vma] = [this.list.at(k - 1), this.list.at(k) as ListedVma];
    if (this.limits.stack !== null && vma.last + 1n - at > this.limits.stack) return 'size';
    const more = vma.first - at;
    if (this.exceeds('as', more) || (isData(vma.flags) && this.exceeds('data', more))) return 'limit';
    if ((vma.flags & VMA_FLAGS.locked) !== 0 && this.exceeds('memlock', more)) return 'limit';
    // Only what can be accessed, and is no stack, is kept at a distance.
    if (
      below !== undefined &&
      allows(below, false) &&
      (below.flags & VMA_FLAGS.grows) === 0 &&
      at - GUARD <= below.last
    )
      return 'guard';
    return vma.first - at > vma.origin ? 'offset' : null;
  }

  // Whether all of the range is mapped, once memory that grows downwards has grown into its holes.
  private reach(first: bigint, last: bigint): boolean {
    for (let at = first; at <= last;) {
      const k = this.from(at);
      const vma = this.list.at(k);
      if (vma === undefined) return false;
      if (vma.first > at) {
        // A hole inside the range is a hole.
        if (at > first || (vma.flags & VMA_FLAGS.grows) === 0 || this.obstacle(k, at) !== null) return false;
        this.prepare(k);
        this.set(k, { ...(this.list.at(k) as ListedVma), first: index(at), origin: onward(vma, at) });
      }
      at = vma.last + 1n;
    }
    return true;
  }

  /** The child's VMAs after a fork. */
  fork(): VmaList {
    const child = new VmaList();
    child.brkStart = this.brkStart;
    child.brk = this.brk;
    child.mmapBase = this.mmapBase;
    child.anons = this.anons;
    child.limits = this.limits;
    const list: ListedVma[] = [];
    for (const one of this.list) {
      if ((one.flags & VMA_FLAGS.dontcopy) !== 0) continue;
      const wiped = (one.flags & VMA_FLAGS.wipeonfork) !== 0;
      const keeps = one.anon !== 0 && !wiped;
      if (keeps || (!wiped && (one.flags & COPIED) !== 0)) this.pages.copyTo(child.pages, one);
      const flags = one.flags & ~COPIED_NOT;
      list.push({
        ...one,
        flags,
        number: ++child.numbers,
        anon: keeps ? ++child.anons : 0,
        chain: keeps ? one.chain + 1 : 0,
      });
    }
    child.list = Sequence.of(list);
    return child;
  }

  private covers(first: bigint, last: bigint): boolean {
    let at = first;
    for (const one of this.within(first, last)) {
      if (one.first > at) return false;
      at = one.last + 1n;
    }
    return at > last;
  }

  // A new VMA where nothing is, joined with its neighbours: below, above, or with both when those two go together.
  private put(piece: ListedVma): void {
    const at = this.from(piece.last + 1n);
    const [below, above] = [this.list.at(at - 1), this.list.at(at)];
    if (below !== undefined && joinable(below, piece)) {
      this.set(at - 1, joined(below, piece));
      this.joinAt(at);
    } else if (above !== undefined && joinable(piece, above)) {
      this.set(at, { ...joined(piece, above), number: above.number });
    } else {
      this.splice(at, 0, { ...piece, number: ++this.numbers });
    }
  }

  // Changes the flags of a range that is mapped throughout; VMAs whose flags stay are neither cut nor joined. False: a
  // VMA had to be cut, and none may be any more.
  private change(first: bigint, last: bigint, flagsOf: (vma: ListedVma) => number): boolean {
    for (let at = first; at <= last;) {
      const vma = this.list.at(this.from(at)) as ListedVma;
      const end = vma.last < last ? vma.last : last;
      const flags = flagsOf(vma);
      if (flags !== vma.flags && !this.changeOne(vma, index(at > vma.first ? at : vma.first), index(end), flags))
        return false;
      at = end + 1n;
    }
    return true;
  }

  // A changed part joins a neighbour if it lies at a border with it: the border moves then. Else it is cut out.
  private changeOne(vma: ListedVma, first: Index, last: Index, flags: number): boolean {
    const k = this.from(vma.first);
    const [below, above] = [this.list.at(k - 1), this.list.at(k + 1)];
    const piece: ListedVma = { ...partOf(vma, first, last), flags, perms: permsText(flags) };
    const left = first === vma.first && below !== undefined && joinable(below, piece) ? below : null;
    const right = last === vma.last && above !== undefined && joinable(piece, above) ? above : null;
    const rest = [
      ...(first > vma.first ? [partOf(vma, vma.first, index(first - 1n))] : []),
      ...(last < vma.last ? [partOf(vma, index(last + 1n), vma.last)] : []),
    ];
    if (left !== null) {
      const grown = joined(left, piece);
      const both = right !== null && joinable(grown, right);
      this.splice(k - 1, both ? 3 : 2, both ? joined(grown, right) : grown, ...rest);
    } else if (right !== null) {
      this.splice(k, 2, ...rest, { ...joined(piece, right), number: right.number });
    } else {
      if (rest.length > 0 && !this.mayCut(rest.length - 1)) return false;
      this.isolate(first, last);
      this.set(this.from(first), piece);
    }
    return true;
  }

  private cutOut(first: bigint, last: bigint): void {
    this.isolate(first, last);
    this.splice(this.from(first), this.within(first, last).length);
    this.pages.remove({ first: index(first), last: index(last) }, (from, to) => this.within(from, to).length > 0);
  }

  // Cuts VMAs at both ends of the range. The parts outside are new VMAs, the lower first.
  private isolate(first: bigint, last: bigint): void {
    this.cutBelow(first);
    const high = this.from(last);
    const highest = this.list.at(high);
    if (highest !== undefined && highest.first <= last && highest.last > last) {
      const rest = { ...partOf(highest, index(last + 1n), highest.last), number: ++this.numbers };
      this.splice(high, 1, partOf(highest, highest.first, index(last)), rest);
    }
  }

  private cutBelow(first: bigint): void {
    const low = this.from(first);
    const lowest = this.list.at(low);
    if (lowest === undefined || lowest.first >= first) return;
    const rest = { ...partOf(lowest, lowest.first, index(first - 1n)), number: ++this.numbers };
    this.splice(low, 1, rest, partOf(lowest, index(first), lowest.last));
  }

  // Joins the VMA at place k with the one below it, if they are one.
  private joinAt(k: number): void {
    const [below, above] = [this.list.at(k - 1), this.list.at(k)];
    if (below !== undefined && above !== undefined && joinable(below, above))
      this.splice(k - 1, 2, joined(below, above));
  }

  private made(first: Index, last: Index, mapping: ListedMapping, chain: number): ListedVma {
    const anon = chain > 0 ? ++this.anons : 0;
    return { ...this.shaped(first, last, mapping), number: ++this.numbers, anon, chain };
  }

  private shaped(first: Index, last: Index, { flags, file, offset, path }: ListedMapping): ListedVma {
    return {
      number: 0,
      first,
      last,
      perms: permsText(flags),
      offset,
      path,
      flags,
      file,
      origin: file === 0 ? first : offset,
      anon: 0,
      chain: 0,
    };
  }
}

/** The free space below a VMA, from `from` to `end`; if that VMA grows, the part from `to` on is reserved for it. */
interface Gap {
  readonly from: bigint;
  readonly to: bigint;
  readonly end: bigint;
}

// The gap between two neighbours; undefined stands for the bottom and for the top of the addresses.
function gapAbove(below: ListedVma | undefined, above: ListedVma | undefined): Gap {
  const from = below === undefined ? LOWEST : below.last + 1n;
  if (above === undefined) return { from, to: TASK_END, end: TASK_END };
  return { from, to: (above.flags & VMA_FLAGS.grows) === 0 ? above.first : above.first - GUARD, end: above.first };
}

function wide({ from, end }: Gap, size: bigint): boolean {
  return end - from >= size;
}

// Chunks never change, so what was found of one holds for ever.
const WIDEST = new WeakMap<readonly ListedVma[], bigint>();

// The widest gap between two VMAs of a chunk.
function widestGap(chunk: readonly ListedVma[]): bigint {
  let widest = WIDEST.get(chunk);
  if (widest !== undefined) return widest;
  widest = 0n;
  for (let k = 1; k < chunk.length; k++) {
    const gap = (chunk[k] as ListedVma).first - (chunk[k - 1] as ListedVma).last - 1n;
    if (gap > widest) widest = gap;
  }
  WIDEST.set(chunk, widest);
  return widest;
}
