// SPDX-License-Identifier: GPL-2.0-or-later

import { openLink } from '../store/links/links';
import { QR_LETTERS_MAX } from '../ui/qr';

/**
 * What the QR code of a class code holds: a link that opens the class with it where others can open `base`, the address
 * of the page; else, and where the link is too long to be read from a screen, the letters of the code.
 */
export function scannedCode(code: string, base: string): string {
  const link = openLink(`${base}#${code}`, base);
  return link !== '' && link.length <= QR_LETTERS_MAX ? link : code;
}
