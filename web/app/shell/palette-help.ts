// SPDX-License-Identifier: GPL-2.0-or-later
//
// Help's entries in the palette: the words of the glossary, the headings of the page of the language, and a search of
// both. Loads after the palette has opened.

import page from '../../scenario/language/language.md?raw';
import { showPane, showTab } from '../store/actions/actions';
import type { Command } from './commands';
import { GLOSSARY } from '../help/glossary-search';
import { sectionsOf } from '../help/help-markdown';
import { GLOSSARY_SECTION, openHelp } from '../store/actions/help-topic';
import { findAt } from '../store/actions/find';
import { scene } from '../store/page/state';

/** Every word and heading of Help, as what opens it there. */
export function helpCommands(): readonly Command[] {
  const words = GLOSSARY.map(({ id, name }) => ({
    id: `word-${id}`,
    group: 'Glossary',
    title: name,
    shown: null,
    explains: true as const,
    act: () => openHelp({ section: GLOSSARY_SECTION, query: name }),
  }));
  const headings = sectionsOf(page)
    .filter(({ depth }) => depth > 1)
    .map(({ id, title }) => ({
      id: `heading-${id}`,
      group: 'Language',
      title,
      shown: null,
      explains: true as const,
      act: () => openHelp({ section: id }),
    }));
  return [...(scene.value?.record === null || scene.value === null ? [] : [WHY, WAYS]), ...words, ...headings];
}

/** The query itself: "find libc" searches for libc. */
export function wantedOf(query: string): string {
  return query.trim().replace(/^(?:find|search(?:\s+for)?)\s+(?=\S)/i, '');
}

/** Looks in the trees of the step for what was typed; none where there is no tree. */
export function searchOfTrees(query: string): readonly Command[] {
  if ((scene.value?.trees.length ?? 0) === 0) return [];
  const wanted = wantedOf(query);
  return [
    {
      id: 'search-trees',
      group: 'Picture',
      title: `Find “${wanted}” in the tree`,
      shown: null,
      act: () => findAt(wanted),
    },
  ];
}

/** Looks in all of Help for what was typed. */
export function searchOfHelp(query: string): Command {
  return {
    id: 'search-help',
    group: 'Help',
    title: `Search the help for “${query.trim()}”`,
    shown: null,
    act: () => openHelp({ section: null, query: query.trim() }),
  };
}

const WHY: Command = { id: 'why', group: 'Page', title: 'Why did this step do that?', shown: null, act: showWhy };

const WAYS: Command = {
  id: 'ways',
  group: 'Page',
  title: 'Which stores are there? Show one of each type',
  shown: null,
  also: 'ways of a write store types nine append split rebalance spanning example',
  act: () => showWays(60),
};

// The list stands below the step's numbers, and is fetched when it is first shown.
function showWays(frames: number): void {
  showPane('step');
  showTab('step');
  requestAnimationFrame(() => {
    const list = document.querySelector('#inspector-panel .ms-paths');
    if (list !== null) list.scrollIntoView({ block: 'start' });
    else if (frames > 0) showWays(frames - 1);
  });
}

// To the decision where the step has one: it stands below what the step did.
function showWhy(): void {
  showPane('step');
  showTab('step');
  requestAnimationFrame(() => {
    const panel = document.getElementById('inspector-panel');
    const decision = panel?.querySelector('.ms-decision') ?? panel;
    decision?.scrollIntoView({ block: 'nearest' });
    panel?.focus({ preventScroll: true });
  });
}
