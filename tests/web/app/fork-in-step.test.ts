// SPDX-License-Identifier: GPL-2.0-or-later
//
// In slow motion the marks of a fork and the events of its step are moved together, from either side.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepInStep } from '../../../web/app/picture/fork-in-step';
import { moveFork } from '../../../web/app/store/actions/fork';
import { forkCursor, ran, scene } from '../../../web/app/store/page/state';
import { event, seekEvent, showSlow, startMotion } from '../../../web/app/store/run/motion';
import { attachEngine, seek } from '../../../web/app/store/run/run';
import { decodeSceneAt } from '../../../web/engine/scene/scene-at';
import { runText, sceneAt } from '../engine/runs';
import { scenesOnly } from './engine-here';

const TEXT =
  'mm p\nmap 0x10000..+8K rw in p\nmap 0x20000..+8K r in p\nmap 0x30000..+8K rw in p\nfail vma at vma 2\nfork p as c\n';

let stops: (() => void)[] = [];

beforeEach(async () => {
  const session = await runText(TEXT);
  attachEngine(
    scenesOnly((at, which) =>
      Promise.resolve(which === undefined ? sceneAt(session, at) : decodeSceneAt(session.scene(at, which), null)),
    ),
  );
  ran.value = { text: TEXT, summary: session.summary() };
  stops = [startMotion(), keepInStep()];
  scene.value = null;
  await seek(session.steps());
});

afterEach(() => {
  showSlow(false);
  for (const stop of stops) stop();
  attachEngine(null);
});

test('an event does the marks up to it, a mark goes to its event, and without slow motion each stays', async () => {
  const marks = scene.value!.fork!.marks;
  expect(marks.length).toBeGreaterThan(2);
  // At no event the marks move alone.
  moveFork(1);
  expect([forkCursor.value, event.value]).toEqual([1, null]);

  for (const [k, mark] of marks.entries()) {
    await seekEvent(mark.event);
    expect(forkCursor.value).toBe(marks.findLastIndex((other) => other.event === mark.event) + 1);
    moveFork(k + 1);
    expect(event.value).toBe(mark.event);
  }
  const last = scene.value!.events.length - 1;
  await seekEvent(last);
  expect(forkCursor.value).toBe(marks.filter((mark) => mark.event <= last).length);
  moveFork(2);
  expect([forkCursor.value, event.value]).toEqual([2, marks[1]!.event]);
});
