// SPDX-License-Identifier: GPL-2.0-or-later
//
// A node: what it is, its slots as a table, and its 256 raw bytes. Fields and bytes are linked by hover, and both with
// the other views by the slot that they are about. A node that is in no tree is described as what it is now.

import { indexDigits } from '../../base/number-base';
import { useMemo } from 'preact/hooks';
import type { NodePicture } from '../../model/picture';
import { WHOLE_NODE, type SlotRef } from '../shared/refs';
import { briefName, looksIn } from '../shared/entry-look';
import { groupedHex, groupedIndex, rangeText } from '../shared/text';
import { Term } from '../shared/term';
import type { TermId } from '../shared/terms';
import { otherParent, type Around } from './anatomy';
import { addressOf, APART_WORDS, type ApartNode } from './apart';
import { BytesPanel } from './bytes-panel';
import { fieldsOf, holderFields, wordFields } from './fields';
import type { NodePanelProps } from './types';
import './style.css';
import './tabs.css';

const SLOTS = { leaf: 16, range: 16, arange: 10 } as const;
const KIND_TERM: Readonly<Record<NodePicture['kind'], TermId>> = { leaf: 'leaf', range: 'rangeNode', arange: 'arange' };

export function NodePanel(props: NodePanelProps) {
  const { node, tree, apart } = props;
  if (apart !== null) return <Apart {...props} apart={apart} />;
  if (node === null || tree === null) {
    return (
      <section class="ms-panel">
        <h2 class="ms-head">Node</h2>
        <p class="ms-hint">
          {props.nodeless === true
            ? 'The picture shows the runs of the sweep and has no node to choose. The Tree view shows the nodes as ' +
              'they are after the step.'
            : 'Choose a node or a slot in the picture to see its fields and its 256 bytes.'}
        </p>
      </section>
    );
  }
  return (
    <div class="ms-panels">
      {props.unchosen === true && (
        <p class="ms-hint ms-unchosen">
          The leaf that this step is about. Choose a node or a slot in the picture to see another.
        </p>
      )}
      <Facts {...props} node={node} />
      <Bytes {...props} node={node} />
      <SlotTable {...props} node={node} />
    </div>
  );
}

type Shown = NodePanelProps & { readonly node: NodePicture };

// A node beside the trees. A picture of it gives kind and range where these are known.
function Apart(props: NodePanelProps & { readonly apart: ApartNode }) {
  const { apart, listed, idAt, labels, tree, onSelect } = props;
  const { picture, state } = apart;
  const look = useMemo(() => looksIn(tree, labels), [tree, labels]);
  const fields = useMemo(
    () => (picture !== null ? fieldsOf(picture) : listed !== null ? holderFields(listed) : wordFields()),
    [picture, listed],
  );
  const around = useMemo(
    (): Around => ({
      state: state === 'dead' ? 'dead' : state === 'held' ? 'held' : 'other',
      kind: picture?.kind ?? null,
      idAt,
      entry: (word) => briefName(look(word)),
    }),
    [state, picture, idAt, look],
  );
  return (
    <div class="ms-panels">
      <section class="ms-panel">
        <h2 class="ms-head ms-op">
          <span>
            {picture?.kind ?? 'node'} #{apart.id}
          </span>
          {picture !== null && <span class="ms-mono">{rangeText(picture.min, picture.max)}</span>}
        </h2>
        <dl class="ms-facts">
          <Row name="address">{groupedHex(addressOf(apart.place))}</Row>
          <Row name={<Term id="place" />}>{apart.place}</Row>
          <Row name="now">{APART_WORDS[state]}</Row>
          {state === 'held' && (
            <Row name={<Term id="reserve" />}>
              {listed === null
                ? 'listed by another preallocated node'
                : listed === 0
                  ? 'the last of the chain: lists none'
                  : `lists ${listed} other${listed === 1 ? '' : 's'}`}
            </Row>
          )}
        </dl>
      </section>
      <BytesPanel
        bytes={apart.bytes}
        fields={fields}
        around={around}
        at={null}
        hovered={null}
        onNode={(id) => onSelect?.({ tree: tree?.picture.name ?? '', node: id, slot: WHOLE_NODE })}
      />
      {picture !== null && <SlotTable {...props} node={picture} />}
    </div>
  );
}

function Bytes({ node, tree, dead, labels, idAt, hovered, onHover, onSelect }: Shown) {
  const name = tree?.picture.name ?? '';
  const look = useMemo(() => looksIn(tree, labels), [tree, labels]);
  const fields = useMemo(() => fieldsOf(node), [node]);
  const around = useMemo(
    (): Around => ({ state: dead ? 'dead' : 'tree', kind: node.kind, idAt, entry: (word) => briefName(look(word)) }),
    [dead, node, idAt, look],
  );
  return (
    <BytesPanel
      bytes={node.bytes}
      fields={fields}
      around={around}
      at={dead ? null : { tree: name, node: node.id }}
      hovered={hovered}
      {...(onHover === undefined ? {} : { onHover })}
      onNode={(id) => onSelect?.({ tree: name, node: id, slot: WHOLE_NODE })}
    />
  );
}

function Facts({ node, tree, dead, idAt, onSelect }: Shown) {
  const name = tree?.picture.name ?? '';
  const { parent } = node;
  // Half-way through a step, and in a damaged tree, it is not what leads to the node.
  const other = dead ? null : otherParent(node.bytes, parent, idAt);
  return (
    <section class="ms-panel">
      <h2 class="ms-head ms-op">
        <span>
          <Term id={KIND_TERM[node.kind]}>{node.kind}</Term> #{node.id}
        </span>
        <span class="ms-mono">{rangeText(node.min, node.max)}</span>
      </h2>
      <dl class="ms-facts">
        <Row name="address">{groupedHex(addressOf(node.place))}</Row>
        <Row name={<Term id="place" />}>{node.place}</Row>
        {dead ? (
          <Row name={<Term id="parentWord" />}>
            itself: the node is <Term id="deadNode">dead</Term>
          </Row>
        ) : (
          <Row name="held by">
            {parent === null ? (
              'the tree (root)'
            ) : (
              <button
                type="button"
                class="ms-link"
                onClick={() => onSelect?.({ tree: name, node: parent.id, slot: parent.slot })}
              >
                #{parent.id}, slot {parent.slot}
              </button>
            )}
            {other !== null && (
              <>
                ; its <Term id="parentWord" /> says {other}
              </>
            )}
          </Row>
        )}
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

function Row({
  name,
  children,
}: {
  readonly name: preact.ComponentChildren;
  readonly children: preact.ComponentChildren;
}) {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd class="ms-mono">{children}</dd>
    </div>
  );
}

function SlotTable({ node, tree, labels, selected, hovered, onHover, onSelect }: Shown) {
  const look = useMemo(() => looksIn(tree, labels), [tree, labels]);
  const name = tree?.picture.name ?? '';
  const refOf = (slot: number): SlotRef => ({ tree: name, node: node.id, slot });
  const isAt = (ref: SlotRef | null, slot: number): boolean =>
    ref?.tree === name && ref.node === node.id && ref.slot === slot;
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
            const marks = [isAt(selected, slot) && 'selected', isAt(hovered, slot) && 'hovered'];
            const classes = marks.filter(Boolean).join(' ');
            return (
              <tr key={slot} class={classes} onMouseEnter={() => onHover?.(refOf(slot))}>
                <td class="ms-mono">
                  <button
                    type="button"
                    class="ms-link"
                    aria-label={`Select slot ${slot}`}
                    onClick={() => onSelect?.(refOf(slot))}
                  >
                    {slot}
                  </button>
                </td>
                <td class="entry">
                  {child === undefined ? (
                    <Entry entry={look(node.slots[slot] ?? 0n)} />
                  ) : (
                    <button
                      type="button"
                      class="ms-link ms-mono"
                      onClick={() => onSelect?.({ tree: name, node: child, slot: WHOLE_NODE })}
                    >
                      #{child}
                    </button>
                  )}
                </td>
                <td class="num ms-mono">
                  {slot === SLOTS[node.kind] - 1 ? (
                    <em title="not stored: the node is full and ends here">{groupedIndex(last)}</em>
                  ) : (
                    groupedIndex(last)
                  )}
                </td>
                {node.gaps !== null && (
                  <td class="num ms-mono">
                    {slot === node.gapmeta ? (
                      <strong>{indexDigits(node.gaps[slot] ?? 0n)}</strong>
                    ) : (
                      indexDigits(node.gaps[slot] ?? 0n)
                    )}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Entry({ entry: { kind, name, text } }: { readonly entry: ReturnType<ReturnType<typeof looksIn>> }) {
  return (
    <>
      <span class={`ms-swatch c-${kind}`} aria-hidden="true">
        {kind === 'value' || kind === 'label' ? '' : text}
      </span>
      <span title={name}>{name.replace(/^VMA \d+: /, '')}</span>
    </>
  );
}
