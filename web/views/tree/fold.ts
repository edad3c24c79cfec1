// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which inner nodes are folded: by hand, one at a time, or all of one level. Keeps to what was folded while the tree
// changes: a node that takes the place of a folded one is folded too. Knows no picture.
//
// Invariant: only inner nodes of the trees given last are folded.

import type { SceneTree } from '../../model/run';

type Folded = ReadonlyMap<string, ReadonlySet<number>>;
type Node = SceneTree['picture']['nodes'][number];

export interface Folds {
  readonly folded: Folded;
  /** Another picture of the same trees. */
  follow(scenes: readonly SceneTree[]): void;
  toggle(tree: string, node: number): void;
  /** So many levels are shown, of every tree. */
  showLevels(levels: number): void;
  /** Levels that are shown, and those there are. */
  levels(): { readonly shown: number; readonly all: number };
}

export function createFolds(): Folds {
  let scenes: readonly SceneTree[] = [];
  let folded = new Map<string, Set<number>>();

  return {
    get folded() {
      return folded;
    },
    follow(next) {
      const kept = new Map<string, Set<number>>();
      for (const { picture } of next) {
        const before = folded.get(picture.name);
        if (before === undefined || before.size === 0) continue;
        const old = scenes.find((scene) => scene.picture.name === picture.name)?.picture.nodes ?? [];
        const places = old.filter((node) => before.has(node.id));
        const same = picture.nodes.filter(
          (node) => node.children.length > 0 && (before.has(node.id) || places.some((place) => standsIn(node, place))),
        );
        kept.set(picture.name, new Set(same.map(({ id }) => id)));
      }
      folded = kept;
      scenes = next;
    },
    toggle(tree, node) {
      const picture = scenes.find((scene) => scene.picture.name === tree)?.picture;
      if (picture?.nodes.some(({ id, children }) => id === node && children.length > 0) !== true) return;
      const set = folded.get(tree) ?? new Set();
      if (!set.delete(node)) set.add(node);
      folded = new Map(folded).set(tree, new Set(set));
    },
    showLevels(levels) {
      const last = Math.max(1, levels) - 1;
      folded = new Map(
        scenes.map(({ picture }) => [
          picture.name,
          new Set(
            picture.nodes.filter(({ depth, children }) => depth === last && children.length > 0).map(({ id }) => id),
          ),
        ]),
      );
    },
    levels() {
      const all = Math.max(0, ...scenes.map(({ picture }) => picture.height));
      const shown = scenes.map(({ picture }) =>
        shownLevels(picture.nodes, folded.get(picture.name) ?? new Set(), picture.height),
      );
      return { shown: Math.max(0, ...shown), all };
    },
  };
}

function standsIn(node: Node, place: Node): boolean {
  return node.depth === place.depth && node.min <= place.min && node.max >= place.min;
}

// Preorder: what is below a folded node is passed over.
function shownLevels(nodes: readonly Node[], folded: ReadonlySet<number>, height: number): number {
  if (folded.size === 0) return height;
  let deepest = 0;
  let under = Infinity;
  for (const { id, depth } of nodes) {
    if (depth > under) continue;
    under = folded.has(id) ? depth : Infinity;
    deepest = Math.max(deepest, depth + 1);
  }
  return deepest;
}
