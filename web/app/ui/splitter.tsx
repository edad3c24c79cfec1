// SPDX-License-Identifier: GPL-2.0-or-later
//
// The bar between editor and picture: dragged, or moved with the arrow keys.

import { setEditorWidth } from '../store/actions/actions';
import { EDITOR_WIDTH_MAX, EDITOR_WIDTH_MIN, editorWidthHere } from '../store/page/preferences';
import { editorWidth } from '../store/page/state';

const KEY_STEP = 16;

function onKey(event: KeyboardEvent): void {
  const moves: Record<string, number> = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP };
  const move = moves[event.key];
  if (move === undefined) return;
  event.preventDefault();
  setEditorWidth(editorWidth.value + move);
}

function onDown(event: PointerEvent): void {
  const bar = event.currentTarget as HTMLElement;
  bar.setPointerCapture(event.pointerId);
  const start = event.clientX - editorWidth.value;
  const move = (moved: PointerEvent): void => setEditorWidth(moved.clientX - start);
  bar.addEventListener('pointermove', move);
  bar.addEventListener('lostpointercapture', () => bar.removeEventListener('pointermove', move), { once: true });
}

export function Splitter() {
  return (
    <div
      class="splitter"
      role="separator"
      tabIndex={0}
      aria-label="Width of the editor"
      aria-orientation="vertical"
      aria-valuemin={EDITOR_WIDTH_MIN}
      aria-valuemax={EDITOR_WIDTH_MAX}
      aria-valuenow={editorWidth.value}
      onKeyDown={onKey}
      onPointerDown={onDown}
      onDblClick={() => setEditorWidth(editorWidthHere())}
    />
  );
}
