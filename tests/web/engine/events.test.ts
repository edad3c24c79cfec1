// SPDX-License-Identifier: GPL-2.0-or-later

import { wordedEvents } from '../../../web/engine/scene/event-texts';
import { describe, expect, test } from 'vitest';
import { index, ZERO } from '../../../web/base/index64';
import { loadCore } from '../../../web/cli/core-file';
import { eventWords } from '../../../web/words/event';
import { decodeEvents } from '../../../web/engine/decode/events';
import type { CoreEvent, StepSetting } from '../../../web/model/event';
import { EVENT_KINDS, type EventKind } from '../../../web/model/generated/event-kinds';
import { SOURCES } from '../../../web/engine/generated/tables';
import { readEvents } from '../../../web/engine/core/heap';
import { machineOver } from '../../../web/engine/core/machine';
import { VMA_FLAGS } from '../../../web/model/memory';
import { runText, sceneAt } from './runs';
import { readVector, vectorNames, vectorPlayer } from './vectors';

const SPACES = `mm p
map 0x10000..0x1ffff rw
touch 0x10000..0x13fff write
touch 0x14000 read
touch 0x14000 write
protect 0x12000..0x12fff r
map 0x30000..0x30fff r file "/f"
advise 0x30000..0x30fff dontfork
fork p as c
exit c
fail vma 2
fork p as d
fail page 1
fork p as e undo range
unmap 0x12000..0x12fff
`;

const kinds: readonly EventKind[] = EVENT_KINDS;

const SETTING: StepSetting = {
  readers: new Map(),
  isLeaf: () => null,
  passed: [],
  nodes: new Map(),
  ofSpace: false,
};

describe('events', () => {
  test('show indexes in hex, ids and counts in decimal, types of store by name', () => {
    const blank = { file: 'core/src/walk.c', line: 1, slot: -1, node: 0, count: 0, a: 0n, b: 0n };
    const said = (event: Partial<CoreEvent> & Pick<CoreEvent, 'name'>): string =>
      eventWords([{ ...blank, ...event }], SETTING)[0]!;
    expect(said({ name: 'climb', node: 7, slot: 2 })).toBe(
      'The walk goes up from node 7 to its parent, which holds it in slot 2.',
    );
    expect(said({ name: 'sidestep', node: 7, slot: 2, a: 256n, b: 511n })).toBe(
      'The walk moves one slot to the right: slot 2 of leaf 7 covers 0x100 to 0x1ff.',
    );
    expect(said({ name: 'linked', node: 12, b: 10n })).toBe('Node 12 has replaced node 10 as the root.');
    expect(said({ name: 'type_chosen', count: 5, a: 3n })).toBe(
      'The type of the store is split_store: it may need 3 nodes (vacant height 0, sufficient height 0).',
    );
    expect(said({ name: 'prealloc_free', count: 1 })).toBe(
      'The preallocation still holds 1 node that is not needed: it will be freed next.',
    );
    // What left a tree in the same step is not told from what was never used: both were in the preallocation.
    expect(
      eventWords(
        [
          { ...blank, name: 'free_single', node: 4 },
          { ...blank, name: 'prealloc_free', count: 1 },
          { ...blank, name: 'free_single', node: 5 },
        ],
        SETTING,
      ),
    ).toEqual([
      'Node 4 is about to be freed.',
      'The preallocation still holds 1 node that is not needed: it will be freed next.',
      'Node 5, left in the preallocation, is about to be freed.',
    ]);
    expect(said({ name: 'bulk_evened', slot: 1 })).toBe(
      'The last leaf was too small: 1 slot moves over from its left sibling.',
    );
  });

  test('of every operation in the tut vectors come from a known source and line, with every field', async () => {
    const seen = new Set<string>();
    for (const name of vectorNames('tut-')) {
      const core = await loadCore();
      const vector = readVector(name);
      const player = vectorPlayer(machineOver(core), vector);
      for (const op of vector.ops) {
        const outcome = player.apply(op);
        if (outcome === null) continue;
        const { records, count } = readEvents(core);
        const events = decodeEvents(records, Infinity);
        expect(events).toHaveLength(count);
        for (const event of events) {
          seen.add(event.name);
          expect(SOURCES).toContain(event.file);
          expect(event.line).toBeGreaterThan(0);
        }
        for (const text of eventWords(events, SETTING)) expect(text).toMatch(/^[A-Z\d][^{}]*\.$/);
        // Each request of the record is an event, and each refusal.
        if (op.req === undefined || op.op.startsWith('dup')) continue;
        expect(events.filter((event) => event.name.startsWith('request_')).map((event) => event.count)).toEqual(op.req);
        expect(events.filter((event) => event.name === 'refused')).toHaveLength(
          (op.rk ?? '').replace(/[a-z]/g, '').length,
        );
      }
    }
    // Readers and damage have no vectors.
    const others = await runText(
      'tree r rcu\nrepeat 30 as i { store i*10..+5 = i }\nread r at 50 as p\nstore 52..53 = 1\nresume p\n' +
        'release p\ncorrupt r node 0 pivot 0 = 3\n',
    );
    for (let step = 1; step <= others.steps(); step++)
      for (const event of sceneAt(others, step).events) seen.add(event.name);
    // Nor have address spaces.
    const spaces = await runText(SPACES);
    for (let step = 1; step <= spaces.steps(); step++) {
      for (const event of wordedEvents(sceneAt(spaces, step))) {
        seen.add(event.name);
        expect(SOURCES).toContain(event.file);
        expect(event.text).toMatch(/^[A-Z\d][^{}]*\.$/);
      }
    }
    const moving = await loadCore();
    const machine = machineOver(moving);
    const { mm } = machine.createMm();
    const anonymous = { flags: VMA_FLAGS.read | VMA_FLAGS.write, file: 0, offset: ZERO };
    machine.mmMap(mm!, index(0x10000n), index(0x11fffn), anonymous);
    machine.mmTouch(mm!, index(0x10000n), index(0x11fffn), true);
    machine.mmRemap(mm!, index(0x10000n), index(0x2000n), index(0x3000n), index(0x40000n), true);
    for (const event of decodeEvents(readEvents(moving).records, Infinity)) seen.add(event.name);
    // Vectors destroy a copy in the same operation. A last leaf is evened only after a bulk load that overwrites what
    // it stored itself (rule "bulk load"), which neither vectors nor scenarios can do.
    const session = await runText('tree t\nstore 3 = 1\ndup t as u\n');
    for (const event of sceneAt(session, 3).events) seen.add(event.name);
    expect(kinds.map((kind) => kind.name).filter((name) => !seen.has(name))).toEqual(['bulk_evened']);
  });
});
