// SPDX-License-Identifier: GPL-2.0-or-later
//
// Variables: bindings by block, the innermost first.

import type { Index } from '../../base/index64';

/** Owns the bindings of a run. */
export class Scope {
  private blocks: Map<string, Index>[] = [new Map<string, Index>()];

  /** Keeps all bindings; the answer brings them back, any number of times. */
  save(): () => void {
    const saved = this.blocks.map((block) => new Map(block));
    return () => {
      this.blocks = saved.map((block) => new Map(block));
    };
  }

  /** Opens a block, with a loop's own binding if it has one. */
  enter(): void {
    this.blocks.push(new Map<string, Index>());
  }

  leave(): void {
    this.blocks.pop();
  }

  /** Binds in the innermost block: what a loop does at each turn. */
  bind(name: string, value: Index): void {
    this.blocks.at(-1)?.set(name, value);
  }

  /** Empties the innermost block: its bindings end with each turn of a loop. */
  clear(): void {
    this.blocks.at(-1)?.clear();
  }

  /** Rebinds the nearest binding of the name, else binds in the innermost block: what `let` does. */
  assign(name: string, value: Index): void {
    const bound = this.nearest(name);
    if (bound === undefined) this.bind(name, value);
    else bound.set(name, value);
  }

  get(name: string): Index | null {
    return this.nearest(name)?.get(name) ?? null;
  }

  private nearest(name: string): Map<string, Index> | undefined {
    return this.blocks.findLast((block) => block.has(name));
  }
}
