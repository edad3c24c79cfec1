// SPDX-License-Identifier: GPL-2.0-or-later
//
// Mistakes that can be seen without running: names unknown or used twice, statements on the wrong kind of tree, words that
// this version does not run. Floor 2.
//
// The text is gone through once, as it would run, with what is known of each name: it exists, it may exist (a fork that
// may fail, a loop that may not turn), or it does not. Only what is certain is told; the rest is a run error, if it is one.

import { nearest } from '../base/text';
import { checkExpression, type ExpressionContext } from './checker-expressions';
import { diagnose, parse, type Parsed } from './parser';
import { Names, type MadeKind } from './checker-names';
import { MISTAKES } from './later-reading';
import type { Diagnostic } from '../model/diagnostic';
import type { Expectation, Expression, Fault, MappingWords, Program, Range, Span, Statement, Value, Word } from './syntax';
import { ERROR_NAMES, notYet, runs } from './words';

/** A text that may be run, or all that is wrong with it. */
export type Checked =
  | { readonly kind: 'program'; readonly program: Program }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };

/** Parses and checks a text: the way to run. A text with any diagnostic must not run at all. */
export function readScenario(text: string): Checked {
  const parsed = parse(text);
  const all = [...parsed.diagnostics, ...check(parsed)].sort((a, b) => a.from - b.from);
  return all.length === 0 ? { kind: 'program', program: parsed.program } : { kind: 'refused', diagnostics: MISTAKES.now().foldPasted(text, all) };
}

/** Mistakes of names and their uses, beside those that the parser told. */
export function check(parsed: Parsed): readonly Diagnostic[] {
  const checker = new Checker(parsed.unread);
  checker.block(parsed.program.statements, 0);
  // What was made of a line that could not be read says nothing about it.
  const unread = new Set(parsed.diagnostics.map((one) => one.line));
  return diagnose(parsed.text, checker.faults).filter((one) => !unread.has(one.line));
}

/** More faults than this are not told. */
const FAULTS_MAX = 100;

class Checker implements ExpressionContext {
  readonly faults: Fault[] = [];
  readonly names: Names;
  // While a loop is gone through again, to see what its second turn would do, what it told before is not told again.
  private again = 0;
  private inSweep = false;

  constructor(unread: ReadonlySet<string>) {
    this.names = new Names(unread);
  }

  fault(at: Span, message: string, hint = ''): void {
    const known = this.faults.some((one) => one.from === at.from && one.message === message);
    if (!known && this.faults.length < FAULTS_MAX) this.faults.push({ from: at.from, to: at.to, message, hint });
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
    switch (statement.kind) {
      case 'tree':
        this.treeOptions(statement.options);
        this.make(statement.name, 'tree', 'sure', statement.options.some((one) => one.text === 'rcu'));
        this.names.current = { name: statement.name.text, certain: true };
        return;
      case 'use':
        if (this.known(statement.tree)) this.names.current = { name: statement.tree.text, certain: true };
        return;
      case 'store':
      case 'insert':
      case 'prealloc':
        this.range(statement.range);
        this.value(statement.value);
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
        checkExpression(statement.at, this);
        this.target(statement, statement.tree, false);
        return;
      case 'next':
      case 'prev':
      case 'find':
      case 'find_rev':
      case 'next_range':
      case 'prev_range':
        checkExpression(statement.at, this);
        this.optional(statement.count);
        this.optional(statement.until);
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
        if (this.knownReader(statement.reader)) this.names.free(statement.reader.text);
        return;
      case 'corrupt':
        this.corrupt(statement);
        return;
      case 'dup':
        this.known(statement.source);
        this.make(statement.name, 'tree', this.names.mayFail ? 'maybe' : 'sure', this.names.inRcu(statement.source.text));
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
      case 'map':
      case 'map-any':
      case 'unmap':
      case 'protect':
      case 'brk':
      case 'touch':
      case 'advise':
        this.memoryCall(statement);
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
      if (seen.has(option.text)) this.fault(option, `\`${option.text}\` stands twice`);
      seen.add(option.text);
    }
  }

  // What the statement would have made is not known either.
  private notYet(statement: Statement, word: string): void {
    this.fault({ from: statement.from, to: statement.from + word.length }, notYet(word));
    if (statement.kind === 'later') this.names.mayMake(statement.text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []);
    else if ('name' in statement && statement.name !== null) this.names.mayMake([statement.name.text]);
  }

  private memoryCall(statement: MemoryCall): void {
    if ('range' in statement) this.range(statement.range);
    if (statement.kind === 'map-any') checkExpression(statement.size, this);
    if (statement.kind === 'brk') checkExpression(statement.amount, this);
    if ('mapping' in statement) this.mapping(statement, statement.mapping);
    const at = statement.tree ?? this.wordSpan(statement);
    const name = this.targetName(statement, statement.tree);
    if (name !== null && this.names.kind(name) === 'tree') {
      this.fault(at, `\`${name}\` is a plain tree, and \`${wordOf(statement)}\` is a call of an address space`, '`mm NAME` makes an empty address space, `maps NAME """` one from a text');
    }
  }

  private mapping(statement: MemoryCall, { shared, grows, file }: MappingWords): void {
    this.optional(file?.at ?? null);
    if (grows && (shared || file !== null)) {
      this.fault(statement, `\`grows\` does not go with \`${shared ? 'shared' : 'file'}\``, 'only private memory without a file grows downwards, as a stack does');
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
      if (percent.kind === 'number' && percent.value > 100n) this.fault(percent, 'a chance is 0% to 100%');
    } else {
      this.optional(statement.vma);
      this.optional(statement.first);
      const { siteWord, site } = statement;
      if (statement.vma !== null && site === 'mm') this.fault(siteWord, 'a fork makes the `mm` before it treats any VMA', 'write it without `at vma`');
      if (statement.vma !== null && site === 'hook') this.fault(siteWord, 'a fork calls the `hook` once, after its last VMA', 'write it without `at vma`');
    }
  }

  private cannotSweep(statement: Statement): void {
    const word = wordOf(statement);
    this.fault(this.wordSpan(statement), `\`${word}\` cannot stand in a sweep`, word === 'sweep' ? 'write one sweep below the other' : 'a sweep arms the failures itself');
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
      this.fault(statement.undo, `\`undo\` goes with \`by dup\` only`, `a fork by ${statement.by} has nothing of the parent's in it to undo`);
    }
    if (this.known(statement.source) && this.names.kind(statement.source.text) === 'tree') {
      this.fault(statement.source, `\`${statement.source.text}\` is a plain tree, and only an address space can be forked`, `\`dup ${statement.source.text} as ${statement.name.text}\` duplicates it`);
    }
    this.make(statement.name, 'mm', this.names.mayFail ? 'maybe' : 'sure', true);
  }

  // A read of a tree that is not in RCU mode fails, and makes no name.
  private read(statement: Extract<Statement, { kind: 'read' }>): void {
    checkExpression(statement.at, this);
    this.known(statement.source);
    this.make(statement.name, 'reader', this.names.inRcu(statement.source.text) ? 'sure' : 'maybe');
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
      this.fault(name, `\`${name.text}\` is an address space, not a plain tree`, `\`exit ${name.text}\` tears it down`);
      return;
    }
    if (statement.kind === 'exit' && kind === 'tree') {
      this.fault(name, `\`${name.text}\` is a plain tree, not an address space`, `\`destroy ${name.text}\` frees it`);
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
        if (statement.tree !== null) this.fault(statement.tree, 'a bulk load is about one tree', 'name it at the head of the block');
        if (statement.value.kind === 'null') this.fault(statement.value, 'a bulk load stores entries, and null is none');
      } else if (statement.kind === 'let') {
        checkExpression(statement.value, this);
        this.bind(statement.name, true);
      } else if (statement.kind === 'repeat' || statement.kind === 'for') {
        this.loopHead(statement);
        this.names.inBlock(() => {
          if (statement.name !== null) this.bind(statement.name, false);
          this.bulkBody(statement.body);
        });
      } else {
        const word = wordOf(statement);
        this.fault(this.wordSpan(statement), `\`${word}\` cannot stand in a bulk block`, 'only store, let, repeat and for can');
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
  private loop(statement: Extract<Statement, { kind: 'repeat' | 'for' }>, name: Word | null, turns: Turns, depth: number): void {
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
          const near = nearest(what.name.text, ERROR_NAMES);
          const hint = near === null ? `errors are ${ERROR_NAMES.join(', ')}` : `did you mean \`${near}\`?`;
          this.fault(what.name, `\`${what.name.text}\` is not the name of an error`, hint);
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
        this.fault(side, 'only numbers have an order', 'compare with = or !=');
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
      const what = isMemoryCall(statement) ? 'address space' : 'tree';
      const makes = isMemoryCall(statement) ? '`mm NAME`' : '`tree NAME`';
      this.fault(this.wordSpan(statement), `there is no current ${what} here`, `${makes} makes one, \`use NAME\` chooses one, \`in NAME\` names one`);
    }
    return current !== null && current.certain ? current.name : null;
  }

  private wordSpan(statement: Statement): Span {
    return { from: statement.from, to: statement.from + wordOf(statement).length };
  }

  private mustBePlain(at: Span, name: string, statement: string): void {
    if (this.names.kind(name) === 'mm') {
      this.fault(at, `\`${name}\` is an address space, and \`${statement}\` writes to plain trees only`, 'reading statements (load, gap, walk, next …) work on both');
    }
  }

  private make(name: Word, kind: MadeKind, certainty: 'sure' | 'maybe', rcu = false): void {
    const taken = this.names.taken(name.text);
    if (taken === 'variable') this.fault(name, `\`${name.text}\` is a variable here`, 'trees, readers and variables share their names: choose another one');
    else if (taken !== null) {
      this.fault(name, `\`${name.text}\` is used already`, `\`${{ mm: 'exit', tree: 'destroy', reader: 'release' }[taken]} ${name.text}\` would free the name`);
    }
    this.names.make(name.text, kind, certainty, rcu);
  }

  private bind(name: Word, rebinds: boolean): void {
    const taken = this.names.taken(name.text);
    if (taken !== null && taken !== 'variable') {
      const what = { mm: 'an address space', tree: 'a tree', reader: 'a reader' }[taken];
      this.fault(name, `\`${name.text}\` is ${what} here`, 'trees, readers and variables share their names: choose another one');
      return;
    }
    this.names.bind(name.text, rebinds);
  }

  /** Whether the tree can exist here; if not, that is told. */
  known(name: Word): boolean {
    if (this.names.kind(name.text) === 'reader') {
      this.fault(name, `\`${name.text}\` is a reader, not a tree`);
      return false;
    }
    if (this.names.canExist(name.text)) return true;
    if (this.names.isVariable(name.text)) this.fault(name, `\`${name.text}\` is a variable, not a tree`);
    else this.unknown(name, 'tree or address space');
    return false;
  }

  // The same of a reader.
  private knownReader(name: Word): boolean {
    const kind = this.names.kind(name.text);
    if (kind === 'reader' || (kind === null && this.names.canExist(name.text))) return true;
    if (kind !== null) this.fault(name, `\`${name.text}\` is ${kind === 'mm' ? 'an address space' : 'a tree'}, not a reader`, '`read NAME at A as R` makes one');
    else if (this.names.isVariable(name.text)) this.fault(name, `\`${name.text}\` is a variable, not a reader`);
    else this.unknown(name, 'reader');
    return false;
  }

  private unknown(name: Word, what: string): void {
    const ofReader = what === 'reader';
    const all = ofReader ? this.names.readers() : this.names.trees();
    const near = nearest(name.text, all);
    const gone = this.names.everMade(name.text);
    const makes = ofReader ? '`read NAME at A as R` makes one' : '`tree NAME`, `mm NAME` or `maps NAME """` makes one';
    const hint = near !== null && near !== name.text ? `did you mean \`${near}\`?` : gone ? 'it is made later, or gone already' : this.onlyOne(all) ?? makes;
    this.fault(name, gone ? `\`${name.text}\` does not exist here` : `no ${what} is called \`${name.text}\``, hint);
  }

  // Where there is no other, it is likely meant.
  private onlyOne(names: readonly string[]): string | null {
    const [one] = names;
    if (one === undefined || names.length > 1) return null;
    return `the only ${{ tree: 'tree', mm: 'address space', reader: 'reader' }[this.names.kind(one) ?? 'tree']} here is \`${one}\``;
  }
}

/** The word that the statement begins with. */
function wordOf(statement: Statement): string {
  return statement.kind === 'later' ? statement.word.text : statement.kind.replace(/-.*/, '');
}

type MemoryCall = Extract<Statement, { kind: 'map' | 'map-any' | 'unmap' | 'protect' | 'brk' | 'touch' | 'advise' }>;

function isMemoryCall(statement: Statement): statement is MemoryCall {
  return ['map', 'map-any', 'unmap', 'protect', 'brk', 'touch', 'advise'].includes(statement.kind);
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
  if (first.kind !== 'number' || second?.kind !== 'number' || statement.step !== null) return { once: true, twice: false };
  return { once: true, twice: form === 'to' ? second.value > first.value : second.value > 1n };
}
