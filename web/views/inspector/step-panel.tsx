// SPDX-License-Identifier: GPL-2.0-or-later
//
// The step: first a sentence on why, then the decision, then the nodes that it cost.

import type { ComponentChildren } from 'preact';
import type { EntryValue } from '../../model/entry';
import type { StepReport, StepResult, VisitReport } from '../../model/report';
import type { StepBrief } from '../../model/run';
import { groupedCount, plural, rangeText } from '../shared/text';
import { Term } from '../shared/term';
import { termOf } from '../shared/terms';
import { errorText } from './errors';
import { accountOf, squaresOf, type RequestAccount } from './requests';
import type { StepPanelProps } from './types';

export function StepPanel(props: StepPanelProps) {
  const { record, brief, why, step } = props;
  if (record === null) {
    return (
      <section class="ms-panel">
        <h2 class="ms-head">Step {step}</h2>
        <p class="ms-why">{step === 0 ? 'Nothing has happened yet: every tree is still to be made.' : why}</p>
      </section>
    );
  }
  return (
    <div class="ms-panels">
      <section class="ms-panel">
        <h2 class="ms-head ms-op">
          <span>{record.op}</span>
          {props.touched !== null && <span class="ms-mono">{rangeText(props.touched.first, props.touched.last)}</span>}
        </h2>
        {why !== '' && <p class="ms-why">{withCode(why)}</p>}
        {record.error !== null && (
          <p class="ms-error">
            <strong class="ms-mono">{record.error}</strong> {errorText(record)}
          </p>
        )}
      </section>
      {props.children}
      {READS.has(record.op) ? <Result record={record} /> : <Decision record={record} />}
      {!(READS.has(record.op) && record.freed === 0) && <Nodes record={record} brief={brief} wholeHeight={props.wholeHeight} />}
    </div>
  );
}

// Words between backticks are of the scenario.
function withCode(text: string): ComponentChildren {
  return text.split('`').map((part, k) => (k % 2 === 0 ? part : <code key={k}>{part}</code>));
}

/** Steps that only read: they decide on no store and need no node. */
const READS: ReadonlySet<string> = new Set([
  'load', 'gap', 'walk', 'next', 'prev', 'find', 'find_rev', 'next_range', 'prev_range', 'read', 'resume', 'release',
]);

function Result({ record }: { readonly record: StepReport }) {
  return (
    <section class="ms-panel">
      <h3 class="ms-head">Result</h3>
      <dl class="ms-facts">
        <Fact name="result">{resultText(record.result) ?? (record.error === null ? 'NULL' : NONE)}</Fact>
        <Fact name="tree">{record.tree ?? NONE}</Fact>
        <Fact name={<Term id="sum" />}>{record.sum ?? NONE}</Fact>
        <Fact name="line">{record.line}</Fact>
      </dl>
    </section>
  );
}

function Decision({ record }: { readonly record: StepReport }) {
  const term = record.storeType === null ? null : termOf(record.storeType);
  const result = resultText(record.result);
  return (
    <section class="ms-panel">
      <h3 class="ms-head">Decision</h3>
      <dl class="ms-facts">
        <Fact name={<Term id="storeType" />}>
          {record.storeType === null ? NONE : <strong>{term === null ? record.storeType : <Term id={term}>{record.storeType}</Term>}</strong>}
        </Fact>
        <Fact name={<Term id="vacantHeight" />}>{record.vh ?? NONE}</Fact>
        <Fact name={<Term id="sufficientHeight" />}>{record.sh ?? NONE}</Fact>
        <Fact name={<Term id="height">height afterwards</Term>}>{record.height ?? NONE}</Fact>
        <Fact name="result">{result === null ? NONE : record.op === 'erase' && record.error !== null ? `${result}, still stored` : result}</Fact>
        <Fact name="tree">{record.tree ?? NONE}</Fact>
        <Fact name={<Term id="sum" />}>{record.sum ?? NONE}</Fact>
        <Fact name="line">{record.line}</Fact>
      </dl>
    </section>
  );
}

interface NodesProps {
  readonly record: StepReport;
  readonly brief: StepBrief | null;
  readonly wholeHeight: boolean;
}

// What the tree's own formula says, what the other would have, and what became of it.
function Nodes({ record, brief, wholeHeight }: NodesProps) {
  const account = accountOf(record);
  const { requested, granted } = account;
  const other = wholeHeight ? record.preVacancy : record.preWhole;
  const top = Math.max(requested, record.pre ?? 0, brief?.used ?? 0, record.freed, other ?? 0);
  return (
    <section class="ms-panel">
      <h3 class="ms-head">Nodes</h3>
      <dl class="ms-facts ms-nodes">
        <Fact name={<Term id={wholeHeight ? 'neededWhole' : 'needed'} />} bar={record.pre ?? 0} top={top} kind="needed">
          {record.pre === null ? NONE : groupedCount(record.pre)}
        </Fact>
        <Fact name={wholeHeight ? <Term id="vacancyFormula">by vacancy</Term> : <Term id="wholeHeight">whole height</Term>} bar={other ?? 0} top={top} kind="whole">
          {other === null ? NONE : groupedCount(other)}
        </Fact>
        <Fact name={<Term id="requested" />} bar={requested} top={top} kind="asked" refused={squaresOf(record, SQUARES)}>
          {groupedCount(requested)}
        </Fact>
        <Fact name={<Term id="granted" />}>
          <Requests account={account} />
          {groupedCount(granted)}
        </Fact>
        <Fact name={<Term id="used" />} bar={brief?.used ?? 0} top={top} kind="used">
          {brief === null ? NONE : groupedCount(brief.used)}
        </Fact>
        <Fact name={<Term id="unused" />}>{groupedCount(Math.max(0, granted - (brief?.used ?? 0)))}</Fact>
        <Fact name={<Term id="givenBack" />} bar={record.freed} top={top} kind="freed">
          {groupedCount(record.freed)}
        </Fact>
        <Fact name={<Term id="deferred" />}>
          {record.deferred === 0 ? '0' : `${groupedCount(record.deferred)} of them`}
        </Fact>
        <Fact name={<Term id="live">live now</Term>}>{plural(record.live, 'node')}</Fact>
      </dl>
    </section>
  );
}

interface FactProps {
  readonly name: ComponentChildren;
  readonly children: ComponentChildren;
  /** Nodes drawn as small squares beside the number. */
  readonly bar?: number;
  readonly top?: number;
  readonly kind?: 'needed' | 'asked' | 'used' | 'freed' | 'whole';
  /** Of each square whether it was refused; all granted when there is none. */
  readonly refused?: readonly boolean[] | null;
}

/** What is written where a step has no such number, so that the rows stay where they are. */
const NONE = '–';

/** More nodes than this are one bar instead of squares. */
const SQUARES = 14;

function Fact({ name, children, bar, top, kind, refused }: FactProps) {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>
        <span class="ms-mono">{children}</span>
        {bar !== undefined && bar > 0 && top !== undefined && <Tally count={bar} top={top} kind={kind ?? 'asked'} refused={refused ?? []} />}
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

// `1 + 2 refused + 2 = `, with what was refused struck as well; many requests are folded. Nothing for a single one.
function Requests({ account }: { readonly account: RequestAccount }) {
  const { shown, more, moreRefused } = account;
  if (shown.length === 0 || (shown.length === 1 && shown[0]?.refused === false)) return null;
  return (
    <>
      {shown.map(({ nodes, kind, refused }, k) => (
        <span key={k}>
          {k > 0 && ' + '}
          {refused ? (
            <span class="refused" title={`${kind} request, refused`}>
              <s>{nodes}</s> refused
            </span>
          ) : (
            <span title={`${kind} request`}>{nodes}</span>
          )}
        </span>
      ))}
      {more > 0 && ` + … (${groupedCount(more)} more${moreRefused === 0 ? '' : moreRefused === more ? ', all refused' : `, ${groupedCount(moreRefused)} of them refused`})`}
      {' = '}
    </>
  );
}

function resultText(result: StepResult): string | null {
  if (result === null) return null;
  if (isVisits(result)) return plural(result.length, 'visit');
  if (typeof result === 'object' && 'index' in result) return rangeText(BigInt(result.index), BigInt(result.last));
  return entryText(result);
}

function isVisits(result: StepResult): result is readonly VisitReport[] {
  return Array.isArray(result);
}

function entryText(entry: Exclude<EntryValue, null>): string {
  if (typeof entry === 'number') return `value ${entry}`;
  return 'label' in entry ? `label ${entry.label}` : 'zero entry';
}
