// SPDX-License-Identifier: GPL-2.0-or-later
//
// The list of what came out otherwise than it was taken in.

import { differences } from '../store/page/differences';
import { Modal } from '../ui/modal';
import '../help/gallery.css';

const ROWS_MAX = 500;

export function DifferencesDialog() {
  const list = differences.value;
  if (list === null) return null;
  return (
    <Modal title={list.title} wide>
      <p>
        {list.about} {list.more}
      </p>
      <div class="differences" tabIndex={0} role="region" aria-label={list.title}>
        <table>
          <thead>
            <tr>
              {list.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.rows.slice(0, ROWS_MAX).map((row, k) => (
              <tr key={k}>
                {row.map((cell, n) => (
                  <td key={n} class="mono">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {list.rows.length > ROWS_MAX && (
          <p class="muted">and {(list.rows.length - ROWS_MAX).toLocaleString('en')} more</p>
        )}
      </div>
    </Modal>
  );
}
