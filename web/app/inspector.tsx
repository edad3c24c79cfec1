// SPDX-License-Identifier: GPL-2.0-or-later
//
// The inspector's frame: tabs, and the panel of the one that is chosen. Floor 5. The panels are the views'.

import { useRef } from 'preact/hooks';
import { BalanceSheet } from '../views/fork/balance-sheet';
import { AllocatorPanel } from '../views/inspector/allocator-panel';
import { InvariantsPanel } from '../views/inspector/invariants-panel';
import { NodePanel } from '../views/inspector/node-panel';
import { ReadersPanel } from '../views/inspector/readers-panel';
import { StepPanel } from '../views/inspector/step-panel';
import { TrailPanel } from '../views/inspector/trail-panel';
import type { SceneFork } from '../model/memory';
import { hover, select, showTab } from './actions';
import { SpacePanel } from './space-panel';
import { brokenCount, corruptions, currentNotes, evidence, hovered, inspectorTab, labels, mainTree, ran, scene, selected, space, trail, type InspectorTab } from './state';

const TABS: readonly { readonly name: InspectorTab; readonly label: string }[] = [
  { name: 'step', label: 'Step' },
  { name: 'node', label: 'Node' },
  { name: 'invariants', label: 'Invariants' },
  { name: 'space', label: 'Space' },
];

// The last one is there for address spaces only.
function tabsNow(): typeof TABS {
  return space.value === null ? TABS.slice(0, -1) : TABS;
}

export function Inspector() {
  const list = useRef<HTMLDivElement>(null);
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
      <div class="pane-head tabs" role="tablist" aria-label="What of the step" ref={list} onKeyDown={onKey}>
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
                <span class="visually-hidden"> broken</span>
              </>
            )}
          </button>
        ))}
      </div>
      <div class="inspector-panel" id="inspector-panel" role="tabpanel" aria-labelledby={`tab-${shown}`} tabIndex={0}>
        <Panel name={shown} />
      </div>
    </section>
  );
}

function Panel({ name }: { readonly name: InspectorTab }) {
  const now = scene.value;
  switch (name) {
    case 'step': {
      const record = now?.record ?? null;
      const brief = ran.value?.summary.steps[(now?.step ?? 0) - 1] ?? null;
      const fork = now?.fork ?? null;
      const about = now?.trees.find(({ picture }) => picture.name === record?.tree) ?? null;
      return (
        <>
          <StepPanel
            step={now?.step ?? 0}
            record={record}
            brief={brief}
            why={now?.why ?? ''}
            touched={now?.touched ?? null}
            labels={labels.value}
            wholeHeight={about?.picture.mode.wholeHeight === true}
            alloc={about?.picture.mode.alloc ?? null}
            notes={currentNotes.value.map(({ text }) => text)}
            trees={now?.trees ?? []}
            waiting={now?.waiting ?? 0}
            evidence={evidence.value}
            onSelect={select}
          >
            {fork !== null && <BalanceSheet balance={fork.balance} title={accountWords(fork)} settled={fork.record === null || fork.record.error !== null} />}
            {trail.value !== null && (
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
            )}
          </StepPanel>
          <ReadersPanel readers={now?.readers ?? []} waiting={now?.waiting ?? 0} onSelect={select} />
          <AllocatorPanel live={now?.live ?? 0} waiting={now?.waiting ?? 0} balance={now?.balance ?? 0} trees={now?.trees ?? []} record={record} brief={brief} />
        </>
      );
    }
    case 'node': {
      const tree = mainTree.value;
      const node = tree?.picture.nodes.find(({ id }) => id === selected.value?.node) ?? null;
      const dead = node === null ? (now?.readers.find((reader) => reader.dead && reader.node?.id === selected.value?.node)?.node ?? null) : null;
      return <NodePanel tree={tree} node={node ?? dead} dead={dead !== null} labels={labels.value} selected={selected.value} hovered={hovered.value} onHover={hover} onSelect={select} />;
    }
    case 'invariants':
      return (
        <InvariantsPanel
          {...evidence.value}
          corrupted={corruptions.value}
          onSelect={select}
        />
      );
    case 'space':
      return <SpacePanel />;
  }
}

function accountWords({ record, child }: SceneFork): string {
  return record === null ? `Account of ${child} at exit` : `Account of ${child}`;
}
