// SPDX-License-Identifier: GPL-2.0-or-later
//
// The messages between the page and the worker of the labs.

import type { Lab, Result, Values } from '../../measure/lab';
import type { Links } from './lab-link';

/** A lab without what runs it. */
export type LabFacts = Omit<Lab, 'run'>;

export type LabRequest =
  | { readonly kind: 'list' }
  | { readonly kind: 'run'; readonly name: string; readonly values: Values; readonly repeats: number };

export type LabReply =
  | { readonly kind: 'list'; readonly labs: readonly LabFacts[] }
  | { readonly kind: 'far'; readonly done: number; readonly of: number; readonly what: string }
  | { readonly kind: 'done'; readonly result: Result; readonly links: Links }
  | { readonly kind: 'failed'; readonly message: string };
