// SPDX-License-Identifier: GPL-2.0-or-later
//
// Fetches and compiles a module of the core that lies beside the worker.

import { compileCore } from '../core/wasm';

export async function fetchCore(url: string): ReturnType<typeof compileCore> {
  try {
    const response = await fetch(url);
    if (!response.ok)
      return { kind: 'failed', message: `The core could not be fetched: ${response.status} ${response.statusText}` };
    return await compileCore(await response.arrayBuffer());
  } catch (error) {
    return { kind: 'failed', message: `The core could not be fetched: ${String(error)}` };
  }
}
