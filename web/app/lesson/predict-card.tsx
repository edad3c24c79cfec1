// SPDX-License-Identifier: GPL-2.0-or-later
//
// Questions about a step before it is shown: chosen, typed, or clicked in the picture; graded by the engine. The
// picture shows the scenario up to the step, and the step once all is answered. After a wrong answer the card says why
// it is wrong.

import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { choicesOf, grade, letterOf, readAnswer } from '../../lesson/answers';
import { becauseOf } from '../../lesson/because';
import { becauseText } from '../../lesson/because-words';
import { treesInWords } from '../../lesson/leaf-words';
import type { Answer, AskKind, Predict } from '../../lesson/lesson';
import {
  anotherOne,
  predictionOf,
  textBefore,
  type Prediction,
  type Question,
  type Unpredicted,
} from '../../lesson/predict';
import { answerAt } from '../../lesson/truth';
import { isVaried } from '../../lesson/vary';
import { answerText, baseIn, baseOf, questionText, toldText, typingHint } from '../../lesson/words';
import { withCode } from '../../views/inspector/why';
import { takeAnswers } from '../store/actions/hands';
import {
  answered,
  drafted,
  extras,
  leading,
  lessonEngine,
  mayBeTold,
  showText,
  shown,
  showVariant,
  solved,
  tried as markTried,
  wasTold,
} from '../store/lessons/lesson-state';
import { lookAtPicture } from '../store/lessons/look';
import { ownVariant } from '../store/lessons/variant';
import { askClass, toldOnWall } from '../store/lessons/lecture-room';
import { lecturing, onWall } from '../store/page/projector';
import { isWide } from '../store/page/window';
import { WallQuestion, WallScript } from './wall-question';

const CLICKED: ReadonlySet<AskKind> = new Set(['slot', 'leaf', 'cut']);

type State = 'asked' | 'wrong' | 'right' | 'told';

interface Made {
  readonly seed: number | null;
  readonly prediction: Prediction | Unpredicted;
  /** What solved it before, or was typed and not checked. */
  readonly typed: readonly string[] | null;
}

export function PredictCard({ predict }: { readonly predict: Predict }) {
  const [made, setMade] = useState<Made | null>(null);
  useEffect(() => {
    let wanted = true;
    const { answer, isDone } = answered(predict.id);
    const sent = isVaried(predict) ? extras.peek().variant : undefined;
    // What was typed into another variant than the link's is not an answer to this one.
    const isDraft = !isDone && (answer?.typed ?? []).some(Boolean) && (sent ?? answer?.seed) === answer?.seed;
    const seed = isDone || isDraft ? (answer?.seed ?? null) : (sent ?? null);
    predictionOf(lessonEngine(), predict, seed).then(
      (prediction) => {
        if (wanted) setMade({ seed, prediction, typed: isDone || isDraft ? (answer?.typed ?? null) : null });
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [predict]);
  if (made === null) return <section class="lesson-card" aria-busy="true" aria-label="Question" />;
  const { prediction, seed, typed } = made;
  if (prediction.kind !== 'prediction')
    return (
      <section class="lesson-card">This question could not be made: its scenario does not run as intended.</section>
    );
  const next = async (): Promise<void> => {
    const other = await anotherOne(lessonEngine(), predict, seed === null ? ownVariant() : seed + 1, prediction.text);
    if (other !== null) setMade({ ...other, typed: null });
  };
  return (
    <Asked
      key={`${predict.id} ${seed ?? ''}`}
      predict={predict}
      prediction={prediction}
      seed={seed}
      before={typed}
      another={isVaried(predict) ? () => void next() : null}
    />
  );
}

interface AskedProps {
  readonly predict: Predict;
  readonly prediction: Prediction;
  readonly seed: number | null;
  readonly before: readonly string[] | null;
  readonly another: (() => void) | null;
}

function read({ ask }: Question, typed: string | undefined): Answer | null {
  return readAnswer(ask.kind, typed ?? '');
}

function isRight(question: Question, typed: string | undefined): boolean {
  const answer = read(question, typed);
  return answer !== null && grade(answer, question.truth);
}

/** What was answered, what was tried before, and how it stands. */
function useAnswers({ predict, prediction, seed, before }: AskedProps) {
  const { questions, line } = prediction;
  const isSolved = answered(predict.id).isDone;
  // Answers that are not right any more, because the lesson has changed, count as none.
  // What the speaker has solved before a lecture is still open to the class.
  const wasRight =
    lecturing.peek() === null &&
    isSolved &&
    before !== null &&
    before.length === questions.length &&
    questions.every((one, k) => isRight(one, before[k]));
  const [typed, setTyped] = useState<readonly string[]>(() =>
    questions.map((_, k) => (wasRight || !isSolved ? (before?.[k] ?? '') : '')),
  );
  // A click in the picture may come with an older `type`.
  const latest = useRef(typed);
  const [tried, setTried] = useState<readonly string[]>(() => questions.map(() => ''));
  const [state, setState] = useState<State>(wasRight ? 'right' : 'asked');
  const right = questions.map((one, k) => isRight(one, typed[k]));
  const because = (k: number, answer: string | undefined): string => {
    const [question, given] = [questions[k]!, read(questions[k]!, answer)];
    const found = given === null ? null : becauseOf(question, given, prediction);
    return found === null ? '' : becauseText(found, baseIn(line));
  };
  return {
    typed,
    tried,
    state,
    right,
    over: state === 'right' || state === 'told',
    because,
    type: (k: number, next: string): void => {
      latest.current = latest.current.map((one, n) => (n === k ? next : one));
      setTyped(latest.current);
      drafted(predict.id, { seed, typed: latest.current });
      setState('asked');
    },
    /** Another answer may be tried. */
    ask: (): void => setState('asked'),
    check: (): void => {
      markTried(predict.id, { seed, typed });
      if (!right.every(Boolean)) {
        setTried(typed.map((one, k) => (right[k] === true ? (tried[k] ?? '') : one)));
        setState('wrong');
        return;
      }
      solved(predict.id, { seed, typed });
      setState('right');
    },
    tell: (): void => {
      wasTold(predict.id);
      drafted(predict.id, { seed, typed: questions.map(() => '') });
      setState('told');
    },
  };
}

type Answers = ReturnType<typeof useAnswers>;

// As long as its picture is shown, a question that is answered by a click takes the clicks.
function useClicks({ questions, line, before }: Prediction, isOpen: boolean, { type, ask: askAgain }: Answers): void {
  useEffect(() => {
    if (!isOpen) return;
    const clicked = questions.findIndex(({ ask }) => CLICKED.has(ask.kind));
    if (clicked < 0) return;
    return takeAnswers(({ node, slot }) => {
      const { ask } = questions[clicked]!;
      const answer = answerAt(ask.kind, before, node, slot);
      if (answer !== null) type(clicked, answerText(answer, baseOf(ask, line)));
      askAgain();
    });
  }, [isOpen, questions]);
}

// In a lecture, the class is asked until the answer is out; what was solved before the lecture is open to it.
function useClass(
  id: string,
  of: { readonly variant: number | null; readonly text: string },
  { over, ask, tell }: Answers,
  show: () => void,
): void {
  const isLecture = lecturing.value !== null;
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isLecture && over) ask();
  }, [isLecture]);
  useEffect(() => {
    wasOpen.current = isLecture && (wasOpen.current || !over);
    if (!isLecture) return;
    return askClass(id, { ...of, isTold: over && wasOpen.current, ask: show, tell: mayBeTold() ? tell : null });
  }, [isLecture, id, over]);
}

function Asked(props: AskedProps) {
  const { predict, prediction, seed, another } = props;
  const { questions, line, step, text, explanation } = prediction;
  const answers = useAnswers(props);
  const { typed, tried, state, right, over, because, type } = answers;
  const told = useRef<HTMLDivElement>(null);
  const show = (): void => {
    if (over) showText(`${predict.id} after`, text, step, null);
    else
      showText(
        predict.id,
        textBefore(predict, prediction),
        step - 1,
        null,
        predict.about.kind === 'step' ? ['timeline', 'hints'] : ['hints'],
      );
  };
  const fresh = useRef(true);
  useEffect(() => {
    if (leading.peek() === predict.id || (over && !fresh.current)) show();
    fresh.current = false;
  }, [prediction, over]);
  // What a press has brought onto the wall stays there.
  useInView(told, state, state === 'asked' || lecturing.value !== null);
  useEffect(() => {
    if (seed !== null) showVariant(seed);
  }, [seed]);
  const has = shown.value === predict.id;
  useClicks(prediction, has && !over, answers);
  useClass(predict.id, { variant: seed, text: textBefore(predict, prediction) }, answers, show);
  if (onWall.value)
    return (
      <section class="lesson-card" aria-label="Question">
        <WallScript text={textBefore(predict, prediction)} />
        <Line of={prediction} about={predict.about} />
        {questions.map((question, k) => (
          <WallQuestion key={k} of={question} line={line} isTold={toldOnWall.value.includes(predict.id)} />
        ))}
      </section>
    );
  return (
    <section class="lesson-card" aria-label="Question">
      <PredictHead seed={seed} isSolved={state === 'right'} />
      <Line of={prediction} about={predict.about} />
      <InWords prediction={prediction} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          answers.check();
        }}
      >
        {questions.map((question, k) => (
          <OneQuestion
            key={k}
            question={question}
            line={line}
            typed={typed[k] ?? ''}
            type={(next) => type(k, next)}
            verdict={over ? 'over' : state === 'wrong' ? (right[k] === true ? 'right' : 'wrong') : 'open'}
            because={state === 'wrong' && right[k] !== true ? because(k, typed[k]) : ''}
            wrongly={over ? wronglyText(question, tried[k] ?? '', line, because(k, tried[k])) : ''}
          />
        ))}
        <Acts
          answers={answers}
          isReady={questions.every((one, k) => read(one, typed[k]) !== null)}
          isShown={over ? shown.value === `${predict.id} after` : has}
          show={show}
          another={another}
        />
      </form>
      <Told of={explanation} state={state} place={told} />
    </section>
  );
}

interface LineProps {
  readonly of: Prediction;
  readonly about: Predict['about'];
}

function Line({ of: { line, step }, about }: LineProps) {
  return (
    <p>
      {about.kind === 'line' ? 'Next line: ' : `Next: step ${step}, `}
      <code>{line}</code>
    </p>
  );
}

interface ActsProps {
  readonly answers: Answers;
  /** Each answer can be read. */
  readonly isReady: boolean;
  /** The picture is that of the question, or, once it is over, that of the step. */
  readonly isShown: boolean;
  readonly show: () => void;
  readonly another: (() => void) | null;
}

function Acts({ answers: { over, tell }, isReady, isShown, show, another }: ActsProps) {
  return (
    <div class="lesson-acts">
      {!over && (
        <button type="submit" class="button primary" disabled={!isReady}>
          Check
        </button>
      )}
      {!over && mayBeTold() && (
        <button type="button" class="button" onClick={tell}>
          Tell me
        </button>
      )}
      {(!isShown || !isWide()) && (
        <button
          type="button"
          class="button"
          onClick={() => {
            if (!isShown) show();
            lookAtPicture();
          }}
        >
          {over ? 'Show the step' : 'Show its tree'}
        </button>
      )}
      {over && another !== null && (
        <button type="button" class="button" onClick={another}>
          Another one
        </button>
      )}
    </div>
  );
}

interface ToldProps {
  readonly of: Prediction['explanation'];
  readonly state: State;
  readonly place: RefObject<HTMLDivElement | null>;
}

function Told({ of, state, place }: ToldProps) {
  return (
    <div role="status" ref={place}>
      {state === 'wrong' && <p class="bad">Not yet. Change your answer{mayBeTold() ? ', or press Tell me.' : '.'}</p>}
      {(state === 'right' || state === 'told') && (
        <div class={state === 'right' ? 'lesson-told good' : 'lesson-told'}>
          <p>
            <strong>{state === 'right' ? 'Right.' : 'This is what happens.'}</strong> {withCode(of.headline)}{' '}
            {withCode(of.why)}
          </p>
        </div>
      )}
    </div>
  );
}

function PredictHead({ seed, isSolved }: { readonly seed: number | null; readonly isSolved: boolean }) {
  return (
    <p class="section-head">
      Predict
      {seed !== null && (
        <span class="lesson-variant" title="The same number gives everybody the same question">
          {' '}
          · variant {seed}
        </span>
      )}
      {isSolved && <span class="good"> · solved</span>}
    </p>
  );
}

function wronglyText({ ask }: Question, tried: string, line: string, because: string): string {
  const answer = readAnswer(ask.kind, tried);
  return answer === null ? '' : `Not ${answerText(answer, baseOf(ask, line))}. ${because}`.trim();
}

interface QuestionProps {
  readonly question: Question;
  readonly line: string;
  readonly typed: string;
  readonly type: (typed: string) => void;
  readonly verdict: 'open' | 'right' | 'wrong' | 'over';
  /** Why what is typed now is wrong; empty: nothing is said. */
  readonly because: string;
  /** What was tried before and why it was wrong; empty: nothing. */
  readonly wrongly: string;
}

function OneQuestion({ question: { ask, truth, after }, line, typed, type, verdict, because, wrongly }: QuestionProps) {
  const choices = choicesOf(ask);
  const base = baseOf(ask, line);
  const hint = typingHint(ask);
  const isOver = verdict === 'over';
  return (
    <fieldset class="lesson-question" disabled={isOver}>
      <legend>
        {verdict === 'right' && <span class="good">✓ </span>}
        {verdict === 'wrong' && <span class="bad">✗ </span>}
        {withCode(questionText(ask))}
      </legend>
      {choices !== null ? (
        <div class="lesson-choices">
          {choices.map(({ text, answer }, k) => (
            <button
              key={text}
              type="button"
              class="button mono"
              aria-pressed={isOver ? grade(answer, truth) : typed === text}
              onClick={() => type(text)}
            >
              <span class="muted">{letterOf(k)} </span>
              {labelOf(answer, text)}
            </button>
          ))}
        </div>
      ) : (
        !isOver && (
          <label>
            <input
              type="text"
              class="mono"
              autocomplete="off"
              spellcheck={false}
              aria-label={questionText(ask)}
              value={typed}
              onInput={(event) => type(event.currentTarget.value)}
            />
            <span class="muted">
              {' '}
              {CLICKED.has(ask.kind) ? `Click it in the picture, or type ${hint}.` : `Type ${hint}.`}
            </span>
          </label>
        )
      )}
      {because !== '' && <p class="lesson-because bad">{withCode(because)}</p>}
      {isOver && <p class="lesson-answer good">✓ {toldText(truth, after, base)}</p>}
      {wrongly !== '' && <p class="lesson-because muted">{withCode(wrongly)}</p>}
    </fieldset>
  );
}

function labelOf(answer: Answer, text: string): string {
  return answer.kind === 'type' ? answer.type : text;
}

// The tree that a question is about, for readers who cannot see the picture or want to count.
function InWords({ prediction: { before, labels, line } }: { readonly prediction: Prediction }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="lesson-words" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The tree before the step, in words</summary>
      {isOpen &&
        treesInWords(before, labels, baseIn(line)).map(({ name, about, leaves }) => (
          <div key={name}>
            <p>
              <strong>{name}</strong>: {about}
            </p>
            {leaves.map(({ head, slots }) => (
              <section key={head} aria-label={head}>
                <p>{head}</p>
                <ul class="mono">
                  {slots.map((slot) => (
                    <li key={slot}>{slot}</li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        ))}
    </details>
  );
}

/** Scrolls as little as needed when `what` changes; not at first, and not while `quiet`. */
function useInView(element: RefObject<HTMLElement | null>, what: unknown, quiet: boolean): void {
  const last = useRef(what);
  useEffect(() => {
    if (last.current === what) return;
    last.current = what;
    if (!quiet) element.current?.scrollIntoView({ block: 'nearest' });
  }, [what, quiet]);
}
