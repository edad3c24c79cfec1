// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where links open that are made here: at this page's own address, or, of a page on this machine, at a public home.

const BASE_KEY = 'maplescope.public-base';
const LOCAL_HOST = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/;

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
