// SPDX-License-Identifier: GPL-2.0-or-later
//
// Zooming and panning of an SVG element by wheel, mouse and fingers. d3-zoom reads the gestures; it is fetched
// with the first touch, or before; a wheel turned or a button pressed until then is held and then done. Places set by
// the view itself need nothing of it.
//
// Invariant: d3 continues from the last reported transform.

import type * as D3Zoom from 'd3-zoom';
import type * as Library from './zoom-library';

/** Element to screen: at·k + x, at·k + y. */
export interface Transform {
  readonly k: number;
  readonly x: number;
  readonly y: number;
  applyX(at: number): number;
  applyY(at: number): number;
  invert(at: readonly [number, number]): [number, number];
  /** As the value of the attribute `transform`. */
  toString(): string;
}

export function transformOf(k: number, x: number, y: number): Transform {
  return {
    k,
    x,
    y,
    applyX: (at) => at * k + x,
    applyY: (at) => at * k + y,
    invert: ([ax, ay]) => [(ax - x) / k, (ay - y) / k],
    toString: () => `translate(${x},${y}) scale(${k})`,
  };
}

export const IDENTITY: Transform = transformOf(1, 0, 0);

export interface ZoomLimits {
  /** Size of the element. */
  readonly width: number;
  readonly height: number;
  readonly least: number;
  readonly most: number;
  /** The content ends at the element’s edges; else it may be moved anywhere. */
  readonly bounded: boolean;
}

export interface Zooming {
  limit(limits: ZoomLimits): void;
  /** Goes to a place, as it is. */
  put(transform: Transform): void;
  /** Moves by so many pixels of the element, or zooms its middle, within the limits. */
  by(change: { readonly x: number } | { readonly factor: number }): void;
  destroy(): void;
}

export interface ZoomingOptions {
  readonly svg: SVGSVGElement;
  /** Told of each place; `byHand` where wheel, mouse or fingers went there. */
  readonly onZoom: (transform: Transform, byHand: boolean) => void;
  readonly wheelDelta?: (event: WheelEvent) => number;
}

type Behaviour = D3Zoom.ZoomBehavior<SVGSVGElement, unknown>;
type Host = Library.Selection<SVGSVGElement, unknown, null, undefined>;

let library: typeof Library | null = null;

/** Fetches what hands need; rejected where the host is gone. */
export async function fetchZooming(): Promise<void> {
  library ??= await import('./zoom-library');
}

export function createZooming({ svg, onZoom, wheelDelta }: ZoomingOptions): Zooming {
  let now = IDENTITY;
  let limits: ZoomLimits | null = null;
  /** The effect of d3 on the element, once it has loaded. */
  let zoomed: { readonly behaviour: Behaviour; readonly host: Host } | null = null;
  let gone = false;

  async function attached(): Promise<typeof zoomed> {
    await fetchZooming();
    if (zoomed !== null || gone || library === null) return zoomed;
    const { select, zoom, zoomIdentity } = library;
    const made = zoom<SVGSVGElement, unknown>().on('zoom', (event: D3Zoom.D3ZoomEvent<SVGSVGElement, unknown>) => {
      now = transformOf(event.transform.k, event.transform.x, event.transform.y);
      onZoom(now, event.sourceEvent !== null);
    });
    if (wheelDelta !== undefined) made.wheelDelta(wheelDelta);
    const host: Host = select(svg);
    zoomed = { behaviour: made, host };
    if (limits !== null) limitTo(made, limits);
    host.call(made).on('dblclick.zoom', null).property('__zoom', zoomIdentity.translate(now.x, now.y).scale(now.k));
    held.letGo();
    return zoomed;
  }

  const held = holdEvents(svg, attached);

  return {
    limit(next) {
      limits = next;
      if (zoomed !== null) limitTo(zoomed.behaviour, next);
    },
    put(transform) {
      now = transform;
      if (zoomed !== null && library !== null)
        zoomed.behaviour.transform(
          zoomed.host,
          library.zoomIdentity.translate(transform.x, transform.y).scale(transform.k),
        );
      else onZoom(transform, false);
    },
    by(change) {
      attached().then(
        (made) => {
          if (made === null) return;
          if ('x' in change) made.behaviour.translateBy(made.host, change.x, 0);
          else made.behaviour.scaleBy(made.host, change.factor);
        },
        () => undefined,
      );
    },
    destroy() {
      gone = true;
      held.end();
    },
  };
}

function limitTo(made: Behaviour, { width, height, least, most, bounded }: ZoomLimits): void {
  const all: [[number, number], [number, number]] = [
    [0, 0],
    [width, height],
  ];
  made.extent(all).scaleExtent([least, most]);
  if (bounded) made.translateExtent(all);
}

interface Held {
  /** Stops listening, and does what was pending. */
  letGo(): void;
  /** Stops listening. */
  end(): void;
}

// Records gestures until d3 has loaded; the first gesture loads it.
function holdEvents(svg: SVGSVGElement, attach: () => Promise<unknown>): Held {
  let held: (WheelEvent | MouseEvent)[] = [];
  const ask = (): void => {
    attach().catch(() => {
      held = [];
    });
  };
  const hold = (event: WheelEvent | MouseEvent): void => {
    held.push(event);
    ask();
  };
  const listening = new AbortController();
  const { signal } = listening;
  svg.addEventListener('pointerenter', ask, { signal });
  svg.addEventListener('touchstart', ask, { signal, passive: true });
  svg.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      hold(event);
    },
    { signal, passive: false },
  );
  svg.addEventListener('mousedown', hold, { signal });
  // A button that was let go again has moved nothing.
  window.addEventListener(
    'mouseup',
    () => {
      held = held.filter((event) => event instanceof WheelEvent);
    },
    { signal },
  );
  return {
    letGo() {
      listening.abort();
      for (const event of held)
        svg.dispatchEvent(
          event instanceof WheelEvent ? new WheelEvent(event.type, event) : new MouseEvent(event.type, event),
        );
      held = [];
    },
    end: () => listening.abort(),
  };
}
