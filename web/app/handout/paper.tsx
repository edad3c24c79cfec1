// SPDX-License-Identifier: GPL-2.0-or-later
//
// One lesson of a handout as it is printed, and the answers of all of them.

import { choicesOf } from '../../lesson/answers';
import type { Prediction } from '../../lesson/predict';
import { answerText, baseOf, questionText } from '../../lesson/words';
import { withCode } from '../../views/inspector/why';
import { OtherValues, ProseBlock } from '../lesson/prose';
import { qrModules } from '../ui/qr';
import { QrCode } from '../ui/qr-code';
import type { Picture, Sheet, SheetBlock } from './sheets';

export function Paper({ sheet: { lesson, link, screens, values } }: { readonly sheet: Sheet }) {
  const modules = link === '' ? null : qrModules(link);
  return (
    <OtherValues.Provider value={values}>
      <article aria-label={lesson.title}>
        {modules !== null && (
          <figure class="handout-link">
            <QrCode modules={modules} label="QR code that opens this on a screen" />
          </figure>
        )}
        {screens.map(({ of, blocks }) => (
          <section key={of.code}>
            {blocks.map((one, k) => (
              <Part key={k} of={one} />
            ))}
          </section>
        ))}
      </article>
    </OtherValues.Provider>
  );
}

function Part({ of }: { readonly of: SheetBlock }) {
  switch (of.kind) {
    case 'prose':
      return <ProseBlock prose={of.prose} picture={of.picture} />;
    case 'maple':
      return of.picture === null ? <pre class="mono">{of.of.source.text}</pre> : <Drawn of={of.picture} />;
    case 'predict':
      return <Question of={of} />;
    case 'exercise': {
      const { of: exercise, number } = of;
      return (
        <div class="handout-card">
          <p>
            <strong>
              {number}. {exercise.kind === 'task' ? 'Task' : `Hunt: ${exercise.defect}`}
            </strong>
          </p>
          {exercise.kind === 'task' && exercise.given !== null && <pre class="mono">{exercise.given.text}</pre>}
          {exercise.start.text.trim() !== '' && <pre class="mono">{exercise.start.text}</pre>}
          {exercise.kind === 'task' && (
            <>
              <p>Reached when this holds:</p>
              <pre class="mono">{exercise.goal.text.trimEnd()}</pre>
            </>
          )}
          <Lines count={6} />
        </div>
      );
    }
  }
}

function Drawn({ of: { source, words } }: { readonly of: Picture }) {
  return (
    <figure class="handout-picture">
      <img src={source} alt={words} />
    </figure>
  );
}

function Question({ of: { number, of, made, picture } }: { readonly of: Extract<SheetBlock, { kind: 'predict' }> }) {
  if (made === null) return null;
  return (
    <div class="handout-card">
      <p>
        <strong>{number}. Predict.</strong> {of.about.kind === 'line' ? 'Next line: ' : `Next: step ${made.step}, `}
        <code>{made.line}</code>
      </p>
      {picture !== null && <Drawn of={picture} />}
      {made.questions.map(({ ask }, k) => {
        const choices = choicesOf(ask);
        return (
          <div key={k}>
            <p>{withCode(questionText(ask))}</p>
            {choices === null ? (
              <Lines count={1} />
            ) : (
              <p class="handout-choices">
                {choices.map(({ text }) => (
                  <span key={text}>☐ {text}</span>
                ))}
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
}

// Room to write.
function Lines({ count }: { readonly count: number }) {
  return (
    <div class="handout-lines" aria-hidden="true">
      {Array.from({ length: count }, (_, k) => (
        <div key={k} />
      ))}
    </div>
  );
}

export function Answers({ sheets }: { readonly sheets: readonly Sheet[] }) {
  const asked = sheets.filter(({ screens }) =>
    screens.some(({ blocks }) => blocks.some(({ kind }) => kind === 'predict' || kind === 'exercise')),
  );
  if (asked.length === 0) return null;
  return (
    <article class="handout-answers" aria-label="Answers">
      <h2>Answers</h2>
      {asked.map(({ lesson, screens }) => (
        <section key={lesson.title}>
          <h3>{lesson.title}</h3>
          {screens.flatMap(({ blocks }) => blocks.map((one, k) => <Solved key={`${k}`} of={one} />))}
        </section>
      ))}
    </article>
  );
}

function Solved({ of }: { readonly of: SheetBlock }) {
  if (of.kind === 'predict' && of.made !== null) return <Answered number={of.number} made={of.made} />;
  if (of.kind !== 'exercise') return null;
  const { solution } = of.of;
  return (
    <div>
      <p>
        <strong>{of.number}.</strong> {solution === null ? 'No solution is in this lesson.' : 'One solution:'}
      </p>
      {solution !== null && <pre class="mono">{solution.text.trimEnd()}</pre>}
    </div>
  );
}

function Answered({ number, made }: { readonly number: number; readonly made: Prediction }) {
  const { questions, line, explanation } = made;
  const answers = questions.map(({ ask, truth }) => answerText(truth, baseOf(ask, line)));
  return (
    <p>
      <strong>{number}.</strong> {answers.join('; ')}. {withCode(explanation.headline)}
    </p>
  );
}
