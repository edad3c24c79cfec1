// SPDX-License-Identifier: GPL-2.0-or-later
//
// Reads and checks drafts of a lesson, as `npm run lesson` does: first what reading finds, then what running finds. A
// newer draft takes the place of the one under way. Knows no worker.

import { checkLesson } from '../../../lesson/check';
import type { LessonEngine } from '../../../lesson/engine';
import { parseLesson } from '../../../lesson/parse';
import { countsText, diagnosticOf } from '../../../lesson/words';
import type { Mistake, WriterReply, WriterRequest } from './writer-protocol';

class Superseded extends Error {}

function inOrder(mistakes: readonly Mistake[]): readonly Mistake[] {
  return [...mistakes].sort((a, b) => a.from - b.from);
}

export interface DraftCheckOptions {
  /** Makes the engine; `breathe` is called before each run. A failure is reported, and tried again the next time. */
  readonly start: (breathe: () => Promise<void>) => Promise<LessonEngine>;
  readonly post: (reply: WriterReply) => void;
  /** Lets messages in. */
  readonly breathe: () => Promise<void>;
}

export function createDraftCheck({ start, post, breathe }: DraftCheckOptions): {
  readonly take: (request: WriterRequest) => Promise<void>;
  /** Gives up what is under way; the next draft starts another engine. */
  readonly end: () => void;
} {
  let latest = 0;
  let under = 0;
  let engine: Promise<LessonEngine> | null = null;
  const looksUp = async (): Promise<void> => {
    await breathe();
    if (under !== latest) throw new Superseded();
  };
  const checked = async ({ id, text }: WriterRequest): Promise<void> => {
    const { lesson, problems } = parseLesson(text);
    post({ kind: 'read', id, lesson, mistakes: inOrder(problems.map(diagnosticOf)) });
    await looksUp();
    engine ??= start(looksUp);
    const found = await checkLesson(await engine, lesson, text);
    const all = inOrder([...problems, ...found.problems].map(diagnosticOf));
    post({ kind: 'checked', id, mistakes: all, counts: countsText(found.computed) });
  };
  // One after the other: they share a core.
  let last: Promise<void> = Promise.resolve();
  const inTurn = async (request: WriterRequest): Promise<void> => {
    if (request.id !== latest) return;
    under = request.id;
    try {
      await checked(request);
    } catch (error) {
      // Also where its engine was ended meanwhile.
      if (error instanceof Superseded || under !== latest) return;
      engine = null;
      post({ kind: 'failed', id: request.id, message: error instanceof Error ? error.message : String(error) });
    }
  };
  return {
    take: (request) => {
      latest = request.id;
      last = last.then(() => inTurn(request));
      return last;
    },
    end: () => {
      latest = -1;
      engine = null;
    },
  };
}
