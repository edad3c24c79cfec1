// SPDX-License-Identifier: GPL-2.0-or-later
//
// Motion that only explains. The document is always at its final state at once; an animation is laid over it from a
// thing's former place, and may be cut at any moment without leaving a trace. Nothing moves if the person prefers less
// motion.

export const MOTION_MS = 160;

export function motionAllowed(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export interface Offset {
  readonly dx: number;
  readonly dy: number;
}

/** Lets an element come from `offset` (in its own units) to where it is. */
export function comeFrom(element: SVGElement | HTMLElement, offset: Offset, at: Offset = { dx: 0, dy: 0 }): void {
  element.animate(
    [
      { transform: `translate(${at.dx + offset.dx}px, ${at.dy + offset.dy}px)` },
      { transform: `translate(${at.dx}px, ${at.dy}px)` },
    ],
    { duration: MOTION_MS, easing: 'cubic-bezier(0.2, 0, 0, 1)' },
  );
}

/** Lets an element appear. */
export function fadeIn(element: SVGElement | HTMLElement, from = 0): void {
  element.animate([{ opacity: from }, { opacity: getComputedStyle(element).opacity }], {
    duration: MOTION_MS,
    easing: 'ease-out',
  });
}

/** Ends what still moves below an element. */
export function stopMotion(root: Element): void {
  for (const animation of root.getAnimations({ subtree: true })) animation.cancel();
}

/** Calls `frame` with 0 … 1, eased, once a frame until 1; returns what stops it where it is. */
export function tween(frame: (part: number) => void): () => void {
  const start = performance.now();
  let request = requestAnimationFrame(function next(now) {
    const part = Math.min(1, Math.max(0, (now - start) / MOTION_MS));
    frame(part === 1 ? 1 : 1 - (1 - part) ** 3);
    if (part < 1) request = requestAnimationFrame(next);
  });
  return () => cancelAnimationFrame(request);
}
