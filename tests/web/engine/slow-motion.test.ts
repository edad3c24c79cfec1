// SPDX-License-Identifier: GPL-2.0-or-later
//
// A step stopped at its events: what stands there adds up, node by node, with what the events say.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadCore } from '../../../web/cli/core-file';
import { decodeTree } from '../../../web/engine/decode/decode';
import { decodeEvents } from '../../../web/engine/decode/events';
import type { CoreEvent } from '../../../web/model/event';
import { NODE } from '../../../web/model/generated/node';
import { countEntries, placesIn, readTree } from '../../../web/engine/core/heap';
import { machineOver } from '../../../web/engine/core/machine';
import { decodeLaterHalf, decodeSceneAt } from '../../../web/engine/scene/scene-at';
import { beginSession, type Session } from '../../../web/engine/time/session';
import { index } from '../../../web/base/index64';
import type { TreePicture } from '../../../web/model/picture';
import type { HalfNode, HalfTree, Scene, SceneHalf } from '../../../web/model/run';
import { expectSame } from '../same';
import { memoryScenario, runText, sceneAt, seed, smallScenario } from './runs';

function halfOf(session: Session, step: number, event: number): SceneHalf {
  const { half } = decodeSceneAt(session.scene(step, event), null);
  if (half?.kind !== 'half')
    throw new Error(`step ${step} has no state at event ${event}: ${half?.text ?? 'not asked'}`);
  return half;
}

function rawEvents(session: Session, step: number): readonly CoreEvent[][] {
  return session.scene(step).events.map(({ records }) => decodeEvents(records, Infinity));
}

/** What a tree is in memory. */
function memoryOf({ nodes, single, height }: TreePicture): unknown {
  return {
    single,
    height,
    nodes: nodes.map(({ id, place, bytes }) => [id, place, Buffer.from(bytes).toString('hex')]),
  };
}

function nodesOf(nodes: readonly HalfNode[]): unknown {
  return nodes.map(({ id, place, state, picture, bytes }) => [
    id,
    place,
    state,
    picture?.kind ?? null,
    Buffer.from(bytes).toString('hex'),
  ]);
}

function printOf(half: SceneHalf): unknown {
  return {
    ...half,
    trees: half.trees.map(({ picture }) => memoryOf(picture)),
    reserve: nodesOf(half.reserve),
    loose: nodesOf(half.loose),
  };
}

function named<T extends { readonly picture: TreePicture }>(trees: readonly T[], name: string): T | undefined {
  return trees.find(({ picture }) => picture.name === name);
}

/** Events that are emitted right before the write that they are about. */
const BEFORE_WRITE = new Set([
  'slot_written',
  'pivot_written',
  'end_written',
  'gap_written',
  'root_written',
  'height_changed',
  'adopted',
  'copied',
]);
/** Told right after it: the first event of a tree's destruction. */
const AFTER_WRITE = new Set(['root_written']);

// `linked`: all nodes that a tree has led to in this step. `before` begins a step. A node that is taken from the
// reserve anew has not been linked.
function saysWhatWasLinked(linked: Set<number>, before: Scene | null, half: SceneHalf, event: CoreEvent): void {
  if (before !== null) linked.clear();
  if (event.name === 'prealloc_take') linked.delete(event.node);
  for (const { picture } of [...(before?.trees ?? []), ...half.trees])
    for (const { id } of picture.nodes) linked.add(id);
  for (const { id, state } of half.loose)
    if (state !== 'dead')
      expectSame([id, state], [id, linked.has(id) ? 'cut off' : 'made'], `${event.name} of node ${event.node}`);
}

const FREES = new Set(['free_single', 'free_bulk']);
const STEPS_EVENTS = 300;

/** The state at an event as it comes alone, after its scene. */
function laterHalf(session: Session, scene: Scene, event: number, lately: SceneHalf | null): SceneHalf {
  const half = decodeLaterHalf(scene, structuredClone(session.half(scene.step, event)), lately);
  if (half.kind !== 'half') throw new Error(half.text);
  return half;
}

/** All that a half shows. */
function allOf(half: SceneHalf): unknown {
  return {
    ...half,
    trees: half.trees.map(({ picture, changes, partial }) => [
      picture,
      [...changes.now],
      changes.gone.map(({ id }) => id),
      partial,
    ]),
  };
}

interface AtEvent {
  readonly session: Session;
  readonly step: number;
  readonly event: number;
  readonly plain: Scene;
  readonly before: () => Scene;
  readonly half: SceneHalf;
  readonly events: readonly CoreEvent[];
}

// Calls `look` with those events of every step; of a step that has very many, with none. Where every event is looked
// at, one half comes after the other, as in the page; of these one in four, the first and the last are compared with
// the half that comes with the scene.
async function atEveryEvent(
  text: string,
  which: 'every' | 'first and last',
  look: (at: AtEvent) => void,
): Promise<void> {
  const session = await runText(text, { keyframeInterval: 2 });
  for (let step = 1; step <= session.steps(); step++) {
    const plain = sceneAt(session, step);
    if (plain.events.length > STEPS_EVENTS) continue;
    const events = rawEvents(session, step).flat();
    let known: Scene | null = null;
    const before = (): Scene => (known ??= sceneAt(session, step - 1));
    let lately: SceneHalf | null = null;
    for (let event = 0; event < events.length; event++) {
      const atEnd = event === 0 || event === events.length - 1;
      if (!atEnd && which !== 'every') continue;
      const half: SceneHalf =
        which === 'every' ? laterHalf(session, plain, event, lately) : halfOf(session, step, event);
      if (which === 'every' && (atEnd || event % 4 === 0)) expectSame(allOf(half), allOf(halfOf(session, step, event)));
      lately = half;
      look({ session, step, event, plain, before, half, events });
    }
  }
}

describe.each([
  ['trees', smallScenario, 6],
  ['address spaces', memoryScenario, 2],
] as const)('every event of every step of random %s', (_, programs, numRuns) => {
  test('has a state, which begins as the step before and ends as the step', async () => {
    const compared: number[] = [];
    await fc.assert(
      fc.asyncProperty(programs, async (text) => {
        const seen = { first: 0, last: 0 };
        await atEveryEvent(text, 'first and last', ({ event, plain, before, half, events }) => {
          expect([half.event, half.source.file, half.source.line, half.node, half.slot]).toEqual([
            event,
            plain.events[event]?.file,
            plain.events[event]?.line,
            plain.events[event]?.node,
            plain.events[event]?.slot,
          ]);
          const last = event === plain.events.length - 1;
          const name = events[event]!.name;
          const wanted = last ? plain : before();
          if ((last ? BEFORE_WRITE : AFTER_WRITE).has(name)) return;
          seen[last ? 'last' : 'first']++;
          for (const { picture } of half.trees) {
            const other = named(wanted.trees, picture.name);
            expectSame(
              other === undefined ? picture.nodes.length : memoryOf(picture),
              other === undefined ? 0 : memoryOf(other.picture),
            );
          }
        });
        compared.push(Math.min(seen.first, seen.last));
      }),
      { seed, numRuns },
    );
    expect(Math.max(...compared)).toBeGreaterThan(10);
  });

  test('accounts for every node that is out, and holds in reserve what the events say', async () => {
    let told = 0;
    const linked = new Set<number>();
    await fc.assert(
      fc.asyncProperty(programs, async (text) => {
        await atEveryEvent(text, 'every', ({ event, plain, before: stepBefore, half, events }) => {
          const before = stepBefore();
          saysWhatWasLinked(linked, event === 0 ? before : null, half, events[event]!);
          const so = events.slice(0, event + 1);
          // A node is out at its event; what an event calls freed is freed right after.
          const out = so.filter(({ name }) => name === 'node_out').length;
          const back = so.slice(0, -1).reduce((sum, { name, count }) => sum + (FREES.has(name) ? count : 0), 0);
          // What a sweep makes in its last run was not there yet.
          const others = plain.trees.filter(
            ({ picture }) =>
              named(half.trees, picture.name) === undefined && named(before.trees, picture.name) !== undefined,
          );
          const inTrees = [...half.trees, ...others].reduce((sum, { picture }) => sum + picture.nodes.length, 0);
          // What is in reserve may be reached from a tree still, while it is being replaced.
          const ids = new Set(half.trees.flatMap(({ picture }) => picture.nodes.map(({ id }) => id)));
          const aside = [...half.reserve, ...half.loose].filter(({ id }) => !ids.has(id)).length;
          expect(inTrees + aside).toBe(before.live + out - back);
          expect(half.omitted).toBe(0);
          const { name, count, node } = events[event]!;
          if (name === 'prealloc_take' || name === 'prealloc_return' || name === 'prealloc_free') {
            told++;
            expect(half.reserve.length).toBe(count);
            if (name === 'prealloc_take')
              expect(half.loose.find(({ id }) => id === node)).toMatchObject({ state: 'made', picture: null });
            if (name === 'prealloc_return') expect(half.reserve.map(({ id }) => id)).toContain(node);
          }
          if (name === 'node_built')
            expect(half.loose.find(({ id }) => id === node)?.picture).toMatchObject({
              min: events[event]!.a,
              max: events[event]!.b,
              end: events[event]!.slot,
            });
        });
      }),
      { seed, numRuns },
    );
    expect(told).toBeGreaterThan(20);
  });

  test('is the same from everywhere, and disturbs nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        programs,
        fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 12, maxLength: 12 }),
        async (text, jumps) => {
          const [one, other] = [
            await runText(text, { keyframeInterval: 8 }),
            await runText(text, { keyframeInterval: 1 }),
          ];
          const places = jumps
            .map(([a, b]) => ({ step: (a % one.steps()) + 1, b }))
            .map(({ step, b }) => ({ step, count: sceneAt(other, step).events.length, b }))
            .filter(({ count }) => count > 0)
            .map(({ step, count, b }) => ({ step, event: b % count }));
          const first = places.map(({ step, event }) => printOf(halfOf(one, step, event)));
          places.forEach(({ step, event }, k) => {
            const { half, ...rest } = decodeSceneAt(one.scene(step, event), null);
            expectSame(rest, sceneAt(other, step));
            expect(half).toBeDefined();
            expectSame(printOf(halfOf(other, step, event)), first[k]);
          });
          for (const k of places.keys()) {
            const { step, event } = places[places.length - 1 - k]!;
            expectSame(printOf(halfOf(one, step, event)), first[places.length - 1 - k]);
          }
          const report = one.report();
          for (const { step } of places) {
            const { tree, sum } = report.steps[step - 1]!;
            const now = tree === null ? undefined : named(sceneAt(one, step).trees, tree);
            if (now !== undefined && sum !== null) expect(now.sum).toBe(sum);
          }
        },
      ),
      { seed, numRuns },
    );
  });
});

describe('a write announced before it is made', () => {
  test('still has the old word at its event, and differs from the end in nothing else', async () => {
    const session = await runText('tree t alloc\nrepeat 6 as i { store i*10..+10 = i + 1 }\nstore 20..29 = 77\n');
    const step = session.steps();
    const scene = sceneAt(session, step);
    const event = scene.events.findIndex(({ name }) => name === 'slot_written');
    const [half, raw] = [halfOf(session, step, event), rawEvents(session, step).flat()[event]!];
    const [then, now] = [half.trees[0]!.picture.nodes[0]!, scene.trees[0]!.picture.nodes[0]!];
    expect([then.slots[raw.slot], now.slots[raw.slot]]).toEqual([raw.a, raw.b]);
    expect(then.slots.filter((word, slot) => word !== now.slots[slot])).toHaveLength(1);
    expect(half.trees[0]!.changes.now.size).toBe(0);
  });
});

/** The first event of a name, and the state at it. */
function firstOf(session: Session, step: number, name: string): SceneHalf {
  const event = sceneAt(session, step).events.findIndex((one) => one.name === name);
  expect(event, name).toBeGreaterThanOrEqual(0);
  return halfOf(session, step, event);
}

describe('steps of many parts', () => {
  test('a preallocation holds its nodes beside an untouched tree', async () => {
    const session = await runText('tree t alloc\nrepeat 60 as i { store i*10..+5 = i + 1 }\nprealloc 35..400 = 9\n');
    const step = session.steps();
    const requests = sceneAt(session, step).record?.requests ?? [];
    const half = firstOf(session, step, 'prealloc_take');
    // The one that is taken is not linked yet.
    expect(half.reserve.length + 1).toBe(requests.reduce((sum, size) => sum + size, 0));
    expect(half.loose.map(({ state }) => state)).toEqual(['made']);
    expect(
      half.reserve.every(
        ({ state, picture, bytes }) => state === 'held' && picture === null && bytes.length === NODE.BYTES,
      ),
    ).toBe(true);
    expect(memoryOf(half.trees[0]!.picture)).toEqual(memoryOf(sceneAt(session, step - 1).trees[0]!.picture));
  });

  test('a bulk load keeps its reserve through all of its stores', async () => {
    const session = await runText('tree t alloc\nbulk 60 { repeat 60 as i { store i*5..+3 = i + 1 } }\n');
    const events = rawEvents(session, 2).flat();
    let held = 0;
    for (const [event, { name, count }] of events.entries()) {
      if (name !== 'prealloc_take') continue;
      expect(halfOf(session, 2, event).reserve.length).toBe(count);
      held = Math.max(held, count);
    }
    expect(held).toBeGreaterThan(5);
  });

  test.each([
    ['a call on an address space', 'mm p\nmap 0x10000..0x1ffff rw\nunmap 0x12000..0x12fff\n', 2],
    ['a bulk load', 'tree t alloc\nbulk 20 {\nfor i in 0..15 { store i*10..+10 = i + 1 }\nstore 160..258 = 99\n}\n', 3],
    [
      'a fork',
      'mm p\nfor i in 0..40 { map 0x10000 + i*8K..+4K rw }\n' +
        'for i in 3..20 { advise 0x10000 + i*8K..+4K dontfork }\nfork p as c\n',
      40,
    ],
  ])(
    'a node that %s has linked and replaced is cut off, and not made and still to be linked',
    async (_, text, least) => {
      const session = await runText(text);
      const step = session.steps();
      const events = rawEvents(session, step).flat();
      const linked = new Set<number>();
      let replaced = 0;
      events.forEach((told, event) => {
        const half = halfOf(session, step, event);
        saysWhatWasLinked(linked, event === 0 ? sceneAt(session, step - 1) : null, half, told);
        replaced += half.loose.filter(
          ({ id, state }) => state === 'cut off' && events.some(({ name, node }) => name === 'node_out' && node === id),
        ).length;
      });
      expect(replaced).toBeGreaterThanOrEqual(least);
    },
  );

  test('a copy is built out of sight of its tree, which is empty to the last event', async () => {
    const session = await runText('tree t alloc\nrepeat 40 as i { store i*10..+5 = i + 1 }\ndup t as d\n');
    const step = session.steps();
    const scene = sceneAt(session, step);
    const half = halfOf(session, step, scene.events.length - 1);
    const copy = named(scene.trees, 'd')!.picture.nodes;
    expect(named(half.trees, 'd')?.picture).toMatchObject({ form: 'empty', nodes: [] });
    expect(half.reserve).toEqual([]);
    expect(half.loose.map(({ id, state }) => [id, state])).toEqual(
      [...copy].sort((a, b) => a.id - b.id).map(({ id }) => [id, 'made']),
    );
    // Kinds, ranges and children are those of the nodes copied.
    const byId = new Map(half.loose.map((node) => [node.id, node.picture]));
    for (const { id, kind, min, max, slots, children } of copy)
      expect(byId.get(id) ?? null).toMatchObject({ kind, min, max, slots, children });
  });

  test.each(['', ' by bulk', ' by stores'])(
    'a fork%s shows parent and child, also of one that is undone',
    async (how) => {
      const lines = [
        'mm bash',
        ...Array.from(
          { length: 24 },
          (_, k) => `map 0x${(0x400000 + k * 0x4000).toString(16)}..0x${(0x400fff + k * 0x4000).toString(16)} rw`,
        ),
        'touch 0x400000..0x400fff write',
      ];
      for (const fail of ['', 'fail vma 9\n']) {
        const session = await runText(`${lines.join('\n')}\n${fail}fork bash as kid${how}\n`);
        const step = session.steps();
        const scene = sceneAt(session, step);
        expect(scene.record?.error === null).toBe(fail === '');
        const sizes: number[] = [];
        for (let event = 0; event < scene.events.length; event += 7) {
          const half = halfOf(session, step, event);
          const kid: HalfTree | undefined = named(half.trees, 'kid');
          expect(half.trees.every(({ picture }) => ['bash', 'kid'].includes(picture.name))).toBe(true);
          sizes.push(kid?.picture.entries ?? 0);
          // The parent is as it was, in the scene or here.
          expect(named(half.trees, 'bash') ?? named(scene.trees, 'bash')).toBeDefined();
        }
        expect(Math.max(...sizes)).toBeGreaterThan(fail === '' ? 20 : 5);
        if (fail === '') expect(sizes.at(-1)).toBe(named(scene.trees, 'kid')!.picture.entries);
      }
    },
  );

  test.each(['', ' rcu'])(
    'a tree%s that is torn down goes from its top, and what hangs below is cut off, in RCU mode dead',
    async (rcu) => {
      const session = await runText(`tree t alloc${rcu}\nrepeat 60 as i { store i*10..+5 = i + 1 }\ndestroy t\n`);
      const step = session.steps();
      const count = sceneAt(session, step).events.length;
      const states = Array.from({ length: count }, (_, event) =>
        halfOf(session, step, event).loose.map(({ state }) => state),
      );
      const nodes = sceneAt(session, step - 1).trees[0]!.picture.nodes.length;
      expect(states[0]).toEqual(Array.from({ length: nodes }, () => 'cut off'));
      expect(states.some((all) => all.every((state) => state === 'dead'))).toBe(rcu !== '');
      expect(states.at(-1)).toEqual([rcu === '' ? 'cut off' : 'dead']);
    },
  );

  test('a tree too large to be sent whole is sent in part, and so are the nodes beside it', async () => {
    const session = await runText(
      'tree t alloc\nbulk 4000 { repeat 4000 as i { store i*5..+3 = i + 1 } }\nstore 7..900 = 5\n',
      { pictureNodesMax: 60 },
    );
    const load = halfOf(session, 2, 900);
    expect(load.reserve.length + load.loose.length).toBe(60);
    expect(load.omitted).toBeGreaterThan(100);
    const half = firstOf(session, 3, 'prealloc_take');
    const tree = half.trees[0]!;
    const before = sceneAt(session, 2).trees[0]!;
    expect(tree.partial).toEqual({
      nodes: before.partial!.nodes,
      omitted: before.partial!.nodes - tree.picture.nodes.length,
    });
    expect(tree.picture.entries).toBe(before.picture.entries);
    expect(tree.changes.gone).toEqual([]);
  });
});

describe('a half that comes alone, after its scene', () => {
  test.each([
    ['trees', smallScenario, 3],
    ['address spaces', memoryScenario, 2],
  ] as const)(
    'is the half that a scene of random %s has, from whatever half one comes',
    async (_, programs, numRuns) => {
      let compared = 0;
      await fc.assert(
        fc.asyncProperty(
          programs,
          fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 8, maxLength: 8 }),
          async (text, jumps) => {
            const session = await runText(text, { keyframeInterval: 8 });
            const other = await runText(text);
            for (const [a, ...places] of jumps) {
              const step = (a % session.steps()) + 1;
              const scene = sceneAt(session, step);
              let lately: SceneHalf | null = null;
              for (const b of scene.events.length === 0 ? [] : [...places, places[0] + 1]) {
                const event = b % scene.events.length;
                lately = laterHalf(session, scene, event, lately);
                expectSame(allOf(lately), allOf(halfOf(other, step, event)));
                compared++;
              }
              // What was shown is not disturbed, nor what is shown next.
              expectSame(sceneAt(session, step), sceneAt(other, step));
            }
          },
        ),
        { seed, numRuns },
      );
      expect(compared).toBeGreaterThan(20);
    },
  );

  // What is counted holds on every machine: calls made again, and nodes that are other objects than before.
  test.each([
    ['a fork', `mm p\nrepeat 800 as i { map 0x400000+i*0x4000..0x400fff+i*0x4000 rw }\nfork p as kid\n`],
    [
      'a bulk load',
      'tree t alloc\nrepeat 900 as i { store i = 1 }\ndestroy t\ntree u alloc\n' +
        'bulk 3000 { repeat 3000 as i { store i*5..+3 = i + 1 } }\n',
    ],
    [
      'a store over many nodes',
      'tree t alloc\nbulk 9000 { repeat 9000 as i { store i*5..+3 = i + 1 } }\n' +
        'repeat 90 as i { store i*50..+3 = i }\nstore 100..9000 = 5\n',
    ],
  ])('costs, from one event of %s to the next, the step once more and the nodes that differ', async (_, text) => {
    const session = await runText(text);
    const step = session.steps();
    const scene = sceneAt(session, step);
    const { time } = session.place();
    const [from, to] = time.calls(step);
    const middle = scene.events.length >> 1;
    const last = Math.min(scene.events.length, middle + 20);
    let lately = laterHalf(session, scene, middle, null);
    const nodesOfHalf = (half: SceneHalf): readonly unknown[] => [
      ...half.trees.flatMap(({ picture }) => picture.nodes),
      ...half.loose.flatMap(({ picture }) => picture ?? []),
    ];
    const way = [...Array.from({ length: last - middle - 1 }, (_, k) => middle + k + 1), last - 2, last - 3];
    for (const event of way) {
      const before = time.replayed();
      const known = new Set(nodesOfHalf(lately));
      lately = laterHalf(session, scene, event, lately);
      expect(time.replayed() - before).toBeLessThanOrEqual(to - from);
      const fresh = nodesOfHalf(lately).filter((node) => !known.has(node)).length;
      // A node, its parent, and those below it that have another parent now.
      expect(fresh).toBeLessThanOrEqual(20);
    }
    expect(nodesOfHalf(lately).length).toBeGreaterThan(100);
  });
});

describe('states that cannot be shown are reported', () => {
  test('no events, none of that number, none kept', async () => {
    const session = await runText('tree t alloc\nbulk 9000 { repeat 9000 as i { store 100 + i*5..+3 = i + 1 } }\n');
    const missing = (step: number, event: number): unknown => decodeSceneAt(session.scene(step, event), null).half;
    expect(missing(0, 0)).toEqual({ kind: 'missing', event: 0, text: 'Step 0 has no events.' });
    expect(missing(1, 3)).toEqual({ kind: 'missing', event: 3, text: 'Step 1 has no events.' });
    const { events, eventsDropped } = sceneAt(session, 2);
    expect([events.length, eventsDropped > 0]).toEqual([32_768, true]);
    expect(missing(2, 32_768)).toEqual({
      kind: 'missing',
      event: 32_768,
      text: 'Of step 2 the first 32,768 events were kept; it cannot be stopped at any other.',
    });
    expect(missing(2, 32_767)).toMatchObject({ kind: 'half', event: 32_767 });
    const short = await runText('tree t alloc\nstore 1..5 = 1\n');
    const count = sceneAt(short, 2).events.length;
    for (const event of [-1, 0.5, count, NaN])
      expect(decodeSceneAt(short.scene(2, event), null).half).toMatchObject({ kind: 'missing' });
    expect(sceneAt(short, 2)).not.toHaveProperty('half');
  });
});

test('memory too small for a second copy is reported, and everything else works', async () => {
  const core = await loadCore();
  const calls = { ...core.calls, mpl_reserve: (places: number) => (places > 100 ? 0 : core.calls.mpl_reserve(places)) };
  const begun = beginSession('tree t alloc\nstore 1..5 = 1\nstore 9..12 = 2\n', { ...core, calls });
  if (begun.kind === 'refused') throw new Error('refused');
  while (!begun.session.advance(10));
  const { half, ...rest } = decodeSceneAt(begun.session.scene(2, 1), null);
  expect(half).toEqual({
    kind: 'missing',
    event: 1,
    text: 'There is no memory for a second copy of all nodes, so the step cannot be stopped half-way.',
  });
  expect(rest).toEqual(sceneAt(begun.session, 2));
});

describe('memory in any state', () => {
  test('is read and decoded without a throw, whatever is written in the nodes', async () => {
    const core = await loadCore();
    const machine = machineOver(core);
    const tree = machine.create({ alloc: true, rcu: false, release: '6_16' })!;
    for (let k = 0n; k < 400n; k++) machine.store(tree, index(k * 10n), index(k * 10n + 5n), index(2n * k + 1n));
    const nodes = placesIn(core, tree).length;
    const base = core.calls.mpl_slab_base();
    const good = core.bytes().slice(base, base + NODE.BYTES * nodes);
    const word = fc.oneof(
      fc.nat({ max: nodes + 3 }).map((place) => NODE.BASE + BigInt(NODE.BYTES * place) + 4n + 8n),
      fc
        .tuple(fc.nat({ max: nodes + 3 }), fc.nat({ max: 255 }))
        .map(([place, low]) => NODE.BASE + BigInt(NODE.BYTES * place + low)),
      fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 32 * nodes - 1 }), word), { minLength: 1, maxLength: 80 }),
        (writes) => {
          core.bytes().set(good, base);
          for (const [at, value] of writes) core.view().setBigUint64(base + 8 * at, value, true);
          const reached = placesIn(core, tree).length;
          for (const nodesMax of [10_000, 8]) {
            const raw = readTree(core, tree, reached, { nodesMax, indexes: [index(77n)] });
            const picture = decodeTree(raw, { name: 't', kind: 'tree', entries: countEntries(core, tree) }, null);
            if (nodesMax > reached)
              expect([picture.nodes.length, picture.entries]).toEqual([reached, countEntries(core, tree)]);
          }
        },
      ),
      { seed, numRuns: 300 },
    );
  });
});
