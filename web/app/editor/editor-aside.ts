// SPDX-License-Identifier: GPL-2.0-or-later
//
// A result that lies over the end of its line steps aside while the line is read: while the pointer is over its text,
// or the cursor is in it. Nothing else moves; a result that covers nothing stays.

import { RangeSet, StateEffect, StateField, type Extension } from '@codemirror/state';
import { EditorView, gutterLineClass, GutterMarker } from '@codemirror/view';
import { RESULTS_WIDTH } from './editor-theme';
import { coveredAt } from './results-gutter';

class Aside extends GutterMarker {
  override elementClass = 'result-aside';
}
const aside = new Aside();

/** Where the lines begin that are read. */
const setRead = StateEffect.define<readonly number[]>();

const readField = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(lines, transaction) {
    let now = lines.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setRead)) now = RangeSet.of(effect.value.map((from) => aside.range(from)), true);
    return now;
  },
  provide: (field) => gutterLineClass.from(field),
});

// Whether a result lies over the text of the line that begins there.
function covers(view: EditorView, from: number): boolean {
  const end = view.coordsAtPos(view.state.doc.lineAt(from).to);
  return end !== null && end.right > view.scrollDOM.getBoundingClientRect().right - coveredAt(view, from, RESULTS_WIDTH);
}

function tell(view: EditorView, pointed: number | null): void {
  view.requestMeasure({
    key: readField,
    read: () => {
      const lines = new Set([pointed, view.hasFocus ? view.state.doc.lineAt(view.state.selection.main.head).from : null]);
      return [...lines].filter((from) => from !== null && from <= view.state.doc.length && covers(view, from)) as number[];
    },
    write: (lines) => {
      const before: number[] = [];
      view.state.field(readField).between(0, view.state.doc.length, (from) => void before.push(from));
      // Not within an update of the editor.
      if (before.join() !== [...lines].sort((a, b) => a - b).join()) queueMicrotask(() => view.dispatch({ effects: setRead.of(lines.filter((from) => from <= view.state.doc.length)) }));
    },
  });
}

/** For the editor: see above. */
export function resultsStepAside(): Extension {
  let pointed: number | null = null;
  const point = (view: EditorView, at: number | null): void => {
    if (at === pointed) return;
    pointed = at;
    tell(view, pointed);
  };
  return [
    readField,
    EditorView.updateListener.of((update) => {
      if (update.docChanged) pointed = null;
      if (update.docChanged || update.selectionSet || update.focusChanged || update.geometryChanged) tell(update.view, pointed);
    }),
    EditorView.domEventHandlers({
      mousemove: (event, view) => {
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
        const block = view.lineBlockAt(at);
        const top = event.clientY - view.documentTop;
        point(view, top >= block.top && top < block.bottom ? block.from : null);
      },
      mouseleave: (_event, view) => point(view, null),
    }),
    EditorView.baseTheme({ '.cm-results .result-aside .result': { visibility: 'hidden' } }),
  ];
}
