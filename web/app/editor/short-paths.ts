// SPDX-License-Identifier: GPL-2.0-or-later
//
// Long paths in the text show their first folder and their file, with an ellipsis between. The text itself stays whole:
// a line that the cursor or a selection touches shows all of it, and what is copied is the text.

import { RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view';
import { elidedPath } from '../../base/text';

export interface Elision {
  /** Offsets in the line of what is left out. */
  readonly from: number;
  readonly to: number;
  readonly path: string;
}

/** The path at the end of a line of `maps`, or those in quotes. */
const PATHS = /(?<=^\s*[\da-f]+-[\da-f]+\s+[-r][-w][-x][-ps]\s+[\da-f]+\s+\S+\s+\d+\s+)\/.+$|(?<=")\/[^"]+(?=")/g;

/** The omitted parts of a line, in order. */
export function elisionsOf(line: string): readonly Elision[] {
  return [...line.matchAll(PATHS)].flatMap(({ 0: path, index }) => {
    const short = elidedPath(path);
    if (short === path) return [];
    const before = short.indexOf('…');
    return [{ from: index + before, to: index + path.length - (short.length - before - 1), path }];
  });
}

class Ellipsis extends WidgetType {
  private readonly path: string;

  constructor(path: string) {
    super();
    this.path = path;
  }

  override eq(other: Ellipsis): boolean {
    return other.path === this.path;
  }

  override toDOM(): HTMLElement {
    const mark = document.createElement('span');
    mark.className = 'cm-left-out';
    mark.textContent = '…';
    mark.title = this.path;
    return mark;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

function decorated(view: EditorView): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  const { doc, selection } = view.state;
  const isTouched = (from: number, to: number): boolean =>
    view.hasFocus && selection.ranges.some((range) => range.from <= to && range.to >= from);
  let done = -1;
  for (const part of view.visibleRanges) {
    for (let at = Math.max(part.from, done + 1); at <= part.to;) {
      const { from, to, text } = doc.lineAt(at);
      if (!isTouched(from, to))
        for (const one of elisionsOf(text))
          marks.add(from + one.from, from + one.to, Decoration.replace({ widget: new Ellipsis(one.path) }));
      done = to;
      at = to + 1;
    }
  }
  return marks.finish();
}

export const shortPaths = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorated(view);
    }

    update({ docChanged, viewportChanged, selectionSet, focusChanged, view }: ViewUpdate): void {
      if (docChanged || viewportChanged || selectionSet || focusChanged) this.decorations = decorated(view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);
