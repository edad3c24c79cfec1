// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where in the labs the page stands, and the address that says so. A page in a frame never rewrites its address. In the
// projector's window of a lecture, the speaker says where the labs stand.

import { signal } from '@preact/signals';
import { readLabFragment } from '../../../measure/values';
import { closeDialog, openDialog } from './actions';
import { currentBarLink, fragmentNow } from '../links/links';
import { dialog } from '../page/state';

export interface Place {
  /** Empty: the list of labs. */
  readonly name: string;
  readonly given: readonly (readonly [string, string])[];
}

export const LIST: Place = { name: '', given: [] };

export const place = signal<Place>(LIST);

/** For a projector: the list, or a lab with the values of its last run; null while the labs are closed. */
export const shownLab = signal<Place | null>(null);

/** Counts the results that have come onto the page. */
export const labResults = signal(0);

let follows = false;

/** Whether this is a projector's window: what its labs show comes from the speaker. */
export function labsFollow(): boolean {
  return follows;
}

/** In a projector's window: shows the labs as the speaker's window does. */
export function followLab(there: Place | null): void {
  follows = true;
  if (there === null) {
    if (dialog.value === 'labs') closeDialog();
    return;
  }
  if (dialog.value !== 'labs' || JSON.stringify(there) !== JSON.stringify(place.value)) place.value = there;
  if (dialog.value !== 'labs') openDialog('labs');
}

/** The lab that runs, or the list. */
export function setShownLab(there: Place): void {
  shownLab.value = there;
}

export function countLabResult(): void {
  labResults.value = labResults.peek() + 1;
}

/** Reads the place from the address, and follows it until the returned function is called. */
export function followAddress(): () => void {
  if (follows) return () => undefined;
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
    shownLab.value = null;
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
