// SPDX-License-Identifier: GPL-2.0-or-later
//
// Play, step, scrub; the timeline; the notes that stand with the step.

import { effect, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { withCode } from '../../views/shared/with-code';
import { stepFacts } from '../../views/timeline/letters';
import { createTimelineView } from '../../views/timeline/view';
import { kindAt } from '../../model/run';
import {
  BackIcon,
  ChangeAfterIcon,
  ChangeBeforeIcon,
  CloseIcon,
  FailureAfterIcon,
  FailureBeforeIcon,
  FirstIcon,
  ForwardIcon,
  LastIcon,
  PauseIcon,
  PlayIcon,
} from '../ui/icons';
import { SlowToggle } from './motion-entry';
import { changes, chosenNode, goToChange, looking, mayChange, stopLooking } from '../store/run/node-changes';
import { onDemand } from '../ui/on-demand';
import { setSpeed, stepBy, stepTo, stepToFailure, togglePlay } from '../store/run/player';
import { hoverStep, showPane } from '../store/actions/actions';
import { isWide } from '../store/page/window';
import {
  SPEEDS,
  stepColumns,
  currentNotes,
  engineless,
  everything,
  hoveredStep,
  playing,
  speed,
  step,
  stepHere,
  steps,
} from '../store/page/state';
import { breakpoints, failures, marks, nextOf, previousOf, ticks } from '../store/page/time';
import { vmaName } from '../store/run/vma-names';

const TimelineKey = onDemand('The key of the timeline', async () => (await import('./timeline-key')).TimelineKey);

export function Transport() {
  const atStart = stepHere.value === 0;
  const atEnd = stepHere.value >= steps.value;
  const note = noteHere();
  return (
    <section class="transport" aria-label="Time" inert={engineless.value}>
      <div class="transport-row" role="group" aria-label="Steps">
        <button
          type="button"
          class="button square quiet first-step"
          aria-label="First step"
          title="First step  Home"
          disabled={atStart}
          onClick={() => stepTo(0)}
        >
          <FirstIcon />
        </button>
        <button
          type="button"
          class="button square quiet"
          aria-label="Step back"
          title="Step back  ←"
          disabled={atStart}
          onClick={() => stepBy(-1)}
        >
          <BackIcon />
        </button>
        <button
          type="button"
          class="button square"
          aria-label={playing.value ? 'Pause' : 'Play'}
          title="Play or pause the steps  Space"
          disabled={steps.value === 0}
          onClick={togglePlay}
        >
          {playing.value ? <PauseIcon /> : <PlayIcon />}
        </button>
        <NextStep />
        <button
          type="button"
          class="button square quiet last-step"
          aria-label="Last step"
          title="Last step  End"
          disabled={atEnd}
          onClick={() => stepTo(steps.value)}
        >
          <LastIcon />
        </button>
        <Speed />
        <FailureJumps />
        <ChangeJumps />
        <SlowToggle />
        {/* Cut on a narrow page: the step's room has it whole. */}
        <p class="note-text" title={note} onClick={showWhole}>
          {withCode(note)}
        </p>
        <span class={steps.value > 99 ? 'mono step-place two-lines' : 'mono step-place'} aria-hidden="true">
          {stepHere.value.toLocaleString('en')}
          <span>/{steps.value.toLocaleString('en')}</span>
        </span>
      </div>
      <Timeline />
      {steps.value > 0 && <KeyToggle />}
    </section>
  );
}

function showWhole(): void {
  if (!isWide()) showPane('step');
}

// Of a step without a note, what it was: a finger that goes to it on the timeline points at nothing.
function noteHere(): string {
  const notes = currentNotes.value.map(({ text }) => text).join(' · ');
  if (notes !== '' || steps.value === 0) return notes;
  const at = stepHere.value;
  return stepFacts(kindAt(stepColumns.value, at), vmaName(at));
}

function Speed() {
  return (
    <label class="speed">
      <span class="ms-offscreen">Speed</span>
      <select class="menu" value={speed.value} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
        {SPEEDS.map((choice) => (
          <option key={choice} value={choice}>
            {choice.toLocaleString('en')}/s
          </option>
        ))}
      </select>
    </label>
  );
}

// At the end the page at first offers to begin again.
function NextStep() {
  const atEnd = stepHere.value >= steps.value;
  const again = atEnd && !everything.value && steps.value > 1;
  const name = again ? 'From the start' : everything.value ? 'Step forward' : 'Next step';
  return (
    <button
      type="button"
      class={again ? 'button square quiet next-step again' : 'button square quiet next-step'}
      aria-label={name}
      title={again ? 'First step' : 'Step forward  →'}
      disabled={atEnd && !again}
      onClick={() => (again ? stepTo(1) : stepBy(1))}
    >
      <span class="only-simple">{again ? name : 'Next step '}</span>
      {!again && <ForwardIcon />}
    </button>
  );
}

// The meaning of the timeline's letters and signs.
function KeyToggle() {
  const open = useSignal(false);
  return (
    <>
      <button
        type="button"
        class="button small key-toggle"
        aria-expanded={open.value}
        onClick={() => {
          open.value = !open.value;
        }}
      >
        key
      </button>
      {open.value && <TimelineKey onClose={() => (open.value = false)} />}
    </>
  );
}

function FailureJumps() {
  const [before, after] = [previousOf(failures.value, stepHere.value), nextOf(failures.value, stepHere.value)];
  return (
    <div class="jumps" role="group" aria-label="Failures">
      <button
        type="button"
        class="button square quiet"
        aria-label="Previous failure"
        title="Previous failure  X"
        disabled={before === null}
        onClick={() => stepToFailure(-1)}
      >
        <FailureBeforeIcon />
      </button>
      <button
        type="button"
        class="button square quiet"
        aria-label="Next failure"
        title="Next failure  x"
        disabled={after === null}
        onClick={() => stepToFailure(1)}
      >
        <FailureAfterIcon />
      </button>
    </div>
  );
}

// Stands where it is whether or not a node is chosen, so that nothing moves.
function ChangeJumps() {
  const node = chosenNode.value;
  const wait = looking.value;
  const name = node === null ? 'the chosen node' : `#${node}`;
  return (
    <div class="jumps changes" role="group" aria-label={`Changes of ${name}`}>
      <button
        type="button"
        class="button square quiet"
        aria-label={`Previous change of ${name}`}
        title={`Previous change of ${name}  C`}
        disabled={!mayChange(-1)}
        onClick={() => void goToChange(-1)}
      >
        <ChangeBeforeIcon />
      </button>
      <span
        class="mono jumps-of"
        title={node === null ? 'Choose a node, then go to the steps that change it' : `Steps that change #${node}`}
      >
        {wait?.shown === true
          ? `${Math.floor((100 * wait.done) / Math.max(1, wait.of))} %`
          : node === null
            ? 'node'
            : name}
      </span>
      {wait?.shown === true ? (
        <button
          type="button"
          class="button square quiet"
          aria-label="Stop looking"
          title="Stop looking"
          onClick={stopLooking}
        >
          <CloseIcon />
        </button>
      ) : (
        <button
          type="button"
          class="button square quiet"
          aria-label={`Next change of ${name}`}
          title={`Next change of ${name}  c`}
          disabled={!mayChange(1)}
          onClick={() => void goToChange(1)}
        >
          <ChangeAfterIcon />
        </button>
      )}
    </div>
  );
}

function Timeline() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const view = createTimelineView({
      host: host.current,
      onSeek: stepTo,
      about: vmaName,
      clear: () => {
        const last = document.querySelector<HTMLElement>('.slow-toggle');
        return last === null ? 0 : last.offsetLeft + last.offsetWidth + 8;
      },
      onHover: hoverStep,
    });
    const stop = effect(() => {
      view.update({
        steps: stepColumns.value,
        current: stepHere.value,
        wanted: step.value,
        marks: marks.value,
        hovered: hoveredStep.value,
        ticks: ticks.value,
        breakpoints: breakpoints.value,
        changes: changes.value,
      });
    });
    return () => {
      stop();
      view.destroy();
    };
  }, []);
  return <div class="timeline-host" ref={host} />;
}
