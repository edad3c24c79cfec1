// SPDX-License-Identifier: GPL-2.0-or-later
//
// A bulk load. Its block is run before the load begins, so that a mistake in it changes nothing. Only store, let,
// repeat and for may stand there; checker.ts sees to that.

import { index, MAX, type Index } from '../../base/index64';
import type { StoredRange } from '../../model/machine';
import { evaluate, evaluateForward } from '../world/evaluate';
import { turns } from '../world/loops';
import { bulkRefused } from '../../words/reasons';
import { doneWith, storedWord, type Context, type Done } from './operations';
import type { Scope } from '../world/scope';
import type { Statement } from '../syntax/syntax';
import type { Named } from '../world/world';

/** The part of the run that running the block needs. */
export interface Collecting {
  readonly context: Context;
  readonly scope: Scope;
  /** Counts a statement against the limit. */
  readonly count: (statement: Statement) => void;
  /** Counts a block `depth` levels below the bulk block against the limit. */
  readonly nest: (depth: number, statement: Statement) => void;
}

/** The stores of a bulk block in their order, ready to be gone through more than once. */
export function collectStores(statement: Extract<Statement, { kind: 'bulk' }>, run: Collecting): Iterable<StoredRange> {
  const list = new StoreList();
  run.scope.enter();
  collect(statement.body, 1, list, run);
  run.scope.leave();
  return list;
}

function collect(body: readonly Statement[], depth: number, list: StoreList, run: Collecting): void {
  for (const statement of body) {
    run.count(statement);
    switch (statement.kind) {
      case 'store': {
        const { first, last } = evaluateForward(statement.range, run.context);
        list.push(first, last, storedWord(statement.value, run.context));
        break;
      }
      case 'let':
        run.scope.assign(statement.name.text, evaluate(statement.value, run.context));
        break;
      case 'repeat':
      case 'for': {
        run.nest(depth, statement);
        const values = turns(statement, run.context);
        run.scope.enter();
        for (let turn = values.next(); turn.done !== true; turn = values.next()) {
          run.count(statement);
          run.scope.clear();
          if (statement.name !== null) run.scope.bind(statement.name.text, turn.value);
          collect(statement.body, depth + 1, list, run);
        }
        run.scope.leave();
        break;
      }
      default:
        throw new Error(`\`${statement.kind}\` in a bulk block was let through by the checker`);
    }
  }
}

/** Ranges in typed arrays: a million of them are 24 MB. */
class StoreList implements Iterable<StoredRange> {
  private words = new BigUint64Array(3 * 64);
  private length = 0;

  push(first: Index, last: Index, word: Index): void {
    if (this.length === this.words.length) {
      const longer = new BigUint64Array(2 * this.words.length);
      longer.set(this.words);
      this.words = longer;
    }
    this.words.set([first, last, word], this.length);
    this.length += 3;
  }

  *[Symbol.iterator](): Generator<StoredRange> {
    for (let k = 0; k < this.length; k += 3) {
      const at = (offset: number): Index => index(this.words[k + offset] ?? MAX);
      yield { first: at(0), last: at(1), word: at(2) };
    }
  }
}

/** Loads a whole list of ranges in one operation. */
export function loadAll(named: Named, expected: number, stores: Iterable<StoredRange>, { world }: Context): Done {
  const outcome = world.machine.bulk(named.handle, expected, stores);
  world.book(named, outcome);
  const hint = bulkRefused(named.name, named.mode.rcu, named.wanted.count === 0, outcome);
  if (outcome.error === null) for (const { first, last, word } of stores) named.wanted.store(first, last, word);
  return doneWith(named, outcome, { touched: outcome.error === null ? reach(stores) : null, whole: true, hint });
}

// From the first index stored to the last one; the stores ascend.
function reach(stores: Iterable<StoredRange>): Done['touched'] {
  let ends: StoredRange[] = [];
  for (const store of stores) ends = [ends[0] ?? store, store];
  const [from, to] = ends;
  return from === undefined || to === undefined ? null : { first: from.first, last: to.last };
}
