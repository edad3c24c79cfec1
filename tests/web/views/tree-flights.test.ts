// SPDX-License-Identifier: GPL-2.0-or-later
//
// What moves from one step to the next: entries that stayed somewhere fly from where they were, every flight ends at
// its cell, a step back is the step forward the other way round, and nothing moves that is too much or too far away.

import { describe, expect, it } from 'vitest';
import { MOVING_MOST, planMotion, remember, type Plan } from '../../../web/views/tree/flights';
import { layWorld, type World } from '../../../web/views/tree/pane';
import { largeTree, stepsOf, still, type FixtureStep } from './fixtures';
import { readGolden } from './golden-file';

const SPACE = { width: 900, height: 600 };
const CAMERA = { k: 1, tx: 0, ty: 0 };

function worldOf(step: FixtureStep): World {
  return layWorld([step.scene], [], SPACE);
}

function plan(before: World, after: World, k = 1): Plan {
  return planMotion(
    remember(before, { ...CAMERA, k }, 'full', () => true),
    after,
    { ...CAMERA, k },
    'full',
  );
}

function pairs(name: string): readonly (readonly [FixtureStep, FixtureStep])[] {
  const list = stepsOf(readGolden(name));
  return list.slice(1).map((after, k) => [list[k]!, after] as const);
}

function split(name: string, type: string): readonly [FixtureStep, FixtureStep] {
  return pairs(name).find(([, { report, scene }]) => report.storeType === type && scene.changes.gone.length >= 2)!;
}

describe('what moves in a step', () => {
  it('takes every entry of a push left from its old slot to its new one', () => {
    const [before, after] = split('tut-10-split-push-alloc', 'split_store');
    const [was, is] = [worldOf(before), worldOf(after)];
    const { flights, fresh, grown, faded } = plan(was, is);
    const gone = after.scene.changes.gone;
    expect(faded).toHaveLength(gone.length);
    expect(grown.every(({ from }) => from !== null)).toBe(true);
    // What the leaves hold now and held before, and did not hold at the same place.
    const leaves = is.panes[0]!.layout.boxes.filter(
      ({ node }) => node.kind === 'leaf' && after.scene.changes.now.get(node.id) === 'new',
    );
    const cells = leaves.reduce((sum, { node }) => sum + node.end + 1, 0);
    const told = (name: string): boolean =>
      leaves.some(({ node }) => name === `${after.scene.picture.name}/${node.id}`);
    const flown = flights.filter(({ node }) => told(node)).length;
    const appeared = fresh.filter(({ node }) => told(node)).length;
    expect(flown).toBeGreaterThan(0);
    expect(appeared).toBeLessThanOrEqual(2);
    expect(flown + appeared).toBeLessThanOrEqual(cells);
  });

  it.each([
    'tut-09-split-root-alloc',
    'tut-10-split-push-alloc',
    'tut-11-rebalance-right-alloc',
    'tut-13-spanning-range',
  ])('ends each flight of %s at a cell of its node, once a cell', (name) => {
    for (const [before, after] of pairs(name)) {
      const is = worldOf(after);
      const { flights, fresh } = plan(worldOf(before), is);
      const seen = new Set<string>();
      for (const { node, slot, to } of flights) {
        const box = is.panes[0]!.layout.boxes.find((one) => node.endsWith(`/${one.node.id}`))!;
        expect(slot).toBeLessThanOrEqual(box.node.end);
        expect(to.x).toBeGreaterThanOrEqual(box.x);
        expect(to.x + to.w).toBeLessThanOrEqual(box.x + box.w);
        expect(seen.has(`${node}:${slot}`)).toBe(false);
        seen.add(`${node}:${slot}`);
      }
      for (const { node, slot } of fresh) expect(seen.has(`${node}:${slot}`)).toBe(false);
    }
  });

  it('moves as much back as forward', () => {
    const [before, after] = split('tut-10-split-push-alloc', 'split_store');
    const [there, back] = [plan(worldOf(before), worldOf(after)), plan(worldOf(after), worldOf(before))];
    expect(back.grown).toHaveLength(there.faded.length);
    expect(back.faded).toHaveLength(there.grown.length);
    expect(back.flights.length).toBeGreaterThan(0);
  });

  it('moves nothing between two pictures that are the same', () => {
    for (const [step] of pairs('tut-10-split-push-alloc').slice(-3)) {
      const world = worldOf(step);
      const { slides, flights, grown, fresh, faded, dropped } = plan(world, world, 0.8);
      expect([...slides, ...flights, ...grown, ...fresh, ...faded, ...dropped]).toEqual([]);
    }
  });

  it('tells where things were on the screen, whatever the camera does', () => {
    const [before] = split('tut-10-split-push-alloc', 'split_store');
    const world = worldOf(before);
    const memory = remember(world, { k: 0.8, tx: 10, ty: 20 }, 'full', () => true);
    const { slides } = planMotion(memory, world, { k: 1.6, tx: 30, ty: 60 }, 'full');
    const [box] = world.panes[0]!.layout.boxes;
    expect(slides).toHaveLength(world.panes[0]!.layout.boxes.length);
    expect(slides.find(({ node }) => node.endsWith(`/${box!.node.id}`))!.from.x).toBeCloseTo(
      (box!.x * 0.8 + 10 - 30) / 1.6,
    );
  });

  it('moves nothing from afar, in a large tree, or when too much would move', () => {
    const large = layWorld([still(largeTree(3000))], [], SPACE);
    expect(remember(large, CAMERA, 'full', () => true).nodes.size).toBe(0);
    const [before, after] = split('tut-10-split-push-alloc', 'split_store');
    expect(remember(worldOf(before), CAMERA, 'far', () => true).nodes.size).toBe(0);
    for (const [a, b] of pairs('spanning-h2-alloc').slice(0, 20)) {
      const { slides, flights, grown, dropped } = plan(worldOf(a), worldOf(b));
      expect(slides.length + flights.length + grown.length + dropped.length).toBeLessThanOrEqual(MOVING_MOST);
    }
    expect(
      planMotion(
        remember(worldOf(before), CAMERA, 'full', () => true),
        worldOf(after),
        CAMERA,
        'far',
      ).flights,
    ).toEqual([]);
  });
});
