// SPDX-License-Identifier: GPL-2.0-or-later
//
// The interface of an editor of texts other than the scenario. The editor's room provides it and loads on first use.

import type { Parser } from '@lezer/common';
import type { Diagnostic } from '../../model/diagnostic';

export interface TextEditorOptions {
  readonly text: string;
  /** Its label for screen readers. */
  readonly label: string;
  readonly parser: Parser;
  /** Of a block of code, by the word behind its fence. */
  readonly parserOfBlock: (info: string) => Parser | null;
  readonly typed: (text: string) => void;
  /** The cursor has come to a line, from 1. */
  readonly moved: (line: number) => void;
}

export interface TextEditor {
  /** Puts another text there, with a history of its own. */
  readonly take: (text: string) => void;
  readonly mark: (mistakes: readonly Pick<Diagnostic, 'from' | 'to' | 'message' | 'hint'>[]) => void;
  /** Goes to a place and puts the cursor there; `focus`: the keys too. */
  readonly goTo: (at: number, focus: boolean) => void;
  readonly goToLine: (line: number) => void;
  readonly dispose: () => void;
}

/** Puts an editor into an element. */
export type MountTextEditor = (parent: HTMLElement, options: TextEditorOptions) => TextEditor;

/** Set before the first page is drawn. */
let load: () => Promise<MountTextEditor>;

export function provideTextEditor(from: () => Promise<MountTextEditor>): void {
  load = from;
}

/** Rejects where it could not be fetched. */
export function loadTextEditor(): Promise<MountTextEditor> {
  return load();
}
