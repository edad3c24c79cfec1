// SPDX-License-Identifier: GPL-2.0-or-later
//
// The fork of a step once more in every way, each from the same start. Leaves the core as it was.

import type { TreeHandle } from '../../model/machine';
import type { ForkBy, ForkColumn, ForkHow, ForkUndo } from '../../model/memory';
import { SITES } from '../../model/memory';
import type { NodePicture } from '../../model/picture';
import { decodeTree } from '../decode/decode';
import { readTree, restoreSnapshot, takeSnapshot } from '../core/heap';
import type { EngineMachine } from '../core/machine';
import type { Core } from '../core/wasm';

const way = (by: ForkBy, undo: ForkUndo, wrongCeiling = false): ForkHow => ({ by, undo, wrongCeiling });
const WAYS: readonly ForkHow[] = [
  way('dup', 'marker'),
  way('dup', 'range'),
  way('dup', 'range', true),
  way('bulk', 'marker'),
  way('stores', 'marker'),
];
/** Where nothing fails the ways to undo are the same. */
const UNDISTURBED: readonly ForkHow[] = [way('dup', 'marker'), way('bulk', 'marker'), way('stores', 'marker')];

/**
 * One column a way: with what is armed as it is, then, if anything is, without it. With `only`, that way alone, as
 * armed.
 */
export function compareForks(
  core: Core,
  machine: EngineMachine,
  parent: TreeHandle,
  only: ForkHow | null,
): ForkColumn[] {
  const start = takeSnapshot(core);
  const anew = (how: ForkHow, armed: boolean): ForkColumn => {
    if (!armed) machine.failOff();
    const column = forked(core, machine, parent, how, armed);
    if (!restoreSnapshot(core, start)) throw new Error('there is no memory left to go back');
    return column;
  };
  const armed = SITES.some((site) => machine.armed(site) > 0);
  if (only !== null) return [anew(way(only.by, only.undo, only.wrongCeiling), armed)];
  if (!armed) return WAYS.map((how) => anew(how, false));
  return [...WAYS.map((how) => anew(how, true)), ...UNDISTURBED.map((how) => anew(how, false))];
}

// Invariant of nodes that have too few slots.
const TOO_FEW = new Set([21, 22]);

function forked(core: Core, machine: EngineMachine, parent: TreeHandle, how: ForkHow, armed: boolean): ForkColumn {
  const before = nodesOf(core, machine, parent);
  const { child, outcome, record, balance } = machine.fork(parent, how);
  const nodes = child === null ? null : nodesOf(core, machine, child);
  const account = balance.rows.find(({ object }) => object === 'nodes');
  return {
    ...how,
    armed,
    record,
    balance,
    requests: outcome.requests,
    rk: outcome.rk,
    nodesObtained: account?.obtained ?? 0,
    nodesKept: account?.held ?? 0,
    nodesReturned: account?.returned ?? 0,
    layout:
      child === null || nodes === null
        ? null
        : {
            height: machine.facts(child).height,
            levels: levelsOf(nodes),
            sum: machine.sum(child),
            thin: machine.validate(child).filter(({ invariant }) => TOO_FEW.has(invariant)).length,
          },
    sameLayout: nodes !== null && sameLayout(before, nodes),
  };
}

function nodesOf(core: Core, machine: EngineMachine, tree: TreeHandle): readonly NodePicture[] {
  const { nodes, entries } = machine.facts(tree);
  return decodeTree(
    readTree(core, tree, nodes, { nodesMax: nodes, indexes: [] }),
    { name: '', kind: 'mm', entries },
    null,
  ).nodes;
}

function levelsOf(nodes: readonly NodePicture[]): number[] {
  const levels: number[] = [];
  for (const { depth } of nodes) levels[depth] = (levels[depth] ?? 0) + 1;
  return levels;
}

// The same nodes over the same ranges, whatever the entries are.
function sameLayout(a: readonly NodePicture[], b: readonly NodePicture[]): boolean {
  return a.length === b.length && a.every((node, k) => sameNode(node, b[k]!));
}

function sameNode(a: NodePicture, b: NodePicture): boolean {
  return (
    a.kind === b.kind &&
    a.depth === b.depth &&
    a.min === b.min &&
    a.end === b.end &&
    a.lasts.every((last, k) => last === b.lasts[k])
  );
}
