// SPDX-License-Identifier: GPL-2.0-or-later
//
// An strace log as the calls to be replayed, in order, and what was passed over. Pure.
//
// A call that other calls came between (`<unfinished ...>`, `<... resumed>`) counts where it returned. Only where a
// thread was given room that another thread's call had just made free (munmap, mremap), that call counts as done
// before, since it must have been. Below an execve may stand the map that it made, as /proc/PID/maps has it.

import type { Index } from '../../base/index64';
import { looksLikeMaps, readMaps, type MapsLine } from './maps';
import { promptOf, unquoted } from './maps-paste';
import { MEMORY_CALLS } from './memory-calls';
import type { RawLine } from './raw-text';
import { readCall, type CallEffect, type CallFault, type FileNames } from './strace-calls';
import { splitArgs } from './strace-args';
import { readStraceLine, type StraceLine } from './strace-line';
import { BIRTHS, Descriptors, NAMING, Processes, type Pid, type ProcessSigns } from './strace-processes';
import { readResult } from './strace-values';

/** One call of the log that is replayed: a step. */
export interface TraceCall {
  /** 1-based line of the scenario where the call returned. */
  readonly line: number;
  /** The call as the log has it, without what stands around it. */
  readonly text: string;
  readonly effect: CallEffect;
  /** Why this call may belong to another address space; only where it may. */
  readonly doubt?: string;
}

/** The content of the log beside the replayed calls. */
export interface TraceRest {
  /** Calls of other names, by name: how many, and the line of the first. */
  readonly unknown: readonly { readonly name: string; readonly count: number; readonly line: number }[];
  /** Flags of replayed calls that are not modelled, by name: how many calls have them, and the line of the first. */
  readonly unmodelled: readonly { readonly name: string; readonly count: number; readonly line: number }[];
  /** Memory calls of processes with an address space of their own. */
  readonly others: number;
  /** Memory calls that never returned, or whose beginning the log lacks. */
  readonly halves: number;
  /** Pids that appear without their clone and are taken for threads, ascending. */
  readonly strangers: readonly number[];
  /** Lines that are no call, as what the program printed. */
  readonly noise: number;
}

export interface TraceLog {
  readonly calls: readonly TraceCall[];
  readonly rest: TraceRest;
}

/** A mistake in one line; offsets are those of the scenario. */
export interface TraceFault {
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly hint: string;
}

const EXAMPLE = 'mmap(NULL, 8192, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7f00c0de0000';

/** Whether a line is a memory call as strace prints it. */
export function looksLikeTrace(line: string): boolean {
  const read = readStraceLine(line.replace(/^\s*(?:>\s?)+/, ''));
  return (read.kind === 'call' || read.kind === 'begun') && MEMORY_CALLS.has(read.name);
}

// A stack trace (-k) begins its lines with `>` too: they stay as they are.
function withoutQuoting(line: RawLine): RawLine {
  if (!/^\s*>/.test(line.text)) return line;
  const bare = unquoted(line);
  return readStraceLine(bare.text).kind === 'other' && promptOf(bare.text) === null ? line : bare;
}

// A call of the log, whole: from where it began to where it returned.
interface Whole {
  readonly pid: Pid;
  readonly name: string;
  readonly args: string;
  readonly result: string;
  readonly line: RawLine;
  /** Offset of its text in the line. */
  readonly at: number;
  /** Places among the lines where it began and where it returned. */
  readonly begun: number;
  readonly ended: number;
}

/** The last calls of a thread and a process: they leave memory as it is. */
const ENDS: ReadonlySet<string> = new Set(['exit', 'exit_group']);
/** Other calls about processes that change no memory. */
const WAITS: ReadonlySet<string> = new Set([
  'wait4',
  'waitid',
  'waitpid',
  'kill',
  'tkill',
  'tgkill',
  'pidfd_send_signal',
  'pidfd_open',
  'unshare',
  'rt_sigqueueinfo',
  'rt_tgsigqueueinfo',
]);
/** Calls that begin another program. */
export const EXECS: ReadonlySet<string> = new Set(['execve', 'execveat']);

/** The command that makes a log which a replay can follow. */
export const RECOMMENDED = 'strace -f -e trace=memory,process';

interface Counts {
  readonly strangers: Set<number>;
  readonly unknown: Map<string, { count: number; line: number }>;
  others: number;
  halves: number;
  noise: number;
}

/** Reads a block. Every fault names its line; a log without a fault has at least one call. */
export function readTrace(
  lines: readonly RawLine[],
  block: { from: number; to: number },
): { readonly log: TraceLog; readonly faults: readonly TraceFault[] } {
  const counts = noCounts();
  const faults: TraceFault[] = [];
  const bare = lines.map(withoutQuoting);
  const read = bare.map((line): StraceLine =>
    promptOf(line.text) === null ? readStraceLine(line.text) : { kind: 'quiet' },
  );
  const maps = mapsBelow(bare, read, faults);
  const wholes = pairUp(bare, read, counts, faults);
  const calls = followed({ wholes: inOrder(wholes), maps }, signsOf(read, wholes), counts, faults);
  if (calls.length === 0 && faults.length === 0) {
    faults.push({ ...block, message: 'this text has no memory call', hint: `a line looks like \`${EXAMPLE}\`` });
  }
  const unknown = [...counts.unknown]
    .map(([name, { count, line }]) => ({ name, count, line }))
    .sort((a, b) => b.count - a.count || a.line - b.line);
  return {
    log: {
      calls,
      rest: {
        unknown,
        unmodelled: flagsOf(calls),
        others: counts.others,
        halves: counts.halves,
        strangers: [...counts.strangers].sort((a, b) => a - b),
        noise: counts.noise,
      },
    },
    faults,
  };
}

function noCounts(): Counts {
  return { strangers: new Set(), unknown: new Map(), others: 0, halves: 0, noise: 0 };
}

// The maps that stand below lines of execve, by the place of that line; their lines count as read.
function mapsBelow(
  lines: readonly RawLine[],
  read: StraceLine[],
  faults: TraceFault[],
): ReadonlyMap<number, readonly MapsLine[]> {
  const found = new Map<number, RawLine[]>();
  let open: number | null = null;
  for (const [place, one] of read.entries()) {
    const line = lines[place] as RawLine;
    if (one.kind === 'other' && open !== null && looksLikeMaps(line.text)) {
      found.set(open, [...(found.get(open) ?? []), line]);
      read[place] = { kind: 'quiet' };
    } else if (one.kind !== 'quiet') {
      open = (one.kind === 'call' || one.kind === 'resumed') && EXECS.has(one.name) ? place : null;
    }
  }
  return new Map(
    [...found].map(([place, own]) => {
      const told = readMaps(own, { from: 0, to: 0 });
      faults.push(...told.faults);
      return [place, told.lines.filter(({ stored }) => stored)];
    }),
  );
}

// A stranger may turn out to be a process after calls of its own were taken for those of a thread: then once more from
// the beginning, knowing it.
function followed(log: Followable, signs: ProcessSigns, counts: Counts, faults: TraceFault[]): TraceCall[] {
  const apart = new Set(signs.apart);
  for (;;) {
    const [here, wrong] = [noCounts(), [] as TraceFault[]];
    const processes = new Processes({ ...signs, apart });
    const calls = effectsOf(log, processes, here, wrong);
    const before = apart.size;
    for (const pid of processes.unmasked) apart.add(pid);
    if (apart.size > before) continue;
    faults.push(...wrong);
    counts.others += here.others;
    counts.halves += here.halves;
    for (const one of here.unknown) counts.unknown.set(...one);
    for (const pid of here.strangers) counts.strangers.add(pid);
    return calls;
  }
}

interface Followable {
  readonly wholes: readonly Whole[];
  readonly maps: ReadonlyMap<number, readonly MapsLine[]>;
}

function flagsOf(calls: readonly TraceCall[]): TraceRest['unmodelled'] {
  const found = new Map<string, { count: number; line: number }>();
  for (const { line, effect } of calls) {
    for (const { flag } of 'unmodelled' in effect ? (effect.unmodelled ?? []) : []) {
      const known = found.get(flag);
      if (known === undefined) found.set(flag, { count: 1, line });
      else known.count++;
    }
  }
  return [...found]
    .map(([name, { count, line }]) => ({ name, count, line }))
    .sort((a, b) => b.count - a.count || a.line - b.line);
}

// Joins the halves of calls. A half whose other one is missing is counted.
function pairUp(lines: readonly RawLine[], read: readonly StraceLine[], counts: Counts, faults: TraceFault[]): Whole[] {
  const open = new Map<Pid, { name: string; args: string; place: number }>();
  const wholes: Whole[] = [];
  const lose = (name: string): void => {
    if (MEMORY_CALLS.has(name)) counts.halves++;
  };
  for (const [place, one] of read.entries()) {
    const line = lines[place] as RawLine;
    if (one.kind === 'call') {
      wholes.push({ ...one, line, begun: place, ended: place });
    } else if (one.kind === 'begun') {
      open.set(one.pid, { name: one.name, args: one.args, place });
    } else if (one.kind === 'resumed') {
      const half = open.get(one.pid);
      open.delete(one.pid);
      const tail = /^(.*?)\)\s+= (.*)$/s.exec(one.rest);
      if (half?.name !== one.name || tail === null) lose(one.name);
      else
        wholes.push({
          pid: one.pid,
          name: one.name,
          args: half.args + (tail[1] ?? ''),
          result: tail[2] ?? '',
          line,
          at: one.at,
          begun: half.place,
          ended: place,
        });
    } else if (one.kind === 'cut') {
      faults.push({
        from: line.from + one.at,
        to: line.from + line.text.length,
        message: `this call of ${one.name} breaks off`,
        hint: 'a whole line ends with `) = ` and the result',
      });
    } else if (one.kind === 'other') {
      counts.noise++;
    }
  }
  for (const { name } of open.values()) lose(name);
  return wholes;
}

function signsOf(read: readonly StraceLine[], wholes: readonly Whole[]): ProcessSigns {
  const apart = new Set<number>();
  for (const one of read) if (one.kind === 'reaped') apart.add(one.child);
  const children = new Set(apart);
  for (const one of read) if (one.kind === 'attached') children.add(one.pid);
  for (const one of wholes) {
    const child = BIRTHS.has(one.name) ? childOf(one) : null;
    if (child !== null) children.add(child);
  }
  return { children, apart };
}

function childOf({ result }: Whole): number | null {
  const returned = readResult(result);
  return returned !== null && 'value' in returned ? Number(returned.value) : null;
}

// By where they returned; what made room that another was given, before that one. Births count where they began: a
// child may be logged before its parent's call returns.
function inOrder(wholes: readonly Whole[]): Whole[] {
  const place = (one: Whole): number => (BIRTHS.has(one.name) ? one.begun : one.ended);
  const sorted = [...wholes].sort((a, b) => place(a) - place(b));
  const freeing: { readonly one: Whole; readonly freed: Room }[] = [];
  for (const one of [...wholes].sort((x, y) => x.begun - y.begun)) {
    const freed = one.begun < one.ended ? freedRoom(one) : null;
    if (freed !== null) freeing.push({ one, freed });
  }
  if (freeing.length === 0) return sorted;
  const early = new Set<Whole>();
  const ordered: Whole[] = [];
  // Those that have begun and not returned: few at a time, one a thread.
  let open: typeof freeing = [];
  let next = 0;
  for (const one of sorted) {
    for (; next < freeing.length && (freeing[next] as (typeof freeing)[number]).one.begun < one.ended; next++)
      open.push(freeing[next] as (typeof freeing)[number]);
    open = open.filter((other) => other.one.ended > one.ended);
    if (early.has(one)) continue;
    const room = open.length === 0 ? null : givenRoom(one);
    for (const { one: other, freed } of open) {
      if (
        room === null ||
        early.has(other) ||
        freed.from >= room.from + room.bytes ||
        room.from >= freed.from + freed.bytes
      )
        continue;
      early.add(other);
      ordered.push(other);
    }
    ordered.push(one);
  }
  return ordered;
}

interface Room {
  readonly from: Index;
  readonly bytes: Index;
}

const NO_FILES: FileNames = {
  name: () => ({ path: '', which: '' }),
  fresh: () => ({ path: '', which: '' }),
  segment: () => null,
};

const GIVEN_ROOM: ReadonlySet<string> = new Set(['mmap', 'mmap2', 'mremap']);

function givenRoom(one: Whole): Room | null {
  if (!GIVEN_ROOM.has(one.name)) return null;
  const effect = readCall(one.name, one.args, one.result, NO_FILES);
  if (effect === null || !('kind' in effect) || !('fixed' in effect) || effect.fixed) return null;
  if (effect.kind === 'map') return { from: effect.first, bytes: (effect.last - effect.first + 1n) as Index };
  if (effect.now !== effect.first) return { from: effect.now, bytes: effect.newBytes };
  // Grown in place.
  return effect.newBytes <= effect.bytes
    ? null
    : { from: (effect.first + effect.bytes) as Index, bytes: (effect.newBytes - effect.bytes) as Index };
}

function freedRoom(one: Whole): Room | null {
  if (one.name !== 'munmap' && one.name !== 'mremap') return null;
  const effect = readCall(one.name, one.args, one.result, NO_FILES);
  if (effect === null || !('kind' in effect)) return null;
  if (effect.kind === 'unmap' && effect.failed === undefined)
    return { from: effect.first, bytes: (effect.last - effect.first + 1n) as Index };
  return effect.kind === 'remap' && !effect.keeps ? { from: effect.first, bytes: effect.bytes } : null;
}

function effectsOf(
  { wholes, maps }: Followable,
  processes: Processes,
  counts: Counts,
  faults: TraceFault[],
): TraceCall[] {
  const calls: TraceCall[] = [];
  const files = new Descriptors();
  let heapEnd: Index | null = null;
  for (const one of wholes) {
    const { name, pid } = one;
    const ours = processes.ours(pid);
    if (BIRTHS.has(name)) {
      const child = childOf(one);
      // A child of what is not ours is not ours.
      if (child !== null && child !== 0) processes.born(ours ? name : 'fork', one.args, child);
    } else if (EXECS.has(name)) {
      if (!ours || !/^0\b/.test(one.result)) continue;
      if (pid !== null && !processes.isFirst(pid)) processes.leaves(pid);
      else {
        calls.push(...begunProgram(one, maps.get(one.ended) ?? [], calls.length === 0));
        heapEnd = null;
      }
    } else if (NAMING.has(name)) {
      // Segments are named for all processes alike.
      if (ours || name === 'shmget') files.take(name, one.args, one.result);
    } else if (MEMORY_CALLS.has(name)) {
      const effect = readCall(name, one.args, one.result, ours ? files : NO_FILES);
      if (effect === null) counts.halves++;
      else if ('argument' in effect) faults.push(placed(effect, one));
      else if (!ours) counts.others++;
      else if (
        effect.kind === 'brk' &&
        effect.asked === null &&
        heapEnd !== null &&
        pageUp(effect.end) !== pageUp(heapEnd)
      ) {
        // The heap of another program.
        if (pid !== null && !processes.isFirst(pid)) {
          processes.leaves(pid);
          counts.others++;
          continue;
        }
        calls.push(callOf(one, { kind: 'exec', mapped: false }), callOf(one, effect));
        heapEnd = effect.end;
      } else {
        calls.push(withDoubt(callOf(one, effect), pid, processes, counts));
        if (effect.kind === 'brk') heapEnd = effect.end;
      }
    } else if (!ENDS.has(name) && !WAITS.has(name)) countUnknown(counts, one);
  }
  return calls;
}

function callOf(one: Whole, effect: CallEffect): TraceCall {
  return { line: one.line.line, text: `${one.name}(${one.args}) = ${one.result}`, effect };
}

// A first program needs no step of its own, unless the log holds the map that it begins with.
function begunProgram(one: Whole, map: readonly MapsLine[], isFirst: boolean): TraceCall[] {
  if (isFirst && map.length === 0) return [];
  const loads = map.map((line): TraceCall => ({
    line: line.line,
    text: 'maps',
    effect: { kind: 'load', first: line.vma.first, last: line.vma.last, line },
  }));
  return [callOf(one, { kind: 'exec', mapped: map.length > 0 }), ...loads];
}

// The first call of an unexplained pid says so.
function withDoubt(call: TraceCall, pid: Pid, processes: Processes, counts: Counts): TraceCall {
  if (!processes.isStranger(pid) || counts.strangers.has(pid)) return call;
  counts.strangers.add(pid);
  return { ...call, doubt: strangersText([pid]) };
}

/** A warning about pids whose clone the log lacks; empty if there is none. */
export function strangersText(pids: readonly number[]): string {
  if (pids.length === 0) return '';
  const more = pids.length > 3 ? ` and ${pids.length - 3} more` : '';
  const [which, verb, what] =
    pids.length === 1
      ? ['pid', 'appears without its clone', 'a thread']
      : ['pids', 'appear without their clones', 'threads'];
  return (
    `${which} ${pids.slice(0, 3).join(', ')}${more} ${verb} and ${pids.length === 1 ? 'is' : 'are'} ` +
    `taken for ${what}, whose calls change this address space; \`${RECOMMENDED}\` records clones`
  );
}

function pageUp(address: Index): bigint {
  return (address + 4095n) / 4096n;
}

function countUnknown(counts: Counts, { name, line }: Whole): void {
  const known = counts.unknown.get(name);
  if (known === undefined) counts.unknown.set(name, { count: 1, line: line.line });
  else known.count++;
}

// Where in its line the argument stands; of a call in two halves, the whole second one.
function placed(fault: CallFault, one: Whole): TraceFault {
  const { line } = one;
  const whole = { from: line.from + one.at, to: line.from + line.text.length };
  const told = { message: fault.message, hint: fault.hint };
  const argument = splitArgs(one.args)[fault.argument];
  if (fault.argument < 0 || argument === undefined || argument === '' || one.begun !== one.ended)
    return { ...whole, ...told };
  // Arguments before it may look like it: look behind them.
  const before = splitArgs(one.args)
    .slice(0, fault.argument)
    .reduce((at, part) => one.args.indexOf(part, at) + part.length, 0);
  const from = line.from + one.at + one.name.length + 1 + one.args.indexOf(argument, before);
  return { from, to: from + argument.length, ...told };
}

const SHOWN = 8;

/** The calls skipped, and flags that are not modelled, in words; empty if there are neither. */
export function restText({ unknown, unmodelled, others, halves, strangers, noise }: TraceRest): string {
  const parts: string[] = [];
  if (unknown.length > 0) parts.push(namesText(unknown, 'calls'));
  if (others > 0) parts.push(`${others} of processes with an address space of their own`);
  if (halves > 0) parts.push(`${halves} that the log has only in part`);
  if (noise > 0) parts.push(`${noise} ${noise === 1 ? 'line that is not a call' : 'lines that are not calls'}`);
  const passed = parts.length === 0 ? [] : [`skipped: ${parts.join('; ')}`];
  const doubted = strangers.length === 0 ? [] : [strangersText(strangers)];
  return [
    ...doubted,
    ...passed,
    ...(unmodelled.length === 0 ? [] : [`flags that are not modelled: ${namesText(unmodelled, 'flags')}`]),
  ].join(' · ');
}

function namesText(all: TraceRest['unknown'], what: string): string {
  const names = all.slice(0, SHOWN).map(({ name, count }) => (count === 1 ? name : `${count} × ${name}`));
  if (all.length > SHOWN) names.push(`${what} of ${all.length - SHOWN} more names`);
  return names.join(', ');
}
