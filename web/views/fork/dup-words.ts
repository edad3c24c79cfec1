// SPDX-License-Identifier: GPL-2.0-or-later
//
// Each mark of a fork in one sentence, in the words of the picture: nodes by their order of copying, VMAs with what
// they map; of the rest the core's own sentence. Pure.

import type { ForkRecord } from '../../model/memory';
import type { Vma } from '../../model/vma';
import { capital } from '../../words/capital';
import { pointCause, pointName } from '../../words/failure-points';
import { counted, elidedPath } from '../../base/text';
import { groupedCount, groupedHex } from '../shared/text';
import { BESIDE, ROOT, stageAt, type DupModel } from './dup-model';

/** Sentence of the k-th mark, from 1; of 0, before the first. */
export type Tell = (cursor: number) => string;

export interface DupVmas {
  readonly parent: readonly Vma[];
  readonly child: readonly Vma[];
}

/** `texts`: the sentence of each mark, for those that say no more than their event does. */
export function dupWords(model: DupModel, record: ForkRecord | null, vmas: DupVmas, texts: readonly string[]): Tell {
  const parents = new Map(vmas.parent.map((vma) => [vma.number, vma]));
  const children = new Map(vmas.child.map((vma) => [vma.number, vma]));
  const requestAt = new Map(model.requests.map((request, k) => [request.at, k]));
  // Numbers are given as VMAs are made, and each address space gives its own: the place among the addresses
  // distinguishes them.
  const places = new Map(vmas.parent.map(({ number }, k) => [number, k + 1]));
  const parentVma = (number: number): string => {
    const place = places.get(number) ?? number;
    return (
      'the parent’s VMA number ' +
      `${number}${place === number ? '' : ` (place ${place} of ${vmas.parent.length} by address)`}`
    );
  };
  const parentOf = (cell: number): number => (model.way === 'copied' ? (model.cellVma[cell] ?? 0) : 0);
  return (cursor) => {
    const k = cursor - 1;
    const mark = model.marks[k];
    if (mark === undefined) return before(model);
    const cell = model.cellOfMark[k] ?? -1;
    switch (mark.kind) {
      case 'request':
        return requestText(model, requestAt.get(k) ?? -1, mark.vma);
      case 'copied':
        return copiedText(model, k, mark.from) ?? texts[k] ?? '';
      case 'entry': {
        const from = parentOf(cell);
        if (from > 0)
          return (
            `The entry of ${parentVma(from)} is replaced: the copy is number ${mark.vma} in the child. It is ` +
            `${nameOf(parents.get(from))}.`
          );
        return `The child’s VMA number ${mark.vma} is stored: ${nameOf(children.get(mark.vma))}.`;
      }
      case 'hole':
        return (
          `${capital(parentVma(mark.vma))} is left out ` +
          `(VM_DONTCOPY)${model.way === 'copied' ? ': NULL will be stored over it' : ''}.`
        );
      case 'marker':
        return `The marker, a zero entry, replaces ${parentVma(mark.vma)}: the teardown of the child will stop here.`;
      case 'failed':
        return failedText(record, parentVma, stageAt(model, cursor)?.kind === 'undo');
      case 'page':
        return (
          `${counted(mark.count, 'page-table entry is', 'page-table entries are')} copied for ` +
          `${parentVma(mark.vma)}.`
        );
      case 'vma_freed': {
        const from = parentOf(cell);
        return cell < 0
          ? `The child’s VMA number ${mark.vma} is freed: it was not in the tree yet.`
          : `The child’s VMA number ${mark.vma} is removed: ${nameOf(children.get(mark.vma) ?? parents.get(from))}.`;
      }
      case 'node_freed':
        return `${counted(mark.count, 'node is', 'nodes are')} freed${mark.count > 1 ? ' in one call' : ''}.`;
      case 'uncharged':
        return `${counted(mark.count, 'page is', 'pages are')} taken off the commit charge.`;
      default:
        return texts[k] ?? '';
    }
  };
}

function before({ way, marks }: DupModel): string {
  if (marks.length === 0) return 'No event was recorded.';
  return way === 'whole' ? 'Before the teardown begins.' : 'Before the fork begins: the child’s tree is empty.';
}

function requestText({ requests, order }: DupModel, at: number, vma: number): string {
  const request = requests[at];
  if (request === undefined) return '';
  const { count, ok, of } = request;
  const whom =
    of === BESIDE
      ? vma === 0
        ? ''
        : `, for a store at the parent’s VMA number ${vma}`
      : of === ROOT
        ? ', the root'
        : `, the children of node ${order[of] ?? 0}`;
  return (
    `Request ${groupedCount(at + 1)} of this step: ` +
    `${counted(count, 'node')}${count > 1 ? ' at once' : ''}${whom}${ok ? '' : ': refused'}.`
  );
}

function copiedText(model: DupModel, k: number, from: number): string | null {
  const node = model.filledAt.indexOf(k);
  const shape = model.child.nodes[node];
  if (shape === undefined) return null;
  return (
    `Node ${groupedCount(model.order[node] ?? 0)} of ${groupedCount(model.child.nodes.length)} is filled: ` +
    `${shape.kind === 'leaf' ? 'a leaf' : `an inner node (${shape.kind})`} with ${counted(shape.end + 1, 'slot')}, ` +
    `copied from the parent’s #${from}.`
  );
}

// A copy that was refused is reported when its nodes are freed.
function failedText(record: ForkRecord | null, parentVma: (number: number) => string, undone: boolean): string {
  if (record === null || record.point === null) return 'The fork fails.';
  const where = record.at > 0 ? ` at ${parentVma(record.at)}` : '';
  const error = record.error === null ? '' : ` (${record.error})`;
  const who = undone ? 'With that undone, the fork' : 'The fork';
  return `${who} fails${where}, ${pointName(record.point, record.by)}: ${pointCause(record.point)}${error}.`;
}

function nameOf(vma: Vma | undefined): string {
  if (vma === undefined) return 'no longer known';
  const backing = vma.path === '' ? 'anonymous' : elidedPath(vma.path);
  return `${vma.perms} ${backing}, ${groupedHex(vma.first)} – ${groupedHex(vma.last)}`;
}
