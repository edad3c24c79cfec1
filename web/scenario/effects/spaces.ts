// SPDX-License-Identifier: GPL-2.0-or-later
//
// The calls of an address space, each one call of the machine, with the same done to the list of VMAs.
//
// The core goes first. What it refuses the list must refuse too, unless something was armed; what goes through must go
// through there, and audit.ts compares what the two hold.

import { reason, reasons, type Reason } from '../../model/reason';
import { troubleOf, type Trouble } from '../../model/trouble';
import { index, MAX, toHex, ZERO, type Index } from '../../base/index64';
import { differencesOf } from '../../base/sequence';
import { counted } from '../../base/text';
import { PAGE, SITES, VMA_FLAGS, type Advice, type LimitName, type Mapping, type MmFacts } from '../../model/memory';
import { SPACE_ROOM } from '../../model/generated/enums';
import type { Outcome } from '../../model/outcome';
import type { ErrorName } from '../../model/status';
import { evaluate, evaluateForward } from '../world/evaluate';
import { doneWith, type Context, type Done } from './operations';
import type { MappingWords, MemoryCall, Perms, Range, Statement } from '../syntax/syntax';
import { isSealed, LOCKING } from '../oracle/vma-flags';
import { pagesUp, TASK_END, VmaList, type ListedMapping, type Obstacle } from '../oracle/vma-list';
import type { ListedVma } from '../oracle/vma-parts';
import { NO_CHANGES, type Named, type VmaChanges, type World } from '../world/world';

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

const inAll = (count: number): string => count.toLocaleString('en');

/** What a refusal says for which nothing was armed. */
export const OUR_LIMIT = `a limit of this playground, not one of Linux: it has ${inAll(SPACE_ROOM.tables)} page tables, ${inAll(SPACE_ROOM.vmas)} VMAs and ${inAll(SPACE_ROOM.spaces)} address spaces in all`;

/** Failures still to come: before and after a call, they tell whether one of them struck. */
export function failuresArmed({ machine }: World): number {
  return SITES.reduce((sum, site) => sum + machine.armed(site), 0);
}

/** Whether a refusal is of what was armed: a failure fewer is to come, or a request was refused. */
export function wasStruck(world: World, armed: number, { rk }: Pick<Outcome, 'rk'>): boolean {
  return failuresArmed(world) !== armed || /[A-Z]/.test(rk);
}

type Space = Named & { readonly space: VmaList };

/** An empty address space, or none when the site `mm` fails. */
export function makeMm(statement: Of<'mm'>, { world }: Context): Done {
  world.mustBeFree(statement.name);
  const armed = failuresArmed(world);
  const { mm, outcome } = world.machine.createMm();
  if (mm === null) {
    const why = wasStruck(world, armed, outcome)
      ? 'F1: the address space was refused'
      : `there is no room for another address space, ${OUR_LIMIT}`;
    return {
      tree: statement.name.text,
      named: null,
      outcome,
      result: null,
      touched: null,
      whole: false,
      troubles: [],
      hint: reasons(`${why}; \`${statement.name.text}\` does not exist`),
    };
  }
  const named = world.adopt(statement.name.text, mm, { alloc: true, rcu: true, wholeHeight: false }, new VmaList());
  world.current = named;
  return doneWith(named, outcome);
}

/** What a call does: to the core, and to the list. */
interface Call {
  readonly first: Index;
  readonly last: Index;
  readonly core: () => Outcome;
  readonly list: (space: VmaList) => ErrorName | null;
  /** Why the list refuses it. */
  readonly why: (space: VmaList, error: ErrorName, keptTo: Index) => string;
}

/** Makes one call. */
export function callMemory(statement: MemoryCall, context: Context): Done {
  const { world } = context;
  const named = world.mmTarget(statement.tree, statement);
  const call = callOf(statement, named, context);
  const facts = world.machine.mmFacts(named.handle);
  const armed = failuresArmed(world);
  const { outcome, troubles, wanted, met, changed } = runCall(named, call, world);
  const struck = wasStruck(world, armed, outcome);
  const placed = statement.kind === 'map-any' || statement.kind === 'remap';
  const place = placed && outcome.error === null && outcome.at !== null ? outcome.at : null;
  const touched = place === null ? { first: call.first, last: call.last } : { first: place.index, last: place.last };
  const hint =
    outcome.error === null
      ? joinedHint(changed)
      : refusal(named, call, outcome, {
          wanted,
          met,
          struck,
          cuts: !('advice' in statement) && statement.kind !== 'protect',
        });
  return doneWith(named, outcome, {
    touched: statement.kind === 'map-any' && place === null ? null : touched,
    result: place === null ? null : { index: toHex(place.index), last: toHex(place.last) },
    troubles,
    hint,
    gutter:
      outcome.error === null
        ? whatChanged(statement, changed, named.space, facts, world.machine.mmFacts(named.handle))
        : outcome.keptTo === ZERO
          ? outcome.error
          : `${outcome.error}, in part`,
  });
}

interface CallDone {
  readonly outcome: Outcome;
  readonly troubles: readonly Trouble[];
  readonly wanted: ErrorName | null;
  /** The limit of the process that the list met. */
  readonly met: LimitName | null;
  readonly changed: VmaChanges;
}

/** Runs a call on both sides: for statements here, and for those of a trace. */
export function runCall(named: Space, call: Pick<Call, 'core' | 'list'>, world: World): CallDone {
  const outcome = call.core();
  world.book(named, outcome);
  const { error } = outcome;
  // If the core refused the call and kept nothing, the list runs it on a copy only.
  const changes = error === null || outcome.keptTo !== ZERO;
  const trial = changes ? named.space : named.space.copy();
  trial.met = null;
  const wanted = call.list(trial);
  const { met } = trial;
  const troubles: Trouble[] = [];
  if (changes && error === wanted) return { outcome, troubles, wanted, met, changed: world.updateVmas(named) };
  if (error === wanted && !world.mayFail && differencesOf(named.space.listed(), trial.listed()).length > 0) {
    troubles.push(
      troubleOf(
        'answer',
        named.name,
        `the call gave ${error ?? ''} and kept nothing, where the list of VMAs keeps a part`,
      ),
    );
  }
  if (
    error !== wanted &&
    !(error === 'ENOMEM' && (world.mayFail || isFull(world, 2, trial.pages.tables - named.space.pages.tables)))
  ) {
    troubles.push(
      troubleOf(
        'answer',
        named.name,
        `the call gave ${error ?? 'no error'} where the list of VMAs says ${wanted ?? 'that it goes through'}`,
      ),
    );
  }
  return { outcome, troubles, wanted, met, changed: NO_CHANGES };
}

/**
 * Whether the core has no room for so many VMAs and page tables more (core/include/maple_mm.h): a refusal is no
 * surprise then.
 */
export function isFull({ machine }: World, vmas: number, tables: number): boolean {
  const held = new Map(machine.accounts().map((row) => [row.object, row.held]));
  const [spaces, lists, pool] = [held.get('mms') ?? 0, held.get('vmas') ?? 0, held.get('tables') ?? 0];
  // Each address space has a top table, which is not counted.
  return spaces >= SPACE_ROOM.spaces || lists + vmas > SPACE_ROOM.vmas || pool + spaces + tables > SPACE_ROOM.tables;
}

function callOf(statement: MemoryCall, named: Space, context: Context): Call {
  const { machine } = context.world;
  const { handle } = named;
  switch (statement.kind) {
    case 'map': {
      const { first, last } = pageRange(statement.range, context);
      const mapping = mappingOf(statement.mapping, context);
      return {
        first,
        last,
        core: () => machine.mmMap(handle, first, last, mapping),
        list: (space) => space.map(first, last, mapping),
        why: () => whyNotMapped(first, last, mapping),
      };
    }
    case 'map-any': {
      const size = evaluate(statement.size, context);
      const mapping = mappingOf(statement.mapping, context);
      const list = (space: VmaList): ErrorName | null => space.mapAny(size, mapping).error;
      const why = (): string =>
        size === 0n
          ? 'a mapping has at least one page'
          : whyNotMapped(ZERO, ZERO, mapping) || `there is no room for ${toHex(pagesUp(size))} bytes`;
      return { first: ZERO, last: ZERO, core: () => machine.mmMapAny(handle, size, mapping), list, why };
    }
    case 'unmap': {
      const { first, last } = pageRange(statement.range, context);
      return {
        first,
        last,
        core: () => machine.mmUnmap(handle, first, last),
        list: (space) => space.unmap(first, last),
        why: () => whyNotPlace(first, last),
      };
    }
    case 'protect': {
      const { first, last } = pageRange(statement.range, context);
      const prot = protOf(statement.perms);
      return {
        first,
        last,
        core: () => machine.mmProtect(handle, first, last, prot),
        list: (space) => space.protect(first, last, prot),
        why: (space, _, keptTo) => whyNotPlace(first, last) || holeText(space, first, last, keptText(keptTo)),
      };
    }
    case 'advise': {
      const { first, last } = pageRange(statement.range, context);
      const { advice } = statement;
      const why = (space: VmaList, error: ErrorName, keptTo: Index): string =>
        whyNotPlace(first, last) || whyNotAdvised(space, { first, last, advice }, error, keptTo);
      return {
        first,
        last,
        core: () => machine.mmAdvise(handle, first, last, advice),
        list: (space) => space.advise(first, last, advice),
        why,
      };
    }
    case 'remap':
      return remapCall(statement, named, context);
    case 'lockall': {
      const { how } = statement;
      return {
        first: ZERO,
        last: MAX,
        core: () => machine.mmLockAll(handle, how),
        list: (space) => space.lockAll(how),
        why: (_, error) =>
          error === 'EPERM' ? NO_LOCKS : '`onfault` says how to lock: it needs `current`, `future` or both',
      };
    }
    case 'limit': {
      const value = statement.value === null ? null : evaluate(statement.value, context);
      return {
        first: ZERO,
        last: MAX,
        core: () => machine.mmLimit(handle, statement.limit, value),
        list: (space) => space.limit(statement.limit, value),
        why: () => '',
      };
    }
    case 'touch': {
      const { first, last } = pageRange(statement.range, context);
      const write = statement.access === null ? writable(named.space, first, last) : statement.access === 'write';
      return {
        first,
        last,
        core: () => machine.mmTouch(handle, first, last, write),
        list: (space) => space.touch(first, last, write),
        why: (space, error) => whyNotPlace(first, last) || whyNotTouched(space, first, last, write, error),
      };
    }
    default:
      return brkCall(statement, named, context);
  }
}

function remapCall(statement: Of<'remap'>, named: Space, context: Context): Call {
  const { machine } = context.world;
  const { handle } = named;
  const { first, last } = pageRange(statement.range, context);
  const bytes = index(last - first + 1n);
  const newBytes = statement.size === null ? bytes : evaluate(statement.size, context);
  const to = statement.place === null ? ZERO : evaluate(statement.place, context);
  const mayMove = statement.way === 'dontunmap' ? 'keep' : statement.way !== 'stay';
  return {
    first,
    last,
    core: () => machine.mmRemap(handle, first, bytes, newBytes, to, mayMove),
    list: (space) => space.remap(first, bytes, newBytes, to, mayMove).error,
    why: (space, error) =>
      whyNotPlace(first, last) || whyNotMoved(space, { first, last, newBytes, to, keeps: mayMove === 'keep' }, error),
  };
}

function whyNotMoved(
  space: VmaList,
  { first, last, newBytes, to, keeps }: { first: Index; last: Index; newBytes: Index; to: Index; keeps: boolean },
  error: ErrorName,
): string {
  const bytes = last - first + 1n;
  const end = to + pagesUp(newBytes);
  const [lowest] = space.within(first, first);
  if (error === 'ENOMEM')
    return `there is no room for ${toHex(pagesUp(newBytes))} bytes${newBytes > bytes ? ' behind it, or anywhere it may go' : ''}`;
  if (error === 'EFAULT') {
    if (lowest === undefined) return `${toHex(first)} is not mapped`;
    return lowest.last < last
      ? `${vmaName(lowest)} ends inside the range: only one VMA moves or grows at a time, as in Linux 6.16`
      : `${vmaName(lowest)} is the kernel’s or a device’s, and does not grow`;
  }
  if (newBytes === 0n) return 'a mapping has at least one page';
  if (keeps && pagesUp(newBytes) !== bytes) return 'with `dontunmap` the size stays';
  if (to % PAGE !== 0n) return whyNotPlace(to, to);
  if (end > TASK_END) return addressesEnd();
  return to <= last && end > first
    ? 'the new place overlaps the old one'
    : 'this memory is the kernel’s or a device’s, and stays where it is';
}

function brkCall(statement: Of<'brk'>, named: Space, context: Context): Call {
  const { machine } = context.world;
  const { handle, space } = named;
  const amount = evaluate(statement.amount, context);
  if (statement.form === 'at') {
    const why = (list: VmaList, error: ErrorName): string =>
      error === 'EINVAL' ? whyNotPlace(amount, index(amount | (PAGE - 1n))) : takenText(list, amount, amount);
    return {
      first: amount,
      last: amount,
      core: () => machine.mmBrkAt(handle, amount),
      list: (one) => one.brkAt(amount),
      why,
    };
  }
  const moved = statement.form === '+' ? space.brk + amount : space.brk - amount;
  const end = index(moved < 0n ? 0n : moved > TASK_END ? TASK_END + PAGE : moved);
  const [low, high] = end < space.brk ? [end, space.brk] : [space.brk, end];
  const why = (list: VmaList, error: ErrorName): string => {
    if (list.brkStart === 0n) return 'there is no heap yet: `brk at A` says where it begins';
    if (error === 'EINVAL') return `the heap begins at ${toHex(list.brkStart)}, and this would end it below`;
    if (end < list.brk)
      return `nothing is mapped in what the heap would give up, ${toHex(pagesUp(end))}..${toHex(pagesUp(list.brk) - 1n)}`;
    return end > TASK_END ? addressesEnd() : takenText(list, pagesUp(list.brk), end - 1n);
  };
  return {
    first: low,
    last: high > low ? index(high - 1n) : low,
    core: () => machine.mmBrk(handle, end),
    list: (one) => one.setBrk(end),
    why,
  };
}

// Whole pages: the end rounds up, the beginning is the core's to judge.
function pageRange(range: Range, context: Context): { readonly first: Index; readonly last: Index } {
  const { first, last } = evaluateForward(range, context);
  const end = pagesUp(last + 1n);
  return { first, last: end > MAX ? MAX : index(end - 1n) };
}

function mappingOf({ perms, shared, grows, file }: MappingWords, context: Context): Mapping & ListedMapping {
  const flags = protOf(perms) | (shared ? VMA_FLAGS.shared : 0) | (grows ? VMA_FLAGS.grows : 0);
  // Linux gives shared memory without a file a file of its own, each mapping another.
  if (shared && file === null)
    return { flags, file: context.world.newFile(), offset: ZERO, path: '/dev/zero (deleted)' };
  const path = file?.path ?? '';
  const offset = file === null || file.at === null ? ZERO : evaluate(file.at, context);
  return { flags, file: context.world.fileNumber(path), offset, path };
}

/** Bits of VMA_FLAGS that permissions stand for. */
export function protOf(perms: Perms): number {
  const { read, write, exec } = VMA_FLAGS;
  return (
    (/r/.test(perms) ? read : 0) | (/w/.test(perms) ? write : 0) | (perms !== 'none' && /x/.test(perms) ? exec : 0)
  );
}

// `touch` without a word writes where all may be written.
function writable(space: VmaList, first: Index, last: Index): boolean {
  const touched = space.grown(first, last);
  return touched.length > 0 && touched.every((one) => (one.flags & VMA_FLAGS.write) !== 0);
}

// ---- What is told ----

const NO_LOCKS = '`limit memlock 0` allows no locked memory';

interface Refused extends Pick<CallDone, 'wanted' | 'met'> {
  readonly struck: boolean;
  /** All that it can keep is a cut. */
  readonly cuts: boolean;
}

function refusal(
  named: Space,
  call: Call,
  { keptTo }: Outcome,
  { wanted, met, struck, cuts }: Refused,
): readonly Reason[] {
  const kept = keptTo === ZERO ? '' : cuts ? `the cut at ${toHex(keptTo)} stays` : keptText(keptTo);
  if (wanted !== null && !(struck && keptTo === ZERO)) {
    if (met !== null) return reasons(limitText(named.space, met), kept);
    const sealed = wanted === 'EPERM' ? named.space.within(call.first, call.last).find(isSealed) : undefined;
    if (sealed !== undefined) return reasons(`${vmaName(sealed)} is sealed: it stays mapped, where and as it is`, kept);
    return reasons(call.why(named.space, wanted, keptTo));
  }
  const why = struck
    ? 'something that the call needs was refused'
    : `there is no room for so many VMAs or page tables, ${OUR_LIMIT}`;
  return reasons(why, reason('unchanged', `\`${named.name}\` is as it was`));
}

const LIMIT_TEXTS: Readonly<Record<LimitName, string>> = {
  vmas: 'VMAs (vm.max_map_count)',
  as: 'bytes mapped (RLIMIT_AS)',
  data: 'bytes of private memory that may be written (RLIMIT_DATA)',
  memlock: 'bytes locked (RLIMIT_MEMLOCK)',
  stack: 'bytes of stack (RLIMIT_STACK)',
};

function limitText({ limits, count }: VmaList, met: LimitName): string {
  const most = `${(limits[met] ?? ZERO).toLocaleString('en')} ${LIMIT_TEXTS[met]}`;
  const now =
    met === 'vmas'
      ? `, and it has ${count.toLocaleString('en')}; a cut needs room below the limit, and mremap for 3 to 5 more`
      : '';
  return `the process may have ${most}${now}: \`limit ${met}\` sets another limit`;
}

function whyNotPlace(first: Index, last: Index): string {
  if (first % PAGE !== 0n) {
    const below = first - (first % PAGE);
    return `${toHex(first)} is not a multiple of the page size, 4096: ${toHex(below)} and ${toHex(below + PAGE)} are`;
  }
  return last >= TASK_END ? addressesEnd() : '';
}

function whyNotMapped(first: Index, last: Index, { offset }: Mapping): string {
  if (offset % PAGE !== 0n) return `the offset ${toHex(offset)} is not a multiple of the page size, 4096`;
  return whyNotPlace(first, last);
}

function refusedAdvice(advice: Advice): string {
  if (advice === 'dontneed')
    return 'the pages of locked memory and of a device cannot be dropped: `advise R lock off` unlocks it';
  if (advice === 'free') return 'only private memory without a file that is not locked can be freed so';
  return advice === 'wipeonfork'
    ? 'only private memory without a file can be wiped on fork'
    : `memory of a device (VM_PFNMAP, VM_MIXEDMAP) cannot be advised \`${advice}\``;
}

function addressesEnd(): string {
  return `what can be mapped ends at ${toHex(TASK_END)}`;
}

function firstHole(space: VmaList, first: Index, last: Index): bigint {
  let at: bigint = first;
  for (const one of space.within(first, last)) {
    if (one.first > at) break;
    at = one.last + 1n;
  }
  return at;
}

// The part that a failed call keeps, as in Linux.
function keptText(keptTo: Index): string {
  return keptTo === ZERO ? 'nothing was changed' : `changed up to ${toHex(keptTo - 1n)}`;
}

function holeText(space: VmaList, first: Index, last: Index, kept: string): string {
  return `${toHex(firstHole(space, first, last))} is not mapped, and all of the range must be; ${kept}`;
}

function whyNotAdvised(
  space: VmaList,
  { first, last, advice }: { first: Index; last: Index; advice: Advice },
  error: ErrorName,
  keptTo: Index,
): string {
  if (error === 'EINVAL') return `${refusedAdvice(advice)}; ${keptText(keptTo)}`;
  const dead = keptTo > last && advice === 'lock' ? space.inaccessible(first, last) : null;
  if (dead !== null)
    return `${vmaName(dead)} may not be accessed, so its pages cannot be made present; the range is locked nevertheless`;
  return holeText(
    space,
    first,
    last,
    keptTo > ZERO && !LOCKING.has(advice) ? 'everything mapped in it was changed all the same' : keptText(keptTo),
  );
}

function takenText(space: VmaList, first: bigint, last: bigint): string {
  const [taken] = space.within(first, last);
  if (taken !== undefined) return `${vmaName(taken)} is in the way`;
  const [above] = space.within(last + 1n, last + PAGE);
  return above === undefined
    ? 'memory that grows downwards lies too near'
    : `one page must stay free below ${vmaName(above)}`;
}

const OBSTACLES: Readonly<Record<Obstacle, string>> = {
  size: 'it would be larger than RLIMIT_STACK, which is 8 MiB unless `limit stack` says otherwise',
  limit: 'a limit of the process leaves no room for that',
  guard: 'it keeps 1 MiB free to what lies below',
  offset: 'it was moved, and there is nothing below its offset 0',
};

function whyNotTouched(space: VmaList, first: Index, last: Index, write: boolean, error: ErrorName): string {
  if (error === 'ENOMEM') return `this takes more page tables than there are, one for each 2 MiB: ${OUR_LIMIT}`;
  const grown = space.copy();
  const barred = grown.touch(first, last, false) === null ? grown.within(first, last) : space.within(first, last);
  const prot = write ? VMA_FLAGS.write : VMA_FLAGS.read | VMA_FLAGS.write | VMA_FLAGS.exec;
  const locked = barred.find((one) => (one.flags & prot) === 0);
  if (locked !== undefined)
    return `${vmaName(locked)} is ${locked.perms}, and may not be ${write ? 'written' : 'read'}; no page was touched`;
  const stopped = space.ungrown(first);
  if (stopped !== null)
    return `${toHex(first)} is not mapped, and ${vmaName(stopped.vma)} does not grow down to it: ${OBSTACLES[stopped.obstacle]}; no page was touched`;
  return `${toHex(firstHole(space, first, last))} is not mapped; no page was touched`;
}

/** `VMA 3 (0x1000..0x2fff)`. */
export function vmaName({ number, first, last, path }: Pick<ListedVma, 'number' | 'first' | 'last' | 'path'>): string {
  return `VMA ${number} (${toHex(first)}..${toHex(last)}${path === '' ? '' : ` ${path}`})`;
}

// Which VMAs became one with others.
function joinedHint({ before, after }: VmaChanges): readonly Reason[] {
  const numbers = new Set(after.map((one) => one.number));
  const old = new Map(before.map((one) => [one.number, one]));
  const grown = after.filter((one) => {
    const was = old.get(one.number);
    return was !== undefined && (one.first < was.first || one.last > was.last);
  });
  const texts = grown.map((one) => {
    const gone = before
      .filter((was) => !numbers.has(was.number) && was.first >= one.first && was.last <= one.last)
      .map((was) => was.number);
    return gone.length === 0 ? `${vmaName(one)} has grown` : `VMA ${gone.join(', ')} joined with ${vmaName(one)}`;
  });
  return reasons(...texts);
}

function whatChanged(
  statement: MemoryCall,
  { before, after }: VmaChanges,
  space: VmaList,
  was: MmFacts,
  is: MmFacts,
): string {
  if (statement.kind === 'touch') {
    const pages = is.rssAnon + is.rssFile - was.rssAnon - was.rssFile;
    const tables = is.tables - was.tables;
    return [counted(pages, 'page'), ...(tables === 0 ? [] : [counted(tables, 'table')])].join(' · ');
  }
  if (statement.kind === 'limit') return 'limit set';
  if (statement.kind === 'brk') return `heap ${(pagesUp(space.brk) - space.brkStart) / PAGE} pages`;
  const numbers = (list: readonly ListedVma[]): ReadonlySet<number> => new Set(list.map((one) => one.number));
  const [old, now] = [numbers(before), numbers(after)];
  const same = new Set(before);
  const told = (list: readonly ListedVma[], word: string): string[] =>
    list.length === 0 ? [] : [list.length === 1 ? `VMA ${list[0]?.number} ${word}` : `${list.length} VMAs ${word}`];
  const made = after.filter((one) => !old.has(one.number));
  const gone = before.filter((one) => !now.has(one.number));
  const changed = made.length + gone.length > 0 ? [] : after.filter((one) => !same.has(one));
  return [...told(made, 'new'), ...told(gone, 'gone'), ...told(changed, 'changed')].join(' · ') || 'no change';
}
