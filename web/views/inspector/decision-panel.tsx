// SPDX-License-Identifier: GPL-2.0-or-later
//
// Why the store is of its type: the table of store types with this store's numbers and the row that fired, the two
// heights and both formulas filled in, and where rows of slots were cut. Rows and sizes are the same for every store,
// so that nothing moves from step to step; what not every store has comes last.

import type { ComponentChildren } from 'preact';
import { Term } from '../shared/term';
import { groupedCount } from '../shared/text';
import { formulas, levelTexts, newEndText, tableRows, type Formula, type TableRow } from './decision-table';
import type { StepDecision } from '../../model/decision';
import { type Release, releaseRow } from '../../model/releases';
import type { SlotRef } from '../shared/refs';
import { WHOLE_NODE } from '../shared/refs';
import './style.css';

export interface DecisionPanelProps {
  readonly decision: StepDecision;
  /** Name of the tree. */
  readonly tree: string;
  /** The release that the tree follows. */
  readonly release: Release;
  /** Nodes that went into the tree; null where the step failed. */
  readonly used: number | null;
  readonly onSelect?: (ref: SlotRef) => void;
  /** Rows whose values are 0 or not known are left out. */
  readonly withoutEmptyRows?: boolean;
  /** The heading above the rows that not every store has. */
  readonly children?: ComponentChildren;
}

const STATE_WORDS: Readonly<Record<TableRow['state'], string>> = {
  passed: 'does not hold',
  fired: 'holds: this is the type',
  'not reached': 'not reached',
};

export function DecisionPanel({
  decision,
  tree,
  release,
  used,
  onSelect,
  withoutEmptyRows,
  children,
}: DecisionPanelProps) {
  const newEnd = newEndText(decision);
  return (
    <>
      <section class="ms-panel ms-decision">
        <h3 class="ms-head">Why this type</h3>
        <table>
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">if</th>
              <th scope="col" class="numbers">
                here
              </th>
              <th scope="col" class="type">
                type
              </th>
            </tr>
          </thead>
          <tbody>
            {tableRows(decision).map((row) => (
              <tr key={row.number} class={row.state === 'not reached' ? 'unreached' : row.state}>
                <td>
                  {row.state === 'fired' ? '▸' : ''}
                  {row.number}
                </td>
                <td>{row.condition}</td>
                <td class="ms-mono numbers">{row.numbers}</td>
                <td class="ms-mono" title={STATE_WORDS[row.state]}>
                  {row.type.replace(/(?<=g_|t_)store$/, '')}
                  <wbr />
                  {/(?<=g_|t_)store$/.exec(row.type)?.[0] ?? ''}
                  <span class="ms-offscreen">, {STATE_WORDS[row.state]}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p class="ms-hint">
          <Term id="newEnd" />: <span class="ms-mono">{newEnd ?? 'no leaf was reached'}</span>
        </p>
      </section>
      <Needs decision={decision} release={release} used={used} isBrief={withoutEmptyRows === true} />
      {children}
      <Ways decision={decision} tree={tree} {...(onSelect === undefined ? {} : { onSelect })} />
    </>
  );
}

interface NeedsProps extends Pick<DecisionPanelProps, 'decision' | 'release' | 'used'> {
  readonly isBrief: boolean;
}

function Needs({ decision, release, used, isBrief }: NeedsProps) {
  const { vacancy, whole } = formulas(decision);
  const { height, vacant, sufficient } = decision;
  const { storeRequest } = releaseRow(release);
  // Of a tree without nodes there is no way down on which they could be found.
  const found = decision.place.kind !== 'root pointer';
  return (
    <section class="ms-panel ms-needs">
      <h3 class="ms-head">Nodes it may need</h3>
      <dl class="ms-facts">
        {!(isBrief && height === 0 && !found) && (
          <div class="fact">
            <dt>heights</dt>
            <dd class="ms-mono">
              h {height} · v {found ? vacant : '–'} · s {found ? sufficient : '–'}
            </dd>
          </div>
        )}
        <FormulaFact
          name={<Term id="vacancyFormula">6.16</Term>}
          formula={vacancy}
          taken={storeRequest === 'vacancy'}
        />
        <FormulaFact
          name={<Term id="wholeHeight">whole height</Term>}
          formula={whole}
          taken={storeRequest === 'whole_height'}
        />
        {!(isBrief && used === 0) && (
          <div class="fact">
            <dt>
              <Term id="used" />
            </dt>
            <dd class="ms-mono">{used === null ? '– (it failed)' : groupedCount(used)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

// Two lines, whether there are numbers or not.
function FormulaFact({
  name,
  formula: { letters, numbers, nodes },
  taken,
}: {
  readonly name: preact.ComponentChildren;
  readonly formula: Formula;
  readonly taken: boolean;
}) {
  return (
    <div class={taken ? 'fact formula taken' : 'fact formula'}>
      <dt>
        {name}
        {taken && <span class="ms-offscreen">, which this tree goes by</span>}
      </dt>
      <dd class="ms-mono">
        {letters}
        <br />
        {numbers === '' ? '' : `= ${numbers} `}= <strong>{nodes}</strong>
      </dd>
    </div>
  );
}

// The nodes that the walk went through, and the rows that were dealt out.
function Ways({ decision, tree, onSelect }: Pick<DecisionPanelProps, 'decision' | 'tree' | 'onSelect'>) {
  const { passed, levels } = decision;
  if (passed.length === 0 && levels.length === 0) return null;
  return (
    <section class="ms-panel ms-ways">
      {passed.length > 0 && (
        <>
          <h3 class="ms-head">On the way down</h3>
          <ul>
            {passed.map(({ node, level, used, slots, vacant, sufficient, enough }) => (
              <li key={node}>
                level {level},{' '}
                <button
                  type="button"
                  class="ms-link ms-mono"
                  onClick={() => onSelect?.({ tree, node, slot: WHOLE_NODE })}
                >
                  #{node}
                </button>
                : {used} of {slots} slots, {vacant ? 'room for one more' : 'no room'};{' '}
                {sufficient ? `${used} ≥ ${enough}: can lose one` : `${used} < ${enough}: can lose none`}
              </li>
            ))}
          </ul>
        </>
      )}
      {levelTexts(levels).map(({ title, lines }) => (
        <div key={title}>
          <h3 class="ms-head">{title}</h3>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
