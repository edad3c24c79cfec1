// SPDX-License-Identifier: GPL-2.0-or-later
//
// The events of a step as a list: number, sentence, where in the core it is emitted. One tab stop; of many events only
// the rows in view are there.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { WordedEvent } from '../../model/run';
import { groupedCount } from '../shared/text';
import { groupOf, placeText } from './groups';
import { watchSize } from '../shared/skeleton';
import { withCode } from '../shared/with-code';

export interface EventListProps {
  readonly events: readonly WordedEvent[];
  readonly current: number | null;
  readonly onSeek: (event: number | null) => void;
}

/** Every row has as much room, so that the place of each is known; the current one may reach over the next. */
export const ROW_HEIGHT = 54;
const BEYOND = 4;

export function EventList({ events, current, onSeek }: EventListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const host = box.current;
    if (host === null) return;
    const measure = (): void => setHeight(host.clientHeight);
    measure();
    return watchSize(host, measure);
  }, []);
  // The current row comes into view, and no further than it must.
  useLayoutEffect(() => {
    const host = box.current;
    if (host === null || current === null || height === 0) return;
    const from = current * ROW_HEIGHT;
    const wanted =
      from < host.scrollTop
        ? from - ROW_HEIGHT / 2
        : from + ROW_HEIGHT > host.scrollTop + height
          ? from + 1.5 * ROW_HEIGHT - height
          : null;
    if (wanted !== null) host.scrollTop = Math.max(0, wanted);
    setTop(host.scrollTop);
  }, [current, height, events]);
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - BEYOND);
  const end = Math.min(events.length, Math.ceil((top + height) / ROW_HEIGHT) + BEYOND);
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || events.length === 0) return;
    const page = Math.max(1, Math.floor(height / ROW_HEIGHT) - 1);
    const [now, last] = [current ?? -1, events.length - 1];
    const targets: Readonly<Record<string, number>> = {
      ArrowUp: now - 1,
      ArrowDown: now + 1,
      PageUp: now - page,
      PageDown: now + page,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSeek(Math.max(0, Math.min(last, target)));
  };
  const active = current !== null && current >= first && current < end ? rowId(current) : undefined;
  return (
    <div
      class="ms-event-list"
      ref={box}
      role="listbox"
      aria-label="Events of the step"
      tabIndex={0}
      {...(active === undefined ? {} : { 'aria-activedescendant': active })}
      onKeyDown={onKey}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div role="presentation" class="rows" style={{ height: `${events.length * ROW_HEIGHT}px` }}>
        {events.slice(first, end).map((event, k) => (
          <Row
            key={first + k}
            event={event}
            at={first + k}
            of={events.length}
            current={first + k === current}
            onSeek={onSeek}
          />
        ))}
      </div>
    </div>
  );
}

function rowId(at: number): string {
  return `ms-event-${at}`;
}

interface RowProps {
  readonly event: WordedEvent;
  readonly at: number;
  readonly of: number;
  readonly current: boolean;
  readonly onSeek: (event: number) => void;
}

function Row({ event, at, of, current, onSeek }: RowProps) {
  const group = groupOf(event.name);
  return (
    <div
      id={rowId(at)}
      class={group === 'fail' ? 'row failed' : 'row'}
      role="option"
      aria-selected={current}
      aria-posinset={at + 1}
      aria-setsize={of}
      title={event.text}
      style={{ top: `${at * ROW_HEIGHT}px`, [current ? 'minHeight' : 'height']: `${ROW_HEIGHT}px` }}
      onClick={() => onSeek(at)}
    >
      <span class="number">{groupedCount(at + 1)}</span>
      <span class="text">{withCode(event.text)}</span>
      <span class="place">
        {group} · {placeText(event)}
      </span>
    </div>
  );
}
