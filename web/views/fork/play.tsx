// SPDX-License-Identifier: GPL-2.0-or-later
//
// The controls of a play: play and pause, a mark back and forth, a scrubber over all marks; the stages by name. The
// moment itself is the caller's; here it only asks to be moved.

import { useEffect } from 'preact/hooks';
import { useLatest, useStillness } from '../shared/hooks';
import { groupedCount } from '../shared/text';
import type { DupModel, Stage, StageKind } from './dup-model';
import { stageAt } from './dup-model';
import type { Tell } from './dup-words';

/** A play lasts between these, whatever the number of its marks. */
const SHORTEST_MS = 2500;
const LONGEST_MS = 14_000;
const MARK_MS = 150;
/** Without motion a stage is shown for so long. */
const STAGE_MS = 1400;

const STAGE_NAMES: Readonly<Record<DupModel['way'], Readonly<Record<StageKind, string>>>> = {
  copied: { copy: 'tree copied', prepare: 'prepared', entries: 'entries replaced', failure: 'failure', undo: 'undone' },
  stored: {
    copy: 'tree copied',
    prepare: 'nodes requested',
    entries: 'VMAs stored',
    failure: 'failure',
    undo: 'undone',
  },
  whole: { copy: 'tree copied', prepare: 'prepared', entries: 'entries', failure: 'failure', undo: 'torn down' },
};

export function stageName(way: DupModel['way'], kind: StageKind): string {
  return STAGE_NAMES[way][kind];
}

/** How long a play of so many marks lasts, in ms. */
export function playTime(marks: number): number {
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, marks * MARK_MS));
}

export interface PlayProps {
  readonly model: DupModel;
  readonly cursor: number;
  readonly playing: boolean;
  readonly onCursor: (cursor: number) => void;
  readonly onPlay: (playing: boolean) => void;
  readonly tell: Tell;
}

export function Play(props: PlayProps) {
  const { model, cursor, playing, onCursor, onPlay, tell } = props;
  const end = model.marks.length;
  usePlaying(props);
  const seek = (to: number): void => {
    if (playing) onPlay(false);
    onCursor(Math.max(0, Math.min(end, to)));
  };
  return (
    <div class="ms-play" role="group" aria-label="Marks of this step">
      <div class="controls">
        <span
          class="caption"
          title="Marks are the moments of this step that the picture shows. Slow motion has all events."
        >
          marks
        </span>
        <button type="button" aria-label="One mark back" disabled={cursor <= 0} onClick={() => seek(cursor - 1)}>
          <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
            <path class="line" d="M10 3L5 8l5 5" />
          </svg>
        </button>
        <button
          type="button"
          class="main"
          disabled={end === 0}
          aria-label={playing ? 'Pause' : 'Play'}
          onClick={() => {
            if (!playing && cursor >= end) onCursor(0);
            onPlay(!playing);
          }}
        >
          <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
            {playing ? <path d="M4 2.5h3v11H4zM9 2.5h3v11H9z" /> : <path d="M4 2.2v11.6L13.6 8z" />}
          </svg>
        </button>
        <button type="button" aria-label="One mark forward" disabled={cursor >= end} onClick={() => seek(cursor + 1)}>
          <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
            <path class="line" d="M6 3l5 5-5 5" />
          </svg>
        </button>
        <div class="scrub">
          <Track model={model} />
          <input
            class={model.cut === null ? undefined : 'short'}
            type="range"
            min={0}
            max={end}
            step={1}
            value={cursor}
            aria-label="Moment of the fork"
            aria-valuetext={momentText(model, cursor, tell)}
            onInput={(event) => seek(Number(event.currentTarget.value))}
            onKeyDown={(event) => event.stopPropagation()}
          />
        </div>
        <span class="ms-mono count" aria-hidden="true">
          <span style={{ minWidth: `${groupedCount(end).length}ch` }}>{groupedCount(cursor)}</span> /{' '}
          {groupedCount(end)}
        </span>
      </div>
    </div>
  );
}

/** The stages by name: each goes to its end. */
export function Stages({ model, cursor, onCursor, onPlay }: Omit<PlayProps, 'playing' | 'tell'>) {
  const current = stageAt(model, cursor);
  return (
    <div class="ms-play-stages" role="group" aria-label="Stages">
      {model.stages.map((stage) => (
        <button
          key={stage.kind}
          type="button"
          class={`stage ${stage.kind}`}
          aria-pressed={current === stage}
          onClick={() => {
            onPlay(false);
            onCursor(stage.end);
          }}
        >
          <i aria-hidden="true" />
          {stageName(model.way, stage.kind)}
        </button>
      ))}
      {model.cut?.stages.map((kind) => (
        <span key={kind} class={`stage lost ${kind}`}>
          <i aria-hidden="true" />
          {stageName(model.way, kind)}: not recorded
        </span>
      ))}
    </div>
  );
}

/** The missing part of a film, in one sentence; empty for a whole one. */
export function cutText({ cut }: Pick<DupModel, 'cut'>): string {
  if (cut === null) return '';
  const { missing, of, stages, undone } = cut;
  const what = undone ? 'removals' : 'entries';
  const parts = missing > 0 ? [`the last ${groupedCount(missing)} of ${groupedCount(of)} ${what}`] : [];
  for (const kind of stages) parts.push(kind === 'undo' ? 'the undo' : 'the failure');
  const last = parts.pop() ?? '';
  const list = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
  return (
    `The recording is cut: ${list} ${parts.length > 0 || (missing > 1 && stages.length === 0) ? 'were' : 'was'} not ` +
    'recorded.'
  );
}

function Track({ model }: { readonly model: DupModel }) {
  return (
    <div class="track" aria-hidden="true">
      {model.stages.map((stage) => (
        <i key={stage.kind} class={stage.kind} style={{ flexGrow: stage.end - stage.first }} />
      ))}
      {model.cut !== null && <span class="torn">cut</span>}
    </div>
  );
}

/** "Mark 3 of 40: …" */
export function momentText({ marks }: DupModel, cursor: number, tell: Tell): string {
  return cursor <= 0 ? tell(0) : `Mark ${groupedCount(cursor)} of ${groupedCount(marks.length)}: ${tell(cursor)}`;
}

/** The end of the stage that comes after a moment. */
export function nextStageEnd(stages: readonly Stage[], cursor: number): number {
  return stages.find(({ end }) => end > cursor)?.end ?? cursor;
}

function usePlaying(props: PlayProps): void {
  const latest = useLatest(props);
  const still = useStillness();
  const { playing } = props;
  useEffect(() => {
    if (!playing) return;
    const goOn = (to: number): boolean => {
      const { model, cursor, onCursor, onPlay } = latest.current;
      const end = model.marks.length;
      if (to > cursor) onCursor(Math.min(end, to));
      if (to < end) return true;
      onPlay(false);
      return false;
    };
    if (still) {
      const timer = setInterval(() => goOn(nextStageEnd(latest.current.model.stages, latest.current.cursor)), STAGE_MS);
      return () => clearInterval(timer);
    }
    const began = latest.current.cursor;
    const start = performance.now();
    let request = requestAnimationFrame(function next(now) {
      const { length } = latest.current.model.marks;
      const done = (Math.max(0, now - start) / playTime(length)) * length;
      if (goOn(Math.floor(began + done))) request = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(request);
  }, [playing, still, latest]);
}
