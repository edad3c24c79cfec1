// SPDX-License-Identifier: GPL-2.0-or-later
//
// The invariants as a board of numbers: what holds, what is broken and where, what a bulk load is excused for. One tab
// stop; arrows move over the board, and the sentence under it says what the number means.

import { useRef, useState } from 'preact/hooks';
import { linesText } from '../../base/line-list';
import { counted } from '../../base/text';
import { Term } from '../shared/term';
import { Findings } from './findings';
import { judge, type InvariantState, type Judged, type Watcher } from './invariants';
import type { InvariantsPanelProps } from './types';
import './tabs.css';

const STATE_TEXT: Readonly<Record<InvariantState, string>> = {
  held: 'Holds',
  excused: 'Excused: what a bulk load may leave',
  broken: 'Broken',
  noted: 'Noted: legal, but worth a look',
  unwatched: 'Covered by tests, not watched on the page',
  moot: 'Does not apply: no tree of this step has anything that it checks',
};

const WATCHER_TEXT: Readonly<Record<Watcher, string>> = {
  validator: 'Checked from the node bytes.',
  allocator: 'Watched by the node allocator’s count.',
  oracle: 'Watched by the plain range map.',
  tests: '',
};

export function InvariantsPanel(props: InvariantsPanelProps) {
  const board = judge(props);
  // The first that is broken, until another is chosen.
  const [choice, setChosen] = useState<number | null>(null);
  const chosen =
    choice ??
    Math.max(
      0,
      board.findIndex(({ state }) => state === 'broken'),
    );
  const grid = useRef<HTMLDivElement>(null);
  const shown = board[chosen];
  const move = (to: number): void => {
    const next = Math.max(0, Math.min(board.length - 1, to));
    setChosen(next);
    grid.current?.querySelectorAll<HTMLElement>('button')[next]?.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    const row = 13;
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: chosen - 1,
      ArrowRight: chosen + 1,
      ArrowUp: chosen - row,
      ArrowDown: chosen + row,
      Home: 0,
      End: board.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(target);
  };
  const same = props.troubles.length === 0;
  return (
    <div class="ms-panels">
      <section class="ms-panel">
        <h2 class="ms-head">
          <Term id="invariant">Invariants</Term>
        </h2>
        <div class="ms-board" role="group" aria-label="Invariants by number" ref={grid} onKeyDown={onKey}>
          {board.map((judged, k) => (
            <button
              key={judged.invariant.number}
              type="button"
              tabIndex={k === chosen ? 0 : -1}
              class={`${judged.state}${k === chosen ? ' chosen' : ''}`}
              aria-label={`I${judged.invariant.number}, ${judged.invariant.name}: ${STATE_TEXT[judged.state]}`}
              onFocus={() => setChosen(k)}
              onMouseEnter={() => setChosen(k)}
              onClick={() => {
                setChosen(k);
                ring(judged, props.onPoint);
              }}
            >
              {judged.invariant.number}
            </button>
          ))}
        </div>
        <p class="ms-summary">{summary(board)}</p>
        <p class={same ? 'ms-model' : 'ms-model differs'}>
          <i aria-hidden="true">{same ? '=' : '≠'}</i>
          <span>
            contents {same ? 'equal' : 'differ from'} the <Term id="oracle" />
          </span>
        </p>
        {props.corrupted.map(({ tree, lines }) => (
          <p key={tree} class="ms-summary">
            <strong>{tree}</strong> was corrupted on purpose at {linesText(lines)}: the scenario broke it, not the core.
          </p>
        ))}
        {shown !== undefined && <Invariant {...shown} />}
        <Names board={board} />
      </section>
      <Findings title="Found" board={board} {...props} />
    </div>
  );
}

function Invariant({ invariant, state }: Judged) {
  return (
    <div class="ms-invariant">
      <strong>
        I{invariant.number} · {invariant.name}
      </strong>
      <p>{invariant.text}</p>
      <p class="watcher">
        {STATE_TEXT[state]}. {state === 'moot' ? '' : WATCHER_TEXT[invariant.watcher]}
      </p>
    </div>
  );
}

function Names({ board }: { readonly board: readonly Judged[] }) {
  return (
    <details class="ms-names">
      <summary>All {board.length} by name</summary>
      <ol>
        {board.map(({ invariant: { number, name }, state }) => (
          <li key={number} class={state} title={STATE_TEXT[state]}>
            {name}
          </li>
        ))}
      </ol>
    </details>
  );
}

// Where it breaks, in the picture.
function ring({ findings }: Judged, onPoint: InvariantsPanelProps['onPoint']): void {
  const at = findings.find(({ finding }) => finding.node !== 0);
  if (at !== undefined) onPoint?.({ tree: at.tree, node: at.finding.node, slot: at.finding.slot });
}

function summary(board: readonly Judged[]): string {
  const count = (state: InvariantState): number => board.filter((judged) => judged.state === state).length;
  const parts = [`${count('held')} hold`];
  if (count('broken') > 0) parts.push(counted(count('broken'), 'is broken', 'are broken'));
  if (count('excused') > 0) parts.push(counted(count('excused'), 'is excused', 'are excused'));
  if (count('noted') > 0) parts.push(`${count('noted')} noted`);
  if (count('unwatched') > 0) parts.push(`${count('unwatched')} covered by tests`);
  if (count('moot') > 0) parts.push(`${counted(count('moot'), 'does', 'do')} not apply`);
  return parts.join(' · ');
}
