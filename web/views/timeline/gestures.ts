// SPDX-License-Identifier: GPL-2.0-or-later
//
// The effect of fingers, mouse, wheel and keys on the timeline. Knows the element, not the steps.
//
// One finger or the mouse goes to a step; two fingers, Shift with the mouse, or its middle button move; the wheel
// moves, with Ctrl or Command it zooms, as two fingers do that go apart.

export interface Gestures {
  /** Pixels from the left of the bars, and from the top. */
  readonly press: (x: number, y: number) => void;
  readonly drag: (x: number) => void;
  readonly release: () => void;
  /** The pointer is there, without being pressed; `touch` if it is a finger. */
  readonly over: (x: number, y: number, touch: boolean) => void;
  readonly leave: () => void;
  /** By pixels: to later steps where they are positive. False if there is nowhere to go. */
  readonly pan: (pixels: number) => boolean;
  readonly zoom: (factor: number, x: number) => void;
  /** True if the key meant something. */
  readonly key: (key: string, shift: boolean) => boolean;
}

const LINE_PX = 24;
const PAGE_PX = 400;
const WHEEL_ZOOM = 0.0025;
/** One notch of a wheel zooms no more than by this. */
const NOTCH = 160;

interface Finger {
  x: number;
  y: number;
}

/** Listens on `target`; places count from the left and top of `origin`. The element goes with its listeners. */
export function listenForGestures(target: HTMLElement, origin: HTMLElement, gestures: Gestures): void {
  const fingers = new Map<number, Finger>();
  let moving = false;
  const place = (event: MouseEvent): Finger => {
    const box = origin.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  target.addEventListener('pointerdown', (event) => {
    if (event.button > 1) return;
    const at = place(event);
    target.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, at);
    moving = fingers.size > 1 || event.button === 1 || event.shiftKey;
    if (event.button === 1) event.preventDefault();
    if (moving) gestures.release();
    else gestures.press(at.x, at.y);
  });
  target.addEventListener('pointermove', (event) => {
    const at = place(event);
    const was = fingers.get(event.pointerId);
    if (was === undefined) {
      gestures.over(at.x, at.y, event.pointerType === 'touch');
      return;
    }
    fingers.set(event.pointerId, at);
    if (fingers.size === 2) pinch(fingers, event.pointerId, was, at);
    else if (moving) gestures.pan(was.x - at.x);
    else gestures.drag(at.x);
  });
  const pinch = (all: ReadonlyMap<number, Finger>, id: number, was: Finger, at: Finger): void => {
    const other = [...all].find(([one]) => one !== id)?.[1];
    if (other === undefined) return;
    const [before, now] = [Math.hypot(was.x - other.x, was.y - other.y), Math.hypot(at.x - other.x, at.y - other.y)];
    gestures.pan((was.x - at.x) / 2);
    if (before > 8 && now > 8) gestures.zoom(now / before, (at.x + other.x) / 2);
  };
  const lift = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId)) return;
    // Of two fingers the one that stays does not go to a step.
    if (fingers.size === 0) gestures.release();
  };
  target.addEventListener('pointerup', lift);
  target.addEventListener('pointercancel', lift);
  target.addEventListener('pointerleave', gestures.leave);

  target.addEventListener(
    'wheel',
    (event) => {
      const unit =
        event.deltaMode === WheelEvent.DOM_DELTA_LINE
          ? LINE_PX
          : event.deltaMode === WheelEvent.DOM_DELTA_PAGE
            ? PAGE_PX
            : 1;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const notch = Math.max(-NOTCH, Math.min(NOTCH, event.deltaY * unit));
        gestures.zoom(Math.exp(-notch * WHEEL_ZOOM), place(event).x);
        return;
      }
      const along = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY;
      if (gestures.pan(along * unit)) event.preventDefault();
    },
    { passive: false },
  );
  target.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !gestures.key(event.key, event.shiftKey)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}
