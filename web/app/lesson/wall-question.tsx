// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a question looks like on the projector, where a whole class reads it and nobody can click or type: its script,
// its choices as a list with letters, and how the class calls the answer.

import { choicesOf } from '../../lesson/answers';
import type { Question } from '../../lesson/predict';
import { callingHint, questionText } from '../../lesson/words';
import { counted } from '../../base/text';
import { withCode } from '../../views/inspector/why';
import './wall.css';

/** Lines of a script that have room on the wall; of a longer one, the last of them. */
const LINES = 5;

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

export function WallQuestion({ of: question }: { readonly of: Question }) {
  const choices = choicesOf(question.ask);
  const hint = callingHint(question.ask, question.truth);
  return (
    <div class="lesson-question">
      <p class="wall-question">{withCode(questionText(question.ask))}</p>
      {choices !== null && (
        <ol class="wall-choices" type="A">
          {choices.map(({ text }) => (
            <li key={text} class="mono">
              {text}
            </li>
          ))}
        </ol>
      )}
      {hint !== '' && <p>{hint}</p>}
    </div>
  );
}
