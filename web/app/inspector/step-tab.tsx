// SPDX-License-Identifier: GPL-2.0-or-later
//
// The Step tab: what the step did, the allocator's numbers, why it did so, and the slots that it examined.

import type { SceneFork } from '../../model/memory';
import { traitsOf } from '../../model/ops';
import { DEFAULT_RELEASE } from '../../model/releases';
import type { Scene, SceneTree } from '../../model/run';
import { hover, select } from '../store/actions/actions';
import {
  briefNow,
  currentNotes,
  everything,
  evidence,
  labels,
  noteLines,
  scene,
  selected,
  trail,
} from '../store/page/state';
import { SlowList } from '../time/motion-entry';
import { Below, onDemand } from '../ui/on-demand';

const stepTab = shared(() => import('../../views/inspector/step-panel'));
const allocator = shared(() => import('../../views/inspector/allocator-panel'));
const StepPanel = onDemand('The step tab', async () => (await stepTab()).StepPanel);
// What stands below another part would be moved by it if that came later.
const AllocatorPanel = onDemand(
  'The numbers of the allocator',
  async () => (await Promise.all([allocator(), stepTab()]))[0].AllocatorPanel,
);
const BalanceSheet = onDemand('The account', async () => (await import('../../views/fork/balance-sheet')).BalanceSheet);
const DecisionCard = onDemand(
  'The table of store types',
  async () => (await Promise.all([import('./decision-part'), allocator(), stepTab()]))[0].DecisionCard,
);
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
const WritePathCard = onDemand(
  'The card of write paths',
  async () => (await import('./write-path-card')).WritePathCard,
);

// One promise for all who wait for a part: a second import of it would not wait for its style.
function shared<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let asked: Promise<Part> | null = null;
  return () =>
    (asked ??= load().catch((error: unknown) => {
      asked = null;
      throw error;
    }));
}

export function StepTab() {
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
        brief={briefNow.value ?? null}
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

// The slots that a read examined.
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

function accountWords({ record, child }: SceneFork): string {
  return record === null ? `Account of ${child} at exit` : `Account of ${child}`;
}
