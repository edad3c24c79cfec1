// SPDX-License-Identifier: GPL-2.0-or-later
//
// Slow motion keeps in step with the scene: one request at a time, the event wanted last wins, what is stale is
// dropped.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  event,
  eventBy,
  eventsPlaying,
  eventSpeed,
  EVENT_SPEEDS,
  fetchTeller,
  half,
  halfLate,
  mainTreeNow,
  playEvents,
  seekEvent,
  setEventSpeed,
  showSlow,
  slow,
  startMotion,
  stopEvents,
} from '../../../web/app/store/run/motion';
import { attachEngine, seek } from '../../../web/app/store/run/run';
import { mainTree, playing, ran, scene, step } from '../../../web/app/store/page/state';
import { decodeSceneAt } from '../../../web/engine/scene/scene-at';
import type { Session } from '../../../web/engine/time/session';
import { runText, sceneAt } from '../engine/runs';
import { scenesOnly } from './engine-here';

const TEXT = 'tree t alloc\nrepeat 16 as i { store i*10..+5 = i + 1 }\nstore 5..64 = 99\n';

let session: Session;
/** Requests for a state at an event that wait to be answered. */
let waiting: {
  readonly step: number;
  readonly event: number;
  readonly answer: () => void;
  readonly fail: (error: Error) => void;
}[] = [];
let stop: () => void;

const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

async function answerNext(): Promise<void> {
  waiting.shift()!.answer();
  await settled();
}

beforeEach(async () => {
  await fetchTeller();
  session = await runText(TEXT);
  waiting = [];
  attachEngine(
    scenesOnly((at, which) =>
      which === undefined
        ? Promise.resolve(sceneAt(session, at))
        : new Promise((resolve, reject) => {
            waiting.push({
              step: at,
              event: which,
              answer: () => resolve(decodeSceneAt(session.scene(at, which), null)),
              fail: reject,
            });
          }),
    ),
  );
  ran.value = { text: TEXT, summary: session.summary() };
  stop = startMotion();
  scene.value = null;
  await seek(session.steps());
});

afterEach(() => {
  showSlow(false);
  stop();
  attachEngine(null);
});

describe('an event', () => {
  test('is wanted at once, and its state follows', async () => {
    const shown = seekEvent(3);
    expect([event.value, half.value, halfLate.value, slow.value]).toEqual([3, null, true, true]);
    await answerNext();
    await shown;
    expect(half.value).toMatchObject({ kind: 'half', event: 3 });
    expect(halfLate.value).toBe(false);
  });

  test('the last of many requests wins, one runs at a time, and the state before stays until then', async () => {
    void seekEvent(1);
    await answerNext();
    for (const wanted of [2, 3, 4, 5]) void seekEvent(wanted);
    expect(waiting.map((one) => one.event)).toEqual([2]);
    expect([event.value, half.value?.event]).toEqual([5, 1]);
    await answerNext();
    expect(waiting.map((one) => one.event)).toEqual([5]);
    await answerNext();
    expect([half.value?.event, halfLate.value, waiting.length]).toEqual([5, false, 0]);
  });

  test('is left with the step, and its state is dropped when it comes late', async () => {
    void seekEvent(2);
    await seek(step.value - 1);
    expect([event.value, half.value, slow.value]).toEqual([null, null, false]);
    await answerNext();
    expect([event.value, half.value, waiting.length]).toEqual([null, null, 0]);
    await seek(step.value + 1);
    expect(event.value).toBeNull();
  });

  test('of an older run is dropped, and the same event of the new one is not mixed up with it', async () => {
    void seekEvent(2);
    ran.value = { text: TEXT, summary: session.summary() };
    await answerNext();
    // The scene is still the old one: it is asked again.
    expect(half.value).toBeNull();
    expect(waiting.map((one) => one.event)).toEqual([2]);
    await answerNext();
    expect(half.value?.event).toBe(2);
  });

  test('stays within those of the step; one further than none is the first, one back the last', async () => {
    const last = scene.value!.events.length - 1;
    void seekEvent(9999);
    expect(event.value).toBe(last);
    void seekEvent(-4);
    expect(event.value).toBe(0);
    void seekEvent(null);
    expect(event.value).toBeNull();
    eventBy(-1);
    expect(event.value).toBe(last);
    void seekEvent(null);
    eventBy(1);
    expect(event.value).toBe(0);
    while (waiting.length > 0) await answerNext();
  });

  test('that the engine cannot give tells why', async () => {
    void seekEvent(1);
    waiting.shift()!.fail(new Error('The engine broke down.'));
    await settled();
    expect(half.value).toEqual({ kind: 'missing', event: 1, text: 'The engine broke down.' });
    expect(waiting).toEqual([]);
  });
});

test('slow motion ends with its step and with its text; what was opened since stays', async () => {
  showSlow(true);
  await seek(step.value - 1);
  expect(slow.value).toBe(false);
  showSlow(true);
  // Another text whose run has as many steps.
  const other = TEXT.replace('99', '98');
  session = await runText(other);
  ran.value = { text: other, summary: session.summary() };
  scene.value = sceneAt(session, step.value);
  expect(slow.value).toBe(false);
  void seekEvent(1);
  expect([event.value, slow.value]).toEqual([1, true]);
  await answerNext();
  expect(slow.value).toBe(true);
});

test('the tree that the inspector speaks of is the one at the event', async () => {
  expect(mainTreeNow.value).toBe(mainTree.value);
  const built = scene.value!.events.findIndex(({ name }) => name === 'node_built');
  void seekEvent(built);
  await answerNext();
  const [then, now] = [mainTreeNow.value!.picture, mainTree.value!.picture];
  expect(then.nodes.map(({ id }) => id)).toEqual(
    sceneAt(session, step.value - 1).trees[0]!.picture.nodes.map(({ id }) => id),
  );
  expect(then.nodes.map(({ id }) => id)).not.toEqual(now.nodes.map(({ id }) => id));
  showSlow(false);
  expect(mainTreeNow.value).toBe(mainTree.value);
});

describe('the events played', () => {
  afterEach(() => vi.useRealTimers());

  // Answers what is asked, and lets the time of one event pass.
  async function tick(): Promise<void> {
    while (waiting.length > 0) {
      waiting.shift()!.answer();
      await vi.advanceTimersByTimeAsync(0);
    }
    await vi.advanceTimersByTimeAsync(1000 / eventSpeed.value);
  }

  test('begin at the first, wait for each state, and stop at the last', async () => {
    vi.useFakeTimers();
    playEvents();
    expect([event.value, eventsPlaying.value]).toEqual([0, true]);
    // As long as the state is not here, no time passes.
    await vi.advanceTimersByTimeAsync(5000);
    expect(event.value).toBe(0);
    const last = scene.value!.events.length - 1;
    for (let k = 0; k < last; k++) {
      expect(event.value).toBe(k);
      await tick();
    }
    await tick();
    expect([event.value, eventsPlaying.value]).toEqual([last, false]);
    playEvents();
    expect(event.value).toBe(0);
    while (waiting.length > 0) await tick();
  });

  test('follow each other slowly enough to read a sentence, and faster where a person asks for it', async () => {
    vi.useFakeTimers();
    const usual = eventSpeed.value;
    const eventAfter = async (ms: number): Promise<number | null> => {
      await seekEvent(null);
      playEvents();
      waiting.shift()!.answer();
      await vi.advanceTimersByTimeAsync(ms);
      const found = event.value;
      stopEvents();
      while (waiting.length > 0) waiting.shift()!.answer();
      await vi.advanceTimersByTimeAsync(0);
      return found;
    };
    expect([await eventAfter(1200), await eventAfter(1500)]).toEqual([0, 1]);
    setEventSpeed(EVENT_SPEEDS.find((speed) => speed > usual)!);
    expect(await eventAfter(600)).toBe(1);
    setEventSpeed(usual);
  });

  test('stop where another event is chosen, where steps play, and where the step is left', async () => {
    vi.useFakeTimers();
    playEvents();
    await tick();
    void seekEvent(4);
    expect(eventsPlaying.value).toBe(false);
    await tick();
    await tick();
    expect(event.value).toBe(4);
    playEvents();
    expect([event.value, eventsPlaying.value]).toEqual([5, true]);
    playing.value = true;
    expect(eventsPlaying.value).toBe(false);
    playing.value = false;
    playEvents();
    await seek(step.value - 1);
    expect([event.value, eventsPlaying.value]).toEqual([null, false]);
    while (waiting.length > 0) await tick();
  });
});
