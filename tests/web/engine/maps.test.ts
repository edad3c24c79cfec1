// SPDX-License-Identifier: GPL-2.0-or-later
//
// The memory map of a browser process through the engine: loaded, forked, an allocation refused, shared.

import { describe, expect, test } from 'vitest';
import { dumpSum } from '../../../web/engine/decode/dump';
import { stateSum } from '../../../web/engine/time/state-sum';
import type { NodePicture } from '../../../web/model/picture';
import { decodeLink } from '../../../web/share/decode';
import { encodeLink } from '../../../web/share/encode';
import { prepareScript } from '../../../web/share/prepare';
import { browserMap } from '../share/browser-map';
import { runText, sceneAt } from './runs';

const BROWSER =
  `maps web """\n${browserMap(820, 5n, 'ada')}"""\nfork web as child\nfail request 3\nfork web as other\n` +
  'exit child\n';
// The [vsyscall] line is shown, not stored.
const VMAS = 819;

describe('a browser with 820 mappings', () => {
  test('is stored VMA by VMA, forked, refused a request, and gives everything back', async () => {
    const session = await runText(BROWSER);
    const { steps, troubles, ok } = session.summary();
    expect([steps.length, troubles, ok]).toEqual([VMAS + 3, [], true]);
    const loaded = sceneAt(session, VMAS);
    expect(loaded.trees.map((tree) => [tree.picture.name, tree.picture.entries, tree.vmas?.length])).toEqual([
      ['web', VMAS, VMAS],
    ]);
    const forked = sceneAt(session, VMAS + 1);
    expect(forked.pair).toEqual({ parent: 'web', child: 'child' });
    expect(forked.trees[1]?.sum).toBe(forked.trees[0]?.sum);
    const refused = sceneAt(session, VMAS + 2);
    expect(refused.record?.error).toBe('ENOMEM');
    expect([refused.live, refused.balance]).toEqual([forked.live, 0]);
    expect(refused.trees.map((tree) => tree.sum)).toEqual(forked.trees.map((tree) => tree.sum));
    const end = sceneAt(session, VMAS + 3);
    expect(end.live).toBe(loaded.live);
    expect(end.trees.map((tree) => dumpSum(tree.picture))).toEqual([loaded.trees[0]?.sum]);
  });

  test('knows at each step the VMAs that were there, and no more', async () => {
    const session = await runText(BROWSER);
    for (const step of [1, 2, 400, VMAS]) {
      const vmas = sceneAt(session, step).trees[0]?.vmas ?? [];
      expect(vmas.map((vma) => vma.number)).toEqual(Array.from({ length: step }, (_, k) => k + 1));
    }
  });

  test('travels in a link to the same steps and the same picture', async () => {
    const session = await runText(BROWSER);
    const step = VMAS + 2;
    const scene = sceneAt(session, step);
    const encoded = encodeLink({
      script: BROWSER,
      language: 1,
      step,
      engine: session.summary().engine,
      sum: stateSum(scene),
    });
    const decoded = decodeLink(encoded.kind === 'link' ? encoded.fragment : '');
    if (decoded.kind !== 'link') throw new Error(decoded.kind);
    const other = await runText(decoded.state.script);
    expect(other.sumAt(decoded.state.step)).toBe(decoded.state.sum);
  });

  test('has the same nodes after its addresses were rebased and its paths replaced', async () => {
    const shape = ({ id, kind, depth, end, slots, children, gapmeta, parent }: NodePicture): unknown => ({
      id,
      kind,
      depth,
      end,
      slots: kind === 'leaf' ? slots : [],
      children,
      gapmeta,
      parent,
    });
    const [as, then] = [
      await runText(BROWSER),
      await runText(prepareScript(BROWSER, { paths: 'replace', addresses: 'rebase' })),
    ];
    expect(then.steps()).toBe(as.steps());
    for (let step = 1; step <= as.steps(); step += step < VMAS ? 23 : 1) {
      const [one, two] = [sceneAt(as, step), sceneAt(then, step)];
      expect(two.trees.map((tree) => tree.picture.nodes.map(shape))).toEqual(
        one.trees.map((tree) => tree.picture.nodes.map(shape)),
      );
      expect(two.why.replace(/0x[0-9a-f]+/g, '')).toBe(one.why.replace(/0x[0-9a-f]+/g, ''));
    }
    // Replacing paths alone changes no sum at all.
    const replaced = await runText(prepareScript(BROWSER, { paths: 'replace', addresses: 'keep' }));
    expect(replaced.report().steps).toEqual(as.report().steps);
  });
});

describe('a tree too large to be pictured whole', () => {
  const LARGE =
    'tree t alloc\nbulk 30000 { repeat 30000 as i { store i*4..+2 = i } }\nstore 60000..60001 = 7\nerase 60000\n';

  test('comes with its upper levels and the ways to what the step touched, and says so', async () => {
    const session = await runText(LARGE, { pictureNodesMax: 200 });
    const whole = await runText(LARGE);
    for (const step of [2, 3, 4]) {
      const tree = sceneAt(session, step).trees[0]!;
      const all = sceneAt(whole, step).trees[0]!;
      expect(all.partial).toBeUndefined();
      expect(tree.partial).toEqual({
        nodes: all.picture.nodes.length,
        omitted: all.picture.nodes.length - tree.picture.nodes.length,
      });
      expect(tree.picture.nodes.length).toBeLessThanOrEqual(210);
      expect([tree.sum, tree.picture.entries, tree.picture.height]).toEqual([
        all.sum,
        all.picture.entries,
        all.picture.height,
      ]);
      // A part of the whole picture, in its order; children that are left out have id 0.
      const ids = new Set(tree.picture.nodes.map((node) => node.id));
      const part = all.picture.nodes
        .filter((node) => ids.has(node.id))
        .map((node) => ({ ...node, children: node.children.map((id) => (ids.has(id) ? id : 0)) }));
      expect(tree.picture.nodes).toEqual(part);
      // The same changes, as far as they are in the part; none that only come from what is left out.
      expect([...tree.changes.now]).toEqual(
        step === 2 ? [...all.changes.now].filter(([id]) => ids.has(id)) : [...all.changes.now],
      );
      expect(tree.changes.gone.map((node) => node.id)).toEqual(all.changes.gone.map((node) => node.id));
      const { touched } = sceneAt(session, step);
      expect(
        tree.picture.nodes.some(
          (node) => node.kind === 'leaf' && node.min <= touched!.first && node.max >= touched!.first,
        ),
      ).toBe(true);
    }
  });
});

test('what a call changes in the middle is not seen at the steps before it', async () => {
  const session = await runText(
    'mm p\nmap 0x1000 rw\nmap 0x3000 rw\nmap 0x5000 rw\nprotect 0x3000 r\nmap 0x7000 rw\nunmap 0x1000\n',
  );
  const perms = (step: number): string[] =>
    (sceneAt(session, step).trees[0]?.vmas ?? []).map((vma) => `${vma.number} ${vma.perms}`);
  expect([3, 4, 5, 6, 7].map(perms)).toEqual([
    ['1 rw-p', '2 rw-p'],
    ['1 rw-p', '2 rw-p', '3 rw-p'],
    ['1 rw-p', '2 r--p', '3 rw-p'],
    ['1 rw-p', '2 r--p', '3 rw-p', '4 rw-p'],
    ['2 r--p', '3 rw-p', '4 rw-p'],
  ]);
});
