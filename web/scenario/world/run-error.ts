// SPDX-License-Identifier: GPL-2.0-or-later
//
// A run error: what ends a run at a line and keeps every step before it. Thrown inside the interpreter and caught
// there; nobody outside ever sees one.

import type { StopCode } from '../../model/report';
import type { Span } from '../syntax/syntax';

export class RunError extends Error {
  readonly at: Span;
  readonly code: StopCode | null;

  constructor(at: Span, message: string, code: StopCode | null = null) {
    super(message);
    this.at = at;
    this.code = code;
  }
}
