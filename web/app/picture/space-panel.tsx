// SPDX-License-Identifier: GPL-2.0-or-later
//
// The address space that is shown: its counters and page tables beside the picture; its VMAs in the picture's room,
// where there is room for all of their columns.

import { PageTables } from '../../views/fork/page-tables';
import { SpaceFacts } from '../../views/fork/space-facts';
import { VmaTable } from '../../views/fork/vma-table';
import '../../views/fork/page-tables.css';
import '../../views/fork/style.css';
import './fork-pane.css';
import { valueWord } from '../../model/entry';
import { VMA_FLAGS, type VmaRecord } from '../../model/memory';
import type { SceneTree } from '../../model/run';
import type { Vma } from '../../model/vma';
import type { SlotRef } from '../../views/shared/refs';
import { chooseTree, point, showPane, showView } from '../store/actions/actions';
import { offerHands } from '../store/actions/hands';
import { scene, selected, space } from '../store/page/state';
import { counted } from '../../base/text';

const PAGE_BYTES = 4096n;

export function SpacePanel() {
  const tree = space.value;
  if (tree === null || tree.mm === null) return null;
  const { facts, tables, records } = tree.mm;
  const name = tree.picture.name;
  return (
    <>
      <Whose name={name} />
      <SpaceFacts name={name} facts={facts} commit={charged(records)} />
      {tables.length > 0 && <PageTables name={name} tables={tables} vmas={tree.vmas ?? []} undone={null} />}
      <section class="ms-panel">
        <h2 class="ms-head">VMAs of {name}</h2>
        <p>
          {counted(tree.vmas?.length ?? 0, 'VMA')}, a row each, in a view of their own.{' '}
          <button type="button" class="button small" onClick={showVmas}>
            Show the VMAs
          </button>
        </p>
      </section>
    </>
  );
}

// Of several processes one is chosen; the picture goes with it.
function Whose({ name }: { readonly name: string }) {
  const spaces = scene.value?.trees.filter(({ mm }) => mm !== null) ?? [];
  if (spaces.length < 2) return null;
  return (
    <section class="ms-panel">
      <label class="space-choice">
        process{' '}
        <select class="menu" value={name} onChange={(change) => chooseTree(change.currentTarget.value)}>
          {spaces.map(({ picture }) => (
            <option key={picture.name} value={picture.name}>
              {picture.name}
            </option>
          ))}
        </select>
      </label>
    </section>
  );
}

function showVmas(): void {
  showView('vmas');
  showPane('picture');
}

export function VmasPane() {
  const tree = space.value;
  return <div class="vmas-host">{tree !== null && <Vmas tree={tree} fill />}</div>;
}

function Vmas({ tree, fill = false }: { readonly tree: SceneTree; readonly fill?: boolean }) {
  return (
    <VmaTable
      name={tree.picture.name}
      vmas={tree.vmas ?? []}
      records={tree.mm?.records ?? null}
      selected={vmaAt(tree, selected.value)}
      onSelect={(vma) => {
        const ref = slotOf(tree, vma);
        point(ref);
        offerHands(ref);
      }}
      fill={fill}
    />
  );
}

/** Pages that the address space has added to the commit charge. */
export function charged(records: readonly VmaRecord[]): number {
  return records.reduce(
    (pages, { flags, first, last }) =>
      flags & VMA_FLAGS.account ? pages + Number((last - first + 1n) / PAGE_BYTES) : pages,
    0,
  );
}

/** Number of the VMA in a slot; 0 if there is none. */
export function vmaAt(tree: SceneTree, ref: SlotRef | null): number {
  if (ref === null || ref.tree !== tree.picture.name || ref.slot < 0) return 0;
  const node = tree.picture.nodes.find(({ id }) => id === ref.node);
  const word = node?.kind === 'leaf' ? node.slots[ref.slot] : undefined;
  return word !== undefined && (word & 1n) === 1n ? Number(word >> 1n) : 0;
}

/** The slot that holds a VMA; null if it is not in the picture. */
export function slotOf(tree: SceneTree, vma: Vma): SlotRef | null {
  const word = valueWord(BigInt(vma.number));
  for (const { id, kind, slots, min, max } of tree.picture.nodes) {
    if (kind !== 'leaf' || min > vma.first || max < vma.first) continue;
    const slot = slots.indexOf(word);
    if (slot >= 0) return { tree: tree.picture.name, node: id, slot };
  }
  return null;
}
