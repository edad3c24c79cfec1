// SPDX-License-Identifier: GPL-2.0-or-later
//
// Frames on other sites keep nothing. Their storage answers as where a browser blocks it, which every part of the page
// can bear, and their address and history stay as they are. One place for all, so that no later part can forget it.

const STORES = ['localStorage', 'sessionStorage', 'indexedDB', 'caches'] as const;

/** Called before anything else of the page starts. */
export function keepNothing(): void {
  for (const name of STORES)
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => {
        throw new DOMException('This window keeps nothing.', 'SecurityError');
      },
    });
  for (const name of ['pushState', 'replaceState'] as const)
    Object.defineProperty(history, name, { configurable: true, value: () => undefined });
  // Nothing is lost by leaving: a frame says that it keeps nothing, and a projector shows what another window keeps.
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true);
  document.documentElement.dataset['keeps'] = 'nothing';
}
