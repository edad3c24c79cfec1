// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the editor does with a long text before it is put on the page.

let prepare: ((text: string) => Promise<void>) | null = null;

/** The editor says how it prepares a text; null: it is no longer there. */
export function attachPreparing(next: typeof prepare): void {
  prepare = next;
}

/** Resolves when the text, whose lines end with \n, can be put on the page without holding it up. */
export function prepared(text: string): Promise<void> {
  return prepare?.(text) ?? Promise.resolve();
}
