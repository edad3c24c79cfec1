// SPDX-License-Identifier: GPL-2.0-or-later
//
// The bar above a handout: what is printed of what, on which paper.

import { useState } from 'preact/hooks';
import { closeDialog } from '../store/actions/actions';
import { TRACK } from '../../lesson/track';
import { steps } from '../store/page/state';
import { CloseIcon } from '../ui/icons';
import { readSteps, STEPS_MOST } from './step-numbers';
import type { Printed } from './step-picture';
import { sourcesHere, type Choice, type Source } from './wanted';

const SOURCES: Readonly<Record<Exclude<Source, 'track'>, string>> = {
  lesson: 'The open lesson',
  pack: 'The open pack',
  scenario: 'The scenario on the page',
};
export const SIZES = ['A4', 'Letter'] as const;
export type Size = (typeof SIZES)[number];

/** Null first: the view that shows most of a step. */
const VIEWS: readonly (readonly [Printed | null, string])[] = [
  [null, 'The most informative view'],
  ['tree', 'The tree'],
  ['fork', 'The fork'],
  ['sweep', 'The sweep'],
  ['compare', 'The ways to fork'],
  ['vmas', 'The VMAs'],
  ['tables', 'The page tables'],
];

interface BarProps {
  readonly choice: Choice;
  readonly choose: (next: Choice) => void;
  readonly size: Size;
  readonly setSize: (size: Size) => void;
  readonly answers: boolean;
  readonly setAnswers: (on: boolean) => void;
  /** The handout can be printed. */
  readonly ready: boolean;
}

export function HandoutBar({ choice, choose, size, setSize, answers, setAnswers, ready }: BarProps) {
  return (
    <header class="row handout-bar">
      <h2>Handout</h2>
      <Menu
        label="What to print"
        value={choice.source === 'track' ? choice.file : choice.source}
        options={[
          ...sourcesHere().map((one) => [one, SOURCES[one]] as const),
          ...TRACK.map(({ file, title }, k) => [file, `Lesson ${k + 1}. ${title}`] as const),
        ]}
        choose={(chosen) => choose({ ...choice, ...sourceOf(chosen) })}
      />
      {choice.source === 'scenario' && <Pictures choice={choice} choose={choose} />}
      {(choice.source === 'lesson' || choice.source === 'track') && <Variant choice={choice} choose={choose} />}
      <Menu label="Paper" value={size} options={SIZES.map((one) => [one, one] as const)} choose={setSize} />
      {choice.source !== 'scenario' && (
        <label>
          <input type="checkbox" checked={answers} onChange={(event) => setAnswers(event.currentTarget.checked)} /> with
          answers on a page of their own
        </label>
      )}
      <span class="spring" />
      <button type="button" class="button primary" disabled={!ready} onClick={() => window.print()}>
        Print
      </button>
      <button type="button" class="button square quiet" aria-label="Close" onClick={closeDialog}>
        <CloseIcon />
      </button>
    </header>
  );
}

function sourceOf(chosen: string): Pick<Choice, 'source' | 'file'> {
  const source = sourcesHere().find((one) => one === chosen);
  return source === undefined ? { source: 'track', file: chosen } : { source, file: '' };
}

interface MenuProps<T> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly choose: (value: T) => void;
}

function Menu<T extends string | null>({ label, value, options, choose }: MenuProps<T>) {
  return (
    <select
      class="menu"
      aria-label={label}
      value={String(value)}
      onChange={(event) => {
        const chosen = options.find(([one]) => String(one) === event.currentTarget.value);
        if (chosen !== undefined) choose(chosen[0]);
      }}
    >
      {options.map(([one, words]) => (
        <option key={String(one)} value={String(one)}>
          {words}
        </option>
      ))}
    </select>
  );
}

// Which steps of the scenario, and what of them.
function Pictures({ choice, choose }: Pick<BarProps, 'choice' | 'choose'>) {
  const [wrong, setWrong] = useState('');
  const last = steps.value;
  return (
    <>
      <label>
        Steps{' '}
        <input
          type="text"
          class="mono handout-steps"
          title={`Steps from 0 to ${last}, as in 3, 5-7`}
          autocomplete="off"
          defaultValue={choice.steps.join(', ')}
          onChange={(event) => {
            const read = readSteps(event.currentTarget.value, last);
            setWrong(
              read.kind === 'not a step'
                ? `“${read.part}” is not a step. Write steps from 0 to ${last}, as in 3, 5-7.`
                : read.kind === 'too many'
                  ? `A handout shows at most ${STEPS_MOST} steps. Print the rest separately.`
                  : '',
            );
            if (read.kind === 'steps') choose({ ...choice, steps: read.steps });
          }}
        />
      </label>
      <Menu label="Pictures" value={choice.view} options={VIEWS} choose={(view) => choose({ ...choice, view })} />
      {wrong !== '' && (
        <span class="bad" role="alert">
          {wrong}
        </span>
      )}
    </>
  );
}

function Variant({ choice, choose }: Pick<BarProps, 'choice' | 'choose'>) {
  return (
    <label title="Variant of the questions, in the link too. Leave it empty for the questions as they are written">
      Variant{' '}
      <input
        type="number"
        class="mono handout-variant"
        min={1}
        max={9999}
        value={choice.variant ?? ''}
        onChange={(event) => {
          const number = event.currentTarget.valueAsNumber;
          const variant = Number.isInteger(number) && number >= 1 && number <= 9999 ? number : null;
          event.currentTarget.value = variant === null ? '' : String(variant);
          choose({ ...choice, variant });
        }}
      />
    </label>
  );
}
