// SPDX-License-Identifier: GPL-2.0-or-later
//
// The picture's height: titles have rows of their own, the dock and the legend never lie on the tree, and the root does
// not move from step to step. For a grid of sizes of the pane, in pixels of the screen.

import { describe, expect, it } from 'vitest';
import { layWorld, titlePlace, type World } from '../../../web/views/tree/pane';
import { dockTop, roomOf, type Room } from '../../../web/views/tree/room';
import { largeTree, pictureOf, stepsOf, still } from './fixtures';
import { readGolden } from './golden-file';

const SIZES = [320, 390, 480, 560, 764, 1000, 1400].flatMap((width) =>
  [180, 260, 340, 420, 560, 900].map((height) => ({ width, height })),
);
const DEPARTED = { balance: false, pair: false, departures: true, kept: false };
const KEPT = { ...DEPARTED, kept: true };
const LOW = { ...DEPARTED, low: true };

const many = stepsOf(readGolden('vma-many'));
const trees = [
  pictureOf(['single v5'], { next: 1 }, { name: 'single' }),
  stepsOf(readGolden('tut-10-split-push-alloc')).at(-1)!.scene.picture,
  many.at(-1)!.scene.picture,
  largeTree(3000),
];

function fit(world: World, room: Room): { k: number; tx: number; ty: number } {
  return { k: world.zoom, tx: room.left, ty: room.top };
}

describe('the dock of a tree that is half-way through a step', () => {
  // The name of a state, a row of chips, and the ring around the one that the event is about.
  const CHIPS = 3 + 16 + 5 + 22 + 5;

  it('is as high as chips are, or not there', () => {
    for (const size of SIZES)
      for (const half of ['plain', 'gaps'] as const) {
        const { dock } = roomOf(size, { ...DEPARTED, half });
        if (dock > 0) expect(dock, JSON.stringify({ size, half })).toBeGreaterThanOrEqual(CHIPS);
      }
  });
});

describe.each(trees.map((tree) => [tree.name, tree] as const))('the room of %s', (_name, tree) => {
  it('never lets the dock or the legend lie on the tree', () => {
    for (const [size, wants] of SIZES.flatMap((one) =>
      tree.nodes.length > 100
        ? [[one, DEPARTED] as const]
        : [[one, DEPARTED] as const, [one, KEPT] as const, [one, LOW] as const],
    )) {
      const room = roomOf(size, wants);
      const world = layWorld([still(tree)], [], room);
      const foot = room.top + world.height * world.zoom;
      expect(world.width * world.zoom).toBeLessThanOrEqual(room.width + 0.01);
      const top = dockTop(size, room, foot);
      expect(top).toBeGreaterThanOrEqual(foot);
      expect(top + room.dock).toBeLessThanOrEqual(size.height - room.legend);
    }
  });

  it('gives a pair titles that lie on no tree, each tree an equal share', () => {
    for (const size of SIZES) {
      const room = roomOf(size, { balance: false, pair: true, departures: false, kept: false });
      const world = layWorld([still({ ...tree, name: 'a' }), still({ ...tree, name: 'b' })], [], room);
      const camera = fit(world, room);
      const foot = room.top + world.height * world.zoom;
      expect(foot).toBeLessThanOrEqual(size.height - room.legend);
      for (const pane of world.panes) {
        const place = titlePlace(pane, world, camera);
        expect(place).not.toBeNull();
        const [top, bottom] = [place!.y - place!.font, place!.y + 0.3 * place!.font];
        expect(top).toBeGreaterThanOrEqual(0);
        for (const other of world.panes) {
          const y0 = other.y * camera.k + camera.ty;
          const y1 = (other.y + other.layout.height) * camera.k + camera.ty;
          const beside = other.x + other.layout.width <= pane.x || other.x >= pane.x + pane.layout.width;
          expect(beside || bottom <= y0 || top >= y1).toBe(true);
        }
      }
    }
  });
});

describe('a dead node with a reader on it', () => {
  it('is drawn as soon as the tree keeps a little height, and wherever other ghosts are', () => {
    for (const size of SIZES) {
      const kept = roomOf(size, KEPT);
      if (roomOf(size, DEPARTED).ghosts === 'drawn') expect(kept.ghosts).toBe('drawn');
      if (size.height >= 340) expect(kept.ghosts).toBe('drawn');
      if (kept.ghosts === 'drawn') expect(kept.height).toBeGreaterThanOrEqual(56);
    }
  });

  it('leaves a longer legend its height', () => {
    for (const size of SIZES) expect(roomOf(size, { ...KEPT, legend: 90 }).legend).toBe(90);
  });
});

describe('a lower dock', () => {
  it('leaves the tree more height, and draws ghosts wherever the usual one does', () => {
    for (const size of SIZES) {
      const [usual, low] = [roomOf(size, DEPARTED), roomOf(size, LOW)];
      if (usual.ghosts !== 'drawn') continue;
      expect(low.ghosts).toBe('drawn');
      expect(low.height).toBeGreaterThan(usual.height);
    }
  });
});

describe('the root', () => {
  it('stays at one height through all steps', () => {
    for (const size of SIZES) {
      const tops = many.map(({ scene }) => {
        const room = roomOf(size, { ...DEPARTED, departures: scene.changes.gone.length > 0 });
        const world = layWorld([scene], [], room);
        return room.top + world.panes[0]!.y * world.zoom + world.panes[0]!.layout.boxes[0]!.y * world.zoom;
      });
      expect(new Set(tops).size).toBe(1);
    }
  });
});
