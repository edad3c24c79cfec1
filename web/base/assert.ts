// SPDX-License-Identifier: GPL-2.0-or-later
//
// The two ways to say that our own code is wrong.

/** Finishes a switch over a closed union: a member that was forgotten does not compile. */
export function assertNever(value: never): never {
  throw new Error(`unexpected ${JSON.stringify(value)}`);
}

/** The value, which our own reasoning says is there. */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`missing: ${what}`);
  return value;
}
