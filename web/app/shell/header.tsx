// SPDX-License-Identifier: GPL-2.0-or-later
//
// The header: name, title of the scenario, whether it is kept, the engine, and the ways in and out.

import { computed } from '@preact/signals';
import { hideInspector, nextTheme, openDialog, showPane } from '../store/actions/actions';
import { Mark, MoonIcon, ProjectorIcon, SunIcon, SystemIcon } from '../ui/icons';
import { atFirstExample } from '../store/kept/examples';
import { isSentHere } from '../store/run/sent-here';
import { lecturing, projector, projectorEditor, toggleProjector, toggleProjectorEditor } from '../store/page/projector';
import { learning, showLessons } from '../store/run/source';
import { engineId, everything, saved, theme, title, unsaved, update, type Theme } from '../store/page/state';

const THEME_WORDS: Record<Theme, string> = {
  system: 'Theme: as the system. Change to light',
  light: 'Theme: light. Change to dark',
  dark: 'Theme: dark. Change to the system’s',
};

const ENGINE_WORDS =
  'Before the slash: the kernel release that the core models. After it: the hash of Maplescope’s own core ' +
  'sources, not a kernel commit.';

const WHAT_IT_IS = 'Watch Linux keep a process’s memory map in a maple tree';

// The key's name on this machine.
const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

// There is nothing of the person's own to be saved.
const isLent = computed(() => atFirstExample.value || isSentHere.value);

export function Header() {
  return (
    <header class="header">
      <button type="button" class="skip" onClick={skipToPicture}>
        Skip to the picture
      </button>
      <Mark />
      <h1>Maplescope</h1>
      <p class="scenario-title" title={title.value}>
        {learning.value ? '' : isLent.value ? WHAT_IT_IS : title.value}
      </p>
      <span class="saved muted">
        {learning.value || isLent.value ? '' : saved.value ? 'saved' : unsaved.value === null ? 'saving' : 'not saved'}
      </span>
      <span class="spring" />
      {engineId.value !== null && (
        <span class="engine mono muted" title={ENGINE_WORDS}>
          {engineId.value}
        </span>
      )}
      {update.value !== null && !projector.value && lecturing.value === null && (
        <button
          type="button"
          class="button"
          title="Loads the new version of the page; your text stays"
          onClick={update.value}
        >
          Update
        </button>
      )}
      <WaysIn />
      <ProjectorButtons />
      <ThemeButton />
      {everything.value && (
        <button
          type="button"
          class="button only-wide show-less"
          title="Show only what explains the step  a"
          onClick={hideInspector}
        >
          Show less
        </button>
      )}
      <button
        type="button"
        class="button"
        aria-label="Help"
        title="Help, language and glossary: h. All keys: ?"
        onClick={() => openDialog('help')}
      >
        <span class="only-wide">Help</span>
        <span class="only-narrow">?</span>
      </button>
      <button type="button" class="button primary" onClick={() => openDialog('share')}>
        Share
      </button>
    </header>
  );
}

// Lessons, scenarios and texts to begin with, and everything by its name.
function WaysIn() {
  return (
    <>
      <button
        type="button"
        class="button lessons-button"
        title="Lessons: read, predict, try, get graded"
        onClick={showLessons}
      >
        Lessons
      </button>
      <button
        type="button"
        class="button"
        title="Gallery: example scenarios, and your other texts"
        onClick={() => openDialog('gallery')}
      >
        Gallery
      </button>
      <button type="button" class="button" aria-label="Paste a memory map" onClick={() => openDialog('paste')}>
        <span class="only-wide">Paste a memory map</span>
        <span class="only-narrow">Paste</span>
      </button>
      <button
        type="button"
        class="button only-wide"
        aria-label="Commands"
        title="All commands, by name"
        onClick={() => openDialog('palette')}
      >
        {COMMAND_KEY}
      </button>
    </>
  );
}

// The editor's own button is there only where the mode has put the editor away.
function ProjectorButtons() {
  return (
    <>
      {projector.value && (
        <button
          type="button"
          class="button only-wide projector-button"
          aria-pressed={projectorEditor.value}
          onClick={toggleProjectorEditor}
        >
          Editor
        </button>
      )}
      <button
        type="button"
        class="button square only-wide projector-button"
        aria-label="Projector mode"
        aria-pressed={projector.value}
        title="Projector mode: only picture and timeline, in large type  p"
        onClick={toggleProjector}
      >
        <ProjectorIcon />
      </button>
    </>
  );
}

function ThemeButton() {
  return (
    <button
      type="button"
      class="button square theme-button"
      aria-label={THEME_WORDS[theme.value]}
      title={THEME_WORDS[theme.value]}
      onClick={nextTheme}
    >
      <ThemeIcon of={theme.value} />
    </button>
  );
}

function ThemeIcon({ of }: { readonly of: Theme }) {
  if (of === 'light') return <SunIcon />;
  if (of === 'dark') return <MoonIcon />;
  return <SystemIcon />;
}

// A button, not a link: the fragment is where scenarios live.
function skipToPicture(): void {
  showPane('picture');
  document.querySelector<HTMLElement>('.picture-head button, .transport button')?.focus();
}
