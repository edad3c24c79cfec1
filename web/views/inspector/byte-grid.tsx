// SPDX-License-Identifier: GPL-2.0-or-later
//
// The 256 bytes of a node, sixteen a row, coloured by field. For the eye; the same numbers stand in the tables above.

import { memo } from 'preact/compat';
import { useMemo } from 'preact/hooks';
import { fieldByByte, type Field } from './fields';

export interface ByteGridProps {
  readonly bytes: Uint8Array;
  readonly fields: readonly Field[];
  /** The field that is pointed at. */
  readonly field: Field | null;
  /** The slot that is pointed at elsewhere, or null. */
  readonly slot: number | null;
  readonly onField: (field: Field | null) => void;
}

export function ByteGrid({ bytes, fields, field, slot, onField }: ByteGridProps) {
  const byByte = useMemo(() => fieldByByte(fields), [fields]);
  const find = (event: MouseEvent): Field | null => {
    const at = (event.target as HTMLElement).dataset.at;
    return at === undefined ? null : (byByte[Number(at)] ?? null);
  };
  const lit = (f: Field): boolean => f === field || (field === null && slot !== null && slot >= 0 && f.slot === slot);
  return (
    <div class="ms-bytes ms-mono" aria-hidden="true" onMouseMove={(event) => onField(find(event))} onMouseLeave={() => onField(null)}>
      {Array.from({ length: 16 }, (_, row) => (
        <ByteRow key={row} row={row} bytes={bytes} byByte={byByte} lit={litInRow(byByte, row, lit)} />
      ))}
    </div>
  );
}

// Bit k: byte k of the row is lit. A row that stays the same is not drawn again.
function litInRow(byByte: readonly Field[], row: number, lit: (field: Field) => boolean): number {
  let bits = 0;
  for (let k = 0; k < 16; k++) {
    const field = byByte[16 * row + k];
    if (field !== undefined && lit(field)) bits |= 1 << k;
  }
  return bits;
}

interface RowProps {
  readonly row: number;
  readonly bytes: Uint8Array;
  readonly byByte: readonly Field[];
  readonly lit: number;
}

const ByteRow = memo(function ByteRow({ row, bytes, byByte, lit }: RowProps) {
  return (
    <div class="line">
      <span class="offset">{(16 * row).toString(16).padStart(2, '0')}</span>
      {Array.from({ length: 16 }, (_, k) => {
        const at = 16 * row + k;
        const field = byByte[at];
        const classes = [`b-${field?.kind ?? 'padding'}`, field?.used === false ? 'idle' : '', (lit >> k) & 1 ? 'lit' : '', k === 8 ? 'word' : ''];
        return (
          <span key={k} data-at={at} class={classes.filter((c) => c !== '').join(' ')}>
            {(bytes[at] ?? 0).toString(16).padStart(2, '0')}
          </span>
        );
      })}
    </div>
  );
});
