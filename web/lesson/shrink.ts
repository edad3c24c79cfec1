// SPDX-License-Identifier: GPL-2.0-or-later
//
// The shortest scenario that still fails: delta debugging over its statements. Whole statements go first, with all
// that is in their blocks, then those inside; loops turn less often or not at all; of pasted maps and logs, lines go.
// Pure but for the question whether a text still fails, and deterministic: the same answers give the same text.
//
// Invariant: `best` still fails.

import { parse } from '../scenario/language/parser';
import type { Statement } from '../scenario/syntax/syntax';

export interface Shrunk {
  readonly text: string;
  /** How often it was asked whether a text fails. */
  readonly tries: number;
  /** False: `most` tries were made, and there may be a shorter one. */
  readonly done: boolean;
}

export interface ShrinkOptions {
  /** Tries after which it ends with the shortest text so far; 2,000 by default. */
  readonly most?: number;
  /** Called after each try, with the shortest text so far. */
  readonly onTry?: (tries: number, best: string) => void;
}

/** `fails` must be true of `text`; a text that does not fail is returned unchanged. */
export async function shrink(
  text: string,
  fails: (text: string) => Promise<boolean>,
  { most = 2_000, onTry = () => undefined }: ShrinkOptions = {},
): Promise<Shrunk> {
  const trial = new Trial(text, fails, most, onTry);
  if (!(await trial.holds(text))) return { text, tries: trial.tries, done: false };
  for (let before = ''; before !== trial.best && !trial.isOver();) {
    before = trial.best;
    await plainLines(trial);
    for (let depth = 0; depth <= depthOf(trial.best); depth++) await fewerAt(trial, depth);
    await fewerTurns(trial);
    await fewerPasted(trial);
  }
  return { text: trial.best, tries: trial.tries, done: !trial.isOver() };
}

class Trial {
  best: string;
  tries = 0;
  private readonly fails: (text: string) => Promise<boolean>;
  private readonly most: number;
  private readonly onTry: (tries: number, best: string) => void;
  private readonly known = new Map<string, boolean>();

  constructor(
    text: string,
    fails: (text: string) => Promise<boolean>,
    most: number,
    onTry: (tries: number, best: string) => void,
  ) {
    this.best = text;
    this.fails = fails;
    this.most = most;
    this.onTry = onTry;
  }

  isOver(): boolean {
    return this.tries >= this.most;
  }

  async holds(text: string): Promise<boolean> {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    if (this.isOver()) return false;
    this.tries++;
    const holds = await this.fails(text);
    this.known.set(text, holds);
    this.onTry(this.tries, this.best);
    return holds;
  }

  /** Takes the text as the best one if it is shorter and still fails. */
  async take(text: string): Promise<boolean> {
    if (text === this.best || text.length >= this.best.length || !(await this.holds(text))) return false;
    this.best = text;
    return true;
  }
}

interface Piece {
  readonly from: number;
  readonly to: number;
}

function without(text: string, pieces: readonly Piece[]): string {
  let left = text;
  for (const { from, to } of [...pieces].sort((a, b) => b.from - a.from)) left = left.slice(0, from) + left.slice(to);
  return left;
}

// A statement with the rest of its lines, where nothing else stands on them.
function pieceOf(text: string, { from, to }: Piece): Piece {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const end = text.indexOf('\n', to);
  const rest = text.slice(to, end < 0 ? undefined : end);
  const isAlone = text.slice(start, from).trim() === '' && /^\s*(#.*)?$/.test(rest);
  return isAlone ? { from: start, to: end < 0 ? text.length : end + 1 } : { from, to };
}

function bodyOf(statement: Statement): readonly Statement[] {
  return 'body' in statement ? statement.body : [];
}

function depthOf(text: string): number {
  const deepest = (all: readonly Statement[]): number =>
    Math.max(0, ...all.map((one) => (bodyOf(one).length === 0 ? 0 : 1 + deepest(bodyOf(one)))));
  return deepest(parse(text).program.statements);
}

function levelOf(text: string, depth: number): readonly Statement[] {
  let level = parse(text).program.statements;
  for (let k = 0; k < depth; k++) level = level.flatMap(bodyOf);
  return level;
}

// Empty lines and comments.
async function plainLines(trial: Trial): Promise<void> {
  const { best } = trial;
  if (/"""/.test(best)) return;
  const lines = best
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !/^\s*#/.test(line));
  await trial.take(lines.length === 0 ? '' : `${lines.join('\n')}\n`);
}

async function fewerAt(trial: Trial, depth: number): Promise<void> {
  await fewer(trial, (text) => levelOf(text, depth).map((one) => pieceOf(text, one)));
}

// Delta debugging: halves go, then quarters, down to single pieces; after a piece has gone the others move up.
async function fewer(trial: Trial, piecesOf: (text: string) => readonly Piece[]): Promise<void> {
  let pieces = piecesOf(trial.best);
  for (let size = Math.max(1, Math.ceil(pieces.length / 2)); pieces.length > 0;) {
    let hasGone = false;
    // From the end on: what stands further up is needed by what stands below.
    for (let end = pieces.length; end > 0; end -= size) {
      if (trial.isOver()) return;
      const group = pieces.slice(Math.max(0, end - size), end);
      if (!(await trial.take(without(trial.best, group)))) continue;
      hasGone = true;
      pieces = piecesOf(trial.best);
      end = Math.min(end, pieces.length + size);
    }
    if (size > 1) size = Math.ceil(size / 2);
    else if (!hasGone) return;
  }
}

// Loops turn as seldom as may be: by halving, then one turn less; or their block stands by itself.
async function fewerTurns(trial: Trial): Promise<void> {
  for (let k = 0; ; k++) {
    const loop = allOf(parse(trial.best).program.statements).filter((one) => one.kind === 'repeat')[k];
    if (loop === undefined || trial.isOver()) return;
    if (loop.count.kind !== 'number') continue;
    const { from, to } = loop.count;
    const text = trial.best;
    const withCount = (count: bigint): string => text.slice(0, from) + String(count) + text.slice(to);
    // The length of the text does not show which one is smaller.
    let [low, high] = [0n, loop.count.value];
    while (high - low > 1n && !trial.isOver()) {
      const middle = (low + high) / 2n;
      if (await trial.holds(withCount(middle))) high = middle;
      else low = middle;
    }
    if (high < loop.count.value) trial.best = withCount(high);
  }
}

function allOf(statements: readonly Statement[]): readonly Statement[] {
  return statements.flatMap((one) => [one, ...allOf(bodyOf(one))]);
}

// Lines of pasted maps and logs.
async function fewerPasted(trial: Trial): Promise<void> {
  await fewer(trial, (text) => {
    const pieces: Piece[] = [];
    for (const one of allOf(parse(text).program.statements)) {
      if (one.kind !== 'maps' && one.kind !== 'trace') continue;
      let at = text.indexOf('\n', one.from) + 1;
      while (at > 0 && at < one.to) {
        const end = text.indexOf('\n', at);
        if (end < 0 || end >= one.to) break;
        pieces.push({ from: at, to: end + 1 });
        at = end + 1;
      }
    }
    return pieces;
  });
}
