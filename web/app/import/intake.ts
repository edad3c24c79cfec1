// SPDX-License-Identifier: GPL-2.0-or-later
//
// Reads a pasted or dropped text: a memory map, smaps, two maps, a log of strace, a dump of a tree, trace events, a
// report of a mismatch, or a scenario. Pure. scenario/pasted recognises the kind by its lines; the dialog says what the
// text becomes, and what is left out, before anything is put into the scenario.

import { readScenario } from '../../scenario/check/checker';
import { inputKind } from '../../scenario/pasted/detect';
import { ftraceBlock, readFtrace, type FtraceRead } from '../../scenario/pasted/ftrace';
import {
  callsBetween,
  differenceBlock,
  mappingsOf,
  missedLines,
  splitMaps,
} from '../../scenario/pasted/maps-difference';
import { dumpBlock, readDumps, type Dump } from '../../scenario/pasted/mt-dump';
import { unmodelledFlags } from '../../scenario/import/smaps-words';
import type { MapsLine } from '../../scenario/import/maps';
import { readMismatch, type MismatchRead } from '../../share/mismatch-report';
import { mapsBlock, takeIn, type Intake, type UnreadLine } from './maps-intake';
import { counted } from '../../base/text';
import { lineCount, titleOf } from '../store/page/texts';
import { takeInTrace, traceBlock, type TraceIntake } from './trace-intake';

export interface DumpIntake {
  readonly kind: 'dump';
  readonly dumps: readonly Dump[];
  readonly unread: readonly UnreadLine[];
  readonly name: string;
}

export interface FtraceIntake {
  readonly kind: 'ftrace';
  readonly trace: FtraceRead;
  readonly unread: readonly UnreadLine[];
  readonly name: string;
}

export interface DifferenceIntake {
  readonly kind: 'difference';
  readonly before: Intake;
  readonly after: readonly MapsLine[];
  readonly calls: readonly string[];
  readonly unread: readonly UnreadLine[];
  readonly name: string;
}

export interface MismatchIntake {
  readonly kind: 'mismatch';
  readonly report: Exclude<MismatchRead, { kind: 'none' }>;
  readonly unread: readonly UnreadLine[];
  readonly name: string;
}

export interface ScenarioIntake {
  readonly kind: 'scenario';
  readonly text: string;
  readonly unread: readonly UnreadLine[];
  readonly name: string;
}

export interface LessonIntake {
  readonly kind: 'lesson';
  readonly text: string;
  readonly unread: readonly UnreadLine[];
  readonly name: string;
}

export type Taken =
  LessonIntake | Intake | TraceIntake | DumpIntake | FtraceIntake | DifferenceIntake | MismatchIntake | ScenarioIntake;

/** Reads a text as what it looks like; what looks like nothing is read as a map, so that its lines are named. */
export function take(given: string): Taken {
  // Half a character, as a text that was cut may hold, is none that the language reads.
  const text = given.replace(/\p{Surrogate}/gu, '\ufffd');
  switch (inputKind(text)) {
    case 'lesson':
      return { kind: 'lesson', text, unread: [], name: '' };
    case 'mismatch': {
      const report = readMismatch(text);
      return {
        kind: 'mismatch',
        report:
          report.kind === 'none'
            ? { kind: 'damaged', message: 'the report is of a version that this page does not know' }
            : report,
        unread: [],
        name: '',
      };
    }
    case 'dump': {
      const { dumps, left } = readDumps(text);
      return { kind: 'dump', dumps, unread: left, name: 'dumped' };
    }
    case 'ftrace': {
      const trace = readFtrace(text);
      return { kind: 'ftrace', trace, unread: trace.left, name: 'traced' };
    }
    case 'strace':
      return takeInTrace(text);
    case 'maps':
      return takeMaps(text);
    case null:
      return text.trim() !== '' &&
        /^[ \t]*(?:tree|mm|maps|trace|note|seed|let)\b/m.test(text) &&
        readScenario(text).kind === 'program'
        ? { kind: 'scenario', text, unread: [], name: '' }
        : takeIn(text);
  }
}

function takeMaps(text: string): Taken {
  const both = splitMaps(text);
  if (both === null) return takeIn(text);
  const [before, after] = both.map((lines) => takeIn(lines.join('\n')));
  if (before === undefined || after === undefined) return takeIn(text);
  const lines = mappingsOf(after.lines);
  const below = both[0].length;
  const unread = [...before.unread, ...after.unread.map((one) => ({ ...one, line: one.line + below }))];
  return {
    kind: 'difference',
    before,
    after: lines,
    calls: callsBetween(mappingsOf(before.lines), lines),
    unread,
    name: before.name,
  };
}

/** Whether there is anything to put into the scenario. */
export function isReady(taken: Taken): boolean {
  switch (taken.kind) {
    case 'strace':
      return taken.calls > 0;
    case 'dump':
      return taken.dumps.length > 0;
    case 'ftrace':
      return taken.trace.statements.length > 0;
    case 'difference':
      return taken.before.vmas > 0 && taken.after.length > 0;
    case 'mismatch':
      return taken.report.kind === 'report';
    case 'lesson':
    case 'scenario':
      return true;
    default:
      return taken.vmas > 0;
  }
}

/** Whether it looks like any of what is read at all. */
export function isKnown(taken: Taken): boolean {
  return isReady(taken) || !('lines' in taken) || taken.lines.length > 0;
}

/** Said of a text that does not. */
export const NOT_KNOWN =
  'Not recognised. Expected: a line of maps, 7f00-8f00 r--p …; a call of strace, mmap(…) = 0x7f00; a dump, ' +
  'maple_tree(…); or a trace event, ma_write: ….';

/** The part of a scenario that it becomes; a report and a scenario are whole by themselves. */
export function blockOf(taken: Taken, name: string): string[] {
  switch (taken.kind) {
    case 'strace':
      return traceBlock(name, taken.lines);
    case 'dump':
      return taken.dumps.flatMap((dump, k) => dumpBlock(dump, dumpName(name, k)));
    case 'ftrace':
      return ftraceBlock(taken.trace, name);
    case 'difference':
      return differenceBlock(taken.before.lines, taken.calls, name);
    case 'mismatch':
      return taken.report.kind === 'report' ? (taken.report.script?.split('\n') ?? []) : [];
    case 'lesson':
    case 'scenario':
      return taken.text.split('\n');
    default:
      return mapsBlock(name, taken.lines);
  }
}

/** The name of the k-th tree of several dumps. */
export function dumpName(name: string, k: number): string {
  return k === 0 ? name : `${name}${k + 1}`;
}

/** "23 VMAs", "31 memory calls" */
export function sizeOf(taken: Taken): string {
  switch (taken.kind) {
    case 'strace':
      return counted(taken.calls, 'memory call');
    case 'dump':
      return counted(
        taken.dumps.reduce((sum, { entries }) => sum + entries.filter(({ value }) => value !== null).length, 0),
        'entry',
        'entries',
      );
    case 'ftrace':
      return counted(taken.trace.statements.length, 'call');
    case 'difference':
      return `${counted(taken.before.vmas, 'VMA')}, then ${counted(taken.calls.length, 'call')}`;
    case 'mismatch':
      if (taken.report.kind !== 'report') return 'nothing';
      return taken.report.script === null ? 'the gallery' : counted(lineCount(taken.report.script), 'line');
    case 'lesson':
    case 'scenario':
      return counted(lineCount(taken.text), 'line');
    default:
      return counted(taken.vmas, 'VMA');
  }
}

/** The kind of text, its result and the omissions: a part a sentence. */
export function understood(taken: Taken): string[] {
  const parts = partsOf(taken);
  if (taken.unread.length > 0) parts.push(`${counted(taken.unread.length, 'line')} left out:`);
  return parts;
}

function partsOf(taken: Taken): string[] {
  switch (taken.kind) {
    case 'strace':
      return [
        `a log of strace: ${sizeOf(taken)}, replayed one call per step`,
        ...(taken.rest === '' ? [] : [taken.rest]),
        ...(taken.leftOut === 0
          ? []
          : [`${counted(taken.leftOut, 'line')} that no replay needs ${taken.leftOut === 1 ? 'is' : 'are'} dropped`]),
      ];
    case 'dump':
      return dumpParts(taken.dumps, sizeOf(taken));
    case 'ftrace':
      return ftraceParts(taken.trace);
    case 'difference':
      return differenceParts(taken);
    case 'mismatch':
      return taken.report.kind === 'damaged'
        ? [taken.report.message]
        : [
            (taken.report.sent === 'mismatch'
              ? 'a report of a mismatch: its scenario of '
              : 'a step sent by mail: a scenario of ') + `${sizeOf(taken)}, at step ${taken.report.step}`,
            `made by ${taken.report.engine}` +
              (taken.report.sums.length === 0
                ? ''
                : '; its sums are compared with those of this engine once it has run'),
          ];
    case 'lesson':
      return [`a lesson of ${sizeOf(taken)}: ${/^# +(.*\S)/m.exec(taken.text)?.[1] ?? 'without a title'}`];
    case 'scenario':
      return [`a scenario of ${sizeOf(taken)}: ${titleOf(taken.text)}`];
    default:
      return mapsParts(taken);
  }
}

function differenceParts(taken: DifferenceIntake): string[] {
  const { before, after, calls } = taken;
  const listed = 'lines of the second map that no call leads to are listed after the run';
  if (calls.length > 0)
    return [
      `two maps of one process: ${sizeOf(taken)} that ${calls.length === 1 ? 'leads' : 'lead'} to the second`,
      'these are the fewest such calls: two maps do not show which calls were made',
      listed,
    ];
  const same =
    missedLines(
      after,
      mappingsOf(before.lines).map(({ vma }) => vma),
    ).length === 0;
  return [
    `two maps of one process: ${counted(before.vmas, 'VMA')}`,
    ...(same ? ['they are the same'] : ['no call leads from the first to the second', listed]),
  ];
}

function mapsParts(taken: Intake): string[] {
  const parts = [taken.kind === 'smaps' ? `smaps: ${sizeOf(taken)}, stored one per step` : sizeOf(taken)];
  if (taken.dontcopy > 0) parts.push(`${taken.dontcopy.toLocaleString('en')} not copied by a fork`);
  if (taken.wipeonfork > 0) parts.push(`${taken.wipeonfork.toLocaleString('en')} wiped in the child`);
  parts.push(...unmodelledFlags(taken.unmodelled));
  if (taken.vsyscall)
    parts.push('nothing is stored for the [vsyscall] line: it is a page of the kernel, in no process’s tree');
  if (taken.dropped > 0) parts.push(`device and inode numbers of ${counted(taken.dropped, 'line')} dropped`);
  if (taken.sizes > 0)
    parts.push(`${counted(taken.sizes, 'line')} of sizes dropped: they do not say which pages are present, so none is`);
  return parts;
}

function dumpParts(dumps: readonly Dump[], size: string): string[] {
  if (dumps.length === 0) return ['a dump of a tree, but nothing in it could be read'];
  const nodes = dumps.reduce((sum, dump) => sum + dump.nodes.length, 0);
  const many = dumps.length > 1 ? `${dumps.length} dumps of trees` : 'a dump of a tree';
  const labels = dumps.some(({ entries }) => entries.some(({ value }) => value?.startsWith('"') === true));
  return [
    `${many}: ${size} in ${counted(nodes, 'node')}, ${modesOf(dumps)}`,
    'stored in the order of their ranges, one per step; a tree’s layout depends on its history, so the page ' +
      'compares the built tree with the dumped one, node for node',
    ...dumps.flatMap(({ doubt }, k) =>
      doubt === '' ? [] : [`${dumps.length > 1 ? `dump ${k + 1}: ` : ''}${doubt}: was it cut or changed?`],
    ),
    ...dumps.flatMap(({ notTaken }, k) =>
      notTaken.length === 0
        ? []
        : [`not taken of the flags${dumps.length > 1 ? ` of dump ${k + 1}` : ''}: ${notTaken.join(', ')}`],
    ),
    ...(labels ? ['pointers, and values above 2^32, become labels of what was printed'] : []),
  ];
}

// "gaps tracked, RCU mode"; of several dumps of different modes, how many are of each.
function modesOf(dumps: readonly Dump[]): string {
  const modes = new Map<string, number>();
  for (const { alloc, rcu } of dumps) {
    const mode = `${alloc ? 'gaps tracked' : 'gaps not tracked'}${rcu ? ', RCU mode' : ''}`;
    modes.set(mode, (modes.get(mode) ?? 0) + 1);
  }
  return modes.size === 1
    ? ([...modes.keys()][0] ?? '')
    : [...modes].map(([mode, count]) => `${count} with ${mode}`).join('; ');
}

function ftraceParts(trace: FtraceRead): string[] {
  const inner = [...trace.inner].map(([fn, count]) => (count === 1 ? fn : `${count} × ${fn}`));
  return [
    `events of the maple tree: ${counted(trace.statements.length, 'call')}, replayed one per step`,
    trace.tasks.length > 1
      ? `events do not name their tree: the events of each of the ${trace.tasks.length} tasks count as one tree`
      : 'events do not name their tree: all of them count as one tree',
    'the log does not say what the trees held before: they begin empty, with gaps tracked and in RCU mode, like ' +
      'those of address spaces',
    ...(trace.guessed > 0
      ? [
          `${counted(trace.guessed, 'call')} without an event of ${trace.guessed === 1 ? 'its' : 'their'} own ` +
            `${trace.guessed === 1 ? 'is' : 'are'} replayed as the store inside; a store of NULL includes the empty ` +
            'ranges beside it',
        ]
      : []),
    ...(inner.length > 0 ? [`reported inside these calls: ${inner.join(', ')}`] : []),
  ];
}
