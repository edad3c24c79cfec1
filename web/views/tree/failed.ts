// SPDX-License-Identifier: GPL-2.0-or-later
//
// The nodes of a failed step in the dock: those that it was granted and that were freed, and those that it was refused.

import { counted } from '../../base/text';
import type { FailedStep } from './types';
import './failed.css';

/** So many of them are drawn. */
const DRAWN = 24;

/** Fills the dock. */
export function drawFailed(dock: HTMLElement, { freed, refused }: FailedStep): void {
  dock.replaceChildren();
  dock.hidden = false;
  const row = element('div', 'ms-failed');
  if (freed.length > 0) {
    row.append(element('span', 'name', `${counted(freed.length, 'node')} allocated, then freed`));
    for (const id of freed.slice(0, DRAWN)) {
      const chip = element('span', 'chip is-freed', `#${id}`);
      chip.dataset.node = id.toString();
      row.append(chip);
    }
    if (freed.length > DRAWN) row.append(element('span', 'name', `and ${freed.length - DRAWN} more`));
  }
  if (refused > 0) row.append(element('span', 'chip is-refused', `\u2717 ${counted(refused, 'node')} refused`));
  dock.append(row);
}

function element(tag: string, cls: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = cls;
  made.textContent = text;
  return made;
}
