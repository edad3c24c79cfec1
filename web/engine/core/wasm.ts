// SPDX-License-Identifier: GPL-2.0-or-later
//
// Loads the core's module and gives its functions types. The same file in page, worker, tests and command line; where
// the bytes come from is the caller's matter. Knows no tree.
//
// The module grows its memory by itself, at any call that may need nodes; a view taken before is dead afterwards. So
// nobody keeps one: `view()` and `bytes()` give one that is alive.

import type { CoreCalls } from '../generated/calls';
import { ABI } from '../generated/tables';

/** A module's exports. `index()` turns an i64, which JavaScript receives signed, into an index. */
export interface CoreExports extends CoreCalls {
  readonly memory: WebAssembly.Memory;
  readonly _initialize?: () => void;
}

/** One instance of the core, at its start: no tree, no node. Instances share nothing. */
export interface Core {
  readonly calls: CoreExports;
  /** The memory as it is now, little endian by the caller's word; good until the next call. */
  readonly view: () => DataView;
  readonly bytes: () => Uint8Array;
  /** Another instance of the same module, at once: for workers and Node, where that may take a moment. */
  readonly again: () => Core;
}

export type Loaded =
  { readonly kind: 'core'; readonly core: Core } | { readonly kind: 'failed'; readonly message: string };

/** A compiled module; instantiate it as often as wanted. */
export async function compileCore(
  bytes: BufferSource,
): Promise<
  | { readonly kind: 'module'; readonly module: WebAssembly.Module }
  | { readonly kind: 'failed'; readonly message: string }
> {
  try {
    return { kind: 'module', module: await WebAssembly.compile(bytes) };
  } catch (error) {
    return { kind: 'failed', message: `The core's WebAssembly could not be compiled: ${String(error)}` };
  }
}

/** A fresh instance. */
export async function startCore(module: WebAssembly.Module): Promise<Loaded> {
  try {
    const instance = await WebAssembly.instantiate(module, {});
    return wrap(module, instance.exports as unknown as CoreExports);
  } catch (error) {
    return { kind: 'failed', message: `The core could not be started: ${String(error)}` };
  }
}

function wrap(module: WebAssembly.Module, calls: CoreExports): Loaded {
  calls._initialize?.();
  const abi = calls.mpl_abi() >>> 0;
  if (abi !== ABI) {
    return {
      kind: 'failed',
      message:
        `The core and the page are of different versions (${abi.toString(16)}, not ${ABI.toString(16)}): build both ` +
        'again, or reload the page.',
    };
  }
  calls.mpl_reset();
  let view = new DataView(calls.memory.buffer);
  let bytes = new Uint8Array(calls.memory.buffer);
  return {
    kind: 'core',
    core: {
      calls,
      view: () => (view.buffer === calls.memory.buffer ? view : (view = new DataView(calls.memory.buffer))),
      again: () => {
        const loaded = wrap(module, new WebAssembly.Instance(module, {}).exports as unknown as CoreExports);
        if (loaded.kind === 'failed') throw new Error(loaded.message);
        return loaded.core;
      },
      bytes: () => (bytes.buffer === calls.memory.buffer ? bytes : (bytes = new Uint8Array(calls.memory.buffer))),
    },
  };
}
