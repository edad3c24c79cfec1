// SPDX-License-Identifier: GPL-2.0-or-later
//
// The inspector's frame: tabs, and the panel of the one that is chosen. The panels are the views'.

import { traitsOf } from '../../model/ops';
import { useEffect, useRef } from 'preact/hooks';
import type { SceneFork } from '../../model/memory';
import { DEFAULT_RELEASE } from '../../model/releases';
import type { Scene, SceneTree } from '../../model/run';
import { hideInspector, hover, select, showTab, turnToTab } from '../store/actions/actions';
import { idAt, inspected, startInspecting } from '../store/run/inspected';
import { SlowList } from '../time/motion-entry';
import { CloseIcon } from '../ui/icons';
import { Below, onDemand } from '../ui/on-demand';
import {
  brokenCount,
  busy,
  currentNotes,
  engineless,
  everything,
  evidence,
  hovered,
  inspectorTab,
  labels,
  noteLines,
  ran,
  scene,
  selected,
  space,
  stepHere,
  text,
  textRevision,
  trail,
  view,
  type InspectorTab,
} from '../store/page/state';
import { failures } from '../store/page/time';

const TABS: readonly { readonly name: InspectorTab; readonly label: string }[] = [
  { name: 'step', label: 'Step' },
  { name: 'node', label: 'Node' },
  { name: 'allocator', label: 'Allocator' },
  { name: 'invariants', label: 'Invariants' },
  { name: 'space', label: 'Space' },
];

// Not shown at first.
const stepTab = () => import('../../views/inspector/step-panel');
const StepPanel = onDemand('The step tab', async () => (await stepTab()).StepPanel);
const AllocatorPanel = onDemand(
  'The numbers of the allocator',
  // It stands below the step, which would move it if it came later.
  async () => (await Promise.all([import('../../views/inspector/allocator-panel'), stepTab()]))[0].AllocatorPanel,
);
const BalanceSheet = onDemand('The account', async () => (await import('../../views/fork/balance-sheet')).BalanceSheet);
const DecisionCard = onDemand('The table of store types', async () => (await import('./decision-part')).DecisionCard);
const TrailPanel = onDemand(
  'The list of what was looked at',
  async () => (await import('../../views/inspector/trail-panel')).TrailPanel,
);
const StatesPanel = onDemand(
  'The list of states',
  async () => (await import('../../views/inspector/states-panel')).StatesPanel,
);
const ReadersPanel = onDemand(
  'The list of readers',
  async () => (await import('../../views/inspector/readers-panel')).ReadersPanel,
);
const NodePanel = onDemand('The node tab', async () => (await import('../../views/inspector/node-panel')).NodePanel);
const InvariantsTab = onDemand('The invariants tab', async () => (await import('./invariants-tab')).InvariantsTab);
const SpacePanel = onDemand('The space tab', async () => (await import('../picture/space-panel')).SpacePanel);
const AllocatorTab = onDemand('The allocator tab', async () => (await import('./allocator-tab')).AllocatorTab);
const WritePathCard = onDemand(
  'The card of write paths',
  async () => (await import('./write-path-card')).WritePathCard,
);

// A failure is explained on the step's own tab, which comes to the front when a step that failed is gone to; but not
// over the invariants, which lead to the step where damage began.
function useFailureInFront(): void {
  const at = stepHere.value;
  const before = useRef(at);
  useEffect(() => {
    if (before.current !== at && failures.value.includes(at) && inspectorTab.value !== 'invariants') turnToTab('step');
    before.current = at;
  }, [at]);
}

// Engine and first run are on their way: there is nothing yet that could be said.
function beginning(): boolean {
  return ran.value === null && (busy.value !== null || text.value === '');
}

// The last one is there for address spaces only.
function tabsNow(): typeof TABS {
  return space.value === null ? TABS.slice(0, -1) : TABS;
}

export function InspectorFrame() {
  const list = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(startInspecting, []);
  // Another text is read from the top.
  const put = textRevision.value;
  useEffect(() => {
    panel.current?.scrollTo({ top: 0 });
  }, [put]);
  useFailureInFront();
  const tabs = tabsNow();
  const shown = tabs.some(({ name }) => name === inspectorTab.value) ? inspectorTab.value : 'step';
  const onKey = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ name }) => name === shown);
    const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 };
    const wanted = moves[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    const next = tabs[(wanted + tabs.length) % tabs.length];
    if (next === undefined) return;
    showTab(next.name);
    list.current?.querySelector<HTMLElement>(`#tab-${next.name}`)?.focus();
  };
  return (
    <section class="inspector" aria-label="Inspector">
      <div class="pane-head tabs" role="tablist" aria-label="Step details" ref={list} onKeyDown={onKey}>
        {tabs.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            role="tab"
            data-label={label}
            id={`tab-${name}`}
            aria-selected={shown === name}
            aria-controls="inspector-panel"
            tabIndex={shown === name ? 0 : -1}
            onClick={() => showTab(name)}
          >
            {label}
            {name === 'invariants' && brokenCount.value > 0 && (
              <>
                {' '}
                <span class="count">{brokenCount.value}</span>
                <span class="ms-offscreen"> broken</span>
              </>
            )}
          </button>
        ))}
        {!everything.value && (
          <button
            type="button"
            class="button square quiet inspector-close"
            aria-label="Close the inspector"
            onClick={hideInspector}
          >
            <CloseIcon />
          </button>
        )}
      </div>
      <div
        class="inspector-panel"
        id="inspector-panel"
        role="tabpanel"
        aria-labelledby={`tab-${shown}`}
        tabIndex={0}
        ref={panel}
      >
        {engineless.value ? (
          <section class="ms-panel">
            <p class="ms-why">Nothing was run: the engine did not load.</p>
          </section>
        ) : (
          !beginning() && <Panel name={shown} />
        )}
      </div>
    </section>
  );
}

function Panel({ name }: { readonly name: InspectorTab }) {
  switch (name) {
    case 'step':
      return <StepTab />;
    case 'node':
      return <NodeTab />;
    case 'allocator':
      return <AllocatorTab />;
    case 'invariants':
      return <InvariantsTab />;
    case 'space':
      return <SpacePanel />;
  }
}

function StepTab() {
  const now = scene.value;
  const record = now?.record ?? null;
  const fork = now?.fork ?? null;
  const about = now?.trees.find(({ picture }) => picture.name === record?.tree) ?? null;
  // Of a step that reads, way and readers are all there is to show; above the table of a store they would move it
  // from step to step.
  const reads = record !== null && traitsOf(record.op).needsNoNode === true;
  return (
    <>
      <SlowList />
      <StepPanel
        step={now?.step ?? 0}
        record={record}
        brief={ran.value?.summary.steps[(now?.step ?? 0) - 1] ?? null}
        why={now?.why ?? ''}
        touched={now?.touched ?? null}
        labels={labels.value}
        release={about?.picture.mode.release ?? DEFAULT_RELEASE}
        alloc={about?.picture.mode.alloc ?? null}
        notes={currentNotes.value.map(({ text }) => text)}
        noteLines={noteLines.value}
        trees={now?.trees ?? []}
        waiting={now?.waiting ?? 0}
        evidence={evidence.value}
        withoutEmptyRows={!everything.value}
        onSelect={select}
      >
        {fork !== null && (
          <BalanceSheet
            balance={fork.balance}
            title={accountWords(fork)}
            settled={fork.record === null || fork.record.error !== null}
          />
        )}
        {reads && <Way now={now} about={about} />}
      </StepPanel>
      {now !== null && (
        <AllocatorPanel
          live={now.live}
          waiting={now.waiting}
          held={now.held}
          balance={now.balance}
          trees={now.trees}
          withoutEmptyRows={!everything.value}
        />
      )}
      {reads && <Readers now={now} />}
      {now !== null && (
        <Below>
          <DecisionCard>
            <WritePathCard />
          </DecisionCard>
        </Below>
      )}
      {!reads && <Way now={now} about={about} />}
      {!reads && <Readers now={now} />}
    </>
  );
}

// What a read looked at.
function Way({ now, about }: { readonly now: Scene | null; readonly about: SceneTree | null }) {
  if (trail.value === null) return null;
  return (
    <TrailPanel
      key={now?.step}
      trail={trail.value}
      tree={about}
      window={now?.window ?? null}
      labels={labels.value}
      selected={selected.value}
      onHover={hover}
      onSelect={select}
    />
  );
}

// States with a place of their own, and readers that are parked.
function Readers({ now }: { readonly now: Scene | null }) {
  if (now === null) return null;
  return (
    <>
      {now.readers.some(({ believes }) => believes !== undefined) && (
        <StatesPanel states={now.readers} onSelect={select} />
      )}
      {now.readers.some(({ believes }) => believes === undefined) && (
        <ReadersPanel readers={now.readers} waiting={now.waiting} onSelect={select} />
      )}
    </>
  );
}

function NodeTab() {
  return (
    <NodePanel
      {...inspected.value}
      nodeless={view.value === 'sweep'}
      idAt={idAt.value}
      labels={labels.value}
      selected={selected.value}
      hovered={hovered.value}
      onHover={hover}
      onSelect={select}
    />
  );
}

function accountWords({ record, child }: SceneFork): string {
  return record === null ? `Account of ${child} at exit` : `Account of ${child}`;
}
