// SPDX-License-Identifier: GPL-2.0-or-later
//
// The labs over the page: their list, and one lab with its parameters, plots and tables.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Ledger, Parameter, Result, Value, Values } from '../../measure/lab';
import { thrownText } from '../../base/thrown';
import { sourceOf } from '../../measure/published';
import { allowed, labFragment, readValue, readValues } from '../../measure/values';
import { howLong, howMeasured } from '../../measure/tables';
import { closeDialog } from '../store/actions/actions';
import { isLocal, ownBase } from '../store/links/public-home';
import { lecturing } from '../store/page/projector';
import { text as scenario } from '../store/page/state';
import { CloseIcon } from '../ui/icons';
import { copyWords } from '../ui/saving';
import { ChartView, DataTable, Drawing } from './chart-view';
import {
  countLabResult,
  followAddress,
  goTo,
  labsFollow,
  LIST,
  place,
  setShownLab,
  write,
} from '../store/actions/lab-address';
import { LabWorker, type Far } from './lab-client';
import type { Links } from './lab-link';
import type { LabFacts } from './lab-protocol';
import { TextField } from './text-field';
import { LAID_OUT_MAX } from '../import/limits';
import { labText } from '../store/kept/lab-texts';
import '../ui/whole-page.css';
import './labs.css';

type Asked = LabFacts & { readonly run?: undefined };

const REPEATS = 9;
const NO_LINKS: Links = new Map();
const SMALL_REPEATS = 1;

/** The same facts as a lab that cannot run here; what reads values needs no more. */
function asLab(facts: Asked): Parameters<typeof readValues>[0] {
  return { ...facts, run: () => Promise.reject(new Error('labs run in their worker')) };
}

export function LabRoom() {
  const box = useRef<HTMLDialogElement>(null);
  const worker = useMemo(() => new LabWorker(), []);
  const [labs, setLabs] = useState<readonly LabFacts[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useLayoutEffect(() => {
    // A projector has its pointer and its dark screen above the labs, which no modal dialog allows.
    if (labsFollow()) box.current?.show();
    else box.current?.showModal();
    const stop = followAddress();
    worker.list().then(setLabs, (error: unknown) => setFailure(thrownText(error)));
    return () => {
      worker.end();
      stop();
      box.current?.close();
    };
  }, []);
  const lab = labs?.find(({ name }) => name === place.value.name) ?? null;
  return (
    <dialog
      class="labs whole-page"
      ref={box}
      aria-label="Labs"
      onDrop={(event) => event.preventDefault()}
      onCancel={(event) => {
        event.preventDefault();
        closeDialog();
      }}
    >
      <header class="row">
        <h2>
          {lab === null ? (
            'Labs'
          ) : (
            <button type="button" class="button quiet" onClick={() => goTo('labs')}>
              Labs
            </button>
          )}
          {lab !== null && <> / {lab.title}</>}
        </h2>
        {lecturing.value !== null && (
          <span role="status">The projector’s window shows this too, and runs each lab itself: times can differ.</span>
        )}
        <span class="spring" />
        <button type="button" class="button square quiet" aria-label="Close" onClick={closeDialog}>
          <CloseIcon />
        </button>
      </header>
      {failure !== null && <p class="lab-waiting bad">{failure}</p>}
      {failure === null && labs === null && <p class="lab-waiting muted">Loading the labs …</p>}
      {labs !== null && lab === null && <LabList labs={labs} worker={worker} wanted={place.value.name} />}
      {lab !== null && <LabPage key={place.value} lab={lab} worker={worker} />}
    </dialog>
  );
}

function LabList({
  labs,
  worker,
  wanted,
}: {
  readonly labs: readonly LabFacts[];
  readonly worker: LabWorker;
  readonly wanted: string;
}) {
  // Null: its run came to nothing.
  const [covers, setCovers] = useState<ReadonlyMap<string, Result | null>>(new Map());
  useEffect(() => {
    let gone = false;
    setShownLab(LIST);
    const draw = async (): Promise<void> => {
      for (const { name, small } of labs) {
        const outcome = await worker.run(name, small, SMALL_REPEATS, () => undefined);
        if (gone) return;
        setCovers((before) => new Map([...before, [name, outcome.kind === 'done' ? outcome.result : null]]));
      }
    };
    void draw();
    return () => {
      gone = true;
      worker.end();
    };
  }, []);
  return (
    <div class="lab-list">
      <p>
        Published experiments on the maple tree, run here on the same core as the page. Each picture and each “Here” is
        from one short run in this browser: open a lab for repeats and larger numbers.
      </p>
      {wanted !== '' && <p class="bad">There is no lab “{wanted}”. Choose one below.</p>}
      <ul>
        {labs.map(({ name, title, question }) => {
          const report = covers.get(name)?.report;
          const chart = report?.charts.find(({ cover }) => cover === true);
          return (
            <li key={name}>
              <button type="button" onClick={() => goTo(`lab=${name}`)}>
                <strong>{title}</strong>
                <span>{question}</span>
                {chart === undefined ? (
                  <div class="lab-drawing muted">{covers.has(name) ? '' : 'Not measured yet'}</div>
                ) : (
                  <Drawing chart={chart} links={NO_LINKS} width={260} cover />
                )}
                <span class="lab-said">
                  {report?.claim.seed} <b>{report?.claim.here}</b>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface FieldProps {
  readonly parameter: Parameter;
  readonly value: Value;
  readonly isKept: boolean;
  readonly change: (typed: string) => void;
  readonly refuse: (why: string) => void;
}

function Field({ parameter, value, isKept, change, refuse }: FieldProps) {
  if (parameter.kind === 'text')
    return <TextField parameter={parameter} value={String(value)} isKept={isKept} change={change} refuse={refuse} />;
  return (
    <label>
      <span>{parameter.label}</span>
      {parameter.kind === 'choice' ? (
        <select class="menu" value={value} onChange={(event) => change(event.currentTarget.value)}>
          {parameter.choices.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </select>
      ) : (
        <input
          type="number"
          min={parameter.min}
          max={parameter.max}
          value={value}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
    </label>
  );
}

type Progress = Far | 'cancelled' | null;

interface Shown {
  readonly result: Result;
  readonly links: Links;
  /** From its start to its end. */
  readonly seconds: number;
}

/** The values of a link that were refused, and those used instead. */
function without(problems: readonly string[]): string {
  return problems.map((one) => `${one} The run goes without it.`).join(' ');
}

// The texts of a lab: as they were typed, which is kept, or held here alone: one from the speaker, the scenario on the
// page, or one too long to be kept.
function useTexts({ name: lab, parameters }: LabFacts, given: Values) {
  const own = parameters.filter(({ kind }) => kind === 'text');
  const [held, setHeld] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      own.flatMap(({ name, value }) => (labsFollow() || given[name] !== value ? [[name, String(given[name])]] : [])),
    ),
  );
  return {
    texts: Object.fromEntries(own.map(({ name }) => [name, held[name] ?? labText(lab, name).value.value])),
    isKept: (name: string): boolean => held[name] !== undefined || labText(lab, name).isKept.value,
    hold: (name: string, text: string): void => setHeld((all) => ({ ...all, [name]: text })),
    type(name: string, typed: string): void {
      if (labsFollow() || typed.length > LAID_OUT_MAX) {
        this.hold(name, typed);
        return;
      }
      labText(lab, name).type(typed);
      setHeld(({ [name]: _, ...others }) => others);
    },
  };
}

// A lab with the values that its form holds, and its run, if there is one.
function useLab(lab: LabFacts, worker: LabWorker) {
  const read = useMemo(() => readValues(asLab(lab), place.value.given), []);
  const [chosen, setChosen] = useState<Values>(read.values);
  const texts = useTexts(lab, read.values);
  const values: Values = { ...chosen, ...texts.texts };
  const [problem, setProblem] = useState(without(read.problems));
  const [far, setFar] = useState<Progress>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const run = (): void => {
    worker.end();
    setShownLab({ name: lab.name, given: Object.entries(values).map(([name, value]) => [name, String(value)]) });
    setFar({ done: 0, of: 1, what: 'started' });
    const start = performance.now();
    void worker.run(lab.name, values, REPEATS, setFar).then((outcome) => {
      setFar(null);
      if (outcome.kind === 'done') setShown({ ...outcome, seconds: (performance.now() - start) / 1000 });
      else setProblem(outcome.message);
    });
  };
  useEffect(() => {
    run();
    return () => worker.end();
  }, []);
  useLayoutEffect(countLabResult, [shown]);
  const change = (parameter: Parameter, typed: string): void => {
    const value = readValue(parameter, typed);
    if (value === null) {
      setProblem(`${parameter.label} is ${allowed(parameter)}.`);
      return;
    }
    setProblem('');
    if (parameter.kind === 'text') {
      texts.type(parameter.name, typed);
      return;
    }
    const next = { ...values, [parameter.name]: value };
    if (parameter.kind === 'choice' && value === 'own' && next['script'] === '') texts.hold('script', scenario.value);
    setChosen(next);
    write(labFragment(asLab(lab), next), false);
  };
  const cancel = (): void => {
    worker.end();
    setFar('cancelled');
  };
  return { values, isKept: texts.isKept, problem, setProblem, far, shown, run, change, cancel };
}

function LabPage({ lab, worker }: { readonly lab: LabFacts; readonly worker: LabWorker }) {
  const { values, isKept, problem, setProblem, far, shown, run, change, cancel } = useLab(lab, worker);
  const { result, links } = shown ?? { result: null, links: NO_LINKS };
  const asked = lab.parameters.filter(
    (one) => one.kind !== 'text' || one.files === true || Object.values(values).includes('own'),
  );
  return (
    <div class="lab-page">
      <main>
        <p class="section-head">Question</p>
        <h1>{lab.question}</h1>
        {result !== null && (
          <p class="lab-claim">
            {result.report.claim.seed} <strong>{result.report.claim.here}</strong>
          </p>
        )}
        <form
          class="lab-form"
          onSubmit={(event) => {
            event.preventDefault();
            run();
          }}
        >
          {asked.map((parameter) => (
            <Field
              key={parameter.name}
              parameter={parameter}
              value={values[parameter.name] ?? ''}
              isKept={isKept(parameter.name)}
              change={(typed) => change(parameter, typed)}
              refuse={setProblem}
            />
          ))}
          <RunButton far={far} cancel={cancel} />
          <CopyLink lab={lab} values={values} />
          <RunStatus far={far} />
        </form>
        {problem !== '' && (
          <p class="bad" role="alert">
            {problem}
          </p>
        )}
        {result?.report.charts.map((chart) => (
          <ChartView key={chart.name} chart={chart} result={result} links={links} />
        ))}
        <Ledgers result={result} links={links} wide />
      </main>
      <Numbers lab={lab} result={result} links={links} seconds={shown?.seconds ?? 0} />
    </div>
  );
}

function RunButton({ far, cancel }: { readonly far: Progress; readonly cancel: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const idle = far === null || far === 'cancelled';
  // One button goes and the other comes: the keyboard stays with the one that is there.
  const focused = button.current !== null && button.current === document.activeElement;
  useLayoutEffect(() => {
    if (focused) button.current?.focus();
  }, [idle]);
  return (
    <>
      {/* Keyed: one element that changes its type under a click would submit the form that was just cancelled. */}
      {idle ? (
        <button key="run" ref={button} type="submit" class="button primary">
          Run
        </button>
      ) : (
        <button key="cancel" ref={button} type="button" class="button" onClick={cancel}>
          Cancel
        </button>
      )}
    </>
  );
}

function RunStatus({ far }: { readonly far: Progress }) {
  const words = (): string => {
    if (far === null) return '';
    if (far === 'cancelled') return 'Cancelled. Nothing is running.';
    return `${far.what}: ${far.done.toLocaleString('en-US')} of ${far.of.toLocaleString('en-US')}`;
  };
  return (
    <p class="lab-status muted" role="status">
      {words()}
    </p>
  );
}

/** The address that runs the lab with the values of its form. A text stays out of it. */
function CopyLink({ lab, values }: { readonly lab: LabFacts; readonly values: Values }) {
  const [said, setSaid] = useState('');
  const fragment = labFragment(asLab(lab), values);
  useEffect(() => setSaid(''), [fragment]);
  const text = lab.parameters.some(({ kind, name }) => kind === 'text' && values[name] !== '');
  const copy = async (): Promise<void> => {
    const copied = await copyWords(`${ownBase()}#${fragment}`, null);
    const whole = `It runs this lab with these values${text ? ', without your text' : ''}.`;
    const reach = isLocal(ownBase()) ? ' Only this machine can open it.' : '';
    setSaid(copied ? `Link copied. ${whole}${reach}` : 'The browser refused: copy the page’s address instead.');
  };
  return (
    <>
      <button type="button" class="button quiet" onClick={() => void copy()}>
        Copy link
      </button>
      <span class="lab-copied muted" aria-live="polite">
        {said}
      </span>
    </>
  );
}

/** A table of more columns, with that of scenarios, has no room beside the charts: it stands below them. */
const NARROW_MOST = 6;

function isWide({ columns, opens }: Ledger): boolean {
  return columns.length + (opens === undefined ? 0 : 1) > NARROW_MOST;
}

function Ledgers({ result, links, wide }: Omit<NumbersProps, 'lab' | 'seconds'> & { readonly wide: boolean }) {
  const ledgers = result?.report.ledgers.filter((ledger) => isWide(ledger) === wide) ?? [];
  return ledgers.map((ledger) => (
    <DataTable key={ledger.name} table={{ opens: [], ...ledger }} links={links} caption={ledger.title} />
  ));
}

interface NumbersProps {
  readonly lab: LabFacts;
  readonly result: Result | null;
  readonly links: Links;
  readonly seconds: number;
}

function Numbers({ lab, result, links, seconds }: NumbersProps) {
  return (
    <aside aria-label="Numbers">
      <Ledgers result={result} links={links} wide={false} />
      <p class="section-head">What is comparable</p>
      <p>
        <b class="good">✓ Compare.</b> {lab.comparable.yes}
      </p>
      <p>
        <b class="bad">✗ Do not compare.</b> {lab.comparable.no}
      </p>
      {result !== null && <Behind result={result} links={links} seconds={seconds} />}
      {lab.figures.length > 0 && <p class="section-head">Published</p>}
      <ul>
        {lab.figures.map((id) => (
          <li key={id}>
            {sourceOf(id).text}, {sourceOf(id).where}
          </li>
        ))}
      </ul>
    </aside>
  );
}

function Behind({ result: { report, engine, host, cores, date }, links, seconds }: Shown) {
  const opens = report.scenario;
  const link = opens === null ? null : (links.get(opens) ?? null);
  return (
    <>
      {opens !== null && <p class="section-head">The scenario behind it</p>}
      {opens !== null && (
        <pre class="mono" tabIndex={0}>
          {opens.script.slice(0, 600)}
        </pre>
      )}
      {link !== null && (
        <p>
          <a href={`${ownBase()}${link}`}>Open in the playground</a>
        </p>
      )}
      <p class="section-head">How it was measured</p>
      <p class="muted">
        {howMeasured(report.timing)} Engine {engine}, {host}, {cores} cores{date === null ? '' : `, ${date}`}.{' '}
        {howLong(seconds)}
      </p>
    </>
  );
}
