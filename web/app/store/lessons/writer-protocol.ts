// SPDX-License-Identifier: GPL-2.0-or-later
//
// Messages to and from the worker that reads and checks a draft.

import type { Lesson } from '../../../lesson/lesson';
import type { Diagnostic } from '../../../model/diagnostic';

/** A mistake with its place, its sentence and its fix. */
export type Mistake = Omit<Diagnostic, 'mistake'>;

export interface WriterRequest {
  /** Larger than all before; a request that comes while another is under way takes its place. */
  readonly id: number;
  readonly text: string;
}

export type WriterReply =
  /** As it reads; what running finds is not among the mistakes yet. */
  | { readonly kind: 'read'; readonly id: number; readonly lesson: Lesson; readonly mistakes: readonly Mistake[] }
  /** What `npm run lesson` finds and counts. */
  | { readonly kind: 'checked'; readonly id: number; readonly mistakes: readonly Mistake[]; readonly counts: string }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
