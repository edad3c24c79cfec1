// SPDX-License-Identifier: GPL-2.0-or-later
//
// The messages between the frame and the page around it (share/embed.ts): the frame sends its height, the page a theme
// or a step. The frame accepts messages only from the window that holds it, and only those that `orderOf` knows. The
// height goes to any origin: it is no secret, and the frame cannot know its host.

import { effect } from '@preact/signals';
import { orderOf, type EmbedOptions, type SizeMessage } from '../../share/embed';
import { slow } from '../store/run/motion';
import { stepTo } from '../store/run/player';
import { setTheme } from '../store/actions/framed';
import { notice, scene, text, view } from '../store/page/state';
import { LINE_PX, wantedHeight, WIDE_PX } from './height';

const PAUSE_MS = 40;
/** The width of a letter of the script, and of the columns beside its lines: numbers, results. */
const LETTER_PX = 7.6;
const BESIDE_LINES_PX = 110;

/** Takes orders until the returned function is called. */
export function startOrders(): () => void {
  let pending: number | null = null;
  const onMessage = ({ source, data }: MessageEvent<unknown>): void => {
    if (window.parent === window || source !== window.parent) return;
    const order = orderOf(data);
    if (order === null) return;
    if (order.maplescope === 'theme') setTheme(order.theme);
    else if (scene.peek() === null) pending = order.step;
    else stepTo(order.step);
  };
  // A step requested before the first run is shown after it.
  const stop = effect(() => {
    if (scene.value === null || pending === null) return;
    const step = pending;
    pending = null;
    queueMicrotask(() => stepTo(step));
  });
  window.addEventListener('message', onMessage);
  return () => {
    stop();
    window.removeEventListener('message', onMessage);
  };
}

/** Tells the page around the frame the height that `root` would like, now and whenever it changes. */
export function startTellingHeight(root: HTMLElement, options: EmbedOptions): () => void {
  if (window.parent === window) return () => undefined;
  let told = 0;
  // Not in an animation frame: there are none as long as the frame is out of sight.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(tell, PAUSE_MS);
  };
  const watch = new ResizeObserver(soon);
  const tell = (): void => {
    const { parts, measured } = partsOf(root, options);
    for (const element of measured) watch.observe(element);
    const height = wantedHeight(parts);
    if (height === told) return;
    told = height;
    window.parent.postMessage({ maplescope: 'size', height } satisfies SizeMessage, '*');
  };
  watch.observe(root);
  const stops = [text, scene, slow, notice, view].map((shown) => shown.subscribe(soon));
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
    watch.disconnect();
  };
}

function partsOf(
  root: HTMLElement,
  { panes }: EmbedOptions,
): { readonly parts: Parameters<typeof wantedHeight>[0]; readonly measured: readonly HTMLElement[] } {
  const all = (selector: string): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(selector)];
  const bar = all(':scope > :is(.embed-bar, .embed-notices)');
  const around = all('.middle > :not(.picture-pane)');
  const script = root.querySelector<HTMLElement>('.editor-pane');
  const columns = Math.max(20, Math.floor(((script?.clientWidth ?? 0) - BESIDE_LINES_PX) / LETTER_PX));
  const lines = text.peek().split('\n');
  const content = all('.editor-pane .cm-content');
  const drawn = all('.editor-pane .cm-line');
  const high = (elements: readonly HTMLElement[]): number =>
    elements.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0);
  return {
    parts: {
      wide: root.clientWidth >= WIDE_PX,
      panes: script === null || panes.includes('script') ? panes : ['script', ...panes],
      // Results beside the lines wrap them too. Of a long script only a part is drawn.
      scriptLines:
        drawn.length === lines.length
          ? Math.round(high(drawn) / LINE_PX)
          : lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0),
      fork: view.peek() !== 'tree',
      bar: high(bar),
      around: high(around),
    },
    measured: [...bar, ...around, ...content],
  };
}
