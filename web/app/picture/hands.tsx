// SPDX-License-Identifier: GPL-2.0-or-later
//
// The actions on the slot chosen in the picture, in a small list under it. Each writes plain lines into the text,
// behind the step shown, and runs it. The next click, key or step closes the list.

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { focusEditor, insertLines, select } from '../store/actions/actions';
import { stepColumns, labels, mainTree, scene, stepHere, text } from '../store/page/state';
import { handsOn, lineAfter, withTryAt, type Hand } from './hand-lines';
import { closeHands, handsAt, isAside } from '../store/actions/hands';
import { besideSlot, type Placed } from './hands-place';
import { nodesKnown } from '../store/run/large';
import './hands.css';

export function HandsList() {
  const box = useRef<HTMLDivElement>(null);
  const at = handsAt.value;
  const tree = scene.value?.trees.find(({ picture }) => picture.name === at?.tree) ?? mainTree.value;
  const node =
    at === null ? undefined : (tree?.picture.nodes.find(({ id }) => id === at.node) ?? nodesKnown.value.get(at.node));
  const found =
    at === null || tree === null || node === undefined
      ? null
      : handsOn({ tree, node, slot: at.slot, labels: labels.value, scenario: text.value });
  const place = usePlace(box, at);
  useLeaving(box);
  if (found === null) return null;
  return (
    <div
      class="hands"
      ref={box}
      role="group"
      aria-label={found.title}
      style={{
        visibility: place === null ? 'hidden' : 'visible',
        left: `${place?.left ?? 0}px`,
        top: `${place?.top ?? 0}px`,
        maxHeight: place === null ? 'none' : `${place.height}px`,
      }}
    >
      <p class="muted">{found.title}</p>
      {found.hands.map((hand) => (
        <button
          key={hand.label}
          type="button"
          title={[...(hand.hint === undefined ? [] : [hand.hint]), ...hand.lines].join('\n')}
          onClick={() => void write(hand)}
        >
          {hand.label}
        </button>
      ))}
      {at !== null && isAside() && (
        <button
          type="button"
          onClick={() => {
            closeHands();
            select({ tree: at.tree, node: at.node, slot: at.slot });
          }}
        >
          Show its node’s 256 bytes
        </button>
      )}
    </div>
  );
}

// Where the list stands: beside the mark of what was chosen, which moves as the picture makes room; where there is no
// mark, where the pointer went down.
function usePlace(box: RefObject<HTMLElement | null>, at: typeof handsAt.value) {
  const [place, setPlace] = useState<Placed | null>(null);
  useLayoutEffect(() => {
    let frame = 0;
    const follow = (): void => {
      frame = requestAnimationFrame(follow);
      const there = at?.place ?? null;
      const mark =
        there === null
          ? document.querySelector('.tree-host .selected')?.getBoundingClientRect()
          : { left: there.x, top: there.y, right: there.x, bottom: there.y };
      if (box.current === null || mark === undefined) return;
      const { offsetWidth: width, scrollHeight } = box.current;
      const { borderTopWidth } = getComputedStyle(box.current);
      const height = scrollHeight + 2 * parseFloat(borderTopWidth);
      const next = besideSlot(mark, { width, height }, { width: innerWidth, height: innerHeight }, at?.pressed ?? null);
      setPlace((last) =>
        last?.left === next.left && last.top === next.top && last.height === next.height ? last : next,
      );
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [at]);
  return place;
}

// Closes the list with the next click, wheel or key; Tab goes into it, and Escape back to where the focus was.
function useLeaving(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let before: Element | null = null;
    const onKey = (event: KeyboardEvent): void => {
      const element = box.current;
      // Of a slot that is not in the picture there is no list to be seen.
      if (element === null || element.style.visibility !== 'visible') return;
      const within = element.contains(document.activeElement);
      if (event.key === 'Escape') {
        event.stopPropagation();
        closeHands();
        if (within && before instanceof HTMLElement) before.focus();
      } else if (!within && event.key === 'Tab') {
        before = document.activeElement;
        element.querySelector('button')?.focus();
        event.preventDefault();
      } else if (!within) closeHands();
    };
    const onOutside = (event: Event): void => {
      if (!(event.target instanceof Node) || !(box.current?.contains(event.target) ?? false)) closeHands();
    };
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('pointerdown', onOutside, true);
    document.addEventListener('wheel', onOutside, { passive: true });
    window.addEventListener('resize', closeHands);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('pointerdown', onOutside, true);
      document.removeEventListener('wheel', onOutside);
      window.removeEventListener('resize', closeHands);
    };
  }, []);
}

let inPicture = true;

// The second click of a double click in the picture belongs to the picture, whatever the first one put under it.
function swallowSecond(event: MouseEvent): void {
  const within =
    event.target instanceof Element && event.target.closest('.tree-host, .strip-host, .large-host') !== null;
  if (event.detail < 2) inPicture = within;
  else if (inPicture && !within) {
    event.stopImmediatePropagation();
    event.preventDefault();
  }
}

// For as long as the page: the list may close between the two clicks.
document.addEventListener('click', swallowSecond, true);

async function write({ lines, over }: Hand): Promise<void> {
  closeHands();
  const { lines: steps } = stepColumns.value;
  const own = steps[stepHere.value - 1];
  const after =
    own === undefined || stepHere.value === steps.length
      ? Infinity
      : lineAfter(text.value, own, steps.indexOf(own) === steps.lastIndexOf(own));
  const { text: next, offset } = withTryAt(text.value, after, lines);
  const [first = ''] = lines;
  await insertLines(
    next,
    next.slice(0, offset).split('\n').length + lines.findLastIndex((line) => !line.startsWith('expect')),
  );
  if (over === undefined) return;
  // Behind the range.
  const from = offset + first.indexOf(over, first.indexOf(' ', first.indexOf('..')));
  focusEditor(from, from + over.length);
}
