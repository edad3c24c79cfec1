// SPDX-License-Identifier: GPL-2.0-or-later
//
// A lecture in two windows: what they send each other is read strictly, and the thread of the lecture is left and found
// again by rule.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fromProjector,
  fromSpeaker,
  isCode,
  wrap,
  type Content,
  type FromProjector,
  type FromSpeaker,
  type Show,
} from '../../../web/app/lecture/messages';
import { keptText, readKept, type KeptLecture } from '../../../web/app/lecture/kept-lecture';
import { createSieve } from '../../../web/app/lecture/wire';
import {
  aheadOf,
  followed,
  moved,
  threadAt,
  type Stand,
  type WallView,
} from '../../../web/app/store/lessons/lecture-thread';
import { inPack } from '../../../web/app/store/lessons/pack-codes';
import { rightLetters } from '../../../web/lesson/answers';
import { placeOfCode, TRACK } from '../../../web/lesson/track';

const CODE = 'abcdef012345';
const CONTENT: Content = {
  kind: 'content',
  id: 3,
  text: 'tree t\nstore 1 = 1\n',
  lesson: { name: '02-nodes', source: '# Nodes', number: 2, place: null, variant: null },
};
const SHOW: Show = {
  kind: 'show',
  of: 3,
  step: 12,
  place: { mark: null, event: 4, view: 'fork', tree: 't', base: 'hexadecimal' },
  slow: true,
  screen: 1,
  selected: { tree: 't', node: 7, slot: -1 },
  black: false,
  told: ['2-5-predict-1'],
  tried: { id: '2-7-task-1', text: 'store 1 = 2\n' },
  aside: false,
  hidden: ['story', 'hints'],
  lab: { name: 'fill', given: [['n', '5']] },
};

describe('a message between the windows', () => {
  test('reads as it was written', () => {
    const said: readonly FromSpeaker[] = [
      CONTENT,
      { ...CONTENT, lesson: null },
      { ...CONTENT, lesson: { name: 'own', source: '', number: null, place: 3, variant: 7 } },
      SHOW,
      { ...SHOW, lab: null, tried: null },
      { ...SHOW, lab: { name: '', given: [] } },
      { ...SHOW, selected: null, place: { mark: 2, event: null, view: null, tree: null, base: null } },
      { kind: 'point', hovered: { tree: 't', node: 7, slot: 3 }, spot: { part: 'node:7', x: 0, y: 1 }, scrolled: 2.5 },
      { kind: 'point', hovered: null, spot: { part: 'block:3', x: 0, y: 1 }, scrolled: 0 },
      { kind: 'point', hovered: null, spot: null, scrolled: 0 },
      { kind: 'end' },
      { kind: 'greet' },
    ];
    for (const message of said) expect(fromSpeaker(CODE, structuredClone(wrap(CODE, message)))).toEqual(message);
    const heard: readonly FromProjector[] = [
      { kind: 'hello' },
      { kind: 'bye' },
      { kind: 'cut', screen: 3, below: true, next: 2.5 },
      { kind: 'cut', screen: 0, below: false, next: 0 },
      { kind: 'press', press: 'next' },
      { kind: 'press', press: 'leave' },
    ];
    for (const message of heard) expect(fromProjector(CODE, structuredClone(wrap(CODE, message)))).toEqual(message);
  });

  test('of another lecture, or from the wrong side, is none', () => {
    expect(fromSpeaker('zzzzzzzzzzzz', wrap(CODE, SHOW))).toBeNull();
    expect(fromSpeaker(CODE, wrap(CODE, { kind: 'hello' }))).toBeNull();
    expect(fromProjector(CODE, wrap(CODE, SHOW))).toBeNull();
    expect(isCode(CODE)).toBe(true);
    expect(isCode('"><img>')).toBe(false);
  });

  test('with one part that is not as it should be is none', () => {
    const broken: readonly object[] = [
      { ...CONTENT, id: -1 },
      { ...CONTENT, text: 5 },
      { ...CONTENT, lesson: {} },
      { ...CONTENT, lesson: { ...CONTENT.lesson, number: '2' } },
      { ...SHOW, of: 1.5 },
      { ...SHOW, step: Number.NaN },
      { ...SHOW, step: '1' },
      { ...SHOW, place: null },
      { ...SHOW, lab: undefined },
      { ...SHOW, lab: { name: 'fill' } },
      { ...SHOW, lab: { name: 'fill', given: [['n', 5]] } },
      { ...SHOW, lab: { name: 'fill', given: [['n']] } },
      { ...SHOW, lab: { name: 'fill', given: Array.from({ length: 101 }, () => ['n', '5']) } },
      { ...SHOW, place: { ...SHOW.place, base: 'octal' } },
      { ...SHOW, place: { ...SHOW.place, event: undefined } },
      { ...SHOW, place: { ...SHOW.place, tree: 4 } },
      { ...SHOW, slow: 1 },
      { ...SHOW, black: 'no' },
      { ...SHOW, screen: -1 },
      { ...SHOW, selected: { tree: 't', node: 7, slot: -2 } },
      { ...SHOW, selected: undefined },
      { kind: 'point', hovered: null, spot: { part: 'node:7', x: 2, y: 0 }, scrolled: 0 },
      { kind: 'point', hovered: null, spot: { part: 'a{}', x: 0, y: 0 }, scrolled: 0 },
      { kind: 'point', hovered: null, spot: null, scrolled: -1 },
      { kind: 'point', hovered: null, spot: null },
      { ...CONTENT, lesson: { ...CONTENT.lesson, variant: 1.5 } },
      { ...CONTENT, lesson: { ...CONTENT.lesson, place: '2' } },
      { kind: 'press', press: 'reload' },
      { kind: 'cut', screen: 0, below: 1, next: 0 },
      { kind: 'cut', screen: -1, below: true, next: 0 },
      { kind: 'cut', screen: 0, below: true, next: Number.NaN },
      { kind: 'cut', screen: 0, below: true, next: 20_000 },
      { kind: 'cut', below: true },
      { ...SHOW, told: undefined },
      { ...SHOW, told: [5] },
      { ...SHOW, tried: undefined },
      { ...SHOW, tried: { id: '2-7-task-1' } },
      { ...SHOW, hidden: undefined },
      { ...SHOW, aside: 1 },
      { ...SHOW, hidden: ['all'] },
    ];
    for (const message of broken) {
      const data = { maplescope: 'lecture', code: CODE, message };
      expect([fromSpeaker(CODE, data), fromProjector(CODE, data)], JSON.stringify(message)).toEqual([null, null]);
    }
  });

  test('of any other shape is none, and nothing throws', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (data, message) => {
        expect(fromProjector(CODE, data)).toBeNull();
        const found = fromSpeaker(CODE, { maplescope: 'lecture', code: CODE, message });
        expect(found === null || ['content', 'show', 'point', 'end', 'greet'].includes(found.kind)).toBe(true);
      }),
    );
  });
});

test('a message that arrives twice, by two ways, is handled once and in order', () => {
  const isNew = createSieve();
  const said = (from: string, n: unknown): object => ({ from, n });
  // 1 2 by one way, then 1 2 3 by the other.
  expect([said('a', 1), said('a', 2), said('a', 1), said('a', 2), said('a', 3)].map(isNew)).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
  expect([said('b', 1), null, {}, said('b', '2'), said('b', Number.NaN)].map(isNew)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

describe('the thread of a lecture', () => {
  const at = (step: number, text = 'lecture'): Stand => ({ text, step, screen: null, lent: false });
  const on = (screen: number, step: number, lent = true, text = 'lent'): Stand => ({ text, step, screen, lent });

  test('goes along with single steps of its scenario, and is left by a jump', () => {
    const on5 = followed(followed(threadAt(at(3)), at(4)), at(5));
    expect(on5).toEqual({ at: at(5), away: false });
    const away = followed(on5, at(9));
    expect(away).toEqual({ at: at(5), away: true });
    // Steps elsewhere do not move it.
    expect(followed(followed(away, at(8)), at(7))).toEqual({ at: at(5), away: true });
    expect(followed(away, at(5))).toEqual({ at: at(5), away: false });
  });

  test('is left by an edit, and found again with its text', () => {
    const away = followed(threadAt(at(5)), at(6, 'lecture and a question'));
    expect(away).toEqual({ at: at(5), away: true });
    expect(followed(away, at(5))).toEqual({ at: at(5), away: false });
  });

  test('in a lesson every step of what the lesson shows belongs to it', () => {
    const there = followed(threadAt(on(1, 2)), on(1, 9));
    expect(there).toEqual({ at: on(1, 9), away: false });
    const away = followed(there, on(1, 9, false, 'edited'));
    expect(away).toEqual({ at: on(1, 9), away: true });
    expect(followed(away, on(2, 9, false, 'edited')).away).toBe(false);
  });

  test('a scenario beside the list of lessons leaves the lesson; a screen that is turned to goes on', () => {
    const away = followed(threadAt(on(1, 2)), at(7, 'example'));
    expect(away).toEqual({ at: on(1, 2), away: true });
    expect(followed(away, at(8, 'example'))).toEqual(away);
    expect(followed(away, on(0, 3))).toEqual({ at: on(0, 3), away: false });
    expect(followed(threadAt(at(3)), on(0, 3))).toEqual({ at: on(0, 3), away: false });
  });

  test('a clicker’s first press after a question returns; then it goes on, within its bounds', () => {
    expect(moved({ at: at(5), away: true }, 1, 9)).toEqual({ kind: 'return' });
    expect(moved(threadAt(at(5)), 1, 9)).toEqual({ kind: 'step', to: 6 });
    expect(moved(threadAt(at(9)), 1, 9)).toEqual({ kind: 'none' });
    expect(moved(threadAt(at(0)), -1, 9)).toEqual({ kind: 'none' });
    expect(moved(threadAt(on(4, 7)), 1, 4)).toEqual({ kind: 'end' });
    expect(moved(threadAt(on(0, 7)), -1, 4)).toEqual({ kind: 'none' });
    expect(moved(threadAt(on(1, 7)), -1, 4)).toEqual({ kind: 'screen', to: 0 });
  });
});

describe('a press in a lesson', () => {
  const there = threadAt({ text: 'lent', step: 7, screen: 4, lent: true });

  test('forth shows what is ahead on the screen, the next one goes on; one back never tells', () => {
    expect(moved(there, 1, 4, 'tell')).toEqual({ kind: 'tell' });
    expect(moved(there, 1, 5, 'tell')).toEqual({ kind: 'tell' });
    expect(moved(there, 1, 5, 'ask')).toEqual({ kind: 'ask' });
    expect(moved(there, 1, 5, 'page', true)).toEqual({ kind: 'page' });
    expect(moved(there, 1, 5, null)).toEqual({ kind: 'screen', to: 5 });
    expect(moved(there, -1, 5, 'tell')).toEqual({ kind: 'screen', to: 3 });
    expect(moved(there, -1, 5, 'page', true)).toEqual({ kind: 'top' });
    expect(moved({ ...there, away: true }, 1, 5, 'tell')).toEqual({ kind: 'return' });
  });

  test('asks, pages the wall until the question is seen whole, then tells; pages what is left', () => {
    const wall = (next: number, below = true): WallView => ({ screen: 4, below, next });
    const asked = { block: 2, isAsked: true };
    expect(aheadOf({ block: 2, isAsked: false }, wall(3))).toBe('ask');
    expect(aheadOf(asked, wall(2))).toBe('page');
    expect(aheadOf(asked, wall(2.9))).toBe('page');
    expect(aheadOf(asked, wall(3))).toBe('tell');
    expect(aheadOf(asked, wall(2, false))).toBe('tell');
    // No projector's window says what it shows.
    expect(aheadOf(asked, null)).toBe('tell');
    expect(aheadOf(null, wall(3))).toBe('page');
    expect(aheadOf(null, wall(3, false))).toBeNull();
    expect(aheadOf(null, null)).toBeNull();
  });
});

test('the letters of a question are those of its list', () => {
  const asked = { kind: 'fork fails', choices: null } as const;
  expect(rightLetters(asked, { kind: 'yes or no', yes: false })).toBe('B');
  expect(rightLetters({ ...asked, choices: ['no', 'yes'] }, { kind: 'yes or no', yes: false })).toBe('A');
  expect(rightLetters({ kind: 'nodes', choices: null }, { kind: 'number', value: 5n })).toBe('');
});

test('the code of a screen leads to its lesson; what is no code leads nowhere', () => {
  expect(placeOfCode('3.2')).toEqual({ entry: TRACK[2], screen: 1 });
  expect(placeOfCode(' 15.1 ')).toEqual({ entry: TRACK[14], screen: 0 });
  for (const no of ['', '3', '3.', '0.1', '3.0', '99.1', '3.2.1', '3.2 4', 'm1.2'])
    expect(placeOfCode(no), no).toBeNull();
});

test('in a pack, a code leads to the lesson at that place', () => {
  const pack = ['nodes', 'break', 'types'];
  expect(inPack(pack, '3.2')).toEqual({ lesson: 'types', screen: 1 });
  expect(inPack(pack, ' 1.12 ')).toEqual({ lesson: 'nodes', screen: 11 });
  for (const no of ['', '3', '0.1', '3.0', '4.1', '3.2.1']) expect(inPack(pack, no), no).toBeNull();
});

describe('a lecture that is kept', () => {
  const at: Stand = { text: CONTENT.text, step: 12, screen: 1, lent: true };
  const KEPT: KeptLecture = {
    code: CODE,
    begun: 1_700_000_000_000,
    thread: { at, away: false },
    content: CONTENT,
    show: SHOW,
    scrolled: 2.5,
  };
  const ELSEWHERE: KeptLecture = {
    ...KEPT,
    thread: { at: { ...at, text: 'tree other\n', screen: null, lent: false }, away: true },
    scrolled: 0,
  };

  test('reads as it was written, with its text once', () => {
    for (const kept of [KEPT, ELSEWHERE]) expect(readKept(keptText(kept))).toEqual(kept);
    expect(keptText(KEPT).split('store 1 = 1').length - 1).toBe(1);
  });

  test('with one part missing or of another kind is none', () => {
    const written = JSON.parse(keptText(ELSEWHERE)) as Record<string, unknown>;
    for (const part of ['code', 'begun', 'away', 'at', 'content', 'show', 'scrolled'])
      for (const other of [undefined, null, 'x', -1, {}])
        expect(readKept(JSON.stringify({ ...written, [part]: other })), `${part} ${JSON.stringify(other)}`).toBeNull();
    for (const part of ['text', 'step', 'screen', 'lent']) {
      const stand = { ...(written['at'] as object), [part]: { x: 1 } };
      expect(readKept(JSON.stringify({ ...written, at: stand })), part).toBeNull();
    }
    for (const text of [null, '', '{', '5', '[]', 'null']) expect(readKept(text), String(text)).toBeNull();
  });
});
