// SPDX-License-Identifier: GPL-2.0-or-later
//
// Mistakes that can be seen without running: names unknown or used twice, statements on the wrong kind of tree, words
// that this version does not run.
//
// The text is gone through once, as it would run, with what is known of each name: it exists, it may exist (a fork that
// may fail, a loop that may not turn), or it does not. Only what is certain is told; the rest is a run error, if it is
// one.

import { checkExpression, type ExpressionContext } from '../names/expressions';
import { diagnose, FAULTS_MAX, parse, type Parsed } from '../language/parser';
import { Names, type MadeKind } from '../names/names';
import type { Told, Words } from '../names/mistakes';
import { words as mistakeWords } from '../names/mistakes';
import { below } from '../language/made-below';
import { foldPasted } from '../language/pasted-lines';
import type { Diagnostic } from '../../model/diagnostic';
import {
  isMemoryCall,
  type Expectation,
  type Expression,
  type Fault,
  type MappingWords,
  type MemoryCall,
  type Program,
  type Range,
  type Span,
  type Statement,
  type Value,
  type Word,
} from '../syntax/syntax';
import { ERROR_NAMES, runs } from '../syntax/words';

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

/** Mistakes of names and their uses, beside those that the parser told. */
export function check(parsed: Parsed): readonly Diagnostic[] {
  const checker = new Checker(parsed.unread);
  checker.block(parsed.program.statements, 0);
  // What was made of a line that could not be read says nothing about it.
  const unread = new Set(parsed.diagnostics.map((one) => one.line));
  return diagnose(parsed.text, checker.faults).filter((one) => !unread.has(one.line));
}

class Checker implements ExpressionContext {
  readonly faults: Fault[] = [];
  readonly names: Names;
  // While a loop is gone through again, to see what its second turn would do, what it told before is not told again.
  private again = 0;
  private inSweep = false;

  constructor(unread: ReadonlySet<string>) {
    this.names = new Names(unread);
  }

  tell(at: Span, words: (all: Words) => Told): void {
    const [message, hint = '', mistake] = words(mistakeWords);
    const known = this.faults.some((one) => one.from === at.from && one.message === message);
    if (!known && this.faults.length < FAULTS_MAX)
      this.faults.push({ from: at.from, to: at.to, message, hint, ...(mistake === undefined ? {} : { mistake }) });
  }

  block(statements: readonly Statement[], depth: number): void {
    for (const statement of statements) this.statement(statement, depth);
  }

  private statement(statement: Statement, depth: number): void {
    const word = wordOf(statement);
    if (!runs(word)) {
      this.notYet(statement, word);
      return;
    }
    if (isMemoryCall(statement)) {
      this.memoryCall(statement);
      return;
    }
    switch (statement.kind) {
      case 'tree':
        this.treeOptions(statement.options);
        this.make(
          statement.name,
          'tree',
          'sure',
          statement.options.some((one) => one.text === 'rcu'),
        );
        this.names.current = { name: statement.name.text, certain: true };
        return;
      case 'use':
        if (this.known(statement.tree)) this.names.current = { name: statement.tree.text, certain: true };
        return;
      case 'store':
      case 'insert':
      case 'prealloc':
        this.value(statement.value);
        if (
          statement.kind === 'store' &&
          statement.range.form === 'one' &&
          this.throughState(statement.range.first, statement.tree)
        )
          return;
        this.range(statement.range);
        this.target(statement, statement.tree, true);
        return;
      case 'erase':
      case 'load':
        checkExpression(statement.at, this);
        this.target(statement, statement.tree, statement.kind === 'erase');
        return;
      case 'bulk':
        checkExpression(statement.count, this);
        this.target(statement, statement.tree, true);
        this.names.inBlock(() => this.bulkBody(statement.body));
        return;
      case 'gap':
        checkExpression(statement.size, this);
        this.range(statement.within);
        this.target(statement, statement.tree, false);
        return;
      case 'alloc':
        checkExpression(statement.size, this);
        this.range(statement.within);
        this.value(statement.value);
        this.target(statement, statement.tree, true);
        return;
      case 'cyclic':
        this.range(statement.within);
        this.value(statement.value);
        this.target(statement, statement.tree, true);
        return;
      case 'walk':
        if (this.throughState(statement.at, statement.tree)) return;
        checkExpression(statement.at, this);
        this.target(statement, statement.tree, false);
        return;
      case 'next':
      case 'prev':
      case 'find':
      case 'find_rev':
      case 'next_range':
      case 'prev_range':
        this.optional(statement.count);
        this.optional(statement.until);
        if (this.throughState(statement.at, statement.tree)) return;
        checkExpression(statement.at, this);
        this.target(statement, statement.tree, false);
        return;
      case 'read':
        this.read(statement);
        return;
      case 'resume':
        this.optional(statement.count);
        this.knownReader(statement.reader);
        return;
      case 'release':
        if (this.names.kind(statement.reader.text) === 'state' || this.knownReader(statement.reader))
          this.names.free(statement.reader.text);
        return;
      case 'state':
        this.state(statement);
        return;
      case 'set':
      case 'aim':
        this.range(statement.range);
        this.knownState(statement.state);
        return;
      case 'reset':
      case 'pause-state':
        this.knownState(statement.state);
        return;
      case 'store-prepared':
        this.knownState(statement.state, true);
        return;
      case 'prepare':
        this.value(statement.value);
        this.knownState(statement.state);
        return;
      case 'search':
        checkExpression(statement.size, this);
        this.range(statement.within);
        this.knownState(statement.state);
        return;
      case 'corrupt':
        this.corrupt(statement);
        return;
      case 'dup':
        this.known(statement.source);
        this.make(
          statement.name,
          'tree',
          this.names.mayFail ? 'maybe' : 'sure',
          this.names.inRcu(statement.source.text),
        );
        return;
      case 'destroy':
      case 'exit':
        this.free(statement, statement.tree);
        return;
      case 'maps':
        this.make(statement.name, 'mm', 'sure', true);
        this.names.current = { name: statement.name.text, certain: true };
        return;
      case 'fork':
        this.fork(statement);
        return;
      case 'mm':
        this.make(statement.name, 'mm', this.names.mayFail ? 'maybe' : 'sure', true);
        this.names.current = { name: statement.name.text, certain: !this.names.mayFail };
        return;
      case 'trace':
        if (this.names.kind(statement.name.text) !== 'mm') this.make(statement.name, 'mm', 'sure', true);
        this.names.current = { name: statement.name.text, certain: true };
        return;
      case 'fail-site':
      case 'fail-every':
      case 'fail-chance':
        this.failure(statement);
        return;
      case 'fail-off':
        if (this.inSweep) this.cannotSweep(statement);
        return;
      case 'sweep':
        this.sweep(statement, depth);
        return;
      case 'let':
        checkExpression(statement.value, this);
        this.bind(statement.name, true);
        return;
      case 'repeat':
        checkExpression(statement.count, this);
        this.loop(statement, statement.name, turnsOf(statement), depth);
        return;
      case 'for':
        this.range(statement.range);
        if (statement.step !== null) checkExpression(statement.step, this);
        if (statement.shuffle !== null) checkExpression(statement.shuffle, this);
        this.loop(statement, statement.name, turnsOf(statement), depth);
        return;
      case 'seed':
        checkExpression(statement.seed, this);
        return;
      case 'expect':
        this.expectation(statement.what);
        return;
      default:
        return;
    }
  }

  private treeOptions(options: readonly Word[]): void {
    const seen = new Set<string>();
    for (const option of options) {
      if (seen.has(option.text)) this.tell(option, (w) => w.twice(option.text));
      seen.add(option.text);
    }
  }

  // What the statement would have made is not known either.
  private notYet(statement: Statement, word: string): void {
    this.tell({ from: statement.from, to: statement.from + word.length }, (w) => w.notYet(word));
    if (statement.kind === 'later') this.names.mayMake(statement.text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []);
    else if ('name' in statement && statement.name !== null) this.names.mayMake([statement.name.text]);
  }

  private memoryCall(statement: MemoryCall): void {
    if ('range' in statement) this.range(statement.range);
    for (const key of ['size', 'place', 'amount', 'value'] as const) {
      const part = (statement as { readonly [K in typeof key]?: Expression | null })[key] ?? null;
      if (part !== null) checkExpression(part, this);
    }
    if ('mapping' in statement) this.mapping(statement, statement.mapping);
    const at = statement.tree ?? this.wordSpan(statement);
    const name = this.targetName(statement, statement.tree);
    if (name !== null && this.names.kind(name) === 'tree') {
      this.tell(at, (w) => w.callOnTree(name, wordOf(statement)));
    }
  }

  private mapping(statement: MemoryCall, { shared, grows, file }: MappingWords): void {
    this.optional(file?.at ?? null);
    if (grows && (shared || file !== null)) {
      this.tell(statement, (w) => w.grows(shared));
    }
  }

  private failure(statement: Extract<Statement, { kind: 'fail-site' | 'fail-every' | 'fail-chance' }>): void {
    if (this.inSweep) this.cannotSweep(statement);
    this.names.mayFail = true;
    this.optional(statement.times);
    if (statement.kind === 'fail-every') checkExpression(statement.every, this);
    else if (statement.kind === 'fail-chance') {
      checkExpression(statement.percent, this);
      checkExpression(statement.seed, this);
      const { percent } = statement;
      if (percent.kind === 'number' && percent.value > 100n) this.tell(percent, (w) => w.percent());
    } else {
      this.optional(statement.vma);
      this.optional(statement.first);
      const { siteWord, site } = statement;
      if (statement.vma !== null && (site === 'mm' || site === 'hook')) this.tell(siteWord, (w) => w.atNoVma(site));
    }
  }

  private cannotSweep(statement: Statement): void {
    const word = wordOf(statement);
    this.tell(this.wordSpan(statement), (w) => w.inSweep(word));
  }

  // The body is run again and again from the same state, with a failure somewhere; what the last run made stays.
  private sweep(statement: Extract<Statement, { kind: 'sweep' }>, depth: number): void {
    this.optional(statement.times);
    if (this.inSweep) this.cannotSweep(statement);
    const { mayFail } = this.names;
    const outer = this.inSweep;
    this.inSweep = true;
    this.names.mayFail = true;
    this.names.inBlock(() => this.block(statement.body, depth + 1));
    this.names.mayFail = mayFail;
    this.inSweep = outer;
  }

  private fork(statement: Extract<Statement, { kind: 'fork' }>): void {
    if (statement.undo !== null && statement.by !== 'dup') {
      this.tell(statement.undo, (w) => w.undoBy(statement.by));
    }
    if (this.known(statement.source) && this.names.kind(statement.source.text) === 'tree') {
      this.tell(statement.source, (w) => w.forkOfTree(statement.source.text, statement.name.text));
    }
    this.make(statement.name, 'mm', this.names.mayFail ? 'maybe' : 'sure', true);
  }

  // A read of a tree that is not in RCU mode fails, and makes no name.
  private read(statement: Extract<Statement, { kind: 'read' }>): void {
    checkExpression(statement.at, this);
    this.known(statement.source);
    this.make(statement.name, 'reader', this.names.inRcu(statement.source.text) ? 'sure' : 'maybe');
  }

  // A state cannot enter a damaged tree.
  private state(statement: Extract<Statement, { kind: 'state' }>): void {
    const of = this.targetName(statement, statement.tree);
    this.make(statement.name, 'state', this.names.damaged ? 'maybe' : 'sure', false, of);
  }

  // Whether a name that stands where an index could is a state's.
  private throughState(at: Expression, tree: Word | null): boolean {
    if (at.kind !== 'name' || this.names.kind(at.name) !== 'state') return false;
    if (tree !== null) this.tell(tree, (w) => w.stateHasTree(at.name, tree.text));
    return true;
  }

  // A copy of a damaged tree cannot be made, nor can a reader enter it.
  private corrupt(statement: Extract<Statement, { kind: 'corrupt' }>): void {
    for (const one of [statement.node, statement.place, statement.value]) this.optional(one);
    if (this.known(statement.tree)) this.mustBePlain(statement.tree, statement.tree.text, 'corrupt');
    this.names.mayFail = true;
    this.names.damaged = true;
  }

  private optional(expression: Expression | null): void {
    if (expression !== null) checkExpression(expression, this);
  }

  private free(statement: Extract<Statement, { kind: 'destroy' | 'exit' }>, name: Word): void {
    if (!this.known(name)) return;
    const kind = this.names.kind(name.text);
    if (statement.kind === 'destroy' && kind === 'mm') {
      this.tell(name, (w) => w.destroysSpace(name.text));
      return;
    }
    if (statement.kind === 'exit' && kind === 'tree') {
      this.tell(name, (w) => w.exitsTree(name.text));
      return;
    }
    this.names.free(name.text);
  }

  // The inside of a bulk block, which is run by other rules.
  private bulkBody(body: readonly Statement[]): void {
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

  private loopHead(statement: Extract<Statement, { kind: 'repeat' | 'for' }>): void {
    if (statement.kind === 'repeat') {
      checkExpression(statement.count, this);
      return;
    }
    this.range(statement.range);
    if (statement.step !== null) checkExpression(statement.step, this);
    if (statement.shuffle !== null) checkExpression(statement.shuffle, this);
  }

  // Goes through the body once, and once more when a second turn is certain, to see what is used twice.
  private loop(
    statement: Extract<Statement, { kind: 'repeat' | 'for' }>,
    name: Word | null,
    turns: Turns,
    depth: number,
  ): void {
    const before = this.names.snapshot();
    const turn = (): void =>
      this.names.inBlock(() => {
        if (name !== null) this.bind(name, false);
        this.block(statement.body, depth + 1);
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

  private expectation(what: Expectation): void {
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

  private range(range: Range): void {
    checkExpression(range.first, this);
    if (range.second !== null) checkExpression(range.second, this);
  }

  private value(value: Value): void {
    if (value.kind !== 'string' && value.kind !== 'null' && value.kind !== 'zero') checkExpression(value, this);
  }

  // The tree a statement is about: named or current.
  private target(statement: Statement, name: Word | null, writes: boolean): void {
    const target = this.targetName(statement, name);
    if (target !== null && writes) this.mustBePlain(name ?? this.wordSpan(statement), target, statement.kind);
  }

  // Its name, as far as it is certain; null if not, or if there is none, which is told then.
  private targetName(statement: Statement, name: Word | null): string | null {
    if (name !== null) return this.known(name) ? name.text : null;
    const { current } = this.names;
    if (current === null && !this.names.someUnread) {
      this.tell(this.wordSpan(statement), (w) => w.noCurrent(isMemoryCall(statement)));
    }
    return current !== null && current.certain ? current.name : null;
  }

  private wordSpan(statement: Statement): Span {
    return { from: statement.from, to: statement.from + wordOf(statement).length };
  }

  private mustBePlain(at: Span, name: string, statement: string): void {
    if (this.names.kind(name) === 'mm') {
      this.tell(at, (w) => w.writesSpace(name, statement));
    }
  }

  private make(name: Word, kind: MadeKind, certainty: 'sure' | 'maybe', rcu = false, of: string | null = null): void {
    const taken = this.names.taken(name.text);
    if (taken !== null) this.tell(name, (w) => w.taken(name.text, taken));
    this.names.make(name.text, kind, certainty, rcu, of);
  }

  private bind(name: Word, rebinds: boolean): void {
    const taken = this.names.taken(name.text);
    if (taken !== null && taken !== 'variable') {
      this.tell(name, (w) => w.noVariable(name.text, taken));
      return;
    }
    this.names.bind(name.text, rebinds);
  }

  /** Whether the tree can exist here; if not, that is told. */
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
  private knownReader(name: Word): boolean {
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

  private unknown(name: Word, what: 'reader' | 'state' | 'tree or address space'): void {
    this.tell(name, (w) => w.unknown(name.text, what, this.names));
  }
}

/** The word that the statement begins with. */
function wordOf(statement: Statement): string {
  return statement.kind === 'later' ? statement.word.text : statement.kind.replace(/-.*/, '');
}

interface Turns {
  readonly once: boolean;
  readonly twice: boolean;
}

// How often a loop turns, as far as its numbers say so.
function turnsOf(statement: Extract<Statement, { kind: 'repeat' | 'for' }>): Turns {
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
