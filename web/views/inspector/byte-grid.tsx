// SPDX-License-Identifier: GPL-2.0-or-later
//
// The 256 bytes of a node, sixteen a row, coloured by field. One tab stop: the arrows go from field to field, which is
// described in words below.

import { memo } from 'preact/compat';
import { useMemo } from 'preact/hooks';
import { fieldByByte, type Field } from './fields';

export interface ByteGridProps {
  readonly bytes: Uint8Array;
  readonly fields: readonly Field[];
  /** The field that is shown below. */
  readonly field: Field;
  /** Bytes that are pointed at, both included; null for none. */
  readonly lit: { readonly first: number; readonly last: number } | null;
  /** The slot that is pointed at elsewhere, or null. */
  readonly slot: number | null;
  /** The pointer is over a byte; null when it has left. */
  readonly onByte: (at: number | null) => void;
  /** A field is chosen, by a click or the arrows. */
  readonly onChoose: (field: Field) => void;
}

export function ByteGrid({ bytes, fields, field, lit, slot, onByte, onChoose }: ByteGridProps) {
  const byByte = useMemo(() => fieldByByte(fields), [fields]);
  const find = (event: MouseEvent): number | null => {
    const at = (event.target as HTMLElement).dataset.at;
    return at === undefined ? null : Number(at);
  };
  const isLit = (at: number): boolean => {
    if (lit !== null) return at >= lit.first && at <= lit.last;
    const own = byByte[at];
    return own === field || (slot !== null && slot >= 0 && own?.slot === slot);
  };
  const onKey = (event: KeyboardEvent): void => {
    const from = fields.indexOf(field);
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: from - 1,
      ArrowRight: from + 1,
      ArrowUp: fields.indexOf(byByte[Math.max(0, field.at - 16)] ?? field),
      ArrowDown: fields.indexOf(byByte[Math.min(255, field.at + 16)] ?? field),
      Home: 0,
      End: fields.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = fields[Math.max(0, Math.min(fields.length - 1, target))];
    if (next !== undefined) onChoose(next);
  };
  return (
    <div
      class="ms-bytes ms-mono"
      role="group"
      tabIndex={0}
      aria-label="Bytes of the node; the arrows go from field to field"
      onKeyDown={onKey}
      onMouseMove={(event) => onByte(find(event))}
      onMouseLeave={() => onByte(null)}
      onClick={(event) => {
        const own = byByte[find(event) ?? -1];
        if (own !== undefined) onChoose(own);
      }}
    >
      <div aria-hidden="true">
        {Array.from({ length: 16 }, (_, row) => (
          <ByteRow key={row} row={row} bytes={bytes} byByte={byByte} lit={litInRow(row, isLit)} />
        ))}
      </div>
    </div>
  );
}

// Words are mostly zeros: a point stands for a zero byte, so that the other digits stand out.
function byteText(byte: number): string {
  return byte === 0 ? '·' : byte.toString(16).padStart(2, '0');
}

// Bit k: byte k of the row is lit. A row that stays the same is not drawn again.
function litInRow(row: number, lit: (at: number) => boolean): number {
  let bits = 0;
  for (let k = 0; k < 16; k++) if (lit(16 * row + k)) bits |= 1 << k;
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
        const classes = [
          `b-${field?.kind ?? 'padding'}`,
          field?.used === false ? 'idle' : '',
          (lit >> k) & 1 ? 'lit' : '',
          k === 8 ? 'word' : '',
        ];
        return (
          <span key={k} data-at={at} class={classes.filter((c) => c !== '').join(' ')}>
            {byteText(bytes[at] ?? 0)}
          </span>
        );
      })}
    </div>
  );
});
