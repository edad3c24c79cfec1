// SPDX-License-Identifier: GPL-2.0-or-later

/** What was thrown says: its message, or, where something else than an error was thrown, that as text. */
export function thrownText(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
