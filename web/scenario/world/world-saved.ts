// SPDX-License-Identifier: GPL-2.0-or-later
//
// The saved state of a sweep: the world of a run, to be restored any number of times, together with the machine. An
// unchanged part costs nothing: lists and range maps are copied only where they differ.

import { RangeMap } from '../oracle/range-map';
import type { Kept, Named, Parked, World } from './world';

/** Keeps names, readers, and what the oracle holds, and the machine itself; the answer brings all of it back. */
export function saveWorld(world: World): () => void {
  const { machine, current, pair, mayFail } = world;
  const saved = machine.save();
  const names = [...world.names];
  const trees = names.map(([, named]) => saveTree(named));
  const readers = [...world.readers].map(([name, parked]) => ({
    name,
    parked,
    fresh: parked.version === parked.tree.wanted.version,
    version: parked.version,
  }));
  const states = [...world.states].map(([name, kept]) => ({
    name,
    kept,
    fresh: kept.version === kept.tree.wanted.version,
    version: kept.version,
    prepared: kept.prepared,
  }));
  const backAccount = world.saveAccount();
  return () => {
    machine.restore(saved);
    bringBack(world.names, names);
    for (const back of trees) back();
    bringBack(
      world.readers,
      readers.map(({ name, parked }): [string, Parked] => [name, parked]),
    );
    // A reader that knew the tree's contents knows them still, whatever number that version has now.
    for (const { parked, fresh, version } of readers) parked.version = fresh ? parked.tree.wanted.version : version;
    bringBack(
      world.states,
      states.map(({ name, kept }): [string, Kept] => [name, kept]),
    );
    for (const { kept, fresh, version, prepared } of states)
      Object.assign(kept, { version: fresh ? kept.tree.wanted.version : version, prepared });
    Object.assign(world, { current, pair, mayFail });
    backAccount();
  };
}

function bringBack<V>(map: Map<string, V>, entries: readonly (readonly [string, V])[]): void {
  map.clear();
  for (const [name, value] of entries) map.set(name, value);
}

function saveTree(named: Named): () => void {
  const { mode, nodes, height, counter, corrupt, sum, differs, vmas } = named;
  const broken = [...named.broken];
  const space = named.space?.copy() ?? null;
  const wanted = new RangeMap();
  wanted.take(named.wanted);
  let version = named.wanted.version;
  return () => {
    if (named.wanted.version !== version) {
      named.wanted.take(wanted);
      version = named.wanted.version;
    }
    Object.assign(named, { mode, nodes, height, counter, corrupt, sum, differs, vmas, space: space?.copy() ?? null });
    named.broken.clear();
    for (const one of broken) named.broken.add(one);
  };
}
