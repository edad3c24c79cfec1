// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where the core's source opens for a step as a whole: at the function that wrote.

import { expect, test } from 'vitest';
import { writerOf } from '../../../web/app/store/run/source-event';
import { CORE_SOURCES } from '../../../web/engine/core/sources';
import type { Session } from '../../../web/engine/time/session';
import { STORE_TYPES } from '../../../web/model/status';
import { runText, sceneAt } from '../engine/runs';

// One step of each type of store.
const TEXT = `tree t
store 0..9 = 1
repeat 12 as i { store 10 + i*10..+10 = i }
store 15..29 = 4
repeat 3 as i { store 130 + i*10..+10 = i }
store 10..19 = 5
store 5..9 = 6
store 12..15 = 7
erase 12
erase 30
erase 40
store 20..140 = null
store 300..310 = 8
repeat 30 as i { store 400 + i*10..+5 = i }
store 410..560 = 9
repeat 6 as i { erase 600 + i*10 }
tree u
store 10..19 = 1
store 0..max = 4
`;

function writers(session: Session): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let step = 1; step <= session.steps(); step++) {
    const scene = sceneAt(session, step);
    const writer = writerOf(scene);
    if (writer === null) continue;
    found.set(scene.record!.storeType!, writer.name);
    const line = CORE_SOURCES.lineOf(writer.file, writer.name);
    expect(line, writer.name).not.toBeNull();
    expect(CORE_SOURCES.functionAt(writer.file, line! + 2)).toBe(writer.name);
  }
  return found;
}

test('every type of store has its function, which the core defines', async () => {
  const found = writers(await runText(TEXT));
  expect([...found.keys()].sort()).toEqual(STORE_TYPES.filter((type) => type !== 'invalid').sort());
  expect(found.get('split_store')).toBe('mpl_split_store');
});

test('a step that wrote nothing has none', async () => {
  const session = await runText('tree t\nstore 0..9 = 1\nload 3\nfail request 1 times 2\nstore 5..6 = 2\n');
  for (const step of [1, 3]) expect(writerOf(sceneAt(session, step))).toBeNull();
});
