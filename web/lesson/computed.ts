// SPDX-License-Identifier: GPL-2.0-or-later
//
// What checking a lesson computes, as data.

import type { LiveValue } from '../model/live';
import type { Ask, LiveInline, Truth } from './lesson';
import type { HuntVerdict } from './task';

/** Something that the engine computed, and the line of the lesson that it is about. */
export type Computed = { readonly line: number } & (
  | { readonly kind: 'run'; readonly id: string; readonly steps: number }
  | { readonly kind: 'value'; readonly live: LiveInline; readonly value: LiveValue }
  | { readonly kind: 'answer'; readonly id: string; readonly asked: string; readonly ask: Ask; readonly truth: Truth }
  /** So many different scenarios of so many seeds. */
  | { readonly kind: 'variants'; readonly id: string; readonly seeds: number; readonly different: number }
  | { readonly kind: 'task'; readonly id: string; readonly steps: number; readonly wrong: number }
  | { readonly kind: 'hunt'; readonly id: string; readonly verdict: HuntVerdict['kind'] }
);
