// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where slow motion and the core's source stand on the page: the toggle, and rooms of a fixed size for what is fetched
// when it is first opened.

import { useRef } from 'preact/hooks';
import { showSlow, slow, toggleSlow } from '../store/run/motion';
import type * as MotionRowPart from './motion-row';
import { fetchSceneAt } from '../../engine/service/client';
import { alsoAhead, onDemand } from '../ui/on-demand';
import { leftTab, showLeft, type LeftTab } from '../store/run/source';
import { steps } from '../store/page/state';

const row = (): Promise<typeof MotionRowPart> => import('./motion-row');

alsoAhead(fetchSceneAt);

const MotionRow = onDemand(
  'Slow motion',
  async () => (await row()).MotionRow,
  () => showSlow(false),
);
const MotionList = onDemand('The list of events', async () => (await row()).MotionList);
const SourcePane = onDemand(
  'The source of the core',
  async () => (await import('./source-pane')).SourcePane,
  () => showLeft('scenario'),
);

export function SlowToggle() {
  return (
    <button
      type="button"
      class="button small slow-toggle"
      aria-pressed={slow.value}
      title="Slow motion: the step, event by event  i"
      aria-label="slow motion"
      disabled={steps.value === 0 && !slow.value}
      onClick={toggleSlow}
    >
      slow<span class="roomy">motion</span>
    </button>
  );
}

/** The row of events; nothing while slow motion is off. */
export function SlowRow() {
  return slow.value ? (
    <div class="slow-row">
      <MotionRow />
    </div>
  ) : null;
}

/** Their list; nothing while slow motion is off. */
export function SlowList() {
  return slow.value ? (
    <div class="slow-list">
      <MotionList />
    </div>
  ) : null;
}

const TABS: readonly { readonly name: LeftTab; readonly label: string }[] = [
  { name: 'scenario', label: 'Scenario' },
  { name: 'source', label: 'Source' },
  { name: 'lesson', label: 'Lessons' },
];

/** The tabs of the left pane. */
export function LeftTabs() {
  const list = useRef<HTMLDivElement>(null);
  const go = (name: LeftTab): void => {
    showLeft(name);
    list.current?.querySelector<HTMLElement>(`#tab-left-${name}`)?.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    const last = TABS.length - 1;
    const at = TABS.findIndex(({ name }) => name === leftTab.value);
    const target: Readonly<Record<string, number>> = {
      ArrowLeft: Math.max(0, at - 1),
      Home: 0,
      ArrowRight: Math.min(last, at + 1),
      End: last,
    };
    const wanted = TABS[target[event.key] ?? -1]?.name;
    if (wanted === undefined) return;
    event.preventDefault();
    go(wanted);
  };
  return (
    <div class="tabs left-tabs" role="tablist" aria-label="Left pane" ref={list} onKeyDown={onKey}>
      {TABS.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          role="tab"
          data-label={label}
          id={`tab-left-${name}`}
          aria-selected={leftTab.value === name}
          aria-controls={`left-${name}`}
          tabIndex={leftTab.value === name ? 0 : -1}
          onClick={() => showLeft(name)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** The source, in place of the editor. */
export function SourceRoom() {
  return leftTab.value === 'source' ? (
    <div class="source-room" id="left-source" role="tabpanel" aria-labelledby="tab-left-source">
      <SourcePane />
    </div>
  ) : null;
}
