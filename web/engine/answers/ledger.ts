// SPDX-License-Identifier: GPL-2.0-or-later
//
// Every request of the run, from what was kept of its steps; and what became of the nodes of some requests, for which
// their steps are played once more.

import { REQUEST_BULK, REQUEST_REFUSED, type Ledger, type RequestFate, type StepFates } from '../../model/slab';
import { decodeEvents } from '../decode/events';
import { EVENT, PLACE, PLACE_STATES } from '../generated/tables';
import { placesIn, readEvents } from '../core/heap';
import type { Answering, Place } from '../time/answer-context';
import { idAt } from '../core/ids';

const STEPS_A_PIECE = 4096;

export const ledger: Answering<'ledger'> = function* ({ steps, reportAt, waitingAt, passedAt }) {
  const rows = { steps: [] as number[], sizes: [] as number[], marks: [] as number[] };
  const counts = {
    live: new Uint32Array(steps + 1),
    waiting: new Uint32Array(steps + 1),
    passed: new Uint32Array(steps + 1),
  };
  for (let step = 1; step <= steps; step++) {
    if (step % STEPS_A_PIECE === 1) yield { done: step - 1, of: steps };
    const report = reportAt(step);
    if (report === null) continue;
    counts.live[step] = report.live;
    counts.waiting[step] = waitingAt(step);
    counts.passed[step] = passedAt(step);
    report.requests.forEach((size, k) => {
      const letter = report.rk.charAt(k);
      rows.steps.push(step);
      rows.sizes.push(size);
      rows.marks.push((/b/i.test(letter) ? REQUEST_BULK : 0) | (/[A-Z]/.test(letter) ? REQUEST_REFUSED : 0));
    });
  }
  const answer: Ledger = {
    steps: Uint32Array.from(rows.steps),
    sizes: Uint32Array.from(rows.sizes),
    marks: Uint8Array.from(rows.marks),
    ...counts,
  };
  return answer;
};

export const requestFates: Answering<'requestFates'> = function* (place, { steps }) {
  const found: StepFates[] = [];
  for (const step of steps) {
    yield { done: found.length, of: steps.length };
    found.push({ step, fates: fatesAt(place, step) });
  }
  return found;
};

// The nodes that each request granted, by the step's own events; then their places at the end of the step.
function fatesAt(place: Place, step: number): readonly RequestFate[] | null {
  const report = place.reportAt(step);
  if (report === null) return null;
  const granted: { readonly id: number; readonly place: number }[][] = [];
  // Nodes that were put into a tree; a bulk load may take one again that it has put back, and does not count it as
  // used.
  const taken = new Set<number>();
  const bulk = report.op === 'bulk' || report.fork?.by === 'bulk';
  let dropped = 0;
  place.time.play(step, (outcome) => {
    if (outcome === null) return;
    const { records, count } = readEvents(place.core);
    dropped += count - records.byteLength / EVENT.BYTES;
    for (const { name, node, a } of decodeEvents(records, Infinity)) {
      if (name === 'request_single' || name === 'request_bulk') granted.push([]);
      else if (name === 'node_out') granted.at(-1)?.push({ id: node, place: Number(a) });
      else if (name === 'prealloc_take' || name === 'copied') taken.add(node);
      else if (name === 'prealloc_return' && bulk) taken.delete(node);
    }
  });
  if (dropped > 0 || granted.length !== report.requests.length) return null;
  const reached = new Set(place.treesAt(step).flatMap(({ handle }) => placesIn(place.core, handle)));
  const view = place.core.view();
  const table = place.core.calls.mpl_place_table();
  return granted.map((nodes) => {
    const fate = { used: 0, kept: 0, back: 0, replaced: 0 };
    for (const node of nodes) {
      const at = table + PLACE.BYTES * node.place;
      const still =
        idAt(view, at + PLACE.id) === node.id && (view.getUint32(at + PLACE.state, true) & 0xff) !== PLACE_STATES.FREE;
      if (!still && taken.has(node.id) && report.error === null) fate.replaced++;
      else if (!still) fate.back++;
      else if (reached.has(node.place)) fate.used++;
      else fate.kept++;
    }
    return { ...fate, used: fate.used + fate.replaced, back: fate.back + fate.replaced };
  });
}
