// SPDX-License-Identifier: GPL-2.0-or-later
//
// The address bar: which link the text on the page came from, and still equals.
//
// The address bar stays as it is while a person types: a received link stays until the text is edited, then the bar is
// cleaned once. Copying a link puts it there, since the person wanted it. Inside a frame the address is never
// rewritten.

/** In sessionStorage: the link that was taken from the bar last, without its place. */
const TAKEN_KEY = 'maplescope.unlinked';

/** The fragment (without #) that the text still equals; empty when there is none. */
let barLink = '';
let awaited = '';
/** The scenario of the gallery that is on the page unchanged. */
let example: string | null = null;
let later: ReturnType<typeof setTimeout> | undefined;
const STEP_STAYS_MS = 400;

export function currentBarLink(): string {
  return barLink;
}

/** The fragment of the address, without #. */
export function fragmentNow(): string {
  return location.href.split('#').slice(1).join('#');
}

/** The bar leads to a lesson; scenarios that it lends to the page leave the bar as it is. */
export function isLessonFragment(fragment: string): boolean {
  return /^(?:write$|lesson=|[lp]\d{1,6}\.|\d+\.\d+$)/.test(fragment);
}

/** The fragment was opened, or restored with the text that came from it. */
export function holdBarLink(fragment: string): void {
  barLink = fragment;
  example = /^ex=([a-z0-9-]+)/.exec(fragment)?.[1] ?? null;
}

/** The link that is being opened: typing meanwhile leaves it in the bar, for a reload. Empty: none is. */
export function awaitBarLink(fragment: string): void {
  awaited = fragment;
}

/**
 * The text is the person's own from now on: the address bar no longer describes the page, so it is cleared. `isTyped`:
 * by an edit, which chooses nothing.
 */
export function leaveBarLink(isTyped = false): void {
  const fragment = fragmentNow();
  if (isTyped && fragment === awaited) return;
  if (fragment !== '' && replaceAddress('')) noteTaken(linkOnly(fragment));
  barLink = '';
  example = null;
}

/** Whether the bar has a link that was taken from it: reloaded at once, a browser may load the address of before. */
export function isTakenFromBar(fragment: string): boolean {
  try {
    return window.sessionStorage.getItem(TAKEN_KEY) === linkOnly(fragment);
  } catch {
    return false;
  }
}

/** Null: the link in the bar was wanted since. */
export function noteTaken(link: string | null): void {
  try {
    if (link === null) window.sessionStorage.removeItem(TAKEN_KEY);
    else window.sessionStorage.setItem(TAKEN_KEY, link);
  } catch {
    // Full or blocked: such a link opens, and the text that it replaces is in the gallery.
  }
}

// The steps of an example follow each other in the bar.
function linkOnly(fragment: string): string {
  return fragment.split('&')[0] ?? '';
}

/**
 * The page shows this scenario of the gallery, until the visitor leaves it: the address bar holds its name and step.
 */
export function followInBar(name: string): void {
  example = name;
}

/** The step has changed. Told in the bar once it stays: browsers allow an address to change some times a second. */
export function exampleInBar(step: number): void {
  if (example === null) return;
  if (later !== undefined) clearTimeout(later);
  const name = example;
  later = setTimeout(() => {
    const fragment = `ex=${name}&step=${step}`;
    // The link that was opened says more of this step.
    if (barLink.startsWith(`${fragment}&`)) return;
    if (example === name && replaceAddress(fragment)) barLink = fragment;
  }, STEP_STAYS_MS);
}

/** A link was copied: the bar shows it, so that a reload and the bar's own copy lead to the same place. */
export function rememberCopied(fragment: string): void {
  if (replaceAddress(fragment)) barLink = fragment;
}

function replaceAddress(fragment: string): boolean {
  if (window.self !== window.top) return false;
  const clean = location.href.split('#')[0] ?? '';
  try {
    history.replaceState(history.state, '', fragment === '' ? clean : `${clean}#${fragment}`);
    return true;
  } catch {
    // Firefox refuses an address above 1 MiB; the bar then stays as it was.
    return false;
  }
}
