// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is said of dead nodes that wait for readers.

import { counted } from '../../base/text';

/** What a step that retired nodes says while readers are parked; '' when it retired none. */
export function waitingHint(grown: number, names: readonly string[]): string {
  if (grown <= 0) return '';
  const who = names.map((name) => `\`${name}\``).join(', ');
  return (
    `${counted(grown, 'node')} out of the tree ${grown === 1 ? 'waits' : 'wait'} ` +
    `for ${names.length === 1 ? 'reader' : 'readers'} ${who}, still in live()`
  );
}
