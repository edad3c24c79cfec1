// SPDX-License-Identifier: GPL-2.0-or-later
//
// The inspector's frame: tabs, and the panel of the one that is chosen. Floor 5. The panels are the views'.

import { useRef } from 'preact/hooks';
import { AllocatorPanel } from '../views/inspector/allocator-panel';
import { InvariantsPanel } from '../views/inspector/invariants-panel';
import { NodePanel } from '../views/inspector/node-panel';
import { ReadersPanel } from '../views/inspector/readers-panel';
import { StepPanel } from '../views/inspector/step-panel';
import { TrailPanel } from '../views/inspector/trail-panel';
import { hover, select, showTab } from './actions';
import { brokenCount, corruptions, currentNotes, evidence, hovered, inspectorTab, labels, mainTree, ran, scene, selected, trail, type InspectorTab } from './state';

const TABS: readonly { readonly name: InspectorTab; readonly label: string }[] = [
  { name: 'step', label: 'Step' },
  { name: 'node', label: 'Node' },
  { name: 'invariants', label: 'Invariants' },
];

export function Inspector() {
  const list = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent): void => {
    const at = TABS.findIndex(({ name }) => name === inspectorTab.value);
    const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: TABS.length - 1 };
    const wanted = moves[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    const next = TABS[(wanted + TABS.length) % TABS.length];
    if (next === undefined) return;
    showTab(next.name);
    list.current?.querySelector<HTMLElement>(`#tab-${next.name}`)?.focus();
  };
  return (
    <section class="inspector" aria-label="Inspector">
      <div class="pane-head tabs" role="tablist" aria-label="What of the step" ref={list} onKeyDown={onKey}>
        {TABS.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={inspectorTab.value === name}
            aria-controls="inspector-panel"
            tabIndex={inspectorTab.value === name ? 0 : -1}
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
      <div class="inspector-panel" id="inspector-panel" role="tabpanel" aria-labelledby={`tab-${inspectorTab.value}`} tabIndex={0}>
        <Panel name={inspectorTab.value} />
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
      return null;
  }
}
