// SPDX-License-Identifier: GPL-2.0-or-later
//
// A text too long to be parsed in the page's own thread: what would need that is not offered, and says so where it was
// asked for.

import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { completeHere } from '../../../web/app/editor/editor-completion';
import { explained } from '../../../web/app/editor/editor-extras';
import { borderHands } from '../../../web/app/picture/borders';
import { ran, step, stepHere, text } from '../../../web/app/store/page/state';
import { PARSED_MAX } from '../../../web/app/store/page/texts';
import { runText } from '../engine/runs';

const SHORT = 'tree t\nstore 10..19 = 1\nsto';
// The same statements in front of a comment that is as long as it takes.
const LONG = `${SHORT}\n${`#${'x'.repeat(99)}\n`.repeat(PARSED_MAX / 100)}`;

test('no word of it is explained or completed', async () => {
  for (const [words, given] of [
    [SHORT, true],
    [LONG, false],
  ] as const) {
    const state = EditorState.create({ doc: words });
    const hover = await explained({ state }, 8);
    const list = await completeHere(new CompletionContext(state, SHORT.length, true));
    expect([hover !== null, list !== null]).toEqual([given, given]);
  }
});

test('no border is moved in it, and the strip says why', async () => {
  for (const [words, can] of [
    [SHORT.replace(/sto$/, ''), true],
    [LONG.replace(/sto$/m, ''), false],
  ] as const) {
    const summary = (await runText(words)).summary();
    [text.value, ran.value, step.value, stepHere.value] = [words, { text: words, summary }, 2, 2];
    const answer = borderHands.canMove({ tree: 't', first: 10n, last: 19n, end: 'last' });
    expect(answer.can).toBe(can);
    if (!answer.can) expect(answer.why).toContain('too long');
  }
});
