// SPDX-License-Identifier: GPL-2.0-or-later
//
// The step: first a sentence on why, then the decision, then the nodes that it cost.

import type { ComponentChildren } from 'preact';
import type { EntryValue } from '../../model/entry';
import type { StepReport, StepResult } from '../../model/report';
import type { StepBrief } from '../../model/run';
import { groupedCount, plural, rangeText } from '../shared/text';
import { Term } from '../shared/term';
import { termOf } from '../shared/terms';
import type { StepPanelProps } from './types';

const ERROR_TEXT: Readonly<Record<string, string>> = {
  ENOMEM: 'A request for nodes was refused. The tree is as it was, and every node that had been handed out is back.',
  EBUSY: 'There is no range that is large enough.',
  EEXIST: 'Something is stored there already, and an insert never overwrites.',
  EINVAL: 'The arguments make no sense to the tree: a reversed range, or an entry that cannot be stored.',
  ERETRY: 'The write asked again and again and was refused each time; the bound on retries ended it. The tree is as it was.',
};

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
        {why !== '' && <p class="ms-why">{why}</p>}
        {record.error !== null && (
          <p class="ms-error">
            <strong class="ms-mono">{record.error}</strong> {ERROR_TEXT[record.error] ?? ''}
          </p>
        )}
      </section>
      <Decision record={record} />
      <Nodes record={record} brief={brief} />
    </div>
  );
}

function Decision({ record }: { readonly record: StepReport }) {
  const term = record.storeType === null ? null : termOf(record.storeType);
  const result = resultText(record.result);
  return (
    <section class="ms-panel">
      <h3 class="ms-head">Decision</h3>
      <dl class="ms-facts">
        {record.storeType !== null && (
          <Fact name={<Term id="storeType" />}>
            <strong>{term === null ? record.storeType : <Term id={term}>{record.storeType}</Term>}</strong>
          </Fact>
        )}
        {record.vh !== null && <Fact name={<Term id="vacantHeight" />}>{record.vh}</Fact>}
        {record.sh !== null && <Fact name={<Term id="sufficientHeight" />}>{record.sh}</Fact>}
        {record.height !== null && <Fact name={<Term id="height">height afterwards</Term>}>{record.height}</Fact>}
        {result !== null && <Fact name="result">{result}</Fact>}
        {record.tree !== null && <Fact name="tree">{record.tree}</Fact>}
        {record.sum !== null && <Fact name={<Term id="sum" />}>{record.sum}</Fact>}
        <Fact name="line">{record.line}</Fact>
      </dl>
    </section>
  );
}

function Nodes({ record, brief }: { readonly record: StepReport; readonly brief: StepBrief | null }) {
  const asked = record.requests.reduce((sum, n) => sum + n, 0);
  const top = Math.max(asked, brief?.used ?? 0, record.freed, record.preWhole ?? 0);
  return (
    <section class="ms-panel">
      <h3 class="ms-head">Nodes</h3>
      <dl class="ms-facts ms-nodes">
        <Fact name={<Term id="request">asked</Term>} bar={asked} top={top} kind="asked">
          <Requests record={record} />
        </Fact>
        {brief !== null && (
          <Fact name={<Term id="used" />} bar={brief.used} top={top} kind="used">
            {groupedCount(brief.used)}
          </Fact>
        )}
        <Fact name={<Term id="givenBack" />} bar={record.freed} top={top} kind="freed">
          {groupedCount(record.freed)}
        </Fact>
        {record.preWhole !== null && (
          <Fact name={<Term id="wholeHeight">whole height</Term>} bar={record.preWhole} top={top} kind="whole">
            {groupedCount(record.preWhole)}
          </Fact>
        )}
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
  readonly kind?: 'asked' | 'used' | 'freed' | 'whole';
}

/** More nodes than this are one bar instead of squares. */
const SQUARES = 14;

function Fact({ name, children, bar, top, kind }: FactProps) {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>
        <span class="ms-mono">{children}</span>
        {bar !== undefined && bar > 0 && top !== undefined && <Tally count={bar} top={top} kind={kind ?? 'asked'} />}
      </dd>
    </div>
  );
}

function Tally({ count, top, kind }: { readonly count: number; readonly top: number; readonly kind: string }) {
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
        <i key={k} class={kind} />
      ))}
    </span>
  );
}

function Requests({ record }: { readonly record: StepReport }) {
  const { requests, rk } = record;
  if (requests.length === 0) return <>none</>;
  const granted = requests.reduce((sum, n, k) => sum + (isRefused(rk[k]) ? 0 : n), 0);
  return (
    <>
      {requests.map((n, k) => (
        <span key={k}>
          {k > 0 && ' + '}
          {isRefused(rk[k]) ? (
            <s class="refused" title={`${kindOf(rk[k])} request, refused`}>
              {n}
            </s>
          ) : (
            <span title={`${kindOf(rk[k])} request`}>{n}</span>
          )}
        </span>
      ))}
      {requests.length > 1 && ` = ${groupedCount(granted)}`}
      {/[A-Z]/.test(rk) && <span class="ms-offscreen"> (a request was refused)</span>}
    </>
  );
}

function isRefused(letter: string | undefined): boolean {
  return letter !== undefined && letter >= 'A' && letter <= 'Z';
}

function kindOf(letter: string | undefined): string {
  return letter?.toLowerCase() === 'b' ? 'bulk' : 'single';
}

function resultText(result: StepResult): string | null {
  if (result === null) return null;
  if (typeof result === 'object' && 'index' in result) return rangeText(BigInt(result.index), BigInt(result.last));
  return entryText(result);
}

function entryText(entry: Exclude<EntryValue, null>): string {
  if (typeof entry === 'number') return `value ${entry}`;
  return 'label' in entry ? `label ${entry.label}` : 'zero entry';
}
