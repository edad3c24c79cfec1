// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which steps change a node, against looking at every step's scene.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerTo, runText, scenario, sceneAt, seed } from './runs';

describe('the changes of a node', () => {
  test('are those that the scenes show', async () => {
    await fc.assert(
      fc.asyncProperty(
        scenario,
        fc.array(fc.nat(), { minLength: 3, maxLength: 6 }),
        fc.nat(),
        fc.nat(),
        async (text, picks, a, b) => {
          const session = await runText(text, { keyframeInterval: 16 });
          const steps = session.steps();
          const [from, to] = [Math.min(a % (steps + 2), b % (steps + 2)), Math.max(a % (steps + 2), b % (steps + 2))];
          // Per step: id → the words of each node that a tree reaches.
          const shown = Array.from({ length: steps + 1 }, (_, step) => {
            const words = new Map<number, string>();
            for (const tree of sceneAt(session, step).trees)
              for (const node of tree.picture.nodes)
                words.set(
                  node.id,
                  JSON.stringify(
                    [node.min, node.max, node.lasts, node.slots, node.gaps, node.gapmeta],
                    (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
                  ),
                );
            return words;
          });
          const ids = [...new Set(shown.flatMap((words) => [...words.keys()]))];
          for (const pick of picks) {
            const node = ids[pick % Math.max(1, ids.length)];
            if (node === undefined) continue;
            const changes = answerTo(session, 'nodeChanges', { node, from, to });
            expect([...changes].sort((x, y) => x - y)).toEqual(changes);
            for (const step of changes) expect(step >= Math.max(1, from) && step <= to).toBe(true);
            // A change of what the picture shows is a change of the node, and the first one is when it was made.
            for (let step = Math.max(1, from); step <= Math.min(to, steps); step++) {
              if (shown[step]!.get(node) !== shown[step - 1]!.get(node))
                expect(changes, `node ${node} at step ${step}`).toContain(step);
            }
            const all = answerTo(session, 'nodeChanges', { node, from: 1, to: steps });
            expect(all.filter((step) => step >= from && step <= to)).toEqual(changes);
            const first = shown.findIndex((words) => words.has(node));
            expect(all[0]).toBeLessThanOrEqual(first);
          }
        },
      ),
      { seed, numRuns: 25 },
    );
  });

  test('are exact where all that happens is known', async () => {
    const session = await runText(
      'tree t\nstore 1 = 1\nstore 5 = 5\nload 5\nstore 7 = 7\ntree u\nstore 3 = 3\nstore 4 = 4\nuse t\nerase 7\n' +
        'destroy t\nload 3 in u\n',
    );
    const node = sceneAt(session, 3).trees[0]!.picture.nodes[0]!.id;
    const changes = answerTo(session, 'nodeChanges', { node, from: 1, to: session.steps() });
    const lines = changes.map((step) => session.summary().steps.lines[step - 1]!);
    expect(lines).toEqual([2, 3, 5, 10, 11]);
    expect(answerTo(session, 'nodeChanges', { node: 999, from: 1, to: session.steps() })).toEqual([]);
  });
});
