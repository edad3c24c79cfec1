// SPDX-License-Identifier: GPL-2.0-or-later
//
// Texts that a program puts on the page (shell/automation.ts).

import { leaveBarLink } from '../links/links';
import { text } from '../page/state';
import { plainEnds } from '../page/texts';
import { putText, setAside } from './session';

let before: string | null = null;

/**
 * Puts a program's text on the page and runs it. A person's text that it takes the place of stays in the list of recent
 * ones; a program's own does not, so that a thousand of them are one.
 */
export function putProgram(program: string): Promise<void> {
  const next = plainEnds(program);
  if (next !== text.value) {
    // The bar would go on showing the link of another text, and that link would not open again.
    leaveBarLink();
    if (text.value !== before) setAside();
  }
  before = next;
  return putText(next, { kind: 'end' });
}
