// SPDX-License-Identifier: GPL-2.0-or-later
//
// The syntax tree of a scenario: plain data, closed unions on `kind`, every node with its place.
//
// Parentheses are not kept: a tree says what binds to what, and the printer sets them where they are needed.

import type { Diagnostic } from '../../model/diagnostic';
import type { CorruptField } from '../../model/machine';
import type { Advice, LimitName, LockAll, Site } from '../../model/memory';
import type { MapsLine } from '../import/maps';
import type { RawLine } from '../import/raw-text';
import type { TraceLog } from '../import/strace';

/** Character offsets in the text, `to` exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A fault at a place of the text; parser.ts adds line and column. */
export type Fault = Span & Pick<Diagnostic, 'message' | 'hint' | 'mistake'>;

/** A name where it stands in the text. */
export interface Word extends Span {
  readonly text: string;
}

export type BinaryOperator = '*' | '/' | '%' | '+' | '-' | '<<' | '>>' | '&' | '^' | '|';
export type CompareOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

export type Expression = Span &
  (
    | { readonly kind: 'number'; readonly value: bigint; readonly spelling: string }
    | { readonly kind: 'max' }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'call'; readonly callee: Word; readonly args: readonly Expression[] }
    | {
        readonly kind: 'binary';
        readonly operator: BinaryOperator;
        readonly left: Expression;
        readonly right: Expression;
      }
  );

/** What can be stored or compared with: an expression, a label, NULL or the zero entry. */
export type Value =
  | Expression
  | (Span &
      ({ readonly kind: 'string'; readonly text: string } | { readonly kind: 'null' } | { readonly kind: 'zero' }));

/** `A`, `A..B`, `A..+L`. */
export interface Range extends Span {
  readonly form: 'one' | 'to' | 'length';
  readonly first: Expression;
  /** B or L; null when `form` is 'one'. */
  readonly second: Expression | null;
}

/** What a mapping is made of, as far as the text tells it. */
export interface MappingWords {
  /** `none`, or letters of `rwx` in that order. */
  readonly perms: Perms;
  readonly shared: boolean;
  readonly grows: boolean;
  /** `at` null: from the file's first byte on. */
  readonly file: { readonly path: string; readonly at: Expression | null } | null;
}

export type Perms = 'none' | 'r' | 'w' | 'x' | 'rw' | 'rx' | 'wx' | 'rwx';

/** Statements that move a fresh state with a count and a limit: `mas_` and this word. */
export type IterationWord = 'next' | 'prev' | 'find' | 'find_rev' | 'next_range' | 'prev_range';

export type Statement = Span & {
  /** 1-based place of `from`. */
  readonly line: number;
  readonly column: number;
} & StatementBody;

const MEMORY_CALLS = [
  'map',
  'map-any',
  'unmap',
  'protect',
  'brk',
  'touch',
  'advise',
  'remap',
  'lockall',
  'limit',
] as const;

/** A statement that is one call on an address space. */
export type MemoryCall = Extract<Statement, { kind: (typeof MEMORY_CALLS)[number] }>;

export function isMemoryCall(statement: Statement): statement is MemoryCall {
  return (MEMORY_CALLS as readonly string[]).includes(statement.kind);
}

export type StatementBody =
  | { readonly kind: 'tree'; readonly name: Word; readonly options: readonly Word[] }
  | { readonly kind: 'use'; readonly tree: Word }
  | {
      readonly kind: 'store' | 'insert' | 'prealloc';
      readonly range: Range;
      readonly value: Value;
      readonly tree: Word | null;
    }
  | { readonly kind: 'erase' | 'load'; readonly at: Expression; readonly tree: Word | null }
  | {
      readonly kind: 'bulk';
      readonly count: Expression;
      readonly tree: Word | null;
      readonly body: readonly Statement[];
    }
  | {
      readonly kind: 'gap';
      readonly size: Expression;
      readonly within: Range;
      readonly side: 'bottom' | 'top';
      readonly tree: Word | null;
    }
  | { readonly kind: 'state'; readonly name: Word; readonly tree: Word | null }
  | { readonly kind: 'set' | 'aim'; readonly state: Word; readonly range: Range }
  | { readonly kind: 'reset' | 'pause-state'; readonly state: Word }
  | { readonly kind: 'store-prepared'; readonly state: Word }
  | { readonly kind: 'prepare'; readonly state: Word; readonly value: Value }
  | {
      readonly kind: 'search';
      readonly state: Word;
      readonly size: Expression;
      readonly within: Range;
      readonly side: 'bottom' | 'top';
    }
  | { readonly kind: 'dup'; readonly source: Word; readonly name: Word }
  | { readonly kind: 'destroy'; readonly tree: Word }
  | { readonly kind: 'exit'; readonly tree: Word }
  | {
      readonly kind: 'alloc';
      readonly size: Expression;
      readonly within: Range;
      readonly value: Value;
      readonly side: 'bottom' | 'top';
      readonly tree: Word | null;
    }
  | { readonly kind: 'cyclic'; readonly within: Range; readonly value: Value; readonly tree: Word | null }
  | { readonly kind: 'walk'; readonly at: Expression; readonly tree: Word | null }
  | {
      readonly kind: IterationWord;
      readonly at: Expression;
      readonly count: Expression | null;
      readonly until: Expression | null;
      readonly tree: Word | null;
    }
  | { readonly kind: 'read'; readonly source: Word; readonly at: Expression; readonly name: Word }
  | { readonly kind: 'resume'; readonly reader: Word; readonly count: Expression | null }
  | { readonly kind: 'release'; readonly reader: Word }
  | {
      readonly kind: 'corrupt';
      readonly tree: Word;
      /** Line of the canonical dump, from 0. */
      readonly node: Expression;
      readonly field: CorruptField;
      /** K of `pivot K`, `slot K`, `gap K`; null for fields that a node has once. */
      readonly place: Expression | null;
      readonly value: Expression;
    }
  | {
      readonly kind: 'maps';
      readonly name: Word;
      readonly text: readonly RawLine[];
      readonly lines: readonly MapsLine[];
    }
  | {
      readonly kind: 'fork';
      readonly source: Word;
      readonly name: Word;
      readonly by: 'dup' | 'bulk' | 'stores';
      /** `undo …` and `ceiling …` as written; null when left out. */
      readonly undo: Word | null;
      readonly ceiling: Word | null;
    }
  | { readonly kind: 'mm'; readonly name: Word }
  /** Goes on with the address space of this name if there is one, else makes it. */
  | { readonly kind: 'trace'; readonly name: Word; readonly text: readonly RawLine[]; readonly log: TraceLog }
  | { readonly kind: 'map'; readonly range: Range; readonly mapping: MappingWords; readonly tree: Word | null }
  | { readonly kind: 'map-any'; readonly size: Expression; readonly mapping: MappingWords; readonly tree: Word | null }
  | { readonly kind: 'unmap'; readonly range: Range; readonly tree: Word | null }
  | { readonly kind: 'protect'; readonly range: Range; readonly perms: Perms; readonly tree: Word | null }
  /** Where the heap begins (`at`), or by how many bytes its end moves. */
  | { readonly kind: 'brk'; readonly form: 'at' | '+' | '-'; readonly amount: Expression; readonly tree: Word | null }
  | {
      readonly kind: 'touch';
      readonly range: Range;
      readonly access: 'read' | 'write' | null;
      readonly tree: Word | null;
    }
  | { readonly kind: 'advise'; readonly range: Range; readonly advice: Advice; readonly tree: Word | null }
  /** mremap. `size` null: it stays. `place` null: where there is room, if it cannot stay. */
  | {
      readonly kind: 'remap';
      readonly range: Range;
      readonly size: Expression | null;
      readonly place: Expression | null;
      readonly way: 'dontunmap' | 'stay' | null;
      readonly tree: Word | null;
    }
  /** mlockall; null: munlockall. */
  | { readonly kind: 'lockall'; readonly how: LockAll | null; readonly tree: Word | null }
  /** `value` null: no limit any more. */
  | { readonly kind: 'limit'; readonly limit: LimitName; readonly value: Expression | null; readonly tree: Word | null }
  /** `first` and `times` null: 1. `vma` null: anywhere. */
  | {
      readonly kind: 'fail-site';
      readonly site: Site;
      readonly siteWord: Word;
      readonly vma: Expression | null;
      readonly first: Expression | null;
      readonly times: Expression | null;
    }
  /** `times` null: for ever. */
  | { readonly kind: 'fail-every'; readonly every: Expression; readonly times: Expression | null }
  | {
      readonly kind: 'fail-chance';
      readonly percent: Expression;
      readonly seed: Expression;
      readonly times: Expression | null;
    }
  | { readonly kind: 'fail-off' }
  /** `site` null: request; `times` null: 1. */
  | {
      readonly kind: 'sweep';
      readonly site: Site | null;
      readonly times: Expression | null;
      readonly body: readonly Statement[];
    }
  | { readonly kind: 'let'; readonly name: Word; readonly value: Expression }
  | {
      readonly kind: 'repeat';
      readonly count: Expression;
      readonly name: Word | null;
      readonly body: readonly Statement[];
    }
  | {
      readonly kind: 'for';
      readonly name: Word;
      readonly range: Range;
      /** `step S`. */
      readonly step: Expression | null;
      /** The seed of `shuffle(…)`; null for an ascending loop. */
      readonly shuffle: Expression | null;
      readonly body: readonly Statement[];
    }
  | { readonly kind: 'seed'; readonly seed: Expression }
  | { readonly kind: 'expect'; readonly what: Expectation }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'pause' }
  /** The statement of the language that this version does not run; its text as written. */
  | { readonly kind: 'later'; readonly word: Word; readonly text: string };

export type Expectation = Span &
  (
    | { readonly kind: 'error'; readonly name: Word }
    | { readonly kind: 'ok' }
    | { readonly kind: 'valid'; readonly tree: Word | null }
    | { readonly kind: 'same' | 'identical'; readonly left: Word; readonly right: Word }
    | { readonly kind: 'exists' | 'absent'; readonly name: Word }
    | { readonly kind: 'compare'; readonly operator: CompareOperator; readonly left: Value; readonly right: Value }
  );

export interface Program {
  readonly statements: readonly Statement[];
  /** Labels in the order of their first place as a stored value: labels[k] is the value entry 2^32+1+k. */
  readonly labels: readonly string[];
}
