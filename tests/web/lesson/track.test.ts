// SPDX-License-Identifier: GPL-2.0-or-later
//
// The built-in lessons hold, and each has what readers are promised: questions, a task that can be failed, notes,
// minutes.

import { describe, expect, test } from 'vitest';
import { parseLesson } from '../../../web/lesson/parse';
import { checkLesson } from '../../../web/lesson/check';
import { TRACK } from '../../../web/lesson/track';
import { judgeHunt, judgeTask } from '../../../web/lesson/task';
import { engine, placeOf, track } from './lessons';

describe.each(track)('$name', ({ text, number }) => {
  const { lesson, problems } = parseLesson(text, { number });
  const blocks = lesson.screens.flatMap((screen) => screen.blocks);
  const tasks = blocks.filter((one) => one.kind === 'task');

  test('holds, in its variants too', async () => {
    const found = await checkLesson(engine, lesson, text, { seeds: 12, tries: 60 });
    expect([...problems, ...found.problems].map(placeOf)).toEqual([]);
  });

  test('has minutes, a level, a note, a code for each screen, a picture to remember', () => {
    expect(lesson.minutes).toBeGreaterThanOrEqual(5);
    expect(lesson.minutes).toBeLessThanOrEqual(10);
    expect(lesson.level).toBe(number <= 3 ? 'first' : lesson.level);
    expect(lesson.level).not.toBeNull();
    expect(lesson.screens.flatMap(({ notes }) => notes).length).toBeGreaterThan(0);
    expect(lesson.screens[0]?.code).toBe(`${number}.1`);
    expect(lesson.screens).toHaveLength(TRACK[number - 1]!.screens);
    expect(text).toContain('**One picture to remember:**');
  });

  test('asks two questions or more, has one task at its end, and stores wrong answers', () => {
    expect(blocks.filter((one) => one.kind === 'predict').length).toBeGreaterThanOrEqual(2);
    expect(tasks).toHaveLength(1);
    expect(lesson.screens.at(-1)?.blocks).toContain(tasks[0]);
    expect(tasks[0]?.hints.length).toBeGreaterThan(0);
    expect(tasks[0]?.wrong.length).toBeGreaterThan(0);
  });

  test('accepts the solution of its task, and neither nothing nor a wrong one', async () => {
    for (const task of tasks) {
      expect((await judgeTask(engine, task, task.solution?.text ?? '')).kind).toBe('solved');
      for (const wrong of ['', task.start.text, ...task.wrong.map((one) => one.text)])
        expect((await judgeTask(engine, task, wrong)).kind).not.toBe('solved');
    }
  });
});

test('at least three hunts: its solution catches each, its start does not, nor does the sound core', async () => {
  const hunts = track.flatMap(({ text, number }) =>
    parseLesson(text, { number }).lesson.screens.flatMap(({ blocks }) => blocks.filter((one) => one.kind === 'hunt')),
  );
  expect(hunts.length).toBeGreaterThanOrEqual(3);
  for (const hunt of hunts) {
    const text = hunt.solution?.text ?? '';
    expect((await judgeHunt(engine, hunt, text)).kind, hunt.id).toBe('caught');
    expect((await judgeHunt(engine, hunt, hunt.start.text)).kind, hunt.id).toBe('missed');
    const sound = await engine.run(text);
    expect(sound.kind === 'ran' && sound.summary.troubles, hunt.id).toEqual([]);
  }
});

test('the list tells each lesson as its file does, in order', () => {
  const told = track.map(({ name, number, text }) => {
    const { title, minutes, level, screens } = parseLesson(text, { number }).lesson;
    return { file: name.replace(/\.md$/, ''), screens: screens.length, title, minutes, level };
  });
  expect(TRACK).toEqual(told);
  expect(track.map(({ number }) => number)).toEqual(track.map((_, k) => k + 1));
});
