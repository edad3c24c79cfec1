// SPDX-License-Identifier: GPL-2.0-or-later
//
// The bytes of a node and what they mean: bytes, parts of a field, and the slot in the other views light up together.
// At rest the field shown is the one chosen last, at first the parent word.

import { useMemo, useState } from 'preact/hooks';
import type { SlotRef } from '../shared/refs';
import { bytesOf, namedParent, partsOf, type Around, type Part } from './anatomy';
import { ByteGrid } from './byte-grid';
import type { Field, FieldKind } from './fields';
import { WordCard } from './word-card';
import './tabs.css';

export interface BytesPanelProps {
  readonly bytes: Uint8Array;
  readonly fields: readonly Field[];
  readonly around: Around;
  /** Name of the tree, and the node; null for a node of which nothing else is shown. */
  readonly at: { readonly tree: string; readonly node: number } | null;
  readonly hovered: SlotRef | null;
  readonly onHover?: (ref: SlotRef | null) => void;
  readonly onNode: (id: number) => void;
}

const LEGEND: readonly (readonly [FieldKind, string])[] = [
  ['parent', 'parent word'],
  ['pivot', 'pivots'],
  ['slot', 'slots'],
  ['gap', 'gaps'],
  ['meta', 'metadata'],
  ['reserve', 'list of preallocated nodes'],
];

export function BytesPanel({ bytes, fields, around, at, hovered, onHover, onNode }: BytesPanelProps) {
  const [chosen, setChosen] = useState('parent word');
  const [pointed, setPointed] = useState<number | null>(null);
  const [high, setHigh] = useState<number | null>(null);
  const under = pointed === null ? null : (fields.find((f) => pointed >= f.at && pointed < f.at + f.size) ?? null);
  const slot =
    at !== null && hovered !== null && hovered.tree === at.tree && hovered.node === at.node && hovered.slot >= 0
      ? hovered.slot
      : null;
  const elsewhere =
    under === null && high === null && slot !== null
      ? (fields.find((f) => f.kind === 'slot' && f.slot === slot) ?? null)
      : null;
  const field = under ?? elsewhere ?? fields.find(({ name }) => name === chosen) ?? fields[0];
  const parts = useMemo(() => (field === undefined ? [] : partsOf(field, bytes, around)), [field, bytes, around]);
  if (field === undefined) return null;
  const ofByte = (part: Part): boolean =>
    pointed !== null && bytesOf(field, part).first <= pointed && bytesOf(field, part).last >= pointed;
  const part = under === null ? parts.find((one) => one.high === high) : undefined;
  const lit = part !== undefined ? [part] : under === null ? [] : parts.filter(ofByte);
  const litBytes =
    part !== undefined
      ? bytesOf(field, part)
      : under !== null
        ? { first: field.at, last: field.at + field.size - 1 }
        : null;
  // The field's subject in the picture: its slot, or the slot that the parent word names.
  const tell = (about: Field | null): void => {
    if (at === null) return;
    const parent = about?.kind === 'parent' ? namedParent(bytes, around.idAt) : 'tree';
    if (parent !== 'tree' && parent.id !== 0) onHover?.({ tree: at.tree, node: parent.id, slot: parent.slot });
    else
      onHover?.(
        about?.used === true && about.slot !== null ? { tree: at.tree, node: at.node, slot: about.slot } : null,
      );
  };
  return (
    <section class="ms-panel">
      <h3 class="ms-head">256 bytes</h3>
      <ByteGrid
        bytes={bytes}
        fields={fields}
        field={field}
        lit={litBytes}
        slot={slot}
        onByte={(byte) => {
          setPointed(byte);
          tell(byte === null ? null : (fields.find((f) => byte >= f.at && byte < f.at + f.size) ?? null));
        }}
        onChoose={(next) => setChosen(next.name)}
      />
      <div aria-live="polite">
        <WordCard
          field={field}
          bytes={bytes}
          parts={parts}
          lit={lit}
          onPart={(next) => {
            setHigh(next?.high ?? null);
            if (next !== null) setChosen(field.name);
            tell(next === null ? null : field);
          }}
          onNode={onNode}
        />
      </div>
      <p class="ms-byte-legend">
        {LEGEND.filter(([kind]) => fields.some((f) => f.kind === kind)).map(([kind, text]) => (
          <span key={kind}>
            <i class={`b-${kind}`} aria-hidden="true" />
            {text}
          </span>
        ))}
        <span>lowest byte first; · is a zero byte</span>
      </p>
    </section>
  );
}
