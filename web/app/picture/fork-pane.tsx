// SPDX-License-Identifier: GPL-2.0-or-later
//
// A fork or an exit in the room of the picture: how it went, mark by mark, and the page tables under it; and the same
// fork in every other way. The pictures are the views'; here they are given their data.

import { useEffect, useRef } from 'preact/hooks';
import { markTexts } from '../../engine/scene/event-texts';
import { LIMITS } from '../../engine/generated/tables';
import { Comparison } from '../../views/fork/comparison';
import { Duplication } from '../../views/fork/duplication';
import '../../views/fork/page-tables.css';
import '../../views/fork/style.css';
import './fork-pane.css';
import { useSeen, type Seen } from '../../views/shared/hooks';
import type { DuplicationProps, TablesUndone } from '../../views/fork/types';
import type { ForkColumn, ForkHow, SceneFork } from '../../model/memory';
import type { Scene, SceneTree } from '../../model/run';
import { cancelCompare, compareFork, forkBy, forkedBy, moveFork, playFork } from '../store/actions/fork';
import { FAILURE_POINTS, openHelp } from '../store/actions/help-topic';
import { projector } from '../store/page/projector';
import { counted } from '../../base/text';
import { keepInStep } from './fork-in-step';
import { slow } from '../store/run/motion';
import { asTable, comparedHere, forkCursor, forkPlaying, scene } from '../store/page/state';

export function ForkPane() {
  const host = useRef<HTMLDivElement>(null);
  const seen = useSeen(host);
  return (
    <div class="fork-host" ref={host}>
      {seen !== null && <Fork seen={seen} />}
    </div>
  );
}

function Fork({ seen }: { readonly seen: Seen }) {
  useEffect(keepInStep, []);
  const now = scene.value;
  const fork = now?.fork ?? null;
  if (now === null || fork === null) return null;
  return (
    <>
      {now.events.length + now.eventsDropped > LIMITS.events && (
        <p class="muted more-events">
          The step had {counted(now.events.length + now.eventsDropped, 'event')}, more than are kept. The last ones are
          not in the picture; the account includes them.
        </p>
      )}
      <Duplication
        fork={fork}
        texts={markTexts(now)}
        parent={fork.parent === null ? null : treeNamed(now, fork.parent)}
        child={treeNamed(now, fork.child)}
        cursor={forkCursor.value}
        playing={forkPlaying.value}
        onCursor={moveFork}
        onPlay={playFork}
        onPoints={() => openHelp({ section: FAILURE_POINTS })}
        table={asTable.value}
        byEvent={slow.value}
        tables={tablesOf(now, fork)}
        sight={{ ...seen, far: projector.value }}
      />
    </>
  );
}

/** The tree of that name at a step; null: there is none. */
export function treeNamed(now: Scene, name: string): SceneTree | null {
  return now.trees.find(({ picture }) => picture.name === name) ?? null;
}

/**
 * Of a failed fork: those of the child when it failed, and what the undoing left. Else those of the child as it stands.
 */
export function tablesOf(now: Scene, fork: SceneFork): NonNullable<DuplicationProps['tables']> | null {
  const { partial, record, child } = fork;
  if (partial !== null && record !== null) {
    return partial.tables.length === 0 ? null : { tables: partial.tables, vmas: partial.vmas, undone: undoneOf(fork) };
  }
  const tree = treeNamed(now, child);
  if (tree === null || tree.mm === null || tree.mm.tables.length === 0) return null;
  return { tables: tree.mm.tables, vmas: tree.vmas ?? [], undone: null };
}

function undoneOf({ record, partial }: SceneFork): TablesUndone | null {
  if (record === null || partial === null) return null;
  const { undo, wrongCeiling, treeEnd, ceiling } = record;
  return { undo, wrongCeiling, treeEnd, ceiling, left: partial.tablesLeft };
}

export function ComparePane() {
  const known = comparedHere.value;
  const record = scene.value?.fork?.record ?? null;
  if (record === null) return null;
  const quick = record.mapCount <= QUICK_VMAS;
  const busy = known === null ? quick : known.columns === null;
  useEffect(() => {
    if (quick && comparedHere.peek() === null) void compareFork();
  }, [scene.value, quick]);
  const columns = known === null || known.columns === null ? null : columnsShown(known.columns, record);
  return (
    <div class="compare-host">
      <Comparison
        columns={columns}
        own={ownColumn(columns ?? [], record)}
        busy={busy}
        onCompare={() => void compareFork()}
        {...(quick ? {} : { onCancel: cancelCompare })}
        {...(forkedBy(record) === null ? {} : { onPicture: (how) => void forkBy(how) })}
      />
    </div>
  );
}

/** A fork of at most so many VMAs is compared at once; a larger one on demand. */
const QUICK_VMAS = 1000;

/** The column of the step comes first. */
export function columnsShown(columns: readonly ForkColumn[], how: ForkHow): readonly ForkColumn[] {
  const own = columns[ownColumn(columns, how)];
  return own === undefined ? columns : [own, ...columns.filter((column) => column !== own)];
}

/** The column that goes the way of the step; −1 for none. How it is undone matters to duplication only. */
export function ownColumn(columns: readonly ForkColumn[], { by, undo, wrongCeiling }: ForkHow): number {
  return columns.findIndex(
    (column) => column.by === by && (by !== 'dup' || (column.undo === undo && column.wrongCeiling === wrongCeiling)),
  );
}
