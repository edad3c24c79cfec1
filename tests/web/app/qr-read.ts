// SPDX-License-Identifier: GPL-2.0-or-later
//
// For tests of QR codes: modules read by a decoder of another hand.

import jsqr from 'jsqr';

/** Pixels of a module, and modules of quiet zone around. */
const SCALE = 4;
const QUIET = 4;

// The package is CommonJS: who loads it decides where its function is.
const decode = (typeof jsqr === 'function' ? jsqr : (jsqr as { default: typeof jsqr }).default) as (
  data: Uint8ClampedArray,
  width: number,
  height: number,
) => { readonly data: string } | null;

/** What a code says; null if it cannot be read. */
export function readQr(modules: readonly (readonly boolean[])[]): string | null {
  const side = (modules.length + 2 * QUIET) * SCALE;
  const pixels = new Uint8ClampedArray(4 * side * side).fill(255);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (modules[Math.floor(y / SCALE) - QUIET]?.[Math.floor(x / SCALE) - QUIET] === true)
        pixels.fill(0, 4 * (y * side + x), 4 * (y * side + x) + 3);
    }
  }
  return decode(pixels, side, side)?.data ?? null;
}

/** The modules of a code drawn as rows of `M x,y h n`. */
export function modulesOfPath(path: string, size: number): boolean[][] {
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, n] of path.matchAll(/M(\d+),(\d+)h(\d+)/g))
    for (let k = 0; k < Number(n); k++) modules[Number(y)]![Number(x) + k] = true;
  return modules;
}
