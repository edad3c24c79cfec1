// SPDX-License-Identifier: GPL-2.0-or-later
//
// The WebAssembly modules themselves: they stand alone, grow by themselves, repeat themselves, and a copy of their
// regions is a snapshot.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

import { ABI, REGIONS } from '../../web/engine/generated/tables';
import { NODE } from '../../web/model/generated/node';

const project = fileURLToPath(new URL('../..', import.meta.url));

type Call = (...args: readonly (number | bigint)[]) => number | bigint;

function load(name: string): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(join(project, 'build/core', name)));
}

class Core {
  readonly exports: WebAssembly.Exports;

  constructor(module: WebAssembly.Module) {
    this.exports = new WebAssembly.Instance(module, {}).exports;
    (this.exports['_initialize'] as () => void)();
  }

  get bytes(): Uint8Array {
    return new Uint8Array((this.exports['memory'] as WebAssembly.Memory).buffer);
  }

  call(name: string, ...args: readonly (number | bigint)[]): number {
    return Number((this.exports[`mpl_${name}`] as Call)(...args));
  }

  sum(tree: number): bigint {
    return BigInt.asUintN(64, (this.exports['mpl_sum'] as (tree: number) => bigint)(tree));
  }

  fill(tree: number, from: number, count: number): void {
    for (let i = from; i < from + count; i++) {
      this.call('store', tree, BigInt(20 * i), BigInt(20 * i + 9), BigInt(2 * i + 1));
    }
  }

  snapshot(): readonly Uint8Array[] {
    return REGIONS.map((_, i) => {
      const at = this.call('region', i);
      return this.bytes.slice(at, at + this.call('region_bytes', i));
    });
  }

  restore(snapshot: readonly Uint8Array[]): void {
    const nodes = snapshot[REGIONS.indexOf('nodes')]?.length ?? 0;
    expect(this.call('reserve', nodes / NODE.BYTES)).toBe(1);
    snapshot.forEach((region, i) => {
      this.bytes.set(region, this.call('region', i));
    });
  }
}

/** What a module exports besides the functions of calls.def. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  'explore.wasm': [],
  'hunt.wasm': ['core/hunt/hunt.def'],
  'bench.wasm': [
    'core/cachelines/redblack.def',
    'core/cachelines/stdmap.def',
    'core/bench/bench.def',
    'core/bench/copy.def',
  ],
  'cachelines.wasm': ['core/cachelines/redblack.def', 'core/cachelines/stdmap.def', 'core/cachelines/cachelines.def'],
};

function callsOf(path: string): string[] {
  return [...readFileSync(join(project, path), 'utf8').matchAll(/^MPL_CALL\([^,]*, (mpl_\w+),/gm)].map(
    (match) => match[1] ?? '',
  );
}

describe.each(Object.keys(MORE))('%s', (name) => {
  const module = load(name);

  test('imports nothing', () => {
    expect(WebAssembly.Module.imports(module)).toEqual([]);
  });

  // What is timed, or counts, knows no address spaces.
  test('exports the functions of calls.def, and its own', () => {
    const listed = ['core/wasm/calls.def', ...(MORE[name] ?? [])].flatMap(callsOf);
    const names = listed.filter(
      (each) => name === 'explore.wasm' || name === 'hunt.wasm' || !each.startsWith('mpl_space_'),
    );
    const exported = WebAssembly.Module.exports(module).map((each) => each.name);
    expect(exported.filter((each) => each.startsWith('mpl_')).sort()).toEqual(names.sort());
  });

  test('fits the printed tables', () => {
    expect(new Core(module).call('abi') >>> 0).toBe(ABI);
  });

  test('grows its memory by itself and refuses only at the end of it', () => {
    const core = new Core(module);
    const before = core.bytes.length;
    const tree = core.call('tree_new', 1);
    core.fill(tree, 0, 600_000);
    expect(core.bytes.length).toBeGreaterThan(before);
    expect(core.call('validate', tree)).toBe(0);
    expect(core.call('reserve', 2 ** 21)).toBe(1);
    expect(core.call('reserve', 2 ** 21 + 1)).toBe(0);
  });

  test('a snapshot brought back gives the same tree, in the same instance and in a new one', () => {
    const core = new Core(module);
    const tree = core.call('tree_new', 3);
    core.fill(tree, 0, 700);
    const snapshot = core.snapshot();
    const sum = core.sum(tree);
    core.fill(tree, 700, 3000);
    const later = core.sum(tree);
    expect(later).not.toBe(sum);
    core.restore(snapshot);
    expect(core.sum(tree)).toBe(sum);
    expect(core.call('validate', tree)).toBe(0);
    for (const again of [core, new Core(module)]) {
      again.restore(snapshot);
      again.fill(tree, 700, 3000);
      expect(again.sum(tree)).toBe(later);
    }
  });

  test('a snapshot holds parked readers, what waits for them, and what was corrupted', () => {
    const core = new Core(module);
    const tree = core.call('tree_new', 2);
    core.fill(tree, 0, 700);
    const reader = core.call('reader_open', tree, 100n);
    expect(core.call('store', tree, 15n, 5000n, 1n)).toBe(0);
    expect(core.call('corrupt', core.call('tree_new', 0), 0, 0, 0, 1n)).toBe(-22);
    const spoilt = core.call('tree_new', 0);
    core.fill(spoilt, 0, 30);
    const sound = core.sum(spoilt);
    expect(core.call('corrupt', spoilt, 1, 0, 2, 7n)).toBe(0);
    const snapshot = core.snapshot();
    const waiting = core.call('waiting');
    const live = core.call('live');
    expect(waiting).toBeGreaterThan(20);

    core.call('reader_close', reader);
    core.call('destroy', spoilt);
    for (const again of [core, new Core(module)]) {
      again.restore(snapshot);
      expect(again.call('waiting')).toBe(waiting);
      expect(again.call('reader_tree', reader)).toBe(tree);
      expect(again.call('load', spoilt, 1n)).toBe(-16);
      expect(again.sum(spoilt)).not.toBe(sound);
      expect(again.call('destroy', spoilt)).toBe(0);
      expect(again.call('reader_resume', reader)).toBe(0);
      expect(again.call('cursor_move', 1, 0xffffffffffffffffn)).toBe(0);
      expect(again.call('cursor_end')).toBe(0);
      expect(again.call('reader_close', reader)).toBe(0);
      expect(again.call('waiting')).toBe(0);
      expect(again.call('live')).toBeLessThan(live - waiting);
      expect(again.call('destroy', tree)).toBe(0);
      expect(again.call('live')).toBe(0);
    }
  });

  test('equal runs leave equal bytes', () => {
    const [first, second] = [new Core(module), new Core(module)].map((core) => {
      core.fill(core.call('tree_new', 1), 0, 2000);
      core.call('dup', 1, core.call('tree_new', 1));
      return core.snapshot();
    });
    expect(first).toEqual(second);
  });
});
