// SPDX-License-Identifier: GPL-2.0-or-later
//
// Kept states in what the page gets: where each stands at any step, whichever way it was gone to, and the sentences.

import { describe, expect, test } from 'vitest';
import { decodeScene } from '../../../web/engine/scene/scene';
import type { Scene } from '../../../web/model/run';
import { balanceWords } from '../../../web/words/node-balance';
import { runText } from './runs';

const TEXT = `tree t rcu
for i in 0..7 { store i * 10..+10 = i }
state s
set s 42..44
prepare s = 99
prev s
aim s 42..44
store s
tree u
state f
set f 10..20
store f = 1
next f
store 30 = 2 in t
destroy t
`;

async function scenes(): Promise<(step: number) => Scene> {
  const session = await runText(TEXT);
  return (step) => decodeScene(session.scene(step), null);
}

function stands(scene: Scene): string[] {
  return scene.readers.map(
    ({ name, tree, slot, node, believes }) =>
      `${name} in ${tree}, slot ${slot} of ${node?.id ?? 'none'}, end ${believes?.end ?? '?'} of ` +
      `${believes?.realEnd ?? '?'}, holds ${believes?.held ?? '?'}`,
  );
}

describe('kept states at a step', () => {
  test('stand where they stood, back and forth', async () => {
    const at = await scenes();
    const steps = [10, 11, 12, 13, 14, 15, 19, 20, 21, 22];
    const told = steps.map((step) => stands(at(step)));
    expect(told).toEqual([
      ['s in t, slot -1 of none, end 0 of ?, holds 0'],
      ['s in t, slot -1 of none, end 0 of ?, holds 0'],
      ['s in t, slot 4 of 8, end 8 of 8, holds 1'],
      ['s in t, slot 3 of 8, end 8 of 8, holds 1'],
      ['s in t, slot 3 of 8, end 8 of 8, holds 1'],
      ['s in t, slot 5 of 9, end 10 of 10, holds 0'],
      ['s in t, slot 5 of 9, end 10 of 10, holds 0', 'f in u, slot 1 of 10, end 0 of 2, holds 0'],
      ['s in t, slot 5 of 9, end 10 of 10, holds 0', 'f in u, slot 1 of 10, end 0 of 2, holds 0'],
      ['s in t, slot -1 of none, end 10 of ?, holds 0', 'f in u, slot 1 of 10, end 0 of 2, holds 0'],
      ['f in u, slot 1 of 10, end 0 of 2, holds 0'],
    ]);
    for (const step of [22, 13, 21, 10, 19]) expect(stands(at(step))).toEqual(told[steps.indexOf(step)]);
  });

  test('hold nodes that the balance knows', async () => {
    const scene = (await scenes())(12);
    expect([scene.live, scene.held, scene.balance]).toEqual([2, 1, 0]);
    expect(balanceWords(scene)).toBe('balance: 2 nodes = 1 in t + 1 held by kept states; no node leaked');
  });

  test('are described in sentences', async () => {
    const at = await scenes();
    expect(at(12).why).toContain(
      'A store over 42 to 44 would be one of type node_store: `s` keeps that type and its place, slot 4 of node 8.',
    );
    expect(at(14).why).toBe(
      'Only index and last are assigned: `s` stands on slot 3 of node 8 as before, whether or not 42 to 44 is there.',
    );
    expect(at(15).why).toContain(
      'Then `s` stands on slot 5 of node 9 (status active). The state went from slot 4 to slot 3 since it was ' +
        'prepared, and looks for its range from there.',
    );
    expect(at(20).why).toBe(
      'It finds nothing: `f` stands on slot 1 of node 10 (status overflow). `f` believes that its leaf ends at ' +
        'slot 0, but it ends at slot 2: the state does not see the slots after slot 0.',
    );
  });
});
