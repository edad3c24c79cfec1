// SPDX-License-Identifier: GPL-2.0-or-later
//
// Play, step, scrub; the timeline; the notes that stand with the step. Floor 5.

import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Term } from '../views/shared/term';
import { createTimelineView } from '../views/timeline/view';
import type { TimelineMark } from '../views/timeline/types';
import type { RunSummary } from '../model/run';
import { BackIcon, FirstIcon, ForwardIcon, LastIcon, PauseIcon, PlayIcon } from './icons';
import { stepBy, stepTo, togglePlay } from './player';
import { currentNotes, hasNotes, hoveredStep, playing, ran, scene, speed, SPEEDS, step, steps } from './state';

export function Transport() {
  const atStart = step.value === 0;
  const atEnd = step.value >= steps.value;
  const about = scene.value?.record?.tree ?? null;
  // Where the tree itself goes by the whole height, what is requested is that.
  const wholeHeight = scene.value?.trees.find(({ picture }) => picture.name === about)?.picture.mode.wholeHeight === true;
  const note = currentNotes.value.map(({ text }) => text).join(' · ');
  return (
    <section class={hasNotes.value ? 'transport with-notes' : 'transport'} aria-label="Time">
      <div class="transport-row" role="group" aria-label="Steps">
        <button type="button" class="button square quiet" aria-label="First step" title="First step  Home" disabled={atStart} onClick={() => stepTo(0)}>
          <FirstIcon />
        </button>
        <button type="button" class="button square quiet" aria-label="Step back" title="Step back  ←" disabled={atStart} onClick={() => stepBy(-1)}>
          <BackIcon />
        </button>
        <button type="button" class="button square" aria-label={playing.value ? 'Pause' : 'Play'} title="Play or pause the steps  Space" disabled={steps.value === 0} onClick={togglePlay}>
          {playing.value ? <PauseIcon /> : <PlayIcon />}
        </button>
        <button type="button" class="button square quiet" aria-label="Step forward" title="Step forward  →" disabled={atEnd} onClick={() => stepBy(1)}>
          <ForwardIcon />
        </button>
        <button type="button" class="button square quiet" aria-label="Last step" title="Last step  End" disabled={atEnd} onClick={() => stepTo(steps.value)}>
          <LastIcon />
        </button>
        <label class="speed">
          <span class="visually-hidden">Speed</span>
          <select
            value={speed.value}
            onChange={(event) => {
              speed.value = Number(event.currentTarget.value);
            }}
          >
            {SPEEDS.map((choice) => (
              <option key={choice} value={choice}>
                {choice}/s
              </option>
            ))}
          </select>
        </label>
        <p class="note-text" title={note}>
          {note}
        </p>
        <span class="muted row-name">steps of the scenario</span>
        <span class="mono step-place" aria-hidden="true">
          {step.value.toLocaleString('en')}/{steps.value.toLocaleString('en')}
        </span>
        <p class="bars-legend muted">
          {wholeHeight ? <Term id="neededWhole">requested by whole height</Term> : <Term id="requested">requested</Term>} <span class="bar-asked" /> <Term id="used">used</Term>{' '}
          <span class="bar-used" />{' '}
          {!wholeHeight && (
            <>
              <Term id="wholeHeight">whole height</Term> <span class="bar-whole" />
            </>
          )}
        </p>
      </div>
      <Timeline />
    </section>
  );
}

/** Expects, notes, pauses and troubles as marks on their steps. */
export function marksOf(summary: RunSummary): TimelineMark[] {
  const marks: TimelineMark[] = [];
  for (const { step: at, held } of summary.expects) marks.push({ step: at, kind: held ? 'expect-held' : 'expect-failed' });
  for (const note of summary.notes) {
    if (note.text !== '') marks.push({ step: note.step, kind: 'note' });
    if (note.pause) marks.push({ step: note.step, kind: 'pause' });
  }
  for (const trouble of summary.troubles) marks.push({ step: trouble.step, kind: 'trouble' });
  return marks;
}

function Timeline() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const view = createTimelineView({
      host: host.current,
      onSeek: stepTo,
      onHover: (at) => {
        hoveredStep.value = at;
      },
    });
    const stop = effect(() => {
      const summary = ran.value?.summary;
      view.update({
        steps: summary?.steps ?? [],
        current: step.value,
        marks: summary === undefined ? [] : marksOf(summary),
        hovered: hoveredStep.value,
      });
    });
    return () => {
      stop();
      view.destroy();
    };
  }, []);
  return <div class="timeline-host" ref={host} />;
}
