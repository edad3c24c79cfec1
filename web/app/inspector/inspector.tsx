// SPDX-License-Identifier: GPL-2.0-or-later
//
// The inspector's frame: tabs, and the panel of the one that is chosen. The panels are the views'.

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { hideInspector, showTab, turnToTab } from '../store/actions/actions';
import {
  busy,
  engineless,
  everything,
  inspectorTab,
  ran,
  stepHere,
  text,
  textRevision,
  type InspectorTab,
} from '../store/page/state';
import { failures } from '../store/page/time';
import { startInspecting } from '../store/run/inspected';
import { CloseIcon } from '../ui/icons';
import { TABS, tabsHere } from './tabs';

// A failure is explained on the Step tab, which opens at a step that failed; but not if the Invariants tab is open,
// which leads to the step where damage began.
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

export function InspectorFrame() {
  const list = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(startInspecting, []);
  useFailureInFront();
  const tabs = tabsHere();
  const shown = tabs.includes(inspectorTab.value) ? inspectorTab.value : 'step';
  // Another text, and another tab, is read from the top; before a panel scrolls to what it was opened for.
  const put = textRevision.value;
  useLayoutEffect(() => {
    panel.current?.scrollTo({ top: 0 });
  }, [put, shown]);
  const { Panel } = TABS[shown];
  const onKey = (event: KeyboardEvent): void => {
    const at = tabs.indexOf(shown);
    const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 };
    const wanted = moves[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    const next = tabs[(wanted + tabs.length) % tabs.length];
    if (next === undefined) return;
    showTab(next);
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <section class="inspector" aria-label="Inspector">
      <div class="pane-head tabs" role="tablist" aria-label="Step details" ref={list} onKeyDown={onKey}>
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            data-label={TABS[name].label}
            id={`tab-${name}`}
            aria-selected={shown === name}
            aria-controls="inspector-panel"
            tabIndex={shown === name ? 0 : -1}
            onClick={() => showTab(name)}
          >
            {TABS[name].label}
            <Count name={name} />
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
          !beginning() && <Panel />
        )}
      </div>
    </section>
  );
}

function Count({ name }: { readonly name: InspectorTab }) {
  const { count } = TABS[name];
  const n = count?.of() ?? 0;
  if (count === undefined || n === 0) return null;
  return (
    <>
      {' '}
      <span class="count">{n}</span>
      <span class="ms-offscreen"> {count.word}</span>
    </>
  );
}
