// SPDX-License-Identifier: GPL-2.0-or-later
//
// One lesson of a handout as it is printed, and the answers of all of them.

import { choicesOf, letterOf, rightLetters } from '../../lesson/answers';
import { textBefore, type Prediction } from '../../lesson/predict';
import { baseOf, questionText, toldText } from '../../lesson/words';
import { withCode } from '../../views/inspector/why';
import { OtherValues, ProseBlock } from '../lesson/prose';
import { counted } from '../../base/text';
import { qrModules } from '../ui/qr';
import { QrCode } from '../ui/qr-code';
import type { Sheet, SheetBlock } from './sheets';
import type { Picture } from './step-picture';

export function Paper({ sheet: { title, link, seed, screens, values } }: { readonly sheet: Sheet }) {
  return (
    <OtherValues.Provider value={values}>
      <article aria-label={title}>
        {link !== '' && <Link to={link} seed={seed} />}
        {screens.map(({ code, blocks }) => (
          <section key={code}>
            {blocks.map((one, k) => (
              <Part key={k} of={one} />
            ))}
          </section>
        ))}
      </article>
    </OtherValues.Provider>
  );
}

/** Millimetres of paper for a module of a QR code, so that a telephone reads it; and the least for a whole code. */
const MODULE = 0.5;
const SIDE_LEAST = 26;
/** Letters of an address that can be typed. */
const TYPED_MOST = 60;

function Link({ to, seed }: { readonly to: string; readonly seed: number | null }) {
  const modules = qrModules(to);
  const side = Math.max(SIDE_LEAST, Math.round((modules ?? []).length * MODULE));
  return (
    <figure class="handout-link" style={{ width: `${side}mm` }}>
      {modules !== null && <QrCode modules={modules} label="QR code that opens this on a screen" />}
      <figcaption>
        {modules === null && 'The link is too long for a QR code. Ask for the file.'}
        {to.length <= TYPED_MOST && <span>{to}</span>}
        {seed !== null && <span> Variant {seed}</span>}
      </figcaption>
    </figure>
  );
}

function Part({ of }: { readonly of: SheetBlock }) {
  switch (of.kind) {
    case 'prose':
      return <ProseBlock prose={of.prose} picture={of.picture} />;
    case 'picture':
      return <Drawn of={of.picture} />;
    case 'text':
      return (
        <>
          <pre class={of.isBeside ? scriptClass(of.text) : 'mono'}>{of.text}</pre>
          {of.more > 0 && <p>… and {counted(of.more, 'more line')}, which the link opens.</p>}
        </>
      );
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

function Drawn({ of: { view, source, width, height, words } }: { readonly of: Picture }) {
  return (
    <figure class="handout-picture" data-view={view}>
      <img src={source} alt={words} width={width} height={height} />
    </figure>
  );
}

function Question({ of: { number, of, made, picture } }: { readonly of: Extract<SheetBlock, { kind: 'predict' }> }) {
  if (made === null) return null;
  const before = textBefore(of, made).trimEnd();
  return (
    <div class="handout-card">
      {before !== '' && <pre class={scriptClass(before)}>{before}</pre>}
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
                {choices.map(({ text }, n) => (
                  <span key={text}>
                    ☐ {letterOf(n)} {text}
                  </span>
                ))}
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** Lines that are read as one column. */
const COLUMN_LINES = 3;

function scriptClass(text: string): string {
  return text.trimEnd().split('\n').length > COLUMN_LINES
    ? 'mono handout-script handout-columns'
    : 'mono handout-script';
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
      {asked.map(({ title, screens }, n) => (
        <section key={n}>
          <h3>{title}</h3>
          {screens.flatMap(({ code, blocks }) => blocks.map((one, k) => <Solved key={`${code} ${k}`} of={one} />))}
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
  const answers = questions.map(({ ask, truth, after }) =>
    [rightLetters(ask, truth), toldText(truth, after, baseOf(ask, line))].filter(Boolean).join(': '),
  );
  return (
    <p>
      <strong>{number}.</strong> {answers.join('; ')}. {withCode(explanation.headline)}
    </p>
  );
}
