// SPDX-License-Identifier: GPL-2.0-or-later

import { openLink } from '../store/links/public-home';
import { QR_LETTERS_MAX } from '../ui/qr';

/**
 * The text of a class code's QR code: a link that opens the class with the code, if others can open `base`, the address
 * of the page. Otherwise, or if the link is too long to scan from a screen, the letters of the code.
 */
export function scannedCode(code: string, base: string): string {
  const link = openLink(`${base}#${code}`, base);
  return link !== '' && link.length <= QR_LETTERS_MAX ? link : code;
}
