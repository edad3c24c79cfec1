// SPDX-License-Identifier: GPL-2.0-or-later

/** The text with a capital letter at its start. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
