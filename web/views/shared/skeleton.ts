// SPDX-License-Identifier: GPL-2.0-or-later
//
// The parts that every view uses: the size of its frame, the colours of the scheme, one frame of drawing at a time, a
// tip, keys. `createSkeleton` joins them for a view that draws on a canvas or into an SVG; the hooks of Preact views
// (hooks.ts) are made of the same parts.

import { oneTip } from './one-tip';
import { onSchemeChange, resolveColours, type Colours } from './palette';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Calls `act` once `element` is laid out, and whenever its size changes; returns the stop. */
export function watchSize(element: Element, act: () => void): () => void {
  const observer = new ResizeObserver(act);
  observer.observe(element);
  return () => observer.disconnect();
}

/** Makes a canvas as large as `size`, with the pixels that the screen has, and empties it; `scale` enlarges all. */
export function clearedPen(
  canvas: HTMLCanvasElement,
  { width, height }: Size,
  scale = 1,
): CanvasRenderingContext2D | null {
  const pen = canvas.getContext('2d');
  if (pen === null) return null;
  const ratio = (window.devicePixelRatio || 1) * scale;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  return pen;
}

/** Empties `host` and puts a frame into it, which can take the focus, with a canvas that no screen reader reads. */
export function frameIn(
  host: HTMLElement,
  name: string,
  role: 'group' | 'slider',
): { readonly frame: HTMLElement; readonly canvas: HTMLCanvasElement } {
  const frame = document.createElement('div');
  frame.className = name;
  frame.tabIndex = 0;
  frame.setAttribute('role', role);
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  frame.append(canvas);
  host.replaceChildren(frame);
  return { frame, canvas };
}

/** A hidden tip of a class, as the last child of `host`; what it says is said elsewhere for assistive technology. */
export function tipIn(host: HTMLElement, cls = ''): HTMLElement {
  const tip = document.createElement('div');
  tip.className = `ms-tip ${cls}`.trim();
  tip.hidden = true;
  tip.setAttribute('aria-hidden', 'true');
  host.append(tip);
  return tip;
}

/**
 * Presses of a pointer in `frame` take the focus from what had it, and give it to nobody; a frame that has it keeps it:
 * after a click on a node, an arrow key means the next step and does not move the picture.
 */
export function focusByKeysOnly(frame: HTMLElement): void {
  // On the way down: below, a press is taken by what zooms.
  frame.addEventListener(
    'mousedown',
    (event) => {
      if (event.target instanceof Element && event.target.closest('button, a, input') !== null) return;
      event.preventDefault();
      const active = document.activeElement;
      if (active instanceof HTMLElement && !frame.contains(active)) active.blur();
    },
    { capture: true },
  );
}

type KeyActions = Readonly<Record<string, () => void>>;

/** Keys of the frame, without Ctrl, Command and Alt; a key without an action here goes to the page. */
export function onKeys(element: HTMLElement, actionOf: (event: KeyboardEvent) => (() => void) | undefined): void {
  element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actionOf(event);
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });
}

/** The keys of every picture that can be moved: arrows by `step`, plus and minus by `factor`, 0 for the whole. */
export function panZoomKeys(
  { step, factor }: { readonly step: number; readonly factor: number },
  act: {
    /** By so many pixels; without it, the picture moves to the sides only. */
    readonly along: (dx: number) => void;
    readonly down?: (dy: number) => void;
    readonly zoom: (factor: number) => void;
    readonly fit: () => void;
  },
): KeyActions {
  const { along, down, zoom, fit } = act;
  return {
    ArrowLeft: () => along(step),
    ArrowRight: () => along(-step),
    ...(down && { ArrowUp: () => down(step), ArrowDown: () => down(-step) }),
    '+': () => zoom(factor),
    '=': () => zoom(factor),
    '-': () => zoom(1 / factor),
    '0': fit,
  };
}

export interface SkeletonOptions {
  /** An element that the view owns whole. */
  readonly host: HTMLElement;
  /** Class of the host as long as the view is there. */
  readonly name: string;
  /** The element that is measured. */
  readonly frame: HTMLElement;
  readonly tip: HTMLElement | null;
  readonly resized: () => void;
  /** Forgets what was made of the colours, before `draw`. */
  readonly recoloured?: () => void;
  /** Redraws everything: the colours changed, or `soon` was called. Code that draws at once calls `drawn`. */
  readonly draw: () => void;
}

export interface Skeleton {
  /** The values of the tokens now; kept until the scheme changes. */
  readonly colours: Colours;
  /** Draws in the next frame, however often it is called until then. */
  soon(): void;
  /** Resolves when the drawing requested by `soon` is done. */
  drawn(): void;
  /** Shows the tip, and so hides that of any other view. */
  showTip(): void;
  hideTip(): void;
  destroy(): void;
}

export function createSkeleton({ host, name, frame, tip, resized, recoloured, draw }: SkeletonOptions): Skeleton {
  let colours: Colours | null = null;
  let request = 0;
  const drawn = (): void => {
    cancelAnimationFrame(request);
    request = 0;
  };
  const hideTip = (): void => {
    if (tip !== null) tip.hidden = true;
  };
  const tips = oneTip(hideTip);
  const stops = [
    watchSize(frame, resized),
    onSchemeChange(() => {
      colours = null;
      recoloured?.();
      draw();
    }),
  ];
  host.classList.add(name);
  return {
    get colours() {
      return (colours ??= resolveColours(host));
    },
    soon() {
      if (request !== 0) return;
      request = requestAnimationFrame(() => {
        request = 0;
        draw();
      });
    },
    drawn,
    showTip() {
      tips.shown();
      if (tip !== null) tip.hidden = false;
    },
    hideTip,
    destroy() {
      drawn();
      for (const stop of [...stops, tips.end]) stop();
      host.replaceChildren();
      host.classList.remove(name);
    },
  };
}
