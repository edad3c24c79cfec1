// SPDX-License-Identifier: GPL-2.0-or-later
//
// The parked readers: since when, where each stands, and whether its node has left the tree since.

import { indexDigits } from '../../base/number-base';
import { counted } from '../../base/text';
import { Term } from '../shared/term';
import type { ReadersPanelProps } from './types';
import './style.css';

export function ReadersPanel({ readers: all, waiting, onSelect }: ReadersPanelProps) {
  const readers = all.filter(({ believes }) => believes === undefined);
  if (readers.length === 0) return null;
  return (
    <section class="ms-panel ms-readers">
      <h3 class="ms-head">
        <Term id="reader">Readers</Term>
      </h3>
      <ul>
        {readers.map(({ name, tree, since, index, node, slot, status, dead }) => (
          <li key={name}>
            <span class="ms-reader-name">{name}</span> in {tree} since step {since}
            <br />
            {node === null ? (
              <>
                on no node: <span class="ms-mono">{status}</span>
              </>
            ) : (
              <>
                <span class="ms-mono">{indexDigits(index)}</span> ·{' '}
                <button type="button" class="ms-link" onClick={() => onSelect?.({ tree, node: node.id, slot })}>
                  {slot < 0 ? '' : `slot ${slot} of `}#{node.id}
                </button>
                {dead && (
                  <>
                    , a <Term id="deadNode">dead node</Term>
                  </>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      <p class="ms-hint">
        {waiting === 0 ? 'No dead node is' : counted(waiting, 'dead node is', 'dead nodes are')} kept for{' '}
        {readers.length === 1 ? 'it' : 'them'}.
      </p>
    </section>
  );
}
