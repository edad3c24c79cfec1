// SPDX-License-Identifier: GPL-2.0-or-later
//
// Mistakes that can be seen without running: names unknown or used twice, statements on the wrong kind of tree, words
// that this version does not run.
//
// The text is gone through once, as it would run, with what is known of each name: it exists, it may exist (a fork that
// may fail, a loop that may not turn), or it does not. Only certain mistakes are reported; the rest is a run error, if
// it is one.

import { checkExpression } from '../names/expressions';
import { diagnose, FAULTS_MAX, parse, type Parsed } from '../language/parser';
import { Names, type MadeKind } from '../names/names';
import type { Told, Words } from '../names/mistakes';
import { words as mistakeWords } from '../names/mistakes';
import { below } from '../language/made-below';
import { foldPasted } from '../language/pasted-lines';
import type { Diagnostic } from '../../model/diagnostic';
import {
  traitsOfStatement,
  wordOf,
  type Expectation,
  type Expression,
  type Fault,
  type Of,
  type Program,
  type Range,
  type Span,
  type Statement,
  type Value,
  type Word,
} from '../syntax/syntax';
import { ERROR_NAMES } from '../syntax/keywords';
import type { Checking } from '../names/checking';
import { definitionOf } from '../statements/all';
import type { Part } from '../statements/parts';

/** A text that may be run, or all that is wrong with it. */
export type Checked =
  | { readonly kind: 'program'; readonly program: Program }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };

/** Parses and checks a text: the way to run. A text with any diagnostic must not run at all. */
export function readScenario(text: string): Checked {
  const parsed = parse(text);
  const all = [...parsed.diagnostics, ...check(parsed)].sort((a, b) => a.from - b.from).slice(0, FAULTS_MAX);
  return all.length === 0
    ? { kind: 'program', program: parsed.program }
    : { kind: 'refused', diagnostics: below(parsed, foldPasted(text, all)) };
}

/** Mistakes of names and their uses, beside those that the parser reported. */
export function check(parsed: Parsed): readonly Diagnostic[] {
  const checker = new Checker(parsed.unread);
  checker.block(parsed.program.statements);
  // The words recovered from an unreadable line prove nothing about it.
  const unread = new Set(parsed.diagnostics.map((one) => one.line));
  return diagnose(parsed.text, checker.faults).filter((one) => !unread.has(one.line));
}

class Checker implements Checking {
  readonly faults: Fault[] = [];
  readonly names: Names;
  // While a loop is gone through again, to see what its second turn would do, what it reported before is not reported
  // again.
  private again = 0;
  inSweep = false;

  constructor(unread: ReadonlySet<string>) {
    this.names = new Names(unread);
  }

  tell(at: Span, words: (all: Words) => Told): void {
    const [message, hint = '', mistake] = words(mistakeWords);
    const known = this.faults.some((one) => one.from === at.from && one.message === message);
    if (!known && this.faults.length < FAULTS_MAX)
      this.faults.push({ from: at.from, to: at.to, message, hint, ...(mistake === undefined ? {} : { mistake }) });
  }

  block(statements: readonly Statement[]): void {
    for (const statement of statements) this.statement(statement);
  }

  private statement(statement: Statement): void {
    const { check } = definitionOf(statement.kind);
    if (check !== undefined) check(statement, this);
    else this.byTraits(statement);
  }

  // Names in the parts must be known, and so must what the statement is about.
  private byTraits(statement: Statement): void {
    this.parts(statement);
    if ('tree' in statement) this.target(statement, statement.tree);
    if ('state' in statement) this.knownState(statement.state);
  }

  parts(statement: Statement): void {
    const fields = statement as unknown as Readonly<Record<string, unknown>>;
    for (const [key, part] of Object.entries<Part<unknown>>(definitionOf(statement.kind).parts))
      part.check?.(fields[key], this);
  }

  cannotSweep(statement: Statement): void {
    const word = wordOf(statement);
    this.tell(this.wordSpan(statement), (w) => w.inSweep(word));
  }

  // The body is run again and again from the same state, with a failure somewhere; what the last run made stays.
  sweepBody(body: readonly Statement[]): void {
    const { mayFail } = this.names;
    const outer = this.inSweep;
    this.inSweep = true;
    this.names.mayFail = true;
    this.names.inBlock(() => this.block(body));
    this.names.mayFail = mayFail;
    this.inSweep = outer;
  }

  // Whether a name that stands where an index could is a state's.
  throughState(at: Expression, tree: Word | null): boolean {
    if (at.kind !== 'name' || this.names.kind(at.name) !== 'state') return false;
    if (tree !== null) this.tell(tree, (w) => w.stateHasTree(at.name, tree.text));
    return true;
  }

  expression(expression: Expression | null): void {
    if (expression !== null) checkExpression(expression, this);
  }

  // The inside of a bulk block, which is run by other rules.
  bulkBody(body: readonly Statement[]): void {
    for (const statement of body) {
      if (statement.kind === 'store') {
        this.range(statement.range);
        this.value(statement.value);
        if (statement.tree !== null) this.tell(statement.tree, (w) => w.bulkTree());
        if (statement.value.kind === 'null') this.tell(statement.value, (w) => w.bulkNull());
      } else if (statement.kind === 'let') {
        checkExpression(statement.value, this);
        this.bind(statement.name, true);
      } else if (statement.kind === 'repeat' || statement.kind === 'for') {
        this.loopHead(statement);
        this.names.inBlock(() => {
          if (statement.name !== null) this.bind(statement.name, false);
          this.bulkBody(statement.body);
        });
      } else if (statement.kind === 'store-prepared') {
        this.tell(statement.state, (w) => w.bulkState());
      } else {
        const word = wordOf(statement);
        this.tell(this.wordSpan(statement), (w) => w.inBulk(word));
      }
    }
  }

  private loopHead(statement: Of<'repeat' | 'for'>): void {
    if (statement.kind === 'repeat') {
      checkExpression(statement.count, this);
      return;
    }
    this.range(statement.range);
    if (statement.step !== null) checkExpression(statement.step, this);
    if (statement.shuffle !== null) checkExpression(statement.shuffle, this);
  }

  // Goes through the body once, and once more when a second turn is certain, to see what is used twice.
  loop(statement: Of<'repeat' | 'for'>): void {
    const { name } = statement;
    const turns = turnsOf(statement);
    const before = this.names.snapshot();
    const turn = (): void =>
      this.names.inBlock(() => {
        if (name !== null) this.bind(name, false);
        this.block(statement.body);
      });
    turn();
    const after = this.names.snapshot();
    if (this.again === 0) {
      this.again++;
      if (!turns.twice) this.names.doubt(before);
      const told = this.faults.length;
      turn();
      if (!turns.twice) this.faults.length = told;
      this.again--;
    }
    this.names.restore(after);
    if (!turns.once) this.names.doubt(before);
  }

  expectation(what: Expectation): void {
    switch (what.kind) {
      case 'error':
        if (!(ERROR_NAMES as readonly string[]).includes(what.name.text)) {
          this.tell(what.name, (w) => w.noError(what.name.text));
        }
        return;
      case 'valid':
        if (what.tree !== null) this.known(what.tree);
        return;
      case 'same':
      case 'identical':
        this.known(what.left);
        this.known(what.right);
        return;
      case 'exists':
      case 'absent':
        if (!this.names.everMade(what.name.text)) this.unknown(what.name, 'tree or address space');
        return;
      case 'compare':
        this.comparison(what);
        return;
      default:
        return;
    }
  }

  private comparison(what: Extract<Expectation, { kind: 'compare' }>): void {
    this.value(what.left);
    this.value(what.right);
    const ordered = what.operator !== '=' && what.operator !== '!=';
    for (const side of [what.left, what.right]) {
      if (ordered && (side.kind === 'string' || side.kind === 'null' || side.kind === 'zero')) {
        this.tell(side, (w) => w.noOrder());
      }
    }
  }

  range(range: Range): void {
    checkExpression(range.first, this);
    if (range.second !== null) checkExpression(range.second, this);
  }

  value(value: Value): void {
    if (value.kind !== 'string' && value.kind !== 'null' && value.kind !== 'zero') checkExpression(value, this);
  }

  // The tree a statement is about: named or current.
  target(statement: Statement, name: Word | null): void {
    const target = this.targetName(statement, name);
    if (target === null) return;
    const at = name ?? this.wordSpan(statement);
    const { takes } = traitsOfStatement(statement);
    if (takes === 'tree') this.mustBePlain(at, target, statement.kind);
    else if (takes === 'space' && this.names.kind(target) === 'tree')
      this.tell(at, (w) => w.callOnTree(target, wordOf(statement)));
  }

  // Its name, as far as it is certain; null if not, or if there is none, which is then reported.
  targetName(statement: Statement, name: Word | null): string | null {
    if (name !== null) return this.known(name) ? name.text : null;
    const { current } = this.names;
    if (current === null && !this.names.someUnread) {
      this.tell(this.wordSpan(statement), (w) => w.noCurrent(traitsOfStatement(statement).takes === 'space'));
    }
    return current !== null && current.certain ? current.name : null;
  }

  wordSpan(statement: Statement): Span {
    return { from: statement.from, to: statement.from + wordOf(statement).length };
  }

  mustBePlain(at: Span, name: string, statement: string): void {
    if (this.names.kind(name) === 'mm') {
      this.tell(at, (w) => w.writesSpace(name, statement));
    }
  }

  make(name: Word, kind: MadeKind, certainty: 'sure' | 'maybe', rcu = false, of: string | null = null): void {
    const taken = this.names.taken(name.text);
    if (taken !== null) this.tell(name, (w) => w.taken(name.text, taken));
    this.names.make(name.text, kind, certainty, rcu, of);
  }

  bind(name: Word, rebinds: boolean): void {
    const taken = this.names.taken(name.text);
    if (taken !== null && taken !== 'variable') {
      this.tell(name, (w) => w.noVariable(name.text, taken));
      return;
    }
    this.names.bind(name.text, rebinds);
  }

  /** Whether the tree can exist here; if not, that is reported. */
  known(name: Word): boolean {
    if (this.names.kind(name.text) === 'reader') {
      this.tell(name, (w) => w.readerNoTree(name.text));
      return false;
    }
    if (this.names.kind(name.text) === 'state') {
      this.tell(name, (w) => w.stateNoTree(name.text));
      return false;
    }
    if (this.names.canExist(name.text)) return true;
    if (this.names.isVariable(name.text)) this.tell(name, (w) => w.variableNo(name.text, 'tree'));
    else this.unknown(name, 'tree or address space');
    return false;
  }

  // The same of a reader.
  knownReader(name: Word): boolean {
    const kind = this.names.kind(name.text);
    if (kind === 'reader' || (kind === null && this.names.canExist(name.text))) return true;
    if (kind !== null) this.tell(name, (w) => w.noReader(name.text, kind));
    else if (this.names.isVariable(name.text)) this.tell(name, (w) => w.variableNo(name.text, 'reader'));
    else this.unknown(name, 'reader');
    return false;
  }

  // The same of a state. `stores`: a variable of this name could be an index to store at.
  knownState(name: Word, stores = false): void {
    const kind = this.names.kind(name.text);
    if (kind === 'state' || (kind === null && this.names.canExist(name.text))) return;
    if (kind !== null) this.tell(name, (w) => w.noState(name.text, kind));
    else if (this.names.isVariable(name.text))
      this.tell(name, (w) => (stores ? w.storesNothing(name.text) : w.variableNo(name.text, 'state')));
    else this.unknown(name, 'state');
  }

  unknown(name: Word, what: 'reader' | 'state' | 'tree or address space'): void {
    this.tell(name, (w) => w.unknown(name.text, what, this.names));
  }
}

interface Turns {
  readonly once: boolean;
  readonly twice: boolean;
}

// How often a loop turns, as far as its numbers say so.
function turnsOf(statement: Of<'repeat' | 'for'>): Turns {
  if (statement.kind === 'repeat') {
    const { count } = statement;
    if (count.kind !== 'number') return { once: false, twice: false };
    return { once: count.value >= 1n, twice: count.value >= 2n };
  }
  const { first, second, form } = statement.range;
  if (first.kind !== 'number' || second?.kind !== 'number' || statement.step !== null)
    return { once: true, twice: false };
  return { once: true, twice: form === 'to' ? second.value > first.value : second.value > 1n };
}
