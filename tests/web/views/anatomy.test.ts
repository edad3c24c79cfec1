// SPDX-License-Identifier: GPL-2.0-or-later
//
// The bits of a node's fields, on nodes of real runs: every bit explained once, and right.

import { describe, expect, it } from 'vitest';
import { bytesOf, otherParent, partsOf, type Around, type Part } from '../../../web/views/inspector/anatomy';
import { addressOf, holdersOf, NODE_BASE } from '../../../web/views/inspector/apart';
import {
  fieldByByte,
  fieldsOf,
  fieldValue,
  holderFields,
  wordFields,
  type Field,
} from '../../../web/views/inspector/fields';
import { entryLooks } from '../../../web/views/shared/entry-look';
import { NODE } from '../../../web/model/generated/node';
import { decodeSceneAt } from '../../../web/engine/scene/scene-at';
import { runText, sceneAt } from '../engine/runs';

const TEXT =
  'tree t alloc\nrepeat 60 as i { store i*10..+5 = i }\nstore 700 = "seven"\nstore 705 = zero\ntree r\n' +
  'repeat 60 as i { store i*10..+5 = i }\n';

function cover(field: Field, parts: readonly Part[]): void {
  expect(parts[0]?.high).toBe(8 * Math.min(field.size, 8) - 1 + (field.size > 8 ? 8 * (field.size - 8) : 0));
  parts.forEach((part, k) => expect(part.low).toBe(k === parts.length - 1 ? 0 : parts[k + 1]!.high + 1));
}

describe('what a node’s parent word names', () => {
  it('is the slot that leads to it after each step, and half-way a difference is named', async () => {
    const session = await runText('tree t alloc\nfor i in 0..20 { store i*0x10..+8 = i }\n');
    const idsOf = (nodes: readonly { readonly place: number; readonly id: number }[]) => {
      const byAddress = new Map(nodes.map(({ id, place }) => [addressOf(place), id]));
      return (address: bigint): number => byAddress.get(address) ?? 0;
    };
    let told = 0;
    for (let step = 1; step <= session.steps(); step++) {
      const { trees, events } = sceneAt(session, step);
      const { nodes } = trees[0]!.picture;
      for (const node of nodes) expect(otherParent(node.bytes, node.parent, idsOf(nodes))).toBeNull();
      for (let event = 0; event < events.length; event++) {
        const { half } = decodeSceneAt(session.scene(step, event), null);
        if (half?.kind !== 'half') throw new Error(`nothing is known of event ${event} of step ${step}`);
        const idAt = idsOf([...half.trees.flatMap(({ picture }) => picture.nodes), ...half.reserve, ...half.loose]);
        for (const { picture } of half.trees) {
          for (const { bytes, parent } of picture.nodes) {
            const other = otherParent(bytes, parent, idAt);
            const said = partsOf(fieldsOf({ kind: 'leaf', end: 0 })[0]!, bytes, {
              state: 'tree',
              kind: 'leaf',
              idAt,
              entry: String,
            });
            if (other === null || other === 'the tree')
              expect(said.at(-1)!.value).toBe(other === 'the tree' || parent === null ? 1n : 0n);
            else
              expect([said[0]!.node === 0 ? 'no existing node' : `#${said[0]!.node}`, said[1]!.value]).toEqual([
                other.split(',')[0],
                BigInt(other.split('slot ')[1]!),
              ]);
            if (other !== null && other.startsWith('#')) told++;
          }
        }
      }
    }
    expect(told).toBeGreaterThan(0);
  });

  it('is shown for a node whose word was overwritten', async () => {
    const session = await runText(
      'tree t alloc\nfor i in 0..20 { store i*0x10..+8 = i }\ncorrupt t node 1 parent = 0x1234\n',
    );
    const { nodes } = sceneAt(session, session.steps()).trees[0]!.picture;
    expect(
      nodes.map(({ bytes, parent }) => otherParent(bytes, parent, () => parent?.id ?? 0)).filter((one) => one !== null),
    ).toHaveLength(1);
    expect(otherParent(nodes[1]!.bytes, nodes[1]!.parent, () => 0)).toBe('no existing node, slot 6');
  });
});

describe('the parts of a field', () => {
  it('cover its bits, and together are its number, in every node of a tree', async () => {
    const session = await runText(TEXT);
    const { trees } = sceneAt(session, session.steps());
    for (const { picture } of trees) {
      const byAddress = new Map(picture.nodes.map(({ id, place }) => [addressOf(place), id]));
      const look = entryLooks(null, ['seven']);
      for (const node of picture.nodes) {
        const around: Around = {
          state: 'tree',
          kind: node.kind,
          idAt: (address) => byAddress.get(address) ?? 0,
          entry: (word) => look(word).name,
        };
        for (const field of fieldsOf(node)) {
          const parts = partsOf(field, node.bytes, around);
          cover(field, parts);
          expect(parts.reduce((sum, { value, low }) => sum | (value << BigInt(low)), 0n)).toBe(
            fieldValue(field, node.bytes),
          );
          for (const part of parts) {
            const { first, last } = bytesOf(field, part);
            expect(first).toBeGreaterThanOrEqual(field.at);
            expect(last).toBeLessThan(field.at + field.size);
          }
          if (field.kind === 'parent') {
            expect(parts[0]?.node).toBe(node.parent?.id ?? 0);
            expect(parts.at(-1)?.value).toBe(node.parent === null ? 1n : 0n);
            if (node.parent !== null) expect(parts[1]?.value).toBe(BigInt(node.parent.slot));
          }
          if (field.kind === 'slot' && field.used && node.kind !== 'leaf') {
            expect(parts[0]?.node).toBe(node.children[field.slot!]);
            const child = picture.nodes.find(({ id }) => id === node.children[field.slot!])!;
            expect(parts[2]?.meaning).toContain(child.kind);
          }
        }
      }
    }
    const leaf = trees[0]!.picture.nodes.at(-1)!;
    const words = fieldsOf(leaf)
      .filter(({ kind, used }) => kind === 'slot' && used)
      .map(
        (field) =>
          partsOf(field, leaf.bytes, {
            state: 'tree',
            kind: 'leaf',
            idAt: () => 0,
            entry: (word) => entryLooks(null, ['seven'])(word).name,
          })[0]?.meaning,
      );
    expect(words).toContain('label seven');
    expect(words.some((meaning) => /zero entry/.test(meaning ?? ''))).toBe(true);
    expect(words).toContain('NULL: nothing is stored in this range');
  });

  it('of a dead node’s parent word are its own address', () => {
    const bytes = new Uint8Array(256);
    new DataView(bytes.buffer).setBigUint64(0, addressOf(3), true);
    const parts = partsOf(wordFields()[0]!, bytes, { state: 'dead', kind: null, idAt: () => 0, entry: String });
    expect(parts).toHaveLength(1);
    const told = partsOf({ ...wordFields()[0]!, kind: 'parent' }, bytes, {
      state: 'dead',
      kind: 'leaf',
      idAt: (address) => (address === addressOf(3) ? 9 : 0),
      entry: String,
    });
    expect(told.map(({ node }) => node)).toEqual([9, 0]);
    expect(told[0]?.meaning).toMatch(/dead/);
    expect(NODE_BASE).toBe(NODE.BASE);
  });
});

describe('nodes in reserve', () => {
  it('have a chain that lists each of them once, at every event of a store that splits', async () => {
    const session = await runText('tree t\nrepeat 8 as i { store i*10..+5 = i }\nstore 45 = 1\nstore 55 = 1\n');
    const step = session.report().steps.findIndex(({ requests }) => requests.length > 1) + 1;
    expect(step).toBeGreaterThan(0);
    let most = 0;
    for (let event = 0; event < sceneAt(session, step).events.length; event++) {
      const { half } = decodeSceneAt(session.scene(step, event), null);
      if (half?.kind !== 'half' || half.reserve.length === 0) continue;
      const chain = holdersOf(half.reserve);
      // While a bulk request is handed out the list is not written yet.
      if (chain.size === 0) continue;
      most = Math.max(most, half.reserve.length);
      expect([...chain.values()].reduce((sum, count) => sum + count, 1)).toBe(half.reserve.length);
      for (const [id, count] of chain) {
        const node = half.reserve.find((one) => one.id === id)!;
        expect(fieldByByte(holderFields(count)).length).toBe(256);
        expect(node.bytes[8]).toBe(count);
      }
    }
    expect(most).toBeGreaterThanOrEqual(2);
  });
});
