// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a question looks like on the projector, where a whole class reads it and nobody can click or type: its script,
// its choices as a list with letters, how the class calls the answer, and the answer once the speaker has shown it.

import { choicesOf, grade } from '../../lesson/answers';
import type { Question } from '../../lesson/predict';
import { baseOf, callingHint, questionText, toldText } from '../../lesson/words';
import { counted } from '../../base/text';
import { withCode } from '../../views/inspector/why';
import './wall.css';

/** Lines of a script that have room on the wall; of a longer one, the last of them. */
const LINES = 12;

export function WallScript({ text }: { readonly text: string }) {
  const lines = text.trim() === '' ? [] : text.trimEnd().split('\n');
  if (lines.length === 0) return null;
  const cut = lines.length > LINES ? lines.length - LINES + 1 : 0;
  return (
    <div class="wall-script">
      {cut > 0 && <p class="muted">{counted(cut, 'line')} above, then:</p>}
      <pre class="mono">{lines.slice(cut).join('\n')}</pre>
    </div>
  );
}

interface WallQuestionProps {
  readonly of: Question;
  /** The line that it is about, which has the base of its numbers. */
  readonly line: string;
  readonly isTold: boolean;
}

export function WallQuestion({ of: question, line, isTold }: WallQuestionProps) {
  const choices = choicesOf(question.ask);
  const hint = callingHint(question.ask, question.truth);
  return (
    <div class="lesson-question">
      <p class="wall-question">{withCode(questionText(question.ask))}</p>
      {choices !== null && (
        <ol class="wall-choices" type="A">
          {choices.map(({ text, answer }) => {
            const isRight = isTold && grade(answer, question.truth);
            return (
              <li key={text} class={isRight ? 'mono is-right' : 'mono'}>
                {text}
                {isRight && ' ✓'}
              </li>
            );
          })}
        </ol>
      )}
      {isTold && choices === null ? (
        <p class="wall-answer">✓ {toldText(question.truth, question.after, baseOf(question.ask, line))}</p>
      ) : (
        hint !== '' && <p>{hint}</p>
      )}
    </div>
  );
}
