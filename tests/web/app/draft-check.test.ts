// SPDX-License-Identifier: GPL-2.0-or-later
//
// Drafts of a lesson, read and checked as `npm run lesson` does: the same mistakes at the same places, a newer draft
// before an older one, and nothing with a mistake in it ever runs.

import { describe, expect, test } from 'vitest';
import { createDraftCheck } from '../../../web/app/store/lessons/draft-check';
import { termNamed } from '../../../web/model/terms';
import type { WriterReply } from '../../../web/app/store/lessons/writer-protocol';
import type { LessonEngine } from '../../../web/lesson/engine';
import { parseLesson } from '../../../web/lesson/parse';
import { countsText, diagnosticOf } from '../../../web/lesson/words';
import { readScenario } from '../../../web/scenario/check/checker';
import template from '../../../web/lesson/template.md?raw';
import { checked, engine, examples, track } from '../lesson/lessons';

interface Made {
  readonly replies: WriterReply[];
  readonly ran: string[];
  readonly take: ReturnType<typeof createDraftCheck>['take'];
}

function draftCheck(start: () => Promise<LessonEngine> = () => Promise.resolve(engine)): Made {
  const [replies, ran]: [WriterReply[], string[]] = [[], []];
  const { take } = createDraftCheck({
    start: async (breathe) => {
      const of = await start();
      return {
        ...of,
        run: async (text) => {
          await breathe();
          ran.push(text);
          return of.run(text);
        },
      };
    },
    post: (reply) => replies.push(reply),
    breathe: () => new Promise((resolve) => setImmediate(resolve)),
  });
  return { replies, ran, take };
}

describe('a draft', () => {
  test('has the mistakes and counts of `npm run lesson`', async () => {
    const broken =
      `${template}\n---\n\n{nodes(x)} [there](step:99)\n\n` + '```predict\nline: sstore 1 = 1\nask: tipe\n```\n';
    for (const text of [template, broken, track[7]?.text ?? '', ...examples.slice(0, 4).map((one) => one.text)]) {
      const { replies, take } = draftCheck();
      await take({ id: 1, text });
      const { problems } = parseLesson(text);
      const found = await checked(text);
      const all = [...problems, ...found.problems].sort((a, b) => a.from - b.from).map(diagnosticOf);
      expect(replies.map(({ kind }) => kind)).toEqual(['read', 'checked']);
      expect(replies[1]).toEqual({ kind: 'checked', id: 1, mistakes: all, counts: countsText(found.computed) });
    }
  });

  test('the template holds', async () => {
    const { replies, take } = draftCheck();
    await take({ id: 1, text: template });
    expect(replies[1]).toMatchObject({ mistakes: [] });
    expect(parseLesson(template).lesson.screens.length).toBe(3);
  });

  test('names terms that the glossary does not have; those of the built-in lessons open', async () => {
    const { replies, take } = draftCheck();
    await take({ id: 1, text: '# T\n\nA [leaf](term:leaf), [types](term:Store%20type), [x](term:toString).\n' });
    expect(replies[1]).toMatchObject({ mistakes: [{ line: 3, message: 'The glossary has no term `toString`.' }] });
    const written = track.flatMap(({ text }) =>
      [...text.matchAll(/\]\(term:([^)]+)\)/g)].map((found) => found[1] ?? ''),
    );
    expect(written.length).toBeGreaterThan(8);
    expect(written.filter((name) => termNamed(decodeURIComponent(name)) === null)).toEqual([]);
  });

  test('that is followed by another gives way to it', async () => {
    const { replies, take } = draftCheck();
    const first = take({ id: 1, text: track[8]?.text ?? '' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await Promise.all([first, take({ id: 2, text: '# Two' }), take({ id: 3, text: '# Three' })]);
    expect(replies.filter(({ kind }) => kind === 'checked').map(({ id }) => id)).toEqual([3]);
    expect(replies.filter(({ id }) => id === 2)).toEqual([]);
  });

  test('runs no scenario with a mistake, wherever the text is cut off', async () => {
    const text = examples.map((one) => one.text).join('\n---\n\n');
    let runs = 0;
    for (let cut = 40; cut < text.length; cut += 97) {
      const { ran, take } = draftCheck(() =>
        Promise.resolve({ ...engine, run: () => Promise.resolve({ kind: 'refused', diagnostics: [] }) }),
      );
      await take({ id: 1, text: text.slice(0, cut) });
      runs += ran.length;
    }
    expect(runs).toBeGreaterThan(20);
    const { ran, take } = draftCheck();
    await take({ id: 1, text: '# T\n\n```maple\ntree t\nrepeat 9 as i { store i =\n```\n\n{nodes()}\n' });
    // The engine is asked, and refuses it without a step.
    for (const one of ran) {
      expect(readScenario(one).kind).toBe('refused');
      expect((await engine.run(one)).kind).toBe('refused');
    }
  });

  test('whose engine does not start says so, and is tried again with the next', async () => {
    let fails = true;
    const { replies, take } = draftCheck(() =>
      fails ? Promise.reject(new Error('The core could not be fetched')) : Promise.resolve(engine),
    );
    await take({ id: 1, text: template });
    expect(replies.at(-1)).toEqual({ kind: 'failed', id: 1, message: 'The core could not be fetched' });
    fails = false;
    await take({ id: 2, text: template });
    expect(replies.at(-1)?.kind).toBe('checked');
  });
});
