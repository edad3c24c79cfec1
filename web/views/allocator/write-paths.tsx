// SPDX-License-Identifier: GPL-2.0-or-later
//
// The nine ways of a write: which of them the run has taken, how often, and where first; and for each a short scenario
// that takes it, which is searched for on demand.

import type { StoreType } from '../../model/status';
import type { WritePath } from '../../model/write-path';
import { groupedCount } from '../shared/text';
import { Term } from '../shared/term';
import { termOf } from '../shared/terms';

export interface WritePathsProps {
  readonly paths: readonly WritePath[];
  /** The type of the step shown. */
  readonly now: StoreType | null;
  /** The search under way: for which type, and how far (of `of`). */
  readonly search: {
    readonly type: StoreType;
    readonly done: number;
    readonly of: number;
    readonly shown: boolean;
  } | null;
  readonly onSeek?: (step: number) => void;
  readonly onShow?: (type: StoreType) => void;
  readonly onCancel?: () => void;
}

export function WritePaths({ paths, now, search, onSeek, onShow, onCancel }: WritePathsProps) {
  const taken = paths.filter(({ count }) => count > 0).length;
  return (
    <section class="ms-panel ms-paths">
      <h3 class="ms-head">
        Store types: {taken} of {paths.length} taken
      </h3>
      <table>
        <thead class="ms-offscreen">
          <tr>
            <th scope="col">store type</th>
            <th scope="col">stores</th>
            <th scope="col">first step</th>
            <th scope="col">a scenario that takes it</th>
          </tr>
        </thead>
        <tbody>
          {paths.map(({ type, count, first }) => {
            const term = termOf(type);
            return (
              <tr key={type} class={`${count === 0 ? 'none' : ''}${type === now ? ' now' : ''}`}>
                <th scope="row">
                  <span class={count === 0 ? 'mark' : 'mark taken'} aria-hidden="true" />
                  {term === null ? type : <Term id={term}>{type}</Term>}
                </th>
                <td class="ms-mono">{count === 0 ? '' : groupedCount(count)}</td>
                <td>
                  {first !== null && (
                    <button type="button" class="ms-link" onClick={() => onSeek?.(first)}>
                      step {groupedCount(first)}
                    </button>
                  )}
                </td>
                <td>
                  <button
                    type="button"
                    class="show"
                    disabled={search !== null}
                    aria-label={`Show a short scenario that takes ${type}`}
                    onClick={() => onShow?.(type)}
                  >
                    show one
                  </button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class="search" aria-live="polite">
        {search?.shown === true ? (
          <>
            Searching for {search.type}: {Math.round((100 * search.done) / Math.max(1, search.of))} %{' '}
            <button type="button" class="ms-link" onClick={() => onCancel?.()}>
              cancel
            </button>
          </>
        ) : (
          '“show one” searches for the shortest scenario that takes the type.'
        )}
      </p>
    </section>
  );
}
