// SPDX-License-Identifier: GPL-2.0-or-later
//
// The result of each line, at the right of its first row, and the mark on the line of the current step.
//
// Results stay attached to their lines while the text is edited: they are kept in range sets that move with it.

import { foldedRanges } from '@codemirror/language';
import {
  RangeSet,
  RangeSetBuilder,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type Transaction,
} from '@codemirror/state';
import { Decoration, EditorView, gutter, gutterLineClass, GutterMarker, type DecorationSet } from '@codemirror/view';
import { kindAt, stepsLike, type RunSummary } from '../../model/run';
import { stepLetter } from '../../views/timeline/letters';
import { counted, inOneLine } from '../../base/text';

/**
 * The result of a line: short, for the gutter; `tone` decides its colour, `words` is the whole text for the tooltip.
 */
export interface LineResult {
  readonly short: string;
  readonly tone: 'plain' | 'good' | 'bad';
  readonly words: string;
}

/** First and last line, 1-based, both included. */
export type LineRange = readonly [first: number, last: number];

/**
 * The results of a run by line, as they stand at `step`: a line run several times shows its last run up to there. In
 * `text`, the scenario, the lines of maps are looked for that are no VMA. Of the steps, those of `lines` alone; null:
 * of all lines.
 */
export function resultsByLine(
  summary: RunSummary,
  step: number,
  text = '',
  lines: readonly LineRange[] | null = null,
): Map<number, LineResult> {
  const { runs, blocks, checks } = byLine(summary, text);
  const results = new Map(checks);
  for (const [first, last] of lines ?? [[0, runs.last]])
    for (let line = first; line <= last; line++) {
      const at = runs.of(line);
      if (at.length > 0) results.set(line, stepResult(summary, at, step));
    }
  for (const block of blocks) results.set(block.line, mapsResult(block, step));
  const stopped = summary.stopped;
  if (stopped !== null) results.set(stopped.line, { short: 'stopped', tone: 'bad', words: stopped.message });
  return results;
}

const RESULT_LETTERS_MAX = 16;

/** The part of a run's results that does not depend on the step shown. */
interface ByLine {
  readonly runs: Runs;
  readonly blocks: readonly MapsBlock[];
  readonly checks: ReadonlyMap<number, LineResult>;
}

interface Runs {
  /** Places in the summary of the steps of a line, ascending. */
  readonly of: (line: number) => Uint32Array;
  readonly last: number;
}

// Sorted by counting: a list for each of a million lines would hold up the page.
function runsByLine({ steps: { lines } }: RunSummary): Runs {
  const last = lines.reduce((most, line) => Math.max(most, line), 0);
  const begin = new Uint32Array(last + 2);
  lines.forEach((line) => begin[line + 1]!++);
  for (let line = 1; line < begin.length; line++) begin[line]! += begin[line - 1]!;
  const places = new Uint32Array(lines.length);
  const next = begin.slice();
  lines.forEach((line, k) => (places[next[line]!++] = k));
  return { of: (line) => places.subarray(begin[line] ?? 0, begin[line + 1] ?? 0), last };
}

const known = new WeakMap<RunSummary, ByLine>();

function byLine(summary: RunSummary, text: string): ByLine {
  const before = known.get(summary);
  if (before !== undefined) return before;
  const made = { runs: runsByLine(summary), blocks: mapsBlocks(summary), checks: checksByLine(summary, text) };
  known.set(summary, made);
  return made;
}

function checksByLine(summary: RunSummary, text: string): Map<number, LineResult> {
  const checks = new Map<number, LineResult>(unstoredLines(text).map((line) => [line, NOT_STORED]));
  const expects = new Map<number, { held: number; failed: string[] }>();
  for (const expect of summary.expects) {
    const seen = expects.get(expect.line) ?? { held: 0, failed: [] };
    if (expect.held) seen.held++;
    else seen.failed.push(expect.message);
    expects.set(expect.line, seen);
  }
  for (const [line, seen] of expects) checks.set(line, expectResult(seen.held, seen.failed));
  for (const { line, message } of summary.unreached)
    checks.set(line, { short: 'not reached', tone: 'plain', words: message });
  return checks;
}

function stepResult(summary: RunSummary, at: Uint32Array, step: number): LineResult {
  const done = countBelow(at, step);
  const shown = kindAt(summary.steps, (at[done - 1] ?? at.at(-1) ?? 0) + 1);
  const [first = '', ...others] = shown?.gutter ?? [];
  const result = inOneLine([first, ...others]);
  const tone = shown !== undefined && (shown.error !== null || shown.refused) ? 'bad' : 'plain';
  // A line of a map is long: its result is one letter, the same as on the timeline.
  if (shown?.op === 'maps' && tone === 'plain') return { short: stepLetter(shown), tone, words: result };
  // The column is narrow: the tooltip says what does not fit.
  if (at.length === 1)
    return result.length <= RESULT_LETTERS_MAX
      ? { short: result, tone, words: '' }
      : { short: first, tone, words: result };
  // The column is narrow: of a result in two parts ("split · 3 nodes") the first stands for both.
  const count =
    done === 0 || done > 9999
      ? `${(done || at.length).toLocaleString('en')}×`
      : `${done.toLocaleString('en')}/${at.length.toLocaleString('en')}`;
  const words =
    `run ${at.length.toLocaleString('en')} times, ${done.toLocaleString('en')} up to this step; ` +
    `${done === 0 ? 'last' : 'here'}: ${result || 'no result'}`;
  // Before the first of them it says how many there will be: no one result stands for all.
  const here = done === 0 ? '' : first;
  return { short: [count, here].filter((part) => part !== '').join(' '), tone, words };
}

// How many of the ascending numbers are below a bound.
function countBelow(numbers: ArrayLike<number>, bound: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

const NOT_STORED: LineResult = {
  short: 'not stored',
  tone: 'plain',
  words: 'A page of the kernel that every process sees. It is in no process’s tree, so nothing is stored for this line',
};

// Looked at around the word alone: the text may have hundreds of thousands of lines.
function unstoredLines(text: string): number[] {
  const lines: number[] = [];
  let [line, from] = [1, 0];
  for (let at = text.indexOf('[vsyscall]'); at >= 0; at = text.indexOf('[vsyscall]', at + 1)) {
    const start = text.lastIndexOf('\n', at) + 1;
    for (; from < start; from = text.indexOf('\n', from) + 1) line++;
    const end = text.indexOf('\n', at);
    const words = text.slice(start, end < 0 ? text.length : end);
    if (lines.at(-1) !== line && /^[> \t]*[0-9a-f]+-[0-9a-f]+ .*\[vsyscall\]\s*$/.test(words)) lines.push(line);
  }
  return lines;
}

interface MapsBlock {
  /** The line that opens the block. */
  readonly line: number;
  /** Places of its steps in the summary. */
  readonly first: number;
  count: number;
}

// The steps of a `maps` block stand together, one a VMA; the line that opens it stands above the first.
function mapsBlocks(summary: RunSummary): MapsBlock[] {
  const blocks: MapsBlock[] = [];
  const { steps } = summary;
  let [before, tree]: [number, string | null] = [0, null];
  for (const step of stepsLike(steps, ({ op }) => op === 'maps')) {
    const kind = kindAt(steps, step)!;
    const last = blocks.at(-1);
    if (last !== undefined && step === before + 1 && kind.tree === tree) last.count++;
    else blocks.push({ line: steps.lines[step - 1]! - 1, first: step - 1, count: 1 });
    [before, tree] = [step, kind.tree];
  }
  return blocks;
}

// Folded or not, the opening line shows how far the block has come.
function mapsResult({ first, count }: MapsBlock, step: number): LineResult {
  const done = Math.max(0, Math.min(step - first, count));
  const all = counted(count, 'VMA');
  return {
    short: done === 0 || done === count ? all : `${done.toLocaleString('en')} of ${all}`,
    tone: 'plain',
    words: '',
  };
}

function expectResult(held: number, failed: readonly string[]): LineResult {
  const [first] = failed;
  if (first !== undefined) {
    const all = held + failed.length;
    return { short: all === 1 ? 'fails' : `fails ${failed.length}/${all}`, tone: 'bad', words: first };
  }
  return { short: held === 1 ? 'holds' : `holds ${held}×`, tone: 'good', words: '' };
}

export const setResults = StateEffect.define<ReadonlyMap<number, LineResult>>();
/** 1-based, or null for none. */
export const setCurrentLine = StateEffect.define<number | null>();

class ResultMarker extends GutterMarker {
  // Lines put in above push the result down with its line.
  override startSide = 1;
  override endSide = 1;
  readonly result: LineResult;

  constructor(result: LineResult) {
    super();
    this.result = result;
  }

  override eq(other: GutterMarker): boolean {
    if (!(other instanceof ResultMarker)) return false;
    const [a, b] = [this.result, other.result];
    return a.short === b.short && a.tone === b.tone && a.words === b.words;
  }

  override toDOM(): Node {
    const node = document.createElement('span');
    node.className = `result result-${this.result.tone}`;
    node.textContent = this.result.short;
    if (this.result.words !== '') node.title = this.result.words.replaceAll('`', '');
    return node;
  }
}

// A line that was written in has not been run: its result goes, those of the other lines move with them.
function ofUnchangedLines(
  markers: RangeSet<GutterMarker>,
  { changes, newDoc, startState }: Transaction,
): RangeSet<GutterMarker> {
  const same = (from: number): boolean => {
    const line = newDoc.lineAt(changes.mapPos(from, 1));
    return line.from === changes.mapPos(from, 1) && line.text === startState.doc.lineAt(from).text;
  };
  let kept = markers;
  changes.iterChangedRanges((from, to) => {
    kept = kept.update({
      filter: same,
      filterFrom: startState.doc.lineAt(from).from,
      filterTo: startState.doc.lineAt(to).to,
    });
  });
  return kept.map(changes);
}

const resultsField = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(markers, transaction) {
    let now = transaction.docChanged ? ofUnchangedLines(markers, transaction) : markers;
    for (const effect of transaction.effects) {
      if (!effect.is(setResults)) continue;
      const builder = new RangeSetBuilder<GutterMarker>();
      const lines = transaction.state.doc.lines;
      for (const [line, result] of [...effect.value].sort(([a], [b]) => a - b)) {
        if (line < 1 || line > lines) continue;
        const { from } = transaction.state.doc.line(line);
        builder.add(from, from, new ResultMarker(result));
      }
      now = builder.finish();
    }
    return now;
  },
});

// The text of a line goes round its result: room is left at the right of its first row.
const roomForResults = EditorView.decorations.compute([resultsField], (state) => {
  const rooms = new RangeSetBuilder<Decoration>();
  state.field(resultsField).between(0, state.doc.length, (from, _to, marker) => {
    if (marker instanceof ResultMarker && marker.result.short !== '')
      rooms.add(from, from, roomOf(marker.result.short.length));
  });
  return rooms.finish();
});

function roomOf(letters: number): Decoration {
  return Decoration.line({ class: 'has-result', attributes: { style: `--letters: ${letters}` } });
}

const current = Decoration.line({ class: 'current-step', attributes: { 'data-current-step': '' } });

class CurrentGutterMarker extends GutterMarker {
  override elementClass = 'current-step-gutter';
}
const currentGutter = new CurrentGutterMarker();

// The mark of the current step; on the line that hides it when its own is folded away.
export const currentLineField: StateField<DecorationSet> = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let now = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setCurrentLine)) continue;
      const line = effect.value;
      now =
        line === null || line > transaction.state.doc.lines
          ? Decoration.none
          : Decoration.set(current.range(visibleLine(transaction.state, line)));
    }
    return now;
  },
  provide: (field) => [
    EditorView.decorations.from(field),
    gutterLineClass.from(field, (marks) => {
      const at = marks.iter();
      return RangeSet.of<GutterMarker>(at.value === null ? [] : [currentGutter.range(at.from)]);
    }),
  ],
});

function visibleLine(state: EditorState, line: number): number {
  let from = state.doc.line(line).from;
  foldedRanges(state).between(from, from, (foldFrom, foldTo) => {
    if (foldFrom < from && from <= foldTo) from = state.doc.lineAt(foldFrom).from;
  });
  return from;
}

/** The gutter; `onClick` gets the offset where the clicked line begins. */
export function resultsGutter(onClick: (view: EditorView, from: number) => boolean): Extension {
  return [
    resultsField,
    roomForResults,
    gutter({
      class: 'cm-results',
      side: 'after',
      markers: (view) => view.state.field(resultsField),
      domEventHandlers: { mousedown: (view, block) => onClick(view, block.from) },
    }),
  ];
}
