// SPDX-License-Identifier: GPL-2.0-or-later
//
// The inspector's tabs: one row each. Keys, help, palette and the frame derive from it.

import type { ComponentType } from 'preact';
import { hover, select } from '../store/actions/actions';
import {
  brokenCount,
  hovered,
  INSPECTOR_TABS,
  labels,
  selected,
  space,
  view,
  type InspectorTab,
} from '../store/page/state';
import { idAt, inspected } from '../store/run/inspected';
import { onDemand } from '../ui/on-demand';
import { StepTab } from './step-tab';

export interface Tab {
  readonly label: string;
  /** The tab's content, for the list behind `inspector:` in Help. */
  readonly subject: string;
  /** The action of the tab's key, for the palette. */
  readonly command: string;
  /** Whether there is such a tab at the step shown; left out: always. */
  readonly isHere?: () => boolean;
  /** A number beside the label, with a word for who does not see it; left out or 0: none. */
  readonly count?: { readonly of: () => number; readonly word: string };
  readonly Panel: ComponentType;
}

const NodePanel = onDemand('The node tab', async () => (await import('../../views/inspector/node-panel')).NodePanel);
const InvariantsTab = onDemand('The invariants tab', async () => (await import('./invariants-tab')).InvariantsTab);
const SpacePanel = onDemand('The space tab', async () => (await import('../picture/space-panel')).SpacePanel);
const AllocatorTab = onDemand('The allocator tab', async () => (await import('./allocator-tab')).AllocatorTab);

/** By the names of INSPECTOR_TABS (store/page/state.ts), which has their order. */
export const TABS: Readonly<Record<InspectorTab, Tab>> = {
  step: { label: 'Step', subject: 'step', command: 'inspect the step', Panel: StepTab },
  node: { label: 'Node', subject: 'node', command: 'inspect the node', Panel: NodeTab },
  allocator: {
    label: 'Allocator',
    subject: 'allocator',
    command: 'show the node allocator',
    Panel: AllocatorTab,
  },
  invariants: {
    label: 'Invariants',
    subject: 'invariants',
    command: 'show the invariants',
    count: { of: () => brokenCount.value, word: 'broken' },
    Panel: InvariantsTab,
  },
  space: {
    label: 'Space',
    subject: 'address space',
    command: 'inspect the address space',
    isHere: () => space.value !== null,
    Panel: SpacePanel,
  },
};

/** The tabs at the step shown, in their order. */
export function tabsHere(): readonly InspectorTab[] {
  return INSPECTOR_TABS.filter((name) => TABS[name].isHere?.() ?? true);
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
