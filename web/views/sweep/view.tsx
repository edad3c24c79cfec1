// SPDX-License-Identifier: GPL-2.0-or-later
//
// Sweeps as strips: one cell per run, coloured and marked by its outcome. One tab stop per strip, arrows go from cell
// to cell, Enter opens the run. The cells are painted, so thousands of them cost little; a button stands on the current
// one and says in a sentence what it is. The same as a table, neighbours of one kind in one row.

import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SweepOutcome } from '../../model/memory';
import type { SweepReport, SweepRun } from '../../model/sweep';
import { useInk, usePainted, useWidth, type Ink } from '../shared/hooks';
import type { Token } from '../shared/palette';
import type { Pen } from '../shared/pen';
import { siteName } from '../../words/failure-points';
import { countOutcomes, outcomeMeaning, runSentence, runsSentence, sweepText } from '../../words/sweep';
import { counted } from '../../base/text';
import { wrongText } from '../../words/trouble';
import { groupedCount } from '../shared/text';
import {
  cellAt,
  furthest,
  hitCell,
  isRoomy,
  layoutMatrix,
  moveCell,
  OUTCOME_SIGNS,
  OUTCOMES,
  reachOf,
  runFacts,
  runsIn,
  spansOf,
  worstOf,
  type StripLayout,
} from './layout';
import type { SweepRunningProps, SweepViewProps } from './types';
import '../fork/sheet.css';

/** So few kinds of runs are listed under the strip too. */
const KINDS_SHOWN = 12;
/** More rows of a table than this are counted. */
const ROWS = 300;
/** Over the lower edge of what is seen, where more of it fades. */
const FADE = 14;

export function SweepView({ sweeps, open, onOpen, table = false, seen = null }: SweepViewProps) {
  const whole = useRef<HTMLElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const ink = useInk(host);
  const [top, setTop] = useState(0);
  // The height above the strip depends on the width.
  useLayoutEffect(() => {
    const strip = host.current?.querySelector('.strip');
    if (seen === null || whole.current === null || strip === null || strip === undefined) return;
    setTop(Math.round(strip.getBoundingClientRect().top - whole.current.getBoundingClientRect().top));
  }, [width, seen, sweeps, table]);
  const room = seen === null || top === 0 || sweeps.length > 1 ? undefined : seen - top - FADE;
  const layouts = useMemo(
    () =>
      layoutMatrix(
        sweeps.map(({ runs }) => runs.length),
        Math.max(120, width),
        room,
      ),
    [sweeps, width, room],
  );
  const ramp = sweeps.some(({ runs }) => furthest(runs) > 0);
  const shown = OUTCOMES.filter((outcome) => sweeps.some(({ runs }) => runs.some((run) => run.outcome === outcome)));
  return (
    <section class="ms-sweep" ref={whole} aria-label={sweeps.length === 1 ? 'Sweep' : 'Sweeps'}>
      <ul class="legend" aria-label="Outcomes" hidden={table}>
        {shown.map((outcome) => (
          <li key={outcome} title={outcomeMeaning(outcome)}>
            <i class={`key run-${outcome}`} aria-hidden="true">
              {OUTCOME_SIGNS[outcome]}
            </i>
            <span>
              {sweeps.length === 1 && (
                <span class="ms-mono">
                  {groupedCount(sweeps[0]?.runs.filter((run) => run.outcome === outcome).length ?? 0)}{' '}
                </span>
              )}
              {outcome}{' '}
              <span class="quiet">
                {outcomeMeaning(outcome)}
                {outcome === 'undone' && ramp && '; the stronger the colour, the more VMAs the child had'}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <div ref={host} class="strips">
        {sweeps.map((report, k) => (
          <Sweep
            key={`${k} ${report.line}`}
            report={report}
            layout={layouts[k]}
            ink={ink}
            open={open?.sweep === k ? open.k : null}
            table={table}
            withCounts={sweeps.length > 1 || table}
            onOpen={onOpen}
          />
        ))}
      </div>
    </section>
  );
}

interface SweepProps {
  readonly report: SweepReport;
  readonly layout: StripLayout | undefined;
  readonly ink: Ink | null;
  /** k of the run that is open. */
  readonly open: number | null;
  readonly table: boolean;
  /** Outcomes are counted at the sweep; else the legend does. */
  readonly withCounts: boolean;
  readonly onOpen: (run: SweepRun) => void;
}

// The colour alone shows what is the rule, so that the exceptions stand out.
function signOf(outcome: SweepOutcome): string {
  return outcome === 'undone' ? '' : OUTCOME_SIGNS[outcome];
}

function Sweep({ report, layout, ink, open, table, withCounts, onOpen }: SweepProps) {
  const few = useMemo(() => spansOf(report.runs).length <= KINDS_SHOWN, [report]);
  return (
    <div class="sweep">
      <h3 class="ms-head">
        {siteName(report.site)}
        {report.times > 1 ? `, ${report.times} at a time` : ''} <span class="quiet">line {report.line}</span>
      </h3>
      <p class="counts">
        <strong>{counted(report.runs.length, 'run')}</strong>
        {(withCounts ? countOutcomes(report.runs) : []).map(({ outcome, count }) => (
          <span key={outcome} class="count">
            <i class={`key run-${outcome}`} aria-hidden="true" /> {groupedCount(count)} {outcome}
          </span>
        ))}
      </p>
      {!table && layout !== undefined && report.runs.length > 0 && (
        <Strip report={report} layout={layout} ink={ink} open={open} onOpen={onOpen} />
      )}
      <div class={table ? 'as-table' : few ? 'kinds' : 'ms-offscreen'}>
        <RunTable report={report} onOpen={table ? onOpen : null} />
      </div>
    </div>
  );
}

function Strip({
  report,
  layout,
  ink,
  open,
  onOpen,
}: Omit<SweepProps, 'layout' | 'table' | 'withCounts'> & { readonly layout: StripLayout }) {
  const { runs } = report;
  const canvas = useRef<HTMLCanvasElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const openRun = runs.findIndex(({ k }) => k === open);
  const openCell = open === null ? -1 : Math.floor(Math.max(0, openRun) / layout.group);
  const [choice, setChoice] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const cell = Math.min(layout.cells - 1, choice ?? Math.max(0, openCell));
  const size = { width: layout.width, height: layout.height };
  const draw = (pen: Pen): void => {
    if (ink !== null) paint(pen, layout, runs, ink, { openCell, hovered });
  };
  usePainted(canvas, size, draw, [layout, runs, ink, openCell, hovered]);
  const sentenceOf = (at: number): string => cellSentence(report, runsIn(layout, at, runs.length));
  const openAt = (at: number): void => {
    const { first, end } = runsIn(layout, at, runs.length);
    const run = runs[worstOf(runs, first, end)];
    if (run !== undefined) onOpen(run);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = moveCell(layout, cell, event.key);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    setChoice(to);
  };
  const place = cellAt(layout, cell);
  const told = hovered ?? cell;
  const alone = runsIn(layout, told, runs.length);
  const run = alone.end - alone.first === 1 ? runs[alone.first] : undefined;
  return (
    <>
      <div
        class="strip"
        style={{ width: `${layout.width}px`, height: `${layout.height}px` }}
        onPointerMove={(event) =>
          setHovered(event.pointerType === 'touch' ? null : hitCell(layout, ...within(event, canvas.current)))
        }
        onPointerLeave={() => setHovered(null)}
        onClick={(event) => {
          // A click without a pointer is Enter on the current cell.
          const at = event.detail === 0 ? cell : hitCell(layout, ...within(event, canvas.current));
          if (at === null) return;
          setChoice(at);
          button.current?.focus();
          openAt(at);
        }}
      >
        <canvas ref={canvas} aria-hidden="true" style={{ width: `${layout.width}px`, height: `${layout.height}px` }} />
        <button
          type="button"
          ref={button}
          class="current"
          aria-label={`${sentenceOf(cell)} Enter opens it, arrow keys go to other runs.`}
          style={{ left: `${place.x}px`, top: `${place.y}px`, width: `${layout.size}px`, height: `${layout.size}px` }}
          onKeyDown={onKey}
        />
      </div>
      {run !== undefined && <RunFacts facts={runFacts(report, run)} />}
      {/* Of a single run the facts say it; the sentence is then for listeners. */}
      <p class={run === undefined ? 'told' : 'ms-offscreen'}>{sentenceOf(told)}</p>
      {layout.group > 1 && (
        <p class="quiet small">A cell stands for {groupedCount(layout.group)} runs and shows the worst of them.</p>
      )}
      <p class="ms-offscreen" aria-live="polite">
        {choice === null ? '' : sentenceOf(cell)}
      </p>
    </>
  );
}

// Of the run that a cell stands for, or of all of them.
function cellSentence(
  report: SweepProps['report'],
  { first, end }: { readonly first: number; readonly end: number },
): string {
  const run = report.runs[first];
  return end - first === 1 && run !== undefined
    ? runSentence(report, run)
    : runsSentence(report.runs.slice(first, end));
}

function RunFacts({ facts }: { readonly facts: ReturnType<typeof runFacts> }) {
  return (
    <dl class="run-facts" aria-hidden="true">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function within(event: MouseEvent, canvas: HTMLElement | null): [number, number] {
  const box = canvas?.getBoundingClientRect();
  return [event.clientX - (box?.left ?? 0), event.clientY - (box?.top ?? 0)];
}

interface Marked {
  readonly openCell: number;
  readonly hovered: number | null;
}

function paint(
  pen: Pen,
  layout: StripLayout,
  runs: readonly SweepRun[],
  { colours, words, mono }: Ink,
  { openCell, hovered }: Marked,
): void {
  const { size } = layout;
  pen.font = `400 12px ${mono}`;
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  pen.fillStyle = colours.muted;
  // Lines may be lower than their figures: then every second or third is shown.
  const every = Math.ceil(12 / (size + 1));
  const roomy = isRoomy(layout);
  for (let line = 0; !roomy && line < layout.lines; line += every) {
    const run = runs[line * layout.columns * layout.group];
    if (run !== undefined) pen.fillText(groupedCount(run.k), 0, line * (size + 1) + size / 2 + 0.5);
  }
  const signFont = `700 ${Math.round(size * (roomy ? 0.4 : 0.62))}px ${words}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  const most = furthest(runs);
  for (let cell = 0; cell < layout.cells; cell++) {
    const { first, end } = runsIn(layout, cell, runs.length);
    const run = runs[worstOf(runs, first, end)];
    if (run === undefined) continue;
    const { x, y } = cellAt(layout, cell);
    // An outcome that was expected is the paler, the fewer VMAs the child had: what was undone is the more, the darker
    // it is.
    const reach = run.outcome === 'undone' ? reachOf(run, most) : 1;
    pen.globalAlpha = 0.3 + 0.7 * reach;
    pen.fillStyle = colours[`run-${run.outcome}` satisfies Token];
    pen.fillRect(x, y, size, size);
    pen.globalAlpha = 1;
    if (run.outcome === 'completed') {
      pen.strokeStyle = colours.ink;
      pen.lineWidth = 1;
      pen.strokeRect(x + 0.5, y + 0.5, size - 1, size - 1);
    }
    const sign = roomy ? OUTCOME_SIGNS[run.outcome] : signOf(run.outcome);
    // On a pale cell the letters are those of the page.
    pen.fillStyle = reach < 0.6 ? colours.ink : colours[`on-run-${run.outcome}` satisfies Token];
    if (sign !== '') {
      pen.font = signFont;
      pen.fillText(sign, x + size / 2, y + size * (roomy ? 0.66 : 0.5) + 0.5);
    }
    if (roomy) {
      pen.font = `600 12px ${mono}`;
      pen.fillText(groupedCount(run.k), x + size / 2, y + size * 0.24);
    }
    if (cell === openCell || cell === hovered) {
      pen.strokeStyle = cell === openCell ? colours.accent : colours.ink;
      pen.lineWidth = 2;
      pen.strokeRect(x + 1, y + 1, size - 2, size - 2);
    }
  }
}

function RunTable({
  report,
  onOpen,
}: {
  readonly report: SweepReport;
  readonly onOpen: ((run: SweepRun) => void) | null;
}) {
  const spans = useMemo(() => spansOf(report.runs), [report]);
  return (
    <table class="ms-sheet">
      <caption class="ms-offscreen">{sweepText(report.runs)}</caption>
      <thead>
        <tr>
          <th scope="col" class="num">
            fails
          </th>
          <th scope="col">outcome</th>
          <th scope="col">error</th>
          <th scope="col">point</th>
          <th scope="col" class="num">
            line
          </th>
          {onOpen !== null && <th scope="col">open</th>}
        </tr>
      </thead>
      <tbody>
        {spans.slice(0, ROWS).map(({ first, last, count }) => (
          <tr key={first.k} class={first.outcome === 'completed' || first.outcome === 'undone' ? undefined : 'lost'}>
            <td class="num ms-mono">
              {!first.failed
                ? 'none'
                : count === 1
                  ? groupedCount(first.k)
                  : `${groupedCount(first.k)} – ${groupedCount(last.k)}`}
            </td>
            <td class="what">
              <i class={`key run-${first.outcome}`} aria-hidden="true">
                {OUTCOME_SIGNS[first.outcome]}
              </i>{' '}
              {first.outcome}
              {first.wrong === null ? '' : `: ${wrongText(first.wrong)}`}
            </td>
            <td class="ms-mono">{first.error ?? '–'}</td>
            <td class="ms-mono">
              {first.point === null
                ? '–'
                : `${first.point}${first.vma > 0 && count === 1 ? ` at VMA ${first.vma}` : ''}`}
            </td>
            <td class="num ms-mono">{first.line > 0 ? first.line : '–'}</td>
            {onOpen !== null && (
              <td>
                <button type="button" class="ms-link" onClick={() => onOpen(first)}>
                  run {groupedCount(first.k)}
                </button>
              </td>
            )}
          </tr>
        ))}
        {spans.length > ROWS && (
          <tr>
            <td colSpan={6}>{groupedCount(spans.length - ROWS)} more rows</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** A sweep under way. */
export function SweepRunning({ progress, onCancel }: SweepRunningProps) {
  const { done, of } = progress;
  return (
    <p class="ms-sweep-running" role="status">
      <progress {...(of === null ? {} : { max: of, value: done })} aria-label="The sweep runs" />
      <span class="ms-mono">
        {groupedCount(done)}
        {of === null ? '' : ` of ${groupedCount(of)}`}
      </span>{' '}
      runs
      <button type="button" class="do" onClick={onCancel}>
        Cancel
      </button>
    </p>
  );
}
