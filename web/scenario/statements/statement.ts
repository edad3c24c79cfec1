// SPDX-License-Identifier: GPL-2.0-or-later
//
// The form of this room's modules, one for each statement. Reading, printing, checking and running derive from
// `statements`, completion, hover and the traits of operations from `about`: web/README.md, "Adding a statement".

import type { OpTraits } from '../../model/ops';
import type { Outcome } from '../../model/machine';
import type { StepReport } from '../../model/report';
import type { Context, Done } from '../effects/operations';
import type { Checking } from '../names/checking';
import type { SyntaxNode } from '../syntax/build-nodes';
import type { Bodies, Kind, Of, Statement } from '../syntax/syntax';
import type { Parts } from './parts';

/** The question where a statement breaks off, and an example of an answer. */
export interface Ask {
  /** The text behind the statement's word, up to the gap. */
  readonly after: RegExp;
  readonly message: string;
  readonly hint: string;
}

export interface Definition<K extends Kind = Kind> {
  readonly kind: K;
  /** Its node in the grammar's tree. */
  readonly node: string;
  /** Tells kinds apart that share a node. The first kind that fits is taken. */
  readonly when?: (node: SyntaxNode) => boolean;
  /** Its fields in the order in which they are written. */
  readonly parts: Parts<Bodies[K]>;
  /** Its text, where that is more than its word and its parts. `block` prints a block. */
  readonly print?: (statement: Of<K>, block: (body: readonly Statement[]) => string) => string;
  /** Left out: names in its parts must be known, and its tree must be of the kind that its traits say. */
  readonly check?: (statement: Of<K>, checker: Checking) => void;
  /** Does it: one step. Left out of statements that are none, and of those that the interpreter takes apart itself. */
  readonly run?: (statement: Of<K>, context: Context) => Done;
  /** Does it without a step. */
  readonly act?: (statement: Of<K>, context: Context) => void;
  /** How many steps it takes; null: the text does not show it. Left out: one if it has `run`, else none. */
  readonly steps?: (statement: Of<K>) => number | null;
  /**
   * The gutter's text for a step that succeeded: one part, or several, the most important first. Left out or undefined:
   * visits, or type and nodes of a store.
   */
  readonly gutter?: (report: StepReport, outcome: Outcome) => string | readonly string[] | undefined;
  /** Why it did what it did, where its step alone shows why. */
  readonly why?: string;
  readonly asks?: readonly Ask[];
}

/** A definition as the lists of all of them hold it. */
export function define<K extends Kind>(definition: Definition<K>): Definition {
  return definition as unknown as Definition;
}

/** The meaning of a word: everywhere, or by the word of the statement. */
export type WordDoc = string | Readonly<Record<string, string>>;

export type ResultKind = 'entry' | 'place' | 'visits';

/** The texts about a statement for people. Nothing that runs imports it: `node web/cli/grammar.mjs` gathers it. */
export interface About {
  /** How it is written; names in capitals stand for what the writer chooses. */
  readonly form: string;
  /** Its effect, in a sentence or two. */
  readonly doc: string;
  /** The call that it makes in Linux, or what it stands for there. */
  readonly call?: string;
  /** Its heading on the language's page, where that is not its form. */
  readonly place?: string;
  /** Words that only this statement has, each with what it means. */
  readonly words?: Readonly<Record<string, WordDoc>>;
  /**
   * The value of `result()` after it: an entry, the first index of a place, or the last entry visited; behind it the
   * form that has one, if not every form has. Left out of statements without a result. The texts on `result()` derive
   * from it (word-docs.ts).
   */
  readonly result?: ResultKind | readonly [kind: ResultKind, form: string];
  /** The traits of its operation, together; left out of statements that are no step. */
  readonly traits?: readonly OpTraits[];
}

/** The exports of a module in this room. */
export interface Module {
  /** By the words of its statements. */
  readonly about: Readonly<Record<string, About>>;
  readonly statements: readonly Definition[];
}
