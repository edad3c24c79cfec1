// SPDX-License-Identifier: GPL-2.0-or-later
//
// The skeleton of Preact views: what they need to know of the page around them, as hooks. Their width, the colours, the
// pixel ratio, whether to move.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import { onSchemeChange, resolveColours, type Colours } from './palette';
import { keepPainting, type Painting } from './pen';
import { clearedPen, watchSize } from './skeleton';

/** Inner width of an element in whole pixels; 0 until it is laid out. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const host = element.current;
    if (host === null) return;
    const measure = (): void => setWidth(Math.floor(host.clientWidth));
    measure();
    return watchSize(host, measure);
  }, [element]);
  return width;
}

export interface Ink {
  readonly colours: Colours;
  /** Families for a canvas. */
  readonly words: string;
  readonly mono: string;
}

/** The drawing context of a canvas in an element; null until it is laid out. New when the scheme changes. */
export function useInk(element: RefObject<HTMLElement | null>): Ink | null {
  const [ink, setInk] = useState<Ink | null>(null);
  useLayoutEffect(() => {
    const host = element.current;
    if (host === null) return;
    const read = (): void => {
      const style = getComputedStyle(host);
      setInk({
        colours: resolveColours(host),
        words: style.getPropertyValue('--words'),
        mono: style.getPropertyValue('--mono'),
      });
    };
    read();
    return onSchemeChange(read);
  }, [element]);
  return ink;
}

/**
 * A canvas that is painted again whenever `parts` change. Its size is in pixels before `scale`, by which all on it is
 * enlarged.
 */
export function usePainted(
  canvas: RefObject<HTMLCanvasElement | null>,
  { width, height, scale = 1 }: { readonly width: number; readonly height: number; readonly scale?: number },
  paint: (pen: CanvasRenderingContext2D) => void,
  parts: readonly unknown[],
): void {
  useLayoutEffect(() => {
    if (canvas.current === null || width <= 0 || height <= 0) return;
    const pen = clearedPen(canvas.current, { width, height }, scale);
    if (pen === null) return;
    paint(pen);
    // The slab's squares need more of a context than a figure's pen has, and stand in no figure.
    keepPainting(canvas.current, { width, height, scale, paint: paint as Painting['paint'] });
  }, [width, height, scale, ...parts]);
}

/** Whether the person prefers less motion, as set now. */
export function useStillness(): boolean {
  const [still, setStill] = useState(() => window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  useEffect(() => {
    const query = window.matchMedia('(prefers-reduced-motion: reduce)');
    const read = (): void => setStill(query.matches);
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, []);
  return still;
}

export interface Seen {
  /** Height of what scrolls, from where the element begins; and the size of its letters. */
  readonly height: number;
  readonly em: number;
}

/**
 * How much of an element can be seen at once, where it scrolls in itself or in its parent; null until it is laid out.
 */
export function useSeen(element: RefObject<HTMLElement | null>): Seen | null {
  const [seen, setSeen] = useState<Seen | null>(null);
  useLayoutEffect(() => {
    const host = element.current;
    const parent = host?.parentElement ?? null;
    if (host === null || parent === null) return;
    const measure = (): void => {
      const style = getComputedStyle(host);
      const height = style.overflowY === 'visible' ? parent.clientHeight - host.offsetTop : host.clientHeight;
      const em = parseFloat(style.fontSize);
      setSeen((before) => (before?.height === height && before.em === em ? before : { height, em }));
    };
    measure();
    const stops = [watchSize(host, measure), watchSize(parent, measure)];
    return () => stops.forEach((stop) => stop());
  }, [element]);
  return seen;
}

/** The last value of something, for callbacks that outlive a rendering. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}

const REST_MS = 300;

/** A value once it has stayed the same for a moment: for what nobody sees while it moves. */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
