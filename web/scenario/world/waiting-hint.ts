// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentences on dead nodes that wait for readers.

import { counted } from '../../base/text';

/**
 * The sentence for a step that retired nodes while readers are parked; '' if it retired none. `all`: those of earlier
 * steps included.
 */
export function waitingHint(grown: number, all: number, names: readonly string[]): string {
  if (grown <= 0) return '';
  const who = names.map((name) => `\`${name}\``).join(', ');
  const isMore = all > grown;
  const inAll = isMore ? `, ${counted(all, 'node')} in all` : '';
  return (
    `${counted(grown, isMore ? 'more node' : 'node')} out of the tree ${grown === 1 ? 'waits' : 'wait'} ` +
    `for ${names.length === 1 ? 'reader' : 'readers'} ${who}${inAll}, still in live()`
  );
}
