// SPDX-License-Identifier: GPL-2.0-or-later
//
// The canonical dump of a tree, read from the core's memory.

import { decodeTree } from '../engine/decode/decode';
import { dumpLines } from '../engine/decode/dump';
import { readTree } from '../engine/core/heap';
import type { Core } from '../engine/core/wasm';
import type { NamedTree } from '../model/item';
import type { Machine } from '../model/machine';

/** The lines of golden/FORMAT.md for a tree as it is now, however large. */
export function treeDump(core: Core, machine: Machine, tree: NamedTree): string[] {
  const facts = machine.facts(tree.handle);
  const raw = readTree(core, tree.handle, facts.nodes, { nodesMax: Number.MAX_SAFE_INTEGER, indexes: [] });
  return dumpLines(decodeTree(raw, { name: tree.name, kind: tree.kind, entries: facts.entries }, null));
}
