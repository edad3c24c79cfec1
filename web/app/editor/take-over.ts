// SPDX-License-Identifier: GPL-2.0-or-later
//
// A text that replaces the one in the editor. Undo brings the earlier text back and reports that it did, because that
// is another text to open, not an edit of the one that was left.

import { invertedEffects, isolateHistory } from '@codemirror/commands';
import {
  StateEffect,
  Transaction,
  type EditorState,
  type Extension,
  type Text,
  type TransactionSpec,
} from '@codemirror/state';

export interface TakeOver extends TransactionSpec {
  readonly changes: { readonly from: number; readonly to: number; readonly insert: string | Text };
}

const anotherText = StateEffect.define();

/** Lets undo and redo know where another text begins. Goes with `history()`. */
export function acrossTexts(): Extension {
  return invertedEffects.of(({ effects }) => effects.filter((effect) => effect.is(anotherText)));
}

/**
 * The smallest change that turns the document into the text: lines that stay keep their marks. `continues`: the text is
 * an edit of the one that is there. `lines`: those of the text, if they are known. Null: they are the same.
 */
export function takeOverSpec(
  { doc }: EditorState,
  next: string,
  continues: boolean,
  lines: Text | null = null,
): TakeOver | null {
  const old = doc.toString();
  if (old === next) return null;
  let from = 0;
  while (from < old.length && from < next.length && old[from] === next[from]) from++;
  let cut = 0;
  const room = Math.min(old.length, next.length) - from;
  while (cut < room && old[old.length - 1 - cut] === next[next.length - 1 - cut]) cut++;
  return {
    changes: { from, to: old.length - cut, insert: (lines ?? next).slice(from, next.length - cut) },
    effects: continues ? [] : [anotherText.of(null)],
    annotations: isolateHistory.of('full'),
    userEvent: 'take-over',
  };
}

/** The origin of a change: the store, a person in this text, or undo and redo that led into another text. */
export function changedBy(transactions: readonly Transaction[]): 'store' | 'person' | 'history' {
  const others = transactions.filter((one) => one.annotation(Transaction.userEvent) !== 'take-over');
  if (others.length === 0) return 'store';
  return others.some(({ effects }) => effects.some((effect) => effect.is(anotherText))) ? 'history' : 'person';
}
