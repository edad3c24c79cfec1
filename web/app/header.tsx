// SPDX-License-Identifier: GPL-2.0-or-later
//
// The header: name, title of the scenario, whether it is kept, the engine, and the ways in and out. Floor 5.

import { nextTheme, openDialog } from './actions';
import { Mark, MoonIcon, SunIcon, SystemIcon } from './icons';
import { engineId, saved, theme, title, type Theme } from './state';

const THEME_WORDS: Record<Theme, string> = {
  system: 'Theme: as the system. Change to light',
  light: 'Theme: light. Change to dark',
  dark: 'Theme: dark. Change to the system’s',
};

export function Header() {
  return (
    <header class="header">
      <a class="skip" href="#picture" onClick={skipToPicture}>
        Skip to the picture
      </a>
      <Mark />
      <h1>Maplescope</h1>
      <p class="scenario-title" title={title.value}>
        {title.value}
      </p>
      <span class="saved muted">{saved.value ? 'saved' : 'not yet saved'}</span>
      <span class="spring" />
      {engineId.value !== null && (
        <span class="engine mono muted" title="What the engine imitates, and the sum of its sources">
          {engineId.value}
        </span>
      )}
      <button type="button" class="button" onClick={() => openDialog('paste')}>
        <span class="wide">Paste a memory map</span>
        <span class="narrow">Paste map</span>
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

// Not by the fragment: that is where links live.
function skipToPicture(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('.picture-head button, .transport button')?.focus();
}
