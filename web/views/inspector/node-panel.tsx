// SPDX-License-Identifier: GPL-2.0-or-later
//
// A node: what it is, its slots as a table, and its 256 raw bytes. Fields and bytes are linked by hover, and both with
// the other views by the slot that they are about.

import { useMemo, useState } from 'preact/hooks';
import type { NodePicture } from '../../model/picture';
import { WHOLE_NODE, type SlotRef } from '../refs';
import { entryLooks } from '../shared/entry-look';
import { groupedHex, hex, rangeText } from '../shared/text';
import { Term } from '../shared/term';
import type { TermId } from '../shared/terms';
import { ByteGrid } from './byte-grid';
import { fieldsOf, fieldValue, type Field } from './fields';
import type { NodePanelProps } from './types';

const SLOTS = { leaf: 16, range: 16, arange: 10 } as const;
const KIND_TERM: Readonly<Record<NodePicture['kind'], TermId>> = { leaf: 'leaf', range: 'rangeNode', arange: 'arange' };

/** Address of place 0. */
const NODE_BASE = 0xffff_8880_0000_0000n;

export function NodePanel(props: NodePanelProps) {
  const { node, tree } = props;
  if (node === null || tree === null) {
    return (
      <section class="ms-panel">
        <h2 class="ms-head">Node</h2>
        <p class="ms-hint">Choose a node or a slot in the picture to see its fields and its 256 bytes.</p>
      </section>
    );
  }
  return (
    <div class="ms-panels">
      <Facts {...props} node={node} />
      <SlotTable {...props} node={node} />
      <Bytes {...props} node={node} />
    </div>
  );
}

type Shown = NodePanelProps & { readonly node: NodePicture };

function Facts({ node, tree, dead, onSelect }: Shown) {
  const name = tree?.picture.name ?? '';
  const { parent } = node;
  return (
    <section class="ms-panel">
      <h2 class="ms-head ms-op">
        <span>
          <Term id={KIND_TERM[node.kind]}>{node.kind}</Term> #{node.id}
        </span>
        <span class="ms-mono">{rangeText(node.min, node.max)}</span>
      </h2>
      <dl class="ms-facts">
        <Row name="address">
          {groupedHex(NODE_BASE + 256n * BigInt(node.place))}
        </Row>
        <Row name={<Term id="place" />}>{node.place}</Row>
        <Row name={<Term id="parentWord">parent</Term>}>
          {dead ? (
            <>
              itself: the node is <Term id="deadNode">dead</Term>
            </>
          ) : parent === null ? (
            'the tree (root)'
          ) : (
            <button type="button" class="ms-link" onClick={() => onSelect?.({ tree: name, node: parent.id, slot: parent.slot })}>
              #{parent.id}, slot {parent.slot}
            </button>
          )}
        </Row>
        <Row name={<Term id="depth" />}>{dead ? '–' : node.depth}</Row>
        <Row name={<Term id="end" />}>
          {node.end} ({node.end + 1} of {SLOTS[node.kind]} used)
        </Row>
        <Row name={<Term id="metadata" />}>{metadataText(node)}</Row>
      </dl>
    </section>
  );
}

function metadataText(node: NodePicture): string {
  if (node.kind === 'arange') return `end ${node.bytes[240] ?? 0}, gap ${node.bytes[241] ?? 0}`;
  return node.end === 15 ? 'none: slot 15 is used' : `end ${node.bytes[248] ?? 0}`;
}

function Row({ name, children }: { readonly name: preact.ComponentChildren; readonly children: preact.ComponentChildren }) {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd class="ms-mono">{children}</dd>
    </div>
  );
}

function SlotTable({ node, tree, labels, selected, hovered, onHover, onSelect }: Shown) {
  const look = useMemo(() => entryLooks(tree?.vmas ?? null, labels), [tree, labels]);
  const name = tree?.picture.name ?? '';
  const refOf = (slot: number): SlotRef => ({ tree: name, node: node.id, slot });
  const isAt = (ref: SlotRef | null, slot: number): boolean => ref?.tree === name && ref.node === node.id && ref.slot === slot;
  return (
    <section class="ms-panel">
      <h3 class="ms-head">Slots</h3>
      <table class="ms-slots">
        <thead>
          <tr>
            <th scope="col">
              <Term id="slot">#</Term>
            </th>
            <th scope="col">{node.kind === 'leaf' ? <Term id="entry" /> : 'child'}</th>
            <th scope="col" class="num">
              <Term id="pivot">last</Term>
            </th>
            {node.gaps !== null && (
              <th scope="col" class="num">
                <Term id="gap" />
              </th>
            )}
          </tr>
        </thead>
        <tbody onMouseLeave={() => onHover?.(null)}>
          {node.lasts.map((last, slot) => {
            const child = node.children[slot];
            const entry = look(node.slots[slot] ?? 0n);
            const classes = [isAt(selected, slot) ? 'selected' : '', isAt(hovered, slot) ? 'hovered' : ''].join(' ').trim();
            return (
              <tr key={slot} class={classes} onMouseEnter={() => onHover?.(refOf(slot))}>
                <td class="ms-mono">
                  <button type="button" class="ms-link" aria-label={`Select slot ${slot}`} onClick={() => onSelect?.(refOf(slot))}>
                    {slot}
                  </button>
                </td>
                <td class="entry">
                  {child === undefined ? (
                    <>
                      <span class={`ms-swatch c-${entry.kind}`} aria-hidden="true">
                        {entry.kind === 'value' || entry.kind === 'label' ? '' : entry.text}
                      </span>
                      <span title={entry.name}>{entry.name.replace(/^VMA \d+: /, '')}</span>
                    </>
                  ) : (
                    <button type="button" class="ms-link ms-mono" onClick={() => onSelect?.({ tree: name, node: child, slot: WHOLE_NODE })}>
                      #{child}
                    </button>
                  )}
                </td>
                <td class="num ms-mono">{slot === SLOTS[node.kind] - 1 ? <em title="not stored: the node is full and ends here">{hex(last)}</em> : hex(last)}</td>
                {node.gaps !== null && (
                  <td class="num ms-mono">{slot === node.gapmeta ? <strong>{hex(node.gaps[slot] ?? 0n)}</strong> : hex(node.gaps[slot] ?? 0n)}</td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

const FIELD_LEGEND: readonly (readonly [string, string])[] = [
  ['parent', 'parent word'],
  ['pivot', 'pivots'],
  ['slot', 'slots'],
  ['gap', 'gaps'],
  ['meta', 'metadata'],
];

function Bytes({ node, tree, hovered, onHover }: Shown) {
  const [field, setField] = useState<Field | null>(null);
  const fields = useMemo(() => fieldsOf(node), [node]);
  const name = tree?.picture.name ?? '';
  const pointed = hovered !== null && hovered.tree === name && hovered.node === node.id ? hovered.slot : null;
  const point = (next: Field | null): void => {
    setField(next);
    const slot = next?.used === true ? next.slot : null;
    onHover?.(slot === null ? null : { tree: name, node: node.id, slot });
  };
  return (
    <section class="ms-panel">
      <h3 class="ms-head">256 bytes</h3>
      <ByteGrid bytes={node.bytes} fields={fields} field={field} slot={pointed} onField={point} />
      <p class="ms-byte-note" aria-live="off">
        {field === null ? 'Numbers are little endian: the lowest byte comes first.' : fieldText(field, node.bytes)}
      </p>
      <p class="ms-byte-legend">
        {FIELD_LEGEND.filter(([kind]) => fields.some((f) => f.kind === kind)).map(([kind, text]) => (
          <span key={kind}>
            <i class={`b-${kind}`} aria-hidden="true" />
            {text}
          </span>
        ))}
      </p>
    </section>
  );
}

function fieldText(field: Field, bytes: Uint8Array): string {
  const end = field.at + field.size - 1;
  const where = field.size === 1 ? `byte ${field.at}` : `bytes ${field.at}–${end}`;
  const unused = field.used || field.kind === 'padding' ? '' : ', not used';
  return `${where}: ${field.name}${unused} = ${groupedHex(fieldValue(field, bytes))}`;
}
