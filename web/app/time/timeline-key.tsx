// SPDX-License-Identifier: GPL-2.0-or-later
//
// The meaning of the letters under the bars and the signs above them, for this run. A letter stands for the store type
// or the call that the step names, so it is read from the steps themselves.

import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { StepKind } from '../../model/run';
import { goesByWholeHeight } from '../../model/releases';
import { onSchemeChange, resolveColours } from '../../views/shared/palette';
import { clearedPen } from '../../views/shared/skeleton';
import { Term } from '../../views/shared/term';
import { drawFailure, drawMark } from '../../views/timeline/draw';
import { stepLetter } from '../../views/timeline/letters';
import { LINEAR_UP_TO } from '../../views/timeline/layout';
import type { MarkKind } from '../../views/timeline/marks';
import { tableOf } from '../../views/timeline/steps';
import { changes } from '../store/run/node-changes';
import { stepColumns, scene } from '../store/page/state';
import { breakpoints, marks, ticks } from '../store/page/time';
import './timeline-key.css';

type Row = readonly [letter: string, meaning: string];
type SignKind = MarkKind | 'failed' | 'survived';

/** Letters of kinds of steps, each with what it stands for, in the order of their first steps. */
export function lettersOf(steps: readonly StepKind[]): readonly Row[] {
  const names = new Map<string, Set<string>>();
  for (const step of steps) {
    const letter = stepLetter(step);
    const name = step.storeType !== null && step.op !== 'bulk' ? step.storeType : step.op;
    const known = names.get(letter);
    if (known === undefined) names.set(letter, new Set([name]));
    else known.add(name);
  }
  return [...names].map(([letter, meanings]) => [letter, [...meanings].join(', ')] as const);
}

// A tree that goes by the whole height requests that many nodes.
function Bars({ wholeHeight }: { readonly wholeHeight: boolean }) {
  const rows = [
    [
      'asked',
      <Term key="asked" id={wholeHeight ? 'neededWhole' : 'requested'}>
        {wholeHeight ? 'requested by whole height' : 'requested'}
      </Term>,
    ],
    [
      'used',
      <Term key="used" id="used">
        used
      </Term>,
    ],
    ...(wholeHeight
      ? []
      : [
          [
            'whole',
            <Term key="whole" id="wholeHeight">
              whole height
            </Term>,
          ] as const,
        ]),
    [
      'back',
      <Term key="back" id="givenBack">
        freed
      </Term>,
    ],
  ] as const;
  return (
    <>
      {rows.map(([bar, word]) => (
        <div key={bar}>
          <dt aria-hidden="true">
            <span class={`bar ${bar}`} />
          </dt>
          <dd>{word}</dd>
        </div>
      ))}
    </>
  );
}

const MARKS = {
  'expect-held': 'expect holds',
  'expect-failed': 'expect does not hold',
  trouble: 'trouble',
  note: 'note',
  pause: 'play stops',
  edited: 'first step that your edit changed',
} as const satisfies Partial<Record<MarkKind, string>>;

/** Pixels of a sign's side. */
const SIGN = 13;

// As the timeline draws it, by the same hand.
function Sign({ kind }: { readonly kind: SignKind }) {
  const place = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const own = place.current;
    if (own === null) return;
    const draw = (): void => {
      const canvas = clearedPen(own, { width: SIGN, height: SIGN });
      if (canvas === null) return;
      const colours = resolveColours(own.parentElement ?? own);
      if (kind === 'failed' || kind === 'survived') drawFailure(canvas, kind, SIGN / 2, SIGN / 2, colours);
      else drawMark(canvas, kind, SIGN / 2, SIGN / 2, colours);
    };
    draw();
    return onSchemeChange(draw);
  }, [kind]);
  return <canvas class="sign" data-sign={kind} width={SIGN} height={SIGN} ref={place} />;
}

export function TimelineKey({ onClose }: { readonly onClose: () => void }) {
  // Escape closes it, wherever the focus is.
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const steps = stepColumns.value;
  const { kinds } = steps;
  const letters = lettersOf(kinds);
  const failed = kinds.some(({ error }) => error !== null);
  const refused = kinds.some((kind) => kind.error === null && kind.refused);
  const marked = new Set(marks.value.map(({ kind }) => kind));
  const about = scene.value?.record?.tree ?? null;
  const release = scene.value?.trees.find(({ picture }) => picture.name === about)?.picture.mode.release;
  const bars = kinds.some(({ asked, freed }) => asked > 0 || freed > 0);
  const most = useMemo(() => tableOf(steps).top, [steps]);
  // The account and what is offered under the picture stay in sight.
  const place = useRef<HTMLDListElement>(null);
  useLayoutEffect(() => {
    const [own, foot] = [place.current, document.querySelector('.picture-foot')];
    const around = own?.parentElement;
    if (own === null || !around || foot === null) return;
    const { top, height } = foot.getBoundingClientRect();
    // On the first screen the account is not shown.
    const free = height === 0 ? 0 : around.getBoundingClientRect().top - top;
    own.style.setProperty('--kept-free', `${Math.max(0, free)}px`);
  });
  const signs: (readonly [SignKind, string])[] = [
    ...(failed ? [['failed', 'the step failed'] as const] : []),
    ...(refused ? [['survived', 'refused, repeated, granted'] as const] : []),
    ...Object.entries(MARKS).flatMap(([kind, words]) =>
      [...marked].filter((one) => one === kind).map((one) => [one, words] as const),
    ),
    ...(breakpoints.value.length > 0 ? [['breakpoint', 'breakpoint'] as const] : []),
    ...(ticks.value.length > 0 ? [['tick', 'found'] as const] : []),
    ...(changes.value.length > 0 ? [['change', 'changes the chosen node'] as const] : []),
  ];
  return (
    <dl class="timeline-key" id="timeline-key" aria-label="Key of the timeline" ref={place}>
      {bars && <Bars wholeHeight={release !== undefined && goesByWholeHeight(release)} />}
      {letters.map(([letter, meaning]) => (
        <div key={letter}>
          <dt class="mono">{letter}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
      {signs.map(([kind, meaning]) => (
        <div key={kind}>
          <dt aria-hidden="true">
            <Sign kind={kind} />
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
      {bars && (
        <div class="scale">
          <dt>scale</dt>
          <dd>
            highest bar {most.toLocaleString('en')} {most === 1 ? 'node' : 'nodes'},{' '}
            {most <= LINEAR_UP_TO ? 'linear' : 'logarithmic'}
          </dd>
        </div>
      )}
      {letters.length === 0 && (
        <div>
          <dd>No steps yet.</dd>
        </div>
      )}
    </dl>
  );
}
