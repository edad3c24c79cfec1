// SPDX-License-Identifier: GPL-2.0-or-later
//
// The controls beside the canvas of a large tree: the names of its levels, which fold them, and the choice of the
// scale.

import { OVERVIEW_KINDS, type TreeOverview } from '../../model/overview';
import { counted } from '../../base/text';
import { relay } from './camera';
import { el } from './html';
import { isShown, takeSpans, type Stage } from './stage';
import type { LargeScale } from './types';

export function writeNames(stage: Stage): void {
  if (!isShown(stage)) return;
  const { overview, folded } = stage;
  const { names } = stage.parts;
  names.replaceChildren(
    ...Array.from({ length: overview.levels.length - 1 }, (_, level) => {
      const button = el(
        'button',
        { type: 'button', className: 'ms-large-name', tabIndex: level === 0 ? 0 : -1 },
        el('span', { className: 'sign' }),
        el('span', {}, `level ${level + 1} · `),
        el('span', { className: 'what' }, nameOf(overview, level)),
      );
      button.setAttribute('aria-pressed', String(!folded.has(level)));
      button.title = folded.has(level) ? 'Show this level' : 'Fold this level';
      button.onclick = () => {
        if (!folded.delete(level)) folded.add(level);
        writeNames(stage);
        relay(stage);
        (names.children[level] as HTMLElement | undefined)?.focus();
      };
      return button;
    }),
  );
  placeNames(stage);
}

function nameOf({ levels, kinds }: TreeOverview, level: number): string {
  const count = (levels[level + 1] ?? 0) - (levels[level] ?? 0);
  const kind = OVERVIEW_KINDS[kinds[levels[level] ?? 0] ?? 0] ?? 'leaf';
  if (level === 0) return `root · ${kind}`;
  return kind === 'leaf' ? counted(count, 'leaf', 'leaves') : counted(count, `${kind} node`);
}

export function placeNames({ rows, camera, size, parts }: Stage): void {
  const over = Math.min(24, (rows[0]?.y ?? 0) - 1);
  rows.forEach((row, k) => {
    const button = parts.names.children[k];
    if (!(button instanceof HTMLElement)) return;
    const y = row.y - camera.y - over;
    button.style.transform = `translateY(${y}px)`;
    button.style.visibility = y < -30 || y > size.height ? 'hidden' : '';
  });
}

/** All levels from one on are folded, those above it shown. */
export function foldFrom(stage: Stage, first: number): void {
  stage.folded.clear();
  for (let level = first; level < levelCount(stage); level++) stage.folded.add(level);
  writeNames(stage);
  relay(stage);
}

export function levelCount({ overview }: Stage): number {
  return overview === null ? 0 : overview.levels.length - 1;
}

/** Arrows lead from name to name; Tab leads to one of them. */
export function onNamesKey({ parts: { names } }: Stage, event: KeyboardEvent): void {
  const next = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (next === undefined) return;
  const all = [...names.children].filter((one) => one instanceof HTMLElement);
  const to = all[all.indexOf(document.activeElement as HTMLElement) + next];
  event.preventDefault();
  if (to === undefined) return;
  for (const one of all) one.tabIndex = one === to ? 0 : -1;
  to.focus();
}

export function writeScales(stage: Stage): void {
  const { scales } = stage.parts;
  const choice = (name: LargeScale, label: string, title: string): HTMLElement => {
    const button = el('button', { type: 'button', title }, label);
    button.setAttribute('aria-pressed', String(stage.scale === name));
    button.onclick = () => {
      stage.scale = name;
      stage.fitted = true;
      takeSpans(stage);
      writeScales(stage);
      relay(stage);
      (scales.children[name === 'leaves' ? 0 : 1] as HTMLElement | undefined)?.focus();
    };
    return button;
  };
  scales.replaceChildren(
    choice('leaves', 'by leaf', 'All leaves equally wide, in index order'),
    choice('indexes', 'by index', 'The index space to scale'),
  );
}
