// SPDX-License-Identifier: GPL-2.0-or-later
//
// Slow motion on the page: the row of events under the timeline, and their list in the inspector.

import { useEffect, useState } from 'preact/hooks';
import { wordedEvents } from '../../engine/scene/event-texts';
import { opsWith } from '../../model/ops';
import type { WordedEvent } from '../../model/run';
import { Term } from '../../views/shared/term';
import { withCode } from '../../views/shared/with-code';
import { EventList } from '../../views/motion/event-list';
import { placeText } from '../../views/motion/groups';
import { EventStrip } from '../../views/motion/strip';
import '../../views/motion/style.css';
import './motion.css';
import { say } from '../store/actions/actions';
import { BackIcon, ForwardIcon, PauseIcon, PlayIcon } from '../ui/icons';
import {
  event,
  eventBy,
  eventSpeed,
  EVENT_SPEEDS,
  eventsPlaying,
  half,
  halfLate,
  playEvents,
  seekEvent,
  setEventSpeed,
  stopEvents,
} from '../store/run/motion';
import { PATIENCE_MS } from '../store/run/patience';
import { showSource } from '../store/run/source';
import { scene } from '../store/page/state';
import { counted } from '../../base/text';
import { stepText } from '../store/page/step-text';

// The events of the step shown, each with its sentence.
function told(): readonly WordedEvent[] {
  return scene.value === null ? [] : wordedEvents(scene.value);
}

export function MotionRow() {
  const all = told();
  const at = event.value;
  const none = all.length === 0;
  return (
    <section class="motion-row" aria-label="Slow motion">
      <div class="motion-controls">
        <span class="ms-head caption roomy">events</span>
        <button
          type="button"
          class="button square quiet"
          aria-label="Previous event"
          title="Previous event  Shift ←"
          disabled={none || at === 0}
          onClick={() => eventBy(-1)}
        >
          <BackIcon />
        </button>
        <button
          type="button"
          class="button square"
          aria-label={eventsPlaying.value ? 'Pause the events' : 'Play the events'}
          title="Play or pause the events of the step"
          disabled={none}
          onClick={() => (eventsPlaying.value ? stopEvents() : playEvents())}
        >
          {eventsPlaying.value ? <PauseIcon /> : <PlayIcon />}
        </button>
        <button
          type="button"
          class="button square quiet"
          aria-label="Next event"
          title="Next event  Shift →"
          disabled={none || at === all.length - 1}
          onClick={() => eventBy(1)}
        >
          <ForwardIcon />
        </button>
        <EventSpeed />
        <span class="event-place mono">
          {at !== null && all.length > 0 && <span class="roomy">event </span>}
          {placeWords(at, all.length)}
        </span>
        <span class="spring" />
        <button
          type="button"
          class="button small quiet mono source-place"
          disabled={none}
          title="Shows the line of the core’s source that reports this event"
          onClick={showSource}
        >
          {at === null || all[at] === undefined ? 'source' : placeText(all[at])}
        </button>
        <button
          type="button"
          class="button small"
          aria-label="whole step"
          disabled={at === null}
          onClick={() => void seekEvent(null)}
          title="Leaves slow motion and shows the whole step"
        >
          whole<span class="roomy">step</span>
        </button>
      </div>
      <Sentence />
      <EventStrip events={all} current={at} onSeek={(wanted) => void seekEvent(wanted)} />
    </section>
  );
}

function EventSpeed() {
  return (
    <label class="speed">
      <span class="ms-offscreen">Events a second</span>
      <select
        class="menu"
        value={eventSpeed.value}
        onChange={(change) => setEventSpeed(Number(change.currentTarget.value))}
      >
        {EVENT_SPEEDS.map((choice) => (
          <option key={choice} value={choice}>
            {choice}/s
          </option>
        ))}
      </select>
    </label>
  );
}

/** The list of the events, in the Step panel. */
export function MotionList() {
  const all = told();
  const at = event.value;
  const dropped = scene.value?.eventsDropped ?? 0;
  return (
    <section class="motion-list" aria-label="Events">
      <div class="list-head">
        <h2 class="ms-head">
          <Term id="event">Events</Term>
        </h2>
        <span class="mono muted">{placeWords(at, all.length)}</span>
        <span class="spring" />
        <CopyText />
      </div>
      <div class="list">
        {all.length === 0 ? (
          <p class="muted none">{noneText()}</p>
        ) : (
          <EventList events={all} current={at} onSeek={(wanted) => void seekEvent(wanted)} />
        )}
      </div>
      {dropped > 0 && <p class="muted">{counted(dropped, 'more event')} not kept.</p>}
    </section>
  );
}

// Only changes are events; what a step read is drawn on the tree.
function noneText(): string {
  const op = scene.value?.record?.op;
  return op !== undefined && READS.has(op)
    ? 'No events: the step only read. The picture marks the slots that it read.'
    : 'No events: the core allocated, wrote and freed nothing in this step.';
}

const READS = opsWith(({ reads }) => reads === true);

function placeWords(at: number | null, count: number): string {
  if (count === 0) return 'no events';
  const of = count.toLocaleString('en');
  return at === null ? `${of} ${count === 1 ? 'event' : 'events'}` : `${(at + 1).toLocaleString('en')} of ${of}`;
}

// The event, or why it cannot be drawn; a short wait is not shown.
function Sentence() {
  const [late, setLate] = useState(false);
  const waits = halfLate.value && !eventsPlaying.value;
  useEffect(() => {
    if (!waits) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [waits]);
  const all = told();
  const now = event.value === null ? undefined : all[event.value];
  const then = half.value;
  const words =
    now?.text ??
    (all.length === 0 ? noneText() : 'The step as a whole. Choose an event to see the tree as it was right then.');
  const missing = then?.kind === 'missing' && !halfLate.value ? then.text : null;
  return (
    <p class={missing === null ? 'event-words' : 'event-words bad'} title={missing ?? words}>
      {missing ?? withCode(words)}
      {late && <span class="muted"> · state at this event…</span>}
    </p>
  );
}

function CopyText() {
  const now = scene.value;
  const copy = async (): Promise<void> => {
    if (now === null) return;
    try {
      await navigator.clipboard.writeText(stepText(now, wordedEvents(now)));
      say('plain', `Step ${now.step} is on the clipboard as plain text.`);
    } catch {
      say('warning', 'The browser did not let the page use the clipboard.');
    }
  };
  return (
    <button
      type="button"
      class="button small"
      disabled={now === null || now.record === null}
      title="Copies the step and its events in sentences, as plain text"
      onClick={() => void copy()}
    >
      copy as text
    </button>
  );
}
