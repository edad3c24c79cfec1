// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the legend says of things that later.ts draws: ways and the signs on them, what is broken, and columns of the far
// picture that end early.

import { put } from '../shared/svg';
import { slotKey, type Trail } from '../shared/trail';
import { signClass, VERDICTS, type VerdictLook } from '../shared/verdicts';
import { brokenText } from './damage';
import { item, only } from './legend';
import type { World } from './pane';

/** How children in columns of unequal length stand, where that is so most often: what ends early lacks nothing. */
export function unevenColumns(world: Pick<World, 'panes'>): string | null {
  const counts = new Map<string, number>();
  for (const { layout } of world.panes) {
    for (const { columns } of layout.families) {
      const lengths = columns.map(({ length }) => length);
      if (new Set(lengths).size < 2) continue;
      const all = lengths.reduce((sum, length) => sum + length, 0);
      const told = `columns: ${all} children as ${lengths.join(' + ')}`;
      counts.set(told, (counts.get(told) ?? 0) + 1);
    }
  }
  let most: string | null = null;
  for (const [told, count] of counts) if (most === null || count > (counts.get(most) ?? 0)) most = told;
  return most;
}

export function unevenItems(world: World): readonly HTMLElement[] {
  const told = unevenColumns(world);
  return told === null ? [] : [only('far', words(told))];
}

/** The invariants that are broken at a node of the picture. */
export function brokenItems(world: World): readonly HTMLElement[] {
  const broken = [...new Set(world.panes.flatMap(({ scene }) => scene.findings.flatMap(({ invariant, node, excused }) => (excused || node === 0 ? [] : [invariant]))))];
  return broken.length === 0 ? [] : [item('o-broken', '!', `broken: ${brokenText(broken.sort((a, b) => a - b)).slice(2)}`)];
}

export function trailItems(trail: Trail, world: World): readonly HTMLElement[] {
  const items: HTMLElement[] = [];
  if (trail.visits.length > 0) items.push(item('o-visit', '1', 'visits in order'));
  const signs = new Set(trail.looks.map(({ sign }) => sign));
  items.push(...VERDICTS.filter(({ sign }) => signs.has(sign)).map((look) => only(`sign ${look.sign}`, verdictItem(look))));
  const walked = world.panes.some(({ name, routes }) => name === trail.tree && routes.some(({ parent, slot }) => trail.down.has(slotKey(parent, slot))));
  if (walked) items.push(item('o-path', '', 'way down'));
  if (trail.climbed.size > 0) items.push(item('o-climb', '', 'up again'));
  return items;
}

function verdictItem(look: VerdictLook): HTMLElement {
  const element = document.createElement('span');
  element.className = 'item';
  const svg = put(element, 'svg', { class: 'ms-sign', viewBox: '-8 -8 16 16', width: 16, height: 16 });
  const sign = put(svg, 'g', { class: signClass(look.sign) });
  put(sign, 'circle', { r: 6.5 });
  put(sign, 'path', { d: look.path });
  element.append(look.name);
  return element;
}

function words(text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = 'item';
  element.textContent = text;
  return element;
}
