// SPDX-License-Identifier: GPL-2.0-or-later
//
// The address bar and links: what a link of the present state is, where it will open, how one is received.
//
// The address bar stays as it is while a person types: a received link stays until the text is edited, then the bar is
// cleaned once. Copying a link puts it there, since the person wanted it. Inside a frame the address is never
// rewritten.

const BASE_KEY = 'maplescope.public-base';
const LOCAL_HOST = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/;

/** The fragment (without #) that the text still equals; empty when there is none. */
let barLink = '';
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

/** The text is the person's own from now on: the address bar no longer describes the page, so it is cleared. */
export function leaveBarLink(): void {
  if (fragmentNow() !== '') replaceAddress('');
  barLink = '';
  example = null;
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

/** This page's own address, without query and fragment. */
export function ownBase(): string {
  return location.protocol === 'file:'
    ? (location.href.split(/[?#]/)[0] ?? '')
    : `${location.origin}${location.pathname}`;
}

/** True for an address that only this machine can open. */
export function isLocal(base: string): boolean {
  try {
    const { protocol, hostname } = new URL(base);
    return protocol === 'file:' || LOCAL_HOST.test(hostname);
  } catch {
    return true;
  }
}

/** A link that others can open: the address, or nothing where it would lead to this machine only. */
export function openLink(address: string, base: string): string {
  return isLocal(base) ? '' : address;
}

/** Where links open: a public home if one is known and this page has none of its own. */
export function publicBase(): string {
  if (!isLocal(ownBase())) return ownBase();
  return keptBase() || builtBase() || ownBase();
}

/** The public home as typed or built in; empty when there is none. */
export function knownPublicHome(): string {
  return keptBase() || builtBase();
}

function builtBase(): string {
  const built: unknown = import.meta.env['VITE_PUBLIC_BASE'];
  return typeof built === 'string' && homeProblem(built) === null ? built : '';
}

function keptBase(): string {
  try {
    return localStorage.getItem(BASE_KEY) ?? '';
  } catch {
    return '';
  }
}

/** The problem with an address as a public home; null if there is none. */
export function homeProblem(typed: string): string | null {
  let url: URL;
  try {
    url = new URL(typed);
  } catch {
    return 'An address begins with https:// and a host.';
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'An address begins with https:// and a host.';
  if (url.hash !== '' || url.search !== '') return 'The address of the page itself, without # or ?.';
  return null;
}

/** Keeps a public home (empty: forgets it). Gives back where links open from now on. */
export function setPublicBase(typed: string): string {
  try {
    if (typed === '') localStorage.removeItem(BASE_KEY);
    else if (homeProblem(typed) === null) localStorage.setItem(BASE_KEY, typed);
  } catch {
    // Not kept: it holds for this link.
  }
  return typed !== '' && homeProblem(typed) === null ? typed : builtBase() || ownBase();
}
