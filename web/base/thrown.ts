// SPDX-License-Identifier: GPL-2.0-or-later

/** The text of a thrown value: an error's message, or any other value as text. */
export function thrownText(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
