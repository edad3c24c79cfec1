// SPDX-License-Identifier: GPL-2.0-or-later
//
// A link as a QR code. Pure; fetched on demand. Of low error correction: what is shown on a screen is not damaged, and
// fewer modules are read from farther away.

import { encode } from 'uqr';

/** Beyond this version (117 × 117 modules) a telephone reads no code from a screen for sure. */
const VERSION_MAX = 25;
/** Letters that such a code holds. */
export const QR_LETTERS_MAX = 1273;

/** Rows of modules, dark ones true, without the quiet zone; null when the link is too long to be read. */
export function qrModules(link: string): readonly (readonly boolean[])[] | null {
  if (new TextEncoder().encode(link).length > QR_LETTERS_MAX) return null;
  return encode(link, { ecc: 'L', boostEcc: true, maxVersion: VERSION_MAX, border: 0 }).data;
}

/** The dark modules as the path of an SVG, one unit a module. */
export function qrPath(modules: readonly (readonly boolean[])[]): string {
  return modules
    .map((row, y) =>
      [
        ...row
          .map((dark) => (dark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ]
        .map((run) => `M${run.index},${y}h${run[0].length}v1h-${run[0].length}z`)
        .join(''),
    )
    .join('');
}
