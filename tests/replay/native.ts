// SPDX-License-Identifier: GPL-2.0-or-later
//
// The native build as an engine: one run of build/core/replay for each file, operations in as text, results out as
// text. The grammar of both is in tests/core/script.h and tests/core/replay.c.

import { spawnSync } from 'node:child_process';

import { MOVES } from '../../web/model/generated/enums';
import { NOTHING } from '../../web/replay/observe';
import type { Engine, Moved, Observed, Question, StateObserved } from '../../web/replay/observe';
import { cursorMoves, hex, ITERATORS, limitOf, STATE_CHANGES, stateMove, wordOf } from '../../web/replay/vector';
import type { VectorHeader, VectorOperation, VectorValue } from '../../web/replay/vector';

const OUTPUT_BYTES_MAX = 1 << 30;

function field(operation: VectorOperation, name: string): string {
  return String(operation[name]);
}

function word(operation: VectorOperation): string {
  return hex(wordOf(operation['v'] as VectorValue));
}

function bulkText(operation: VectorOperation): string {
  const entries = operation['entries'] as readonly (readonly [string, string, VectorValue])[];
  const texts = entries.map(([first, last, value]) => `${first} ${last} ${hex(wordOf(value))}`);
  return ['bulk', field(operation, 'expected'), entries.length, ...texts].join(' ');
}

function cursorText(operation: VectorOperation): string {
  const moves = cursorMoves(operation);
  return ['cursor', field(operation, 'a'), moves.length, ...moves.map(({ move, limit }) => `${move} ${limit}`)].join(
    ' ',
  );
}

/** An operation on a kept state as a line of the driver. */
function stateText(operation: VectorOperation): string {
  const id = field(operation, 'id');
  const move = stateMove(operation);
  if (move !== null) return `s_move ${id} ${(MOVES as readonly string[]).indexOf(move.move)} ${move.limit}`;
  const range = 'a' in operation ? `${field(operation, 'a')} ${field(operation, 'z')}` : '0 0';
  const window = `${field(operation, 'min')} ${field(operation, 'max')}`;
  switch (operation.op) {
    case 's_new':
      return `s_new ${id} ${range}`;
    case 's_area':
    case 's_area_rev':
      return `s_area ${id} ${window} ${field(operation, 'size')} ${operation.op === 's_area' ? 0 : 1}`;
    case 's_prealloc':
      return `s_prealloc ${id} ${word(operation)}`;
    case 's_store':
    case 's_store_prealloc':
      return `s_store ${id} ${word(operation)} ${operation.op === 's_store' ? 0 : 1}`;
    case 's_erase':
      return `s_erase ${id}`;
    case 's_cyclic':
      return `s_cyclic ${id} ${window} ${word(operation)} ${field(operation, 'next')}`;
    case 's_destroy':
      return `s_release ${id}`;
    default:
      return `s_set ${id} ${STATE_CHANGES.indexOf(operation.op)} ${range}`;
  }
}

/** The operation as a line of the driver, without flags. */
function textOf(operation: VectorOperation): string {
  if (operation.op.startsWith('s_')) return stateText(operation);
  const range = `${field(operation, 'a')} ${field(operation, 'z')}`;
  const area = `${field(operation, 'min')} ${field(operation, 'max')} ${field(operation, 'size')}`;
  switch (operation.op) {
    case 'store':
    case 'insert':
      return `${operation.op} ${range} ${word(operation)}`;
    case 'prealloc_store':
      return `prealloc ${range} ${word(operation)} ${operation['walk'] === true ? 1 : 0}`;
    case 'erase':
    case 'load':
    case 'walk':
      return `${operation.op} ${field(operation, 'a')}`;
    case 'empty_area':
      return `area ${area} 0`;
    case 'empty_area_rev':
      return `area ${area} 1`;
    case 'alloc':
    case 'ralloc':
      return (
        `alloc ${field(operation, 'size')} ${field(operation, 'min')} ${field(operation, 'max')} ` +
        `${word(operation)} ${operation.op === 'alloc' ? 0 : 1}`
      );
    case 'cyclic':
      return (
        `cyclic ${field(operation, 'min')} ${field(operation, 'max')} ${word(operation)} ` + field(operation, 'next')
      );
    case 'cursor':
      return cursorText(operation);
    case 'bulk':
      return bulkText(operation);
    case 'rcu':
      return `rcu ${field(operation, 'on')}`;
    case 'fail':
      return `fail ${field(operation, 'k')} ${field(operation, 'n')}`;
    default:
      if (!ITERATORS.has(operation.op)) return operation.op;
      return `${operation.op} ${field(operation, 'a')} ${limitOf(operation)} ${field(operation, 'n')}`;
  }
}

function lineOf(question: Question): string {
  const flags = `${question.sum ? 's' : ''}${question.dump ? 'd' : ''}${question.findings ? 'v' : ''}`;
  return `${flags === '' ? '-' : flags} ${textOf(question.operation)}`;
}

/** Findings of a result line that are not excused: `I21 at node 7, slot -1: found 0x3, wanted 0x4`. */
function findingsOf(parts: readonly string[]): readonly string[] {
  return parts
    .map((part) => part.split(':'))
    .filter((finding) => finding[5] === '0')
    .map(([number, node, slot, found, want]) => `I${number} at node ${node}, slot ${slot}: ${found}, wanted ${want}`);
}

/** Moves of a result line: `INDEX:LAST:WORD:STATUS` each. */
function movesOf(parts: readonly string[]): readonly Moved[] {
  return parts.map((part) => {
    const [index = '0', last = '0', entry = '0', status = '0'] = part.split(':');
    return { index: BigInt(index), last: BigInt(last), word: BigInt(entry), status: Number(status) };
  });
}

/** A kept state, from the list of its fields. */
function stateOf(list: readonly string[]): StateObserved | null {
  if (list.length === 0) return null;
  const [status, index = 0, last = 0, offset, end, min = 0, max = 0, node, inner] = list;
  return {
    status: Number(status),
    index: BigInt(index),
    last: BigInt(last),
    offset: Number(offset),
    end: Number(end),
    min: BigInt(min),
    max: BigInt(max),
    node: Number(node),
    inner: inner === '1',
  };
}

function parseResult(line: string, dump: readonly string[] | null): Observed {
  const parts = line.split(' ');
  const pairs = parts.filter((part) => part.includes('='));
  const fields = new Map(pairs.map((part) => part.split('=', 2) as [string, string]));
  const number = (name: string, absent: number): number => Number(fields.get(name) ?? absent);
  const list = (name: string): readonly string[] => (fields.get(name) ?? '').split(',').filter((text) => text !== '');
  const [first = '0', last = '0'] = list('at');
  return {
    ret: number('ret', NOTHING.ret),
    value: BigInt(fields.get('value') ?? 0),
    at: [BigInt(first), BigInt(last)],
    status: number('status', NOTHING.status),
    storeType: number('wr', NOTHING.storeType),
    vh: number('vh', NOTHING.vh),
    sh: number('sh', NOTHING.sh),
    pre: number('pre', NOTHING.pre),
    preWhole: number('prew', NOTHING.preWhole),
    requests: list('req').map((text) => Number(text.slice(0, -1))),
    kinds: list('req')
      .map((text) => text.slice(-1))
      .join(''),
    freed: number('freed', 0),
    deferred: number('deferred', 0),
    used: 0,
    live: number('live', 0),
    height: number('h', 0),
    copied: number('copied', 0),
    copyDiffers: fields.get('copy') === 'differs',
    storeCounts: list('wrs').map(Number),
    next: BigInt(fields.get('next') ?? 0),
    moves: movesOf(parts.filter((part) => /^0x[^:]+:0x[^:]+:0x[^:]+:\d+$/.test(part))),
    state: stateOf(list('state')),
    held: number('held', 0),
    sum: fields.get('sum') ?? null,
    dump,
    findings: findingsOf(parts.filter((part) => /^\d+:/.test(part))),
  };
}

/** Result lines, each with the dump that follows it. */
function parseOutput(output: string): Observed[] {
  const lines = output.split('\n');
  const results: Observed[] = [];
  for (let at = 0; at < lines.length - 1; at++) {
    const line = lines[at] ?? '';
    const dumped = / dump=(\d+)$/.exec(line);
    const count = dumped === null ? 0 : Number(dumped[1]);
    results.push(parseResult(line, dumped === null ? null : lines.slice(at + 1, at + 1 + count)));
    at += count;
  }
  return results;
}

/** The driver at this path as an engine. */
export function nativeEngine(driver: string): Engine {
  return {
    name: 'native',
    replay(header: VectorHeader, questions: readonly Question[]): readonly Observed[] {
      const start = `- tree ${header.mode === 'alloc' ? 1 : 0} ${header.rcu ? 1 : 0}`;
      const input = [start, ...questions.map(lineOf), ''].join('\n');
      const run = spawnSync(driver, [], { input, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX });
      if (run.error) throw run.error;
      const results = parseOutput(run.stdout).slice(1);
      if (run.status !== 0 || results.length !== questions.length) {
        const how = run.signal === null ? `with status ${run.status}` : `by ${run.signal}`;
        throw new Error(`the driver ended ${how} after ${results.length} operations\n${run.stderr.slice(0, 4000)}`);
      }
      return results;
    },
  };
}
