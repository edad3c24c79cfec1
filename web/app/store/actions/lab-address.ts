// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where in the labs the page stands, and the address that says so. A page in a frame never rewrites its address.

import { signal } from '@preact/signals';
import { readLabFragment } from '../../../measure/values';
import { closeDialog } from './actions';
import { currentBarLink, fragmentNow } from '../links/links';

export interface Place {
  /** Empty: the list of labs. */
  readonly name: string;
  readonly given: readonly (readonly [string, string])[];
}

const LIST: Place = { name: '', given: [] };

export const place = signal<Place>(LIST);

/** Takes the place from the address, and follows it until what comes back is called. */
export function followAddress(): () => void {
  place.value = readLabFragment(fragmentNow()) ?? LIST;
  const follow = (): void => {
    const there = readLabFragment(fragmentNow());
    if (there === null) closeDialog();
    else place.value = there;
  };
  if (readLabFragment(fragmentNow()) === null) write('labs', false);
  window.addEventListener('popstate', follow);
  return () => {
    window.removeEventListener('popstate', follow);
    // Unless a link was followed: then the address is that link's.
    if (readLabFragment(fragmentNow()) !== null) write(currentBarLink(), false);
  };
}

/** Goes to a lab, or to the list. */
export function goTo(fragment: string): void {
  write(fragment, true);
  place.value = readLabFragment(fragment) ?? LIST;
}

/** The address of what is shown, without another entry in the browser's history. */
export function write(fragment: string, another: boolean): void {
  if (window.self !== window.top) return;
  const clean = location.href.split('#')[0] ?? '';
  const address = fragment === '' ? clean : `${clean}#${fragment}`;
  if (address === location.href) return;
  if (another) history.pushState(history.state, '', address);
  else history.replaceState(history.state, '', address);
}
