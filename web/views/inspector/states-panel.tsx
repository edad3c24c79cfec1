// SPDX-License-Identifier: GPL-2.0-or-later
//
// The kept states: where each stands, what it believes of the node it stands on, and what is true of that node.

import { counted, rangeOf } from '../../base/text';
import { indexDigits } from '../../base/number-base';
import { MAX } from '../../base/index64';
import type { SceneReader } from '../../model/run';
import type { StateFields } from '../../model/states';
import { Term } from '../shared/term';
import type { StatesPanelProps } from './types';
import './style.css';

export function StatesPanel({ states, onSelect }: StatesPanelProps) {
  const kept = states.flatMap((state) => (state.believes === undefined ? [] : [{ state, fields: state.believes }]));
  if (kept.length === 0) return null;
  return (
    <section class="ms-panel ms-readers">
      <h3 class="ms-head">
        <Term id="state">Kept states</Term>
      </h3>
      <ul>
        {kept.map(({ state, fields }) => (
          <li key={state.name}>
            <span class="ms-reader-name">{state.name}</span> in {state.tree} since step {state.since}:{' '}
            <span class="ms-mono">{state.status}</span>
            <br />
            range <span class="ms-mono">{rangeText(fields.index, fields.last)}</span>
            <Place state={state} fields={fields} onSelect={onSelect} />
            <Beliefs fields={fields} />
            {fields.held > 0 && (
              <>
                <br />
                holds {counted(fields.held, 'node')} for{' '}
                {fields.storeType === null ? 'a store' : <span class="ms-mono">{fields.storeType}</span>}
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PlaceProps {
  readonly state: SceneReader;
  readonly fields: StateFields;
  readonly onSelect: StatesPanelProps['onSelect'];
}

function Place({ state: { tree, node, slot }, fields, onSelect }: PlaceProps) {
  if (fields.node === 0) return <>, on no node</>;
  if (node === null)
    return (
      <>
        , on slot {fields.offset} of #{fields.node}
      </>
    );
  return (
    <>
      , on{' '}
      <button type="button" class="ms-link" onClick={() => onSelect?.({ tree, node: node.id, slot })}>
        slot {slot} of #{node.id}
      </button>
    </>
  );
}

// A state that stands on no node remembers fields of an earlier one: nothing is true or false of them.
function Beliefs({ fields }: { readonly fields: StateFields }) {
  const { node, end, realEnd, min, max, gone, inner } = fields;
  if (node === 0) return null;
  return (
    <>
      <br />
      believes: the {inner ? 'node' : 'leaf'} covers <span class="ms-mono">{rangeText(min, max)}</span>, its last slot
      is <span class="ms-mono">{end}</span>
      <br />
      {gone || realEnd === null ? (
        <strong class="refused">in fact the node is gone</strong>
      ) : end === realEnd ? (
        'which is correct'
      ) : (
        <strong class="refused">
          in fact its last slot is <span class="ms-mono">{realEnd}</span>
        </strong>
      )}
    </>
  );
}

function rangeText(first: bigint, last: bigint): string {
  return rangeOf(first, last, (index) => (index === MAX && first !== last ? 'max' : indexDigits(index)));
}
