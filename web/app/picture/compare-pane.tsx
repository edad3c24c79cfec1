// SPDX-License-Identifier: GPL-2.0-or-later
//
// The room of two trees side by side: which two, from difference to difference, and the picture.

import { useEffect, useState } from 'preact/hooks';
import { Comparison } from '../../views/compare/view';
import { Comparison as Forks } from '../../views/fork/comparison';
import { columnName } from '../../views/fork/compare-rows';
import { branches, currentBranch } from '../store/actions/branches';
import {
  choosePair,
  comparesSame,
  chooseRow,
  chosenRow,
  compared,
  compareFailure,
  comparing,
  forksChosen,
  forksCompared,
  gaveUp,
  offers,
  otherReleases,
  pairChosen,
  startCompare,
  stopComparing,
  walkDifferences,
} from '../store/actions/compare-trees';
import type { Choice, RunChoice, StepChoice } from '../store/page/pair-wanted';
import './compare.css';
import { isDifference } from '../../model/comparison';
import { RELEASE_KEYS, releaseRow } from '../../model/releases';
import { showView } from '../store/actions/actions';
import { ran, running, scene, view } from '../store/page/state';
import { RedBlackPane } from './redblack-pane';
import { counted } from '../../base/text';

/** The room of comparisons: two trees of runs, or a tree beside a red-black tree. */
export function CompareRoom() {
  return view.value === 'redblack' ? <RedBlackPane /> : <ComparePair />;
}

function ComparePair() {
  useEffect(startCompare, []);
  const [open, setOpen] = useState(false);
  const known = compared.value;
  const answer = known !== null && known.run === ran.value ? known.answer : null;
  return (
    <div class="differ-host">
      <div class={open ? 'differ-head open' : 'differ-head'}>
        <button type="button" class="button small differ-fold" aria-expanded={open} onClick={() => setOpen(!open)}>
          {known === null || answer === null ? 'A | B' : known.titles.join(' | ')} {open ? '▴' : '▾'}
        </button>
        <div class="differ-offers" role="group" aria-label="Compare">
          {offers.value.map(({ name, pair }) => (
            <button
              key={name}
              type="button"
              class="button small"
              aria-pressed={comparesSame(pair, pairChosen.value)}
              onClick={() => choosePair(pair)}
            >
              {name}
            </button>
          ))}
          <button
            type="button"
            class="button small"
            title="Depth, memory and cache lines of this tree and of a red-black tree"
            onClick={() => showView('redblack')}
          >
            red-black tree
          </button>
          <Walk />
        </div>
        <div class="differ-sides">
          <Side name="A" side="a" />
          <Side name="B" side="b" />
        </div>
      </div>
      {running.value ? (
        <p class="differ-note muted" role="status">
          The page compares the two as soon as the run has ended.
        </p>
      ) : (
        compareFailure.value !== null && <p class="differ-note bad">{compareFailure.value}</p>
      )}
      {comparing.value !== null && (
        <p class="differ-note muted" role="status">
          {comparing.value.made === 0
            ? 'The two are compared.'
            : `The other run is made: ${counted(comparing.value.made, 'step')}.`}{' '}
          <button type="button" class="button small" onClick={stopComparing}>
            Cancel
          </button>
        </p>
      )}
      {gaveUp.value && comparing.value === null && (
        <p class="differ-note muted" role="status">
          Cancelled: the two are not compared. Choose them again, or go to another step.
        </p>
      )}
      <div class={known?.run === ran.value ? 'differ-body' : 'differ-body old'}>
        <TwoForks />
        {known !== null && answer !== null && (
          <Comparison
            comparison={answer}
            titleA={known.titles[0]}
            titleB={known.titles[1]}
            chosen={chosenRow.value}
            onChoose={chooseRow}
          />
        )}
        {answer === null && (scene.value?.trees.length ?? 0) === 0 && (
          <p class="differ-note muted">At this step there is no tree to compare.</p>
        )}
      </div>
    </div>
  );
}

function TwoForks() {
  const steps = forksChosen.value;
  if (steps === null) return null;
  const known = forksCompared.value;
  const shown = known !== null && known.run === ran.value && known.steps.join() === steps.join() ? known : null;
  const titles = shown?.columns.map((column, k) => {
    const { name, more } = columnName(column);
    return { name: `Fork at step ${steps[k]?.toLocaleString('en') ?? ''}`, more: `by ${name}, ${more}` };
  });
  return (
    <Forks
      columns={shown?.columns ?? null}
      own={-1}
      busy={shown === null}
      onCompare={() => undefined}
      {...(titles === undefined ? {} : { titles })}
    />
  );
}

function Walk() {
  const answer = compared.value?.answer;
  const count = answer?.differences ?? 0;
  const places = answer?.rows.flatMap((row, k) => (isDifference(row) ? [k] : [])) ?? [];
  const at = chosenRow.value === null ? -1 : places.indexOf(chosenRow.value);
  return (
    <span class="differ-walk">
      <button
        type="button"
        class="button small square"
        aria-label="Previous difference"
        title="Previous difference"
        disabled={count === 0}
        onClick={() => walkDifferences(-1)}
      >
        ↑
      </button>
      <button
        type="button"
        class="button small square"
        aria-label="Next difference"
        title="Next difference"
        disabled={count === 0}
        onClick={() => walkDifferences(1)}
      >
        ↓
      </button>
      <span class="muted mono">
        {answer?.missing !== null
          ? ''
          : at < 0
            ? `${counted(count, 'difference')}${forksChosen.value === null ? '' : ' of the trees'}`
            : `${at + 1} of ${count.toLocaleString('en')}`}
      </span>
    </span>
  );
}

function Side({ name, side }: { readonly name: string; readonly side: 'a' | 'b' }) {
  const choice = pairChosen.value[side];
  const put = (change: Partial<Choice>): void => {
    choosePair({ ...pairChosen.value, [side]: { ...choice, ...change } });
  };
  const trees = scene.value?.trees.map(({ picture }) => picture.name) ?? [];
  const others = branches.value.filter(({ id }) => id !== currentBranch.value.id);
  const { run, tree, step: at } = choice;
  // A release that was chosen stays in the list when the text comes to follow it by itself.
  const chosen = typeof run === 'object' && 'release' in run ? run.release : null;
  const releases = RELEASE_KEYS.filter((one) => otherReleases.value.includes(one) || one === chosen);
  const gone = tree !== null && !trees.includes(tree) ? [tree] : [];
  return (
    <span class="differ-side" role="group" aria-label={name}>
      <b>{name}</b>
      {(others.length > 0 || releases.length > 0) && (
        <select
          class="menu"
          aria-label={`${name}: run`}
          value={runName(run)}
          onChange={(event) => put({ run: runOf(event.currentTarget.value) })}
        >
          <option value="shown">this run</option>
          {releases.map((one) => (
            <option key={one} value={runName({ release: one })}>
              by {releaseRow(one).name}
            </option>
          ))}
          {others.map(({ id, name: words }) => (
            <option key={id} value={runName({ branch: id })}>
              {words}
            </option>
          ))}
        </select>
      )}
      <select
        class="menu"
        aria-label={`${name}: tree`}
        value={tree ?? ''}
        onChange={(event) => put({ tree: event.currentTarget.value === '' ? null : event.currentTarget.value })}
      >
        <option value="">tree shown</option>
        {[...trees, ...gone].map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      <select
        class="menu"
        aria-label={`${name}: step`}
        value={typeof at === 'number' ? 'number' : at}
        onChange={(event) => put({ step: stepOf(event.currentTarget.value) })}
      >
        <option value="shown">step shown</option>
        <option value="before">step before</option>
        <option value="last">last step</option>
        <option value="number">step…</option>
      </select>
      {typeof at === 'number' && (
        <input
          class="mono"
          type="text"
          inputMode="numeric"
          aria-label={`${name}: number of the step`}
          value={at}
          onChange={(event) => put({ step: Math.max(0, Math.round(Number(event.currentTarget.value)) || 0) })}
        />
      )}
    </span>
  );
}

function runOf(value: string): RunChoice {
  const release = RELEASE_KEYS.find((one) => runName({ release: one }) === value);
  return value === 'shown' ? value : release === undefined ? { branch: value.slice(2) } : { release };
}

function runName(run: RunChoice): string {
  return run === 'shown' ? run : 'release' in run ? `r:${run.release}` : `b:${run.branch}`;
}

function stepOf(value: string): StepChoice {
  return value === 'shown' || value === 'before' || value === 'last' ? value : (scene.value?.step ?? 0);
}
