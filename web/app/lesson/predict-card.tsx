// SPDX-License-Identifier: GPL-2.0-or-later
//
// Questions about a step before it is shown: chosen, typed, or clicked in the picture; graded by the engine. The picture
// shows the scenario up to the step, and the step once all is answered.

import { useEffect, useState } from 'preact/hooks';
import { choicesOf, grade, readAnswer } from '../../lesson/answers';
import type { Answer, AskKind, Predict } from '../../lesson/lesson';
import { predictionOf, type Prediction, type Question, type Unpredicted } from '../../lesson/predict';
import { answerAt } from '../../lesson/truth';
import { answerText, baseOf, questionText, typingHint } from '../../lesson/words';
import { withCode } from '../../views/inspector/why';
import { answering } from '../store/hands';
import { lessonEngine, showText, shown, solved, unsolved } from './lesson-state';

const CLICKED: ReadonlySet<AskKind> = new Set(['slot', 'leaf', 'cut']);

type State = 'asked' | 'wrong' | 'right' | 'told';

export function PredictCard({ predict }: { readonly predict: Predict }) {
  const [seed, setSeed] = useState<number | null>(null);
  const [found, setFound] = useState<Prediction | Unpredicted | null>(null);
  useEffect(() => {
    let wanted = true;
    setFound(null);
    predictionOf(lessonEngine(), predict, seed).then(
      (made) => {
        if (wanted) setFound(made);
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [predict, seed]);
  if (found === null) return <section class="lesson-card" aria-busy="true" aria-label="Question" />;
  if (found.kind !== 'prediction') return <section class="lesson-card">This question could not be made: its scenario does not run as it should.</section>;
  const another = predict.vary.length === 0 ? null : () => setSeed((seed ?? 0) + 1);
  return <Asked key={`${predict.id} ${seed ?? ''}`} predict={predict} prediction={found} another={another} />;
}

interface AskedProps {
  readonly predict: Predict;
  readonly prediction: Prediction;
  readonly another: (() => void) | null;
}

// The scenario as it stands before the line that is asked about; of a step in the middle, all of it.
function before({ about }: Predict, { text, line }: Prediction): string {
  return about.kind === 'line' ? text.slice(0, text.trimEnd().length - line.length) : text;
}

function Asked({ predict, prediction, another }: AskedProps) {
  const { questions, line, step, text, explanation } = prediction;
  const [typed, setTyped] = useState<readonly string[]>(() => questions.map(() => ''));
  const [state, setState] = useState<State>('asked');
  const over = state === 'right' || state === 'told';
  const answers = questions.map(({ ask }, k) => readAnswer(ask.kind, typed[k] ?? ''));
  const right = questions.map(({ truth }, k) => answers[k] !== null && answers[k] !== undefined && grade(answers[k], truth));
  const show = (): void => {
    if (over) showText(`${predict.id} after`, text, step, null);
    else showText(predict.id, before(predict, prediction), step - 1, null, predict.about.kind === 'step' ? ['timeline'] : []);
  };
  // Of several questions on a screen the first that is not solved has the picture.
  useEffect(() => {
    if (unsolved.value[0] === predict.id || unsolved.value.length === 0 || over) show();
  }, [prediction, over]);
  const has = shown.value === predict.id;
  useEffect(() => {
    if (!has || over) return;
    const clicked = questions.findIndex(({ ask }) => CLICKED.has(ask.kind));
    if (clicked < 0) return;
    const take = ({ node, slot }: { readonly node: number; readonly slot: number }): void => {
      const { ask } = questions[clicked]!;
      const answer = answerAt(ask.kind, prediction.before, node, slot);
      if (answer !== null) setTyped((all) => all.map((one, k) => (k === clicked ? answerText(answer, baseOf(ask, line)) : one)));
      setState('asked');
    };
    answering.value = take;
    return () => {
      if (answering.value === take) answering.value = null;
    };
  }, [has, over, prediction]);
  const check = (): void => {
    if (!right.every(Boolean)) {
      setState('wrong');
      return;
    }
    solved(predict.id);
    setState('right');
  };
  return (
    <section class="lesson-card" aria-label="Question">
      <p class="section-head">Predict</p>
      {predict.about.kind === 'line' ? <p>Next line: <code>{line}</code></p> : <p>Next: step {step}, <code>{line}</code></p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          check();
        }}
      >
        {questions.map((question, k) => (
          <OneQuestion
            key={k}
            question={question}
            line={line}
            typed={typed[k] ?? ''}
            type={(next) => {
              setTyped(typed.map((one, n) => (n === k ? next : one)));
              setState('asked');
            }}
            verdict={over ? 'over' : state === 'wrong' ? (right[k] === true ? 'right' : 'wrong') : 'open'}
          />
        ))}
        <div class="lesson-acts">
          {!over && (
            <button type="submit" class="button primary" disabled={answers.some((one) => one === null)}>
              Check
            </button>
          )}
          {!over && (
            <button type="button" class="button" onClick={() => setState('told')}>
              Tell me
            </button>
          )}
          {!has && !over && (
            <button type="button" class="button" onClick={show}>
              Show its tree
            </button>
          )}
          {over && another !== null && (
            <button type="button" class="button" onClick={another}>
              Another one
            </button>
          )}
        </div>
      </form>
      <div role="status">
        {state === 'wrong' && <p class="bad">Not yet. Look again, or let it be told.</p>}
        {over && (
          <div class={state === 'right' ? 'lesson-told good' : 'lesson-told'}>
            <p>
              <strong>{state === 'right' ? 'Right.' : 'This is what happens.'}</strong> {withCode(explanation.headline)} {withCode(explanation.why)}
            </p>
          </div>
        )}
      </div>
    </section>
  );
}

interface QuestionProps {
  readonly question: Question;
  readonly line: string;
  readonly typed: string;
  readonly type: (typed: string) => void;
  readonly verdict: 'open' | 'right' | 'wrong' | 'over';
}

function OneQuestion({ question: { ask, truth }, line, typed, type, verdict }: QuestionProps) {
  const choices = choicesOf(ask);
  const base = baseOf(ask, line);
  const hint = typingHint(ask);
  return (
    <fieldset class="lesson-question" disabled={verdict === 'over'}>
      <legend>
        {verdict === 'right' && <span class="good">✓ </span>}
        {verdict === 'wrong' && <span class="bad">✗ </span>}
        {withCode(questionText(ask))}
      </legend>
      {choices !== null ? (
        <div class="lesson-choices">
          {choices.map(({ text, answer }) => (
            <button key={text} type="button" class="button mono" aria-pressed={typed === text} onClick={() => type(text)}>
              {labelOf(answer, text)}
            </button>
          ))}
        </div>
      ) : (
        <label>
          <input type="text" class="mono" autocomplete="off" spellcheck={false} aria-label={questionText(ask)} value={typed} onInput={(event) => type(event.currentTarget.value)} />
          <span class="muted"> {CLICKED.has(ask.kind) ? `Click it in the picture, or type ${hint}.` : `Type ${hint}.`}</span>
        </label>
      )}
      {verdict === 'over' && <p class="good">✓ {answerText(truth, base)}</p>}
    </fieldset>
  );
}

function labelOf(answer: Answer, text: string): string {
  return answer.kind === 'type' ? answer.type : text;
}
