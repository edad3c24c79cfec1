// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lines of ftrace (or perf, or trace-cmd) with the three events of the maple tree, as the calls that made them: a
// replay as far as the fields allow. Pure.
//
// An event names the routine that emits it, the range of the operation and, for a write, the entry; it does not name
// the tree. So all events of one task count as one tree's. A call that has an event on entry (mtree_store_range,
// mtree_erase, …) is replayed by it, and the events inside count as its own, up to the one with the stored entry. A
// call without one (mtree_insert, mas_erase …) shows only by the events inside: those are replayed as stores of their
// range. The range holds the entry afterwards; a range of NULL has absorbed its empty neighbours, which changes no
// contents. A call without any event, such as a store that fits a slot exactly, leaves nothing to replay.

import { printString } from '../syntax/literals';
import type { LeftLine } from './log-lines';

export interface TracedStatement {
  /** 1-based line of the text that it comes from. */
  readonly line: number;
  readonly task: string;
  /** The statement, without the tree. */
  readonly words: string;
}

export interface FtraceRead {
  readonly statements: readonly TracedStatement[];
  /** Tasks in order of their first statement. */
  readonly tasks: readonly string[];
  /** Events that belong to a call which is replayed: how many of each label. */
  readonly inner: ReadonlyMap<string, number>;
  /** Statements that stand for calls without an event of their own. */
  readonly guessed: number;
  readonly left: readonly LeftLine[];
}

interface Traced {
  readonly event: 'ma_op' | 'ma_read' | 'ma_write';
  readonly fn: string;
  readonly task: string;
  readonly index: bigint;
  readonly last: bigint;
  /** As a scenario spells it; null for an event that has none. */
  readonly value: string | null;
}

// As the kernel prints it, `(MIN MAX)` and `Node:` or `Node`; also with a hyphen between MIN and MAX, and blanks beside
// a hyphen.
const EVENT = new RegExp(
  String.raw`^(.*?)\b(?:maple_tree:)?(ma_op|ma_read|ma_write):\s+(\w+)\s+Node:?\s*(\S+)\s+` +
    String.raw`\((\d+)\s*[-\s]\s*(\d+)\)\s+range:\s*(\d+)\s*-\s*(\d+)(?:\s+piv \((\d+)\)\s+val (\S+))?\s*$`,
);
/** The form of a line behind the name of its event, all numbers decimal. */
const FORM = 'LABEL Node: POINTER (MIN MAX) range: INDEX-LAST';
const FORMS: Readonly<Record<Traced['event'], string>> = {
  ma_op: FORM,
  ma_read: FORM,
  ma_write: 'LABEL Node POINTER (MIN MAX) range:INDEX-LAST piv (PIVOT) val POINTER',
};
const MAX = (1n << 64n) - 1n;
/** As a scenario spells it; also what an erase stores. */
const NULL = 'null';

/** The event that has a label. */
const EVENT_OF: Readonly<Record<string, Traced['event']>> = {
  mtree_load: 'ma_read',
  mt_find: 'ma_read',
  mtree_erase: 'ma_op',
  mas_wr_spanning_store: 'ma_op',
  mas_split: 'ma_op',
  mas_rebalance: 'ma_op',
  mtree_store_range: 'ma_write',
  mas_store: 'ma_write',
  mas_store_prealloc: 'ma_write',
  mas_is_span_wr: 'ma_write',
  mas_wr_bnode: 'ma_write',
  mas_wr_node_store: 'ma_write',
  mas_wr_slot_store: 'ma_write',
  mas_wr_append: 'ma_write',
};
/** Writes inside a call, reported once it is done or begun: each stands for one store. */
const CLOSING: ReadonlySet<string> = new Set([
  'mas_wr_node_store',
  'mas_wr_slot_store',
  'mas_wr_append',
  'mas_wr_bnode',
]);
/** Emitted again and again on the way, or beside an event that says the same. */
const INNER: ReadonlySet<string> = new Set([
  ...CLOSING,
  'mas_is_span_wr',
  'mas_wr_spanning_store',
  'mas_split',
  'mas_rebalance',
]);

/** The events before one that lacks the entry. */
const BEFORE: Readonly<Record<string, string>> = {
  mas_wr_spanning_store: 'mas_is_span_wr',
  mas_split: 'mas_wr_bnode',
  mas_rebalance: 'mas_wr_bnode',
};

/** Reads a text line by line; comments of the tracer (`#`) and blank lines are passed over. */
export function readFtrace(text: string): FtraceRead {
  const reader = new Reader();
  for (const [k, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.replace(/^(?:\s*>\s?)+/, '').trimEnd();
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    reader.take(k + 1, line);
  }
  return reader.done();
}

// The state of one task: its open call, a write across nodes seen on the way, and the write to a leaf that a split or a
// rebalance continues.
interface Open {
  readonly call: Traced | null;
  readonly spanning: Traced | null;
  readonly leaf: Traced | null;
}

const NOTHING: Open = { call: null, spanning: null, leaf: null };

class Reader {
  readonly #statements: TracedStatement[] = [];
  readonly #left: LeftLine[] = [];
  readonly #inner = new Map<string, number>();
  readonly #open = new Map<string, Open>();
  #guessed = 0;

  take(line: number, text: string): void {
    const traced = readEvent(text);
    if ('message' in traced) this.#left.push({ line, text: text.trim(), ...traced });
    else if (!INNER.has(traced.fn)) this.#takeCall(line, traced);
    else if (!this.#takeInner(line, traced))
      this.#left.push({
        line,
        text: text.trim(),
        message:
          `continues a store that \`${BEFORE[traced.fn] as string}\` ` + 'should have reported: its entry is not known',
        hint: '',
      });
  }

  #takeCall(line: number, traced: Traced): void {
    this.#statements.push({ line, task: traced.task, words: statementOf(traced) });
    this.#open.set(traced.task, { ...NOTHING, call: traced.event === 'ma_read' ? null : traced });
  }

  // Of a call that is open, a store of its own, or the rest of one; false when it does not say what was stored. One
  // event ends a call: the next one of its kind is another's.
  #takeInner(line: number, traced: Traced): boolean {
    const { fn, task } = traced;
    const { call, spanning, leaf } = this.#open.get(task) ?? NOTHING;
    const own = call !== null && isOf(traced, call);
    const goesOn = leaf !== null && (fn === 'mas_split' || fn === 'mas_rebalance');
    if (fn === 'mas_is_span_wr') this.#open.set(task, { ...NOTHING, call: own ? call : null, spanning: traced });
    else if (own || goesOn) this.#open.set(task, { ...NOTHING, leaf: fn === 'mas_wr_bnode' ? traced : null });
    else if (CLOSING.has(fn)) return this.#guess(line, traced);
    else
      return (
        fn === 'mas_wr_spanning_store' && spanning !== null && isOf(traced, spanning) && this.#guess(line, spanning)
      );
    this.#inner.set(fn, (this.#inner.get(fn) ?? 0) + 1);
    return true;
  }

  #guess(line: number, traced: Traced): boolean {
    this.#guessed++;
    this.#statements.push({ line, task: traced.task, words: `store ${rangeOf(traced)} = ${traced.value ?? NULL}` });
    this.#open.set(traced.task, { ...NOTHING, leaf: traced.fn === 'mas_wr_bnode' ? traced : null });
    return true;
  }

  done(): FtraceRead {
    return {
      statements: this.#statements,
      tasks: [...new Set(this.#statements.map(({ task }) => task))],
      inner: this.#inner,
      guessed: this.#guessed,
      left: this.#left,
    };
  }
}

// Whether an event can belong inside a call: with its entry, and in its range, or a wider one where NULL took the
// empty neighbours in. A preallocated store has done so before its event.
function isOf(traced: Traced, call: Traced): boolean {
  const value = call.value ?? NULL;
  if (traced.event === 'ma_write' && traced.value !== value) return false;
  const wider = value === NULL && call.fn !== 'mas_store_prealloc';
  return wider
    ? traced.index <= call.index && call.last <= traced.last
    : traced.index === call.index && call.last === traced.last;
}

// The event, or what is wrong with the line.
function readEvent(text: string): Traced | Pick<LeftLine, 'message' | 'hint'> {
  const found = EVENT.exec(text);
  if (found === null) return { message: notAnEvent(text), hint: formOf(text) };
  const [, head = '', name = '', fn = '', , min = '', max = '', from = '', to = '', piv, val] = found;
  const event = name as Traced['event'];
  if ([min, max, from, to, piv ?? '0'].some((digits) => BigInt(digits) > MAX))
    return { message: 'has a number above 2^64−1', hint: '' };
  const known = EVENT_OF[fn];
  if (known === undefined)
    return {
      message: `\`${fn}\` is not a label known here`,
      hint: `known are ${Object.keys(EVENT_OF).join(', ')}`,
    };
  if (known !== event)
    return {
      message: `\`${fn}\` is expected as ${known}, which is complete`,
      hint: `expected is \`${known}: ${FORMS[known]}\``,
    };
  if ((event === 'ma_write') !== (val !== undefined))
    return { message: 'does not have the fields of the event', hint: `expected is \`${event}: ${FORMS[event]}\`` };
  return {
    event,
    fn,
    task: taskOf(head),
    index: BigInt(from),
    last: BigInt(to),
    value: val === undefined ? null : valueOf(val),
  };
}

function notAnEvent(text: string): string {
  if (/\bma_(?:op|read|write):/.test(text)) return 'does not have the form of the event';
  return /\bLOST \d+ EVENTS\b/i.test(text)
    ? 'events were lost here, so their changes are missing'
    : 'is not an event of the maple tree';
}

function formOf(text: string): string {
  const event = /\b(ma_op|ma_read|ma_write):/.exec(text)?.[1] as Traced['event'] | undefined;
  return event === undefined ? '' : `expected is \`${event}: ${FORMS[event]}\`, numbers in decimal`;
}

// `cat-1234  [001] …` of ftrace and trace-cmd, `cat  1234 [001] …` of perf; empty when there is none.
function taskOf(head: string): string {
  return (
    /^\s*(.+?)-(\d+)\s+(?:\(\s*[-\d]+\)\s+)?\[\d+\]/.exec(head)?.[2] ??
    /^\s*\S.*?\s(\d+)(?:\/\d+)?\s+\[\d+\]/.exec(head)?.[1] ??
    ''
  );
}

// An odd word that is printed as such is a value entry; any other pointer, hashed or not, is a label.
function valueOf(val: string): string {
  if (/^(?:\(nil\)|\(null\)|0x0|0+)$/.test(val)) return NULL;
  if (/^0x[0-9a-f]{1,9}$/.test(val)) {
    const word = BigInt(val);
    if (word % 2n === 1n && word >> 1n <= 1n << 32n) return (word >> 1n).toString();
    if (word === 0x406n) return 'zero';
  }
  return printString(val);
}

// Of the labels that are no INNER ones.
function statementOf(traced: Traced): string {
  switch (traced.fn) {
    case 'mtree_load':
      return `load ${spelled(traced.index)}`;
    case 'mt_find':
      return `find ${spelled(traced.index)}`;
    case 'mtree_erase':
      return `erase ${spelled(traced.index)}`;
    case 'mtree_store_range':
    case 'mas_store':
      return `store ${rangeOf(traced)} = ${traced.value ?? NULL}`;
    default:
      return `prealloc ${rangeOf(traced)} = ${traced.value ?? NULL}`;
  }
}

function rangeOf({ index, last }: Traced): string {
  return index === last ? spelled(index) : `${spelled(index)}..${spelled(last)}`;
}

function spelled(value: bigint): string {
  return value === MAX ? 'max' : value < 4096n ? value.toString() : `0x${value.toString(16)}`;
}

/** The part of a scenario that replays it: a tree a task, with gaps and in RCU mode, as those of address spaces are. */
export function ftraceBlock({ statements, tasks }: FtraceRead, name: string): string[] {
  const nameOf = (task: string): string => (tasks.length < 2 ? name : `${name}_${task === '' ? 'other' : task}`);
  const lines = tasks.map((task) => `tree ${nameOf(task)} alloc rcu`);
  return [...lines, ...statements.map(({ task, words }) => (tasks.length < 2 ? words : `${words} in ${nameOf(task)}`))];
}
