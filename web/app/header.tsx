// SPDX-License-Identifier: GPL-2.0-or-later
//
// The header: name, title of the scenario, whether it is kept, the engine, and the ways in and out. Floor 5.

import { nextTheme, openDialog, showPane } from './actions';
import { Mark, MoonIcon, SunIcon, SystemIcon } from './icons';
import { engineId, saved, theme, title, type Theme } from './state';

const THEME_WORDS: Record<Theme, string> = {
  system: 'Theme: as the system. Change to light',
  light: 'Theme: light. Change to dark',
  dark: 'Theme: dark. Change to the system’s',
};

const ENGINE_WORDS =
  'Before the slash: the kernel release whose maple tree is imitated. After it: the sum of Maplescope’s own core sources, not a kernel commit.';

export function Header() {
  return (
    <header class="header">
      <button type="button" class="skip" onClick={skipToPicture}>
        Skip to the picture
      </button>
      <Mark />
      <h1>Maplescope</h1>
      <p class="scenario-title" title={title.value}>
        {title.value}
      </p>
      <span class="saved muted">{saved.value ? 'saved' : 'not yet saved'}</span>
      <span class="spring" />
      {engineId.value !== null && (
        <span class="engine mono muted" title={ENGINE_WORDS}>
          {engineId.value}
        </span>
      )}
      <button type="button" class="button" onClick={() => openDialog('paste')}>
        <span class="only-wide">Paste a memory map</span>
        <span class="only-narrow">Paste map</span>
      </button>
      <button type="button" class="button square" aria-label={THEME_WORDS[theme.value]} title={THEME_WORDS[theme.value]} onClick={nextTheme}>
        <ThemeIcon of={theme.value} />
      </button>
      <button type="button" class="button square" aria-label="Help and keyboard shortcuts" title="Help and keyboard shortcuts  ?" onClick={() => openDialog('help')}>
        ?
      </button>
      <button type="button" class="button primary" onClick={() => openDialog('share')}>
        Share
      </button>
    </header>
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
