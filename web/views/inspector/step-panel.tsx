// SPDX-License-Identifier: GPL-2.0-or-later
//
// The step: its note and a sentence on why, what is broken, then the decision or the result, the way of a reading step,
// and the nodes that it cost. The order is the same for every step.

import { indexText } from '../../base/number-base';
import { traitsOf } from '../../model/ops';
import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { EntryValue } from '../../model/entry';
import type { StepReport, StepResult, VisitReport } from '../../model/report';
import type { StepBrief } from '../../model/run';
import { type Release, goesByWholeHeight } from '../../model/releases';
import { counted } from '../../base/text';
import { groupedCount, rangeWith0x } from '../shared/text';
import { Term } from '../shared/term';
import { termOf, usedTerm } from '../shared/terms';
import { deadNodes, type DeadNodes } from './dead-nodes';
import { brokenNumbers } from './broken';
import { errorText } from './errors';
import { BrokenFindings } from './findings';
import { accountOf, squaresOf, type RequestAccount } from './requests';
import type { StepPanelProps } from './types';
import { withCode, Why } from './why';
import './style.css';

export function StepPanel(props: StepPanelProps) {
  return (
    <Brief.Provider value={props.withoutEmptyRows === true}>
      <Panels {...props} />
    </Brief.Provider>
  );
}

function Panels(props: StepPanelProps) {
  const { record, brief, why, step, evidence } = props;
  if (record === null) {
    return (
      <section class="ms-panel">
        <h2 class="ms-head">Step {step}</h2>
        <Notes of={props.notes} />
        <p class="ms-why">{step === 0 ? 'Nothing has happened yet: no tree exists.' : why}</p>
      </section>
    );
  }
  const broken = brokenNumbers(evidence).length;
  const { needsNoNode = false, hasAccount = false } = traitsOf(record.op);
  const isWithoutNodes = record.freed === 0 && (needsNoNode || (hasAccount && record.requests.length === 0));
  return (
    <div class="ms-panels">
      <section class="ms-panel">
        <h2 class="ms-head ms-op">
          <span>{record.op}</span>
          {props.touched !== null && (
            <span
              class="ms-mono"
              title={`In decimal ${groupedCount(props.touched.first)} – ${groupedCount(props.touched.last)}`}
            >
              {rangeWith0x(props.touched.first, props.touched.last)}
            </span>
          )}
          {record.error !== null && <strong class="ms-mono error">{record.error}</strong>}
        </h2>
        <div style={roomOf(props)}>
          <Notes of={props.notes} />
          {why !== '' && <Why text={why} more={props.notes.length === 0 ? linesOf(props.noteLines) : 0} />}
          {record.error !== null && <ErrorGloss record={record} alloc={props.alloc} />}
        </div>
      </section>
      {broken > 0 && (
        <BrokenFindings
          title={`Broken: ${counted(broken, 'invariant')}`}
          {...evidence}
          {...(props.onSelect === undefined ? {} : { onSelect: props.onSelect })}
        />
      )}
      {hasAccount && props.children}
      {needsNoNode || hasAccount ? <Result record={record} /> : <Decision record={record} />}
      {!hasAccount && props.children}
      {!isWithoutNodes && (
        <Nodes
          record={record}
          brief={brief}
          release={props.release}
          dead={deadNodes(record, brief, props.trees, props.waiting)}
        />
      )}
    </div>
  );
}

// The scenario's note on this step, whole.
function Notes({ of }: { readonly of: readonly string[] }) {
  return (
    <>
      {of.map((note, k) => (
        <p key={k} class="ms-note">
          {withCode(note)}
        </p>
      ))}
    </>
  );
}

// As high at a step that has no note, so that what follows stays where it is while one steps.
function roomOf({ noteLines }: StepPanelProps): { readonly minHeight: string } {
  return { minHeight: `${8.1 + (noteLines > 0 ? 1.45 * noteLines + 0.7 : 0)}em` };
}

// Lines of the sentence in the room of a note of so many: a step without one shows more instead.
function linesOf(noteLines: number): number {
  return Math.trunc(0.9 * noteLines + 0.4);
}

function Result({ record }: { readonly record: StepReport }) {
  const { result, op, error } = record;
  const { hasNoResult = false } = traitsOf(op);
  return (
    <section class="ms-panel">
      <h3 class="ms-head">{hasNoResult ? 'Step' : 'Result'}</h3>
      <dl class="ms-facts">
        {!hasNoResult && (
          <Fact name="result" of="shown">
            {result === null && error !== null ? error : <ResultValue of={result} />}
          </Fact>
        )}
        {isVisits(result) && !hasNoResult && <Fact name="visits" of={result.length} />}
        <Fact name="tree" of={record.tree} />
        <Fact name="line" of={record.line} />
      </dl>
    </section>
  );
}

// As `result()` of the language gives it: an entry, the first index of the place found, the entry visited last.
function ResultValue({ of: result }: { readonly of: StepResult }) {
  if (result === null) return <>NULL</>;
  if (isVisits(result)) {
    return (
      <>
        {entryText(result.at(-1)?.[2] ?? null)}
        {result.length > 0 && <span class="beside"> visited last</span>}
      </>
    );
  }
  if (typeof result !== 'object' || !('index' in result)) return <>{entryText(result)}</>;
  const { index, last } = result;
  return (
    <>
      {indexText(BigInt(index))}
      {index !== last && <span class="beside"> the first, to {indexText(BigInt(last))}</span>}
    </>
  );
}

// A step that decides on no store, such as a bulk load or the end of a tree, has the same rows, so that they stay where
// they are.
function Decision({ record }: { readonly record: StepReport }) {
  const { storeType, vh, sh } = record;
  const term = storeType === null ? null : termOf(storeType);
  return (
    <section class="ms-panel">
      <h3 class="ms-head">{storeType === null && vh === null && sh === null ? 'Result' : 'Decision'}</h3>
      <dl class="ms-facts">
        <Fact name={<Term id="storeType" />} of={storeType}>
          <strong>{term === null ? storeType : <Term id={term}>{storeType}</Term>}</strong>
        </Fact>
        <Fact name={<Term id="vacantHeight" />} of={vh} />
        <Fact name={<Term id="sufficientHeight" />} of={sh} />
        <Fact name={<Term id="height">height afterwards</Term>} of={record.height} />
        {record.result === null ? (
          <Fact name="result" of={record.error} />
        ) : (
          <Fact name="result" of="shown">
            <ResultValue of={record.result} />
            {record.op === 'erase' && record.error !== null && ', still stored'}
          </Fact>
        )}
        <Fact name="tree" of={record.tree} />
        <Fact name="line" of={record.line} />
      </dl>
    </section>
  );
}

interface NodesProps {
  readonly record: StepReport;
  readonly brief: StepBrief | null;
  readonly release: Release;
  readonly dead: DeadNodes;
}

// The need by the tree's own formula and by the other one, and the nodes granted, used and freed.
function Nodes({ record, brief, release, dead }: NodesProps) {
  const account = accountOf(record);
  const { requested, granted } = account;
  const wholeHeight = goesByWholeHeight(release);
  // Most steps change entries alone: that is said once, above rows of zeros, which keep their places.
  const idle = requested + (brief?.used ?? 0) + record.freed + dead.kept === 0;
  const other = wholeHeight ? record.preVacancy : record.preWhole;
  const top = Math.max(requested, record.pre ?? 0, brief?.used ?? 0, record.freed, other ?? 0);
  return (
    <section class="ms-panel">
      <h3 class="ms-head">Nodes{idle && ': none allocated or freed'}</h3>
      <dl class="ms-facts ms-nodes">
        <Fact
          name={<Term id={wholeHeight ? 'neededWhole' : 'needed'}>needed</Term>}
          of={record.pre}
          isDrawn
          top={top}
          kind="needed"
        />
        <Fact
          name={wholeHeight ? <Term id="vacancyFormula">by vacancy</Term> : <Term id="wholeHeight">whole height</Term>}
          of={other}
          isDrawn
          top={top}
          kind="whole"
        >
          {groupedCount(other ?? 0)}
          {other !== null && record.pre !== null && other !== record.pre && (
            <span class="beside">
              {', '}
              {groupedCount(Math.abs(record.pre - other))} {other > record.pre ? 'more' : 'fewer'}
            </span>
          )}
        </Fact>
        <Fact
          name={<Term id="requested" />}
          of={requested}
          isDrawn
          top={top}
          kind="asked"
          refused={squaresOf(record, SQUARES)}
        />
        <Fact name={<Term id="granted" />} of={requested}>
          <Requests account={account} />
        </Fact>
        <Fact name={<Term id={usedTerm(record)} />} of={brief?.used ?? null} isDrawn top={top} kind="used" />
        <Fact name={<Term id="unused" />} of={Math.max(0, granted - (brief?.used ?? 0))} />
        <Fact name={<Term id="givenBack" />} of={record.freed} isDrawn top={top} kind="freed" />
        <Fact sub name="at once" of={dead.atOnce} />
        <Fact sub name={<Term id="deferred">after grace</Term>} of={dead.afterGrace} />
        <Fact name={<Term id="waiting">kept for readers</Term>} of={dead.kept}>
          {groupedCount(dead.kept)}
          {dead.keptSince > 0 && (
            <span class="beside">
              {' '}
              {dead.keptSince === dead.kept ? 'since this step' : `${groupedCount(dead.keptSince)} since this step`}
            </span>
          )}
        </Fact>
        <Fact name={<Term id="live">live now</Term>} of={record.live}>
          {counted(record.live, 'node')}
        </Fact>
      </dl>
    </section>
  );
}

interface FactProps {
  readonly name: ComponentChildren;
  /** The row's value; null: a step of this kind has none. */
  readonly of: number | string | null;
  /** A part of the row before. */
  readonly sub?: boolean;
  /** Says it otherwise than as a plain number or word. */
  readonly children?: ComponentChildren;
  /** The number is of nodes, which are drawn as small squares beside it. */
  readonly isDrawn?: boolean;
  readonly top?: number;
  readonly kind?: 'needed' | 'asked' | 'used' | 'freed' | 'whole';
  /** Of each square whether it was refused; all granted when there is none. */
  readonly refused?: readonly boolean[] | null;
}

/** The text for a number that a step lacks, so that the rows stay where they are. */
const NONE = '–';

/** More nodes than this are one bar instead of squares. */
const SQUARES = 14;

/** Rows of nothing are left out. */
const Brief = createContext(false);

function Fact({ name, of, sub, children, isDrawn, top, kind, refused }: FactProps) {
  if (useContext(Brief) && (of === null || of === 0)) return null;
  const said = of === null ? NONE : (children ?? (typeof of === 'number' ? groupedCount(of) : of));
  return (
    <div class="fact">
      <dt class={sub === true ? 'sub' : ''}>{name}</dt>
      <dd>
        <span class="ms-mono">{said}</span>
        {isDrawn === true && typeof of === 'number' && of > 0 && top !== undefined && (
          <Tally count={of} top={top} kind={kind ?? 'asked'} refused={refused ?? []} />
        )}
      </dd>
    </div>
  );
}

interface TallyProps {
  readonly count: number;
  readonly top: number;
  readonly kind: string;
  readonly refused: readonly boolean[];
}

function Tally({ count, top, kind, refused }: TallyProps) {
  if (top > SQUARES) {
    return (
      <span class="tally" aria-hidden="true">
        <i class={`bar ${kind}`} style={{ width: `${Math.max(3, (count / top) * 100)}%` }} />
      </span>
    );
  }
  return (
    <span class="tally" aria-hidden="true">
      {Array.from({ length: count }, (_, k) => (
        <i key={k} class={refused[k] === true ? 'refused' : kind} />
      ))}
    </span>
  );
}

// `1 + 2 = 3`; where some were refused, `3 of 5`: the squares of those requested show which ones, and so does the
// title. Many requests are folded. Of a single one its number.
function Requests({ account }: { readonly account: RequestAccount }) {
  const { shown, more, moreRefused, requested, granted } = account;
  if (shown.length === 0 || (shown.length === 1 && shown[0]?.refused === false)) return <>{groupedCount(granted)}</>;
  if (moreRefused > 0 || shown.some(({ refused }) => refused)) {
    const told = shown.map(({ nodes, kind, refused }) => `${kind} request for ${nodes}${refused ? ', refused' : ''}`);
    if (more > 0) told.push(`${groupedCount(more)} more, ${groupedCount(moreRefused)} of them refused`);
    return <span title={told.join('; ')}>{`${groupedCount(granted)} of ${groupedCount(requested)}`}</span>;
  }
  return (
    <>
      {shown.map(({ nodes, kind }, k) => (
        <span key={k}>
          {k > 0 && ' + '}
          <span title={`${kind} request`}>{nodes}</span>
        </span>
      ))}
      {more > 0 && ` + … (${groupedCount(more)} more)`}
      {` = ${groupedCount(granted)}`}
    </>
  );
}

function isVisits(result: StepResult): result is readonly VisitReport[] {
  return Array.isArray(result);
}

// As it is written in a scenario.
function entryText(entry: EntryValue): string {
  if (entry === null) return 'NULL';
  if (typeof entry === 'number') return entry.toString();
  if ('label' in entry) return JSON.stringify(entry.label);
  return 'word' in entry ? entry.word : 'zero entry';
}

function ErrorGloss({ record, alloc }: { readonly record: StepReport; readonly alloc: boolean | null }) {
  const text = errorText(record, alloc);
  return text === '' ? null : <p class="ms-error">{text}</p>;
}
