// SPDX-License-Identifier: GPL-2.0-or-later
//
// A recording as a scenario, its run with our engine, and the first operation after which the address space differs
// from what the kernel showed.
//
// A log says which calls were made and not which pages became present. So the scenario touches pages where the program
// asked for it (MADV_POPULATE_…, one page a call) and where the kernel does so for locked memory.

import { index, type Index } from '../../web/base/index64';
import { machineOver } from '../../web/engine/core/machine';
import type { Core } from '../../web/engine/core/wasm';
import type { NamedTree } from '../../web/model/item';
import type { Machine } from '../../web/model/machine';
import { VMA_FLAGS } from '../../web/model/memory';
import { readScenario } from '../../web/scenario/check/checker';
import { runScenario } from '../../web/scenario/run/interpreter';
import { readMaps } from '../../web/scenario/import/maps';
import { rawLines } from '../../web/scenario/import/raw-text';
import { Replay } from '../../web/scenario/effects/trace';
import { foundText } from '../../web/words/trouble';
import { ListedSpace, logOf } from '../web/scenario/replayed-list';
import { BEFORE, MARK } from './program';
import { FILE_BYTES as FILE_SIZE, type Recording } from './record';

export interface Difference {
  /** Of the child that the operation forked. */
  readonly child: boolean;
  readonly kind: 'range' | 'perms' | 'offset' | 'flags' | 'tables' | 'stopped' | 'trouble';
  readonly kernel: string;
  readonly here: string;
}

/** The first operation after which the two sides differ. */
export interface Mismatch {
  readonly op: number;
  /** Its lines of the log. */
  readonly log: readonly string[];
  /** What the kernel showed before and after it. */
  readonly before: readonly Line[];
  readonly after: readonly Line[];
  readonly differences: readonly Difference[];
  /** What the engine said of the operation. */
  readonly hints: readonly string[];
  /** Enough to see it: everything up to the operation. */
  readonly scenario: string;
}

export interface Replayed {
  /** Operations after which both sides were equal. */
  readonly equal: number;
  readonly mismatch: Mismatch | null;
}

/** What one dump of a program holds. */
interface Shown {
  readonly vmas: readonly Line[];
  /** Page-table pages. */
  readonly tables: number;
}

export interface Line {
  readonly first: Index;
  readonly last: Index;
  readonly perms: string;
  readonly offset: Index;
  readonly path: string;
  readonly flags: number;
  readonly unmodelled: readonly string[];
}

/** The part of a scenario that replays one operation. */
interface Part {
  readonly op: number;
  readonly log: readonly string[];
  readonly lines: readonly string[];
}

const {
  grows,
  dontcopy,
  wipeonfork,
  locked,
  lockonfault,
  noreserve,
  account,
  hugepage,
  nohugepage,
  dontdump,
  mergeable,
  sealed,
} = VMA_FLAGS;
const COMPARED =
  grows |
  dontcopy |
  wipeonfork |
  locked |
  lockonfault |
  noreserve |
  account |
  hugepage |
  nohugepage |
  dontdump |
  mergeable |
  sealed;
const FILE_BYTES = BigInt(FILE_SIZE);
const TASK_LAST = 0x7fff_ffff_efffn;
/** Letters that only the kernel's own VMAs have here. */
const OWN_LETTERS = new Set(['io', 'de', 'pf']);

/** Replays a recording and compares after each operation, up to the first that differs. */
export function replayRecording(recording: Recording, core: Core): Replayed {
  const parts = partsOf(recording);
  const lines = parts.flatMap((part) => part.lines);
  const before = dumpOf(recording.begin);
  const machine = machineOver(core);
  const ends = endsOf(parts);
  const stoppedBy = (part: Part, here: string, hints: readonly string[] = []): Mismatch =>
    mismatchOf(part, [{ child: false, kind: 'stopped', kernel: '', here }], hints, parts, recording);
  const read = readScenario(`${lines.join('\n')}\n`);
  if (read.kind === 'refused') {
    const [first] = read.diagnostics;
    return { equal: 0, mismatch: stoppedBy(partAt(ends, first?.line ?? 1), first?.message ?? '') };
  }
  let base: number | null = null;
  let equal = 0;
  let hints: string[] = [];
  let trees: readonly NamedTree[] = [];
  for (const item of runScenario(read.program, machine, { sums: 'few' })) {
    if (item.kind === 'end' && item.stopped !== null)
      return { equal, mismatch: stoppedBy(partAt(ends, item.stopped.line), item.stopped.message, hints) };
    if (item.kind !== 'step') continue;
    trees = item.trees;
    hints.push(...item.hint.map(({ text }) => text));
    const { line } = item.report;
    const part = partAt(ends, line);
    const troubles = item.troubles.map((one): Difference => ({
      child: false,
      kind: 'trouble',
      kernel: '',
      here: foundText(one),
    }));
    if (troubles.length > 0) return { equal, mismatch: mismatchOf(part, troubles, hints, parts, recording) };
    if (line < lastStepLine(ends, part)) continue;
    const space = trees.find(({ name }) => name === 'p') as NamedTree;
    base ??= machine.mmFacts(space.handle).tables;
    if (part.op === -1) continue;
    const against = (name: string, dump: string | undefined): Difference[] => {
      const tree = trees.find((one) => one.name === name);
      if (dump === undefined || tree === undefined) return [];
      return spaceDiffers(dumpOf(dump), { tree, machine }, { kernel: before.tables, here: base ?? 0 }).map((one) => ({
        ...one,
        child: name !== 'p',
      }));
    };
    const differences = [
      ...against('p', recording.dumps.get(part.op)),
      ...against(`child${part.op}`, recording.children.get(part.op)),
    ];
    if (differences.length > 0) return { equal, mismatch: mismatchOf(part, differences, hints, parts, recording) };
    equal++;
    hints = [];
  }
  return { equal, mismatch: null };
}

// The last line of each part, ascending.
type Ends = readonly { readonly part: Part; readonly line: number }[];

function endsOf(parts: readonly Part[]): Ends {
  let line = 0;
  return parts.map((part) => ({ part, line: (line += part.lines.length) }));
}

function partAt(ends: Ends, line: number): Part {
  const found = ends.find((one) => one.line >= line) ?? ends.at(-1);
  if (found === undefined) throw new Error('the recording has no operation');
  return found.part;
}

// A part may end with the quotes of a block, or with `use`: the step is above.
function lastStepLine(ends: Ends, part: Part): number {
  const quiet = [...part.lines].reverse().findIndex((line) => line !== '"""' && line !== 'use p');
  return (ends.find((one) => one.part === part)?.line ?? 0) - Math.max(0, quiet);
}

function mismatchOf(
  part: Part,
  differences: readonly Difference[],
  hints: readonly string[],
  parts: readonly Part[],
  { begin, dumps }: Recording,
): Mismatch {
  const at = parts.indexOf(part);
  const lines = parts.slice(0, at + 1).flatMap((one) => one.lines);
  const before = dumpOf(dumps.get(parts[at - 1]?.op ?? -1) ?? begin).vmas;
  return {
    op: part.op,
    log: part.log,
    before,
    after: dumpOf(dumps.get(part.op) ?? begin).vmas,
    differences,
    hints,
    scenario: `${lines.join('\n')}\n`,
  };
}

function dumpOf(text: string): Shown {
  const maps = text.split('\n').filter((line) => /^[0-9a-f]+-[0-9a-f]+ |^VmFlags:|^Anonymous:/.test(line));
  const { lines } = readMaps(rawLines(`"""\n${maps.join('\n')}\n"""`, 0, 1), { from: 0, to: 3 });
  const vmas = lines
    .filter(({ stored }) => stored)
    .map(({ vma, flags, unmodelled = [] }): Line => ({
      ...vma,
      flags,
      unmodelled: unmodelled.filter((one) => !OWN_LETTERS.has(one)),
    }));
  return { vmas, tables: Number(/^VmPTE:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 4 };
}

function spaceDiffers(
  kernel: Shown,
  { tree, machine }: { readonly tree: NamedTree; readonly machine: Machine },
  base: { readonly kernel: number; readonly here: number },
): Omit<Difference, 'child'>[] {
  const flags = new Map(machine.mmVmas(tree.handle).map((one) => [one.first, one.flags]));
  const here = [...(tree.vmas ?? [])].map(({ first, last, perms, offset, path }): Line => {
    const anonymous = path === '' || path.startsWith('[');
    return {
      first,
      last,
      perms,
      path,
      offset: anonymous ? index(0n) : offset,
      flags: flags.get(first) ?? 0,
      unmodelled: [],
    };
  });
  const [more, ours] = [kernel.tables - base.kernel, machine.mmFacts(tree.handle).tables - base.here];
  const tables =
    more === ours
      ? []
      : [{ kind: 'tables', kernel: `${more} page tables more than at the beginning`, here: String(ours) } as const];
  return [...linesDiffer(kernel.vmas, here), ...tables];
}

function linesDiffer(kernel: readonly Line[], here: readonly Line[]): Omit<Difference, 'child'>[] {
  const ours = new Map(here.map((one) => [one.first, one]));
  const found: Omit<Difference, 'child'>[] = [];
  for (const one of kernel) {
    const other = ours.get(one.first);
    ours.delete(one.first);
    const kind = other === undefined ? 'range' : lineDiffers(one, other);
    if (kind !== null)
      found.push({ kind, kernel: spelled(one), here: other === undefined ? 'no VMA begins there' : spelled(other) });
  }
  for (const one of ours.values()) found.push({ kind: 'range', kernel: 'no VMA begins there', here: spelled(one) });
  return found;
}

function lineDiffers(one: Line, other: Line): Difference['kind'] | null {
  if (other.last !== one.last) return 'range';
  if (other.perms !== one.perms) return 'perms';
  if (other.offset !== one.offset) return 'offset';
  return ((other.flags ^ one.flags) & COMPARED) !== 0 || one.unmodelled.length > 0 ? 'flags' : null;
}

function spelled({ first, last, perms, offset, flags, unmodelled }: Line): string {
  const words = Object.entries(VMA_FLAGS)
    .filter(([, bit]) => (flags & bit & COMPARED) !== 0)
    .map(([word]) => word);
  return (
    `${first.toString(16)}-${(last + 1n).toString(16)} ${perms} ${offset.toString(16).padStart(8, '0')} ` +
    [...words, ...unmodelled].join(' ')
  ).trimEnd();
}

/** The scenario in parts: the map at the beginning (operation −1), then each operation. */
function partsOf({ log, begin, children }: Recording): Part[] {
  const rows = log.split('\n').filter((line) => line !== '');
  const parent = /^\d+/.exec(rows[0] ?? '')?.[0] ?? '';
  const maps = begin.split('\n').filter((line) => /^[0-9a-f]+-[0-9a-f]+ |^VmFlags:|^Anonymous:/.test(line));
  const parts: Part[] = [{ op: -1, log: [], lines: ['maps p """', ...maps, '"""', ...baseTouches(begin, 'p')] }];
  const locks = new Locks(maps.join('\n'));
  const number = new RegExp(`wait4\\(${String(MARK).slice(0, 4)}(\\d+),`);
  let begun = false;
  let own: string[] = [];
  for (const row of rows) {
    if (!row.startsWith(`${parent} `)) continue;
    const mark = number.exec(row)?.[1];
    if (mark === undefined) {
      own.push(row.replace(/^\d+\s+/, ''));
      continue;
    }
    // The first mark is that of the dump at the beginning.
    const op = Number(mark);
    if (begun)
      parts.push({
        op,
        log: own,
        lines: op === BEFORE ? traceBlock(own.filter(isReplayed)) : linesOf(own, op, begin, locks, children.has(op)),
      });
    begun = true;
    own = [];
  }
  return parts.filter((part) => part.lines.length > 0);
}

const REPLAYED = /^(?:mmap|munmap|mprotect|mremap|madvise|brk|mlock2?|munlock|mlockall|munlockall|mseal)\(/;
const isReplayed = (row: string): boolean => REPLAYED.test(row) || /^(?:syscall_0x1ce|shmget|shmat|shmdt)\(/.test(row);
const traceBlock = (rows: readonly string[]): string[] => (rows.length === 0 ? [] : ['trace p """', ...rows, '"""']);

function linesOf(log: readonly string[], op: number, begin: string, locks: Locks, forks: boolean): string[] {
  if (forks) return [`fork p as child${op}`, ...baseTouches(begin, `child${op}`), 'use p'];
  const rows = log.filter(isReplayed);
  // A segment is named by the call before.
  if (rows.some((row) => row.startsWith('shmget('))) return [...traceBlock(rows), ...locks.touches(rows.join('\n'))];
  return rows.flatMap((row) => {
    const touched = /^madvise\((0x[0-9a-f]+), 4096, MADV_POPULATE_(READ|WRITE)\) += 0/.exec(row);
    return touched === null
      ? [...traceBlock([row]), ...locks.touches(row)]
      : [`touch ${touched[1] ?? ''} ${(touched[2] ?? '').toLowerCase()} in p`];
  });
}

// What the program itself has touched when it looks: of memory that is all present, all; of the stack its top.
function baseTouches(begin: string, name: string): string[] {
  const found = begin.matchAll(/^([0-9a-f]+)-([0-9a-f]+) (\S+) .*\n(?:[A-Z].*\n)*?Rss: +(\d+) kB/gm);
  return [...found].flatMap(([, first = '', end = '', perms = '', rss = '0']) => {
    if (rss === '0') return [];
    const bytes = BigInt(`0x${end}`) - BigInt(`0x${first}`);
    const from = BigInt(Number(rss) * 1024) === bytes ? BigInt(`0x${first}`) : BigInt(`0x${end}`) - 4096n;
    return [
      `touch 0x${from.toString(16)}..+${(BigInt(`0x${end}`) - from) / 1024n}K ` +
        `${perms[1] === 'w' ? 'write' : 'read'} in ${name}`,
    ];
  });
}

/** The last address that has something of the program's file behind it; of other memory its own last one. */
export function lastOfFile({
  path,
  first,
  last,
  offset,
}: {
  readonly path: string;
  readonly first: Index;
  readonly last: Index;
  readonly offset: Index;
}): bigint {
  return path.endsWith('/data') ? first + FILE_BYTES - offset - 1n : last;
}

/** Owns a list of VMAs that follows the log, to know where the kernel makes the pages of locked memory present. */
class Locks {
  private readonly listed: ListedSpace;
  private readonly replay: { play(call: ReturnType<typeof logOf>['calls'][number]): unknown };

  constructor(maps: string) {
    this.listed = new ListedSpace(maps);
    this.replay = new Replay(this.listed);
  }

  touches(row: string): string[] {
    return logOf(`${row}\n`).calls.flatMap((call) => {
      const { effect } = call;
      const waiting = effect.kind === 'protect' ? this.lockedUnwritable(effect.first, effect.last) : [];
      this.replay.play(call);
      if (effect.kind === 'protect')
        return waiting.flatMap(({ first, last }) =>
          this.listed.within(first, last).every(({ flags }) => (flags & VMA_FLAGS.write) !== 0)
            ? this.within(first, last)
            : [],
        );
      if (effect.kind === 'advise' && effect.failed !== undefined)
        return effect.advice === 'lock' ? this.untilStopped(effect.first, effect.last) : [];
      // It also makes the pages of [vdso] present, which is never locked.
      if (effect.kind === 'lockall')
        return effect.how?.current === true ? [...this.within(index(0n), index(TASK_LAST)), ...this.vdso()] : [];
      if (effect.kind === 'brk') return this.within(this.listed.heap().start, effect.end);
      // What it becomes larger by.
      if (effect.kind === 'remap')
        return effect.newBytes > effect.bytes
          ? this.within(index(effect.now + effect.bytes), index(effect.now + effect.newBytes - 1n))
          : [];
      const populates = effect.kind === 'map' || (effect.kind === 'advise' && effect.advice === 'lock');
      return populates ? this.within(effect.first, effect.last) : [];
    });
  }

  // Where mprotect makes pages present: locked private memory that becomes writable.
  private lockedUnwritable(first: Index, last: Index): { readonly first: Index; readonly last: Index }[] {
    const locks = this.listed
      .within(first, last)
      .filter(({ flags }) => (flags & (VMA_FLAGS.write | VMA_FLAGS.shared | locked | lockonfault)) === locked);
    return locks.map((one) => ({
      first: one.first > first ? one.first : first,
      last: one.last < last ? one.last : last,
    }));
  }

  // An mlock that failed: nothing becomes present when it met a hole; else all does below memory without access.
  private untilStopped(first: Index, last: Index): string[] {
    const there = this.listed.within(first, last);
    const mapped = there.reduce(
      (sum, one) => sum + (one.last < last ? one.last : last) - (one.first > first ? one.first : first) + 1n,
      0n,
    );
    if (mapped !== last - first + 1n) return [];
    const stops = there.flatMap((vma) => {
      const inaccessible = (vma.flags & (VMA_FLAGS.read | VMA_FLAGS.write | VMA_FLAGS.exec)) === 0;
      const end = inaccessible ? vma.first : lastOfFile(vma) + 1n;
      return end <= vma.last ? [end] : [];
    });
    const stop = stops.find((end) => end <= last);
    return stop === undefined ? this.within(first, last) : stop <= first ? [] : this.within(first, index(stop - 1n));
  }

  private vdso(): string[] {
    return this.listed
      .within(index(0n), index(TASK_LAST))
      .filter(({ path }) => path === '[vdso]')
      .map(({ first, last }) => `touch 0x${first.toString(16)}..0x${last.toString(16)} read in p`);
  }

  private within(first: Index, last: Index): string[] {
    return this.listed.within(first, last).flatMap((vma) => {
      if ((vma.flags & (locked | lockonfault)) !== locked || (vma.flags & (VMA_FLAGS.read | VMA_FLAGS.write)) === 0)
        return [];
      const end = index(lastOfFile(vma) < last ? lastOfFile(vma) : last);
      if (end < vma.first || end < first) return [];
      const [from, to] = [vma.first > first ? vma.first : first, vma.last < end ? vma.last : end];
      const writes = (vma.flags & (VMA_FLAGS.write | VMA_FLAGS.shared)) === VMA_FLAGS.write;
      return [`touch 0x${from.toString(16)}..0x${to.toString(16)} ${writes ? 'write' : 'read'} in p`];
    });
  }
}
