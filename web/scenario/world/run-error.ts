// SPDX-License-Identifier: GPL-2.0-or-later
//
// A run error: what ends a run at a line and keeps every step before it. Thrown inside the interpreter and caught
// there; nobody outside ever sees one.

import type { Span } from '../syntax/syntax';

export class RunError extends Error {
  readonly at: Span;

  constructor(at: Span, message: string) {
    super(message);
    this.at = at;
  }
}
