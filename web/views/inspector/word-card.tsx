// SPDX-License-Identifier: GPL-2.0-or-later
//
// One field of a node, its bits taken apart: one row per part. Always as high as the field with the most parts, so that
// nothing below moves while one points at another.

import { groupedHex } from '../shared/text';
import { bitsText, type Part } from './anatomy';
import { fieldValue, type Field } from './fields';
import './tabs.css';

export interface WordCardProps {
  readonly field: Field;
  readonly bytes: Uint8Array;
  readonly parts: readonly Part[];
  /** The parts that are pointed at, or whose byte is. */
  readonly lit: readonly Part[];
  readonly onPart: (part: Part | null) => void;
  readonly onNode: (id: number) => void;
}

export function WordCard({ field, bytes, parts, lit, onPart, onNode }: WordCardProps) {
  const end = field.at + field.size - 1;
  const where = field.size === 1 ? `byte ${field.at}` : `bytes ${field.at}–${end}`;
  return (
    <div class="ms-word">
      <p class="what">
        <i class={`b-${field.kind}`} aria-hidden="true" />
        <strong>{field.name}</strong> <span class="where">{where}</span>
        <span class="ms-mono number">
          {field.size > 8
            ? '0'
            : groupedHex(fieldValue(field, bytes)).replace('max', 'ffff\u00a0ffff\u00a0ffff\u00a0ffff')}
        </span>
      </p>
      <table onMouseLeave={() => onPart(null)}>
        <tbody>
          {parts.map((part) => (
            <tr key={part.high} class={lit.includes(part) ? 'lit' : ''} onMouseEnter={() => onPart(part)}>
              <th scope="row">{bitsText(part)}</th>
              <td class="ms-mono bits">{part.shown}</td>
              <td class="meaning">
                {part.node === 0 ? (
                  part.meaning
                ) : (
                  <button type="button" class="ms-link" tabIndex={-1} onClick={() => onNode(part.node)}>
                    {part.meaning}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
