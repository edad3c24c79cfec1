// SPDX-License-Identifier: GPL-2.0-or-later

/** Calls back once the browser has a moment, or, where it cannot tell, after what is under way. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act);
  else setTimeout(act);
}
