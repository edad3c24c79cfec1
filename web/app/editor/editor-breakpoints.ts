// SPDX-License-Identifier: GPL-2.0-or-later
//
// The column of breakpoints at the left of the editor: a click sets one or takes it away, F9 does so for the line of
// the cursor. The lines are those of breakpoints.ts; here they move with the text.

import { RangeSet, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { EditorView, gutter, GutterMarker, keymap } from '@codemirror/view';
import { effect } from '@preact/signals';
import { breakpointLines, idleBreakpoints, setBreakpoints, toggleBreakpoint } from '../store/run/breakpoints';

class Breakpoint extends GutterMarker {
  override startSide = -1;
  readonly idle: boolean;

  constructor(idle: boolean) {
    super();
    this.idle = idle;
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof Breakpoint && other.idle === this.idle;
  }

  override toDOM(): Node {
    const node = document.createElement('span');
    node.className = this.idle ? 'breakpoint idle' : 'breakpoint';
    node.title = this.idle
      ? 'No step runs on this line, so nothing stops here'
      : 'Play stops at the steps of this line';
    return node;
  }
}

const marks = { set: new Breakpoint(false), idle: new Breakpoint(true) };

const setLines = StateEffect.define<{ readonly lines: readonly number[]; readonly idle: ReadonlySet<number> }>();

const field = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(now, transaction) {
    let next = transaction.docChanged ? now.map(transaction.changes) : now;
    for (const change of transaction.effects) {
      if (!change.is(setLines)) continue;
      const { doc } = transaction.state;
      const known = change.value.lines.filter((line) => line <= doc.lines);
      next = RangeSet.of(
        known.map((line) => (change.value.idle.has(line) ? marks.idle : marks.set).range(doc.line(line).from)),
      );
    }
    return next;
  },
});

/** The lines as they stand in a state, ascending. */
function linesOf(state: EditorState): number[] {
  const lines: number[] = [];
  const at = state.field(field).iter();
  while (at.value !== null) {
    lines.push(state.doc.lineAt(at.from).number);
    at.next();
  }
  return lines;
}

function toggle(view: EditorView, offset: number): boolean {
  const line = view.state.doc.lineAt(offset).number;
  const set = toggleBreakpoint(line);
  view.dispatch({
    effects: EditorView.announce.of(`Breakpoint at line ${line} ${set ? 'set' : 'removed'}`),
  });
  return true;
}

/** The column and its key. */
export function breakpointGutter(): Extension {
  return [
    field,
    gutter({
      class: 'cm-breakpoints',
      markers: (view) => view.state.field(field),
      domEventHandlers: { mousedown: (view, block) => toggle(view, block.from) },
    }),
    keymap.of([{ key: 'F9', run: (view) => toggle(view, view.state.selection.main.head) }]),
    EditorView.updateListener.of(({ docChanged, state, startState }) => {
      if (docChanged && state.field(field) !== startState.field(field)) setBreakpoints(linesOf(state));
    }),
  ];
}

/** Follows breakpoints.ts until the returned function is called. */
export function followBreakpoints(view: EditorView): () => void {
  return effect(() => {
    const lines = breakpointLines.value;
    view.dispatch({ effects: setLines.of({ lines, idle: new Set(idleBreakpoints.value) }) });
  });
}
