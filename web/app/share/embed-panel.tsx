// SPDX-License-Identifier: GPL-2.0-or-later
//
// The scenario as a frame for another site: which panes it shows, what it holds, and the HTML to copy.

import { useRef, useState } from 'preact/hooks';
import {
  EMBED_DEFAULT,
  EMBED_HEIGHT,
  EMBED_PANES,
  EMBED_THEMES,
  embedAddress,
  frameHtml,
  HOST_SCRIPT,
  type EmbedOptions,
  type EmbedPane,
  type EmbedTheme,
} from '../../share/embed';
import { isLocal, ownBase } from '../store/links/public-home';
import { title } from '../store/page/state';
import { copyWords } from '../ui/saving';
import { Choices, Contents, LocalNote } from './share-link';
import { CopiedNote, useCopied, type SharePanelProps } from './share-parts';

const PANE_WORDS: Record<EmbedPane, string> = {
  script: 'scenario',
  picture: 'picture',
  timeline: 'steps and timeline',
  inspector: 'inspector',
};
const THEME_WORDS: Record<EmbedTheme, string> = {
  system: 'as the visitor’s system',
  light: 'light',
  dark: 'dark',
};

export function EmbedPanel({ preparation, setPreparation, facts, base, setBase, example, byName }: SharePanelProps) {
  const [options, setOptions] = useState<EmbedOptions>(EMBED_DEFAULT);
  const field = useRef<HTMLTextAreaElement>(null);
  const [told, tell] = useCopied();
  // Presenting belongs to this window.
  const fragment = facts.fragment?.replace(/&present$/, '') ?? null;
  const address = fragment === null ? '' : embedAddress(base, fragment, options);
  const html = `${frameHtml(address, `Maplescope: ${title.value}`)}\n${HOST_SCRIPT}\n`;
  return (
    <form
      class="share"
      onSubmit={(event) => {
        event.preventDefault();
        void copyWords(html, field.current).then(tell);
      }}
    >
      <p>
        A frame with this scenario for a web page of yours. It opens at this step, keeps nothing in the visitor’s
        browser, and leads to Maplescope. The script below it lets the frame be as high as it needs to be; once per page
        is enough, and without it the frame stays {EMBED_HEIGHT} pixels high.
      </p>
      <Options options={options} change={setOptions} />
      {facts.message !== '' && <p class="bad">{facts.message}</p>}
      {address !== '' && (
        <textarea
          ref={field}
          class="mono link"
          aria-label="HTML of the frame"
          readOnly
          rows={9}
          value={html}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <div class="row actions">
        <button type="submit" class="button primary copy" disabled={address === ''} data-first-focus>
          {told === 'yes' ? 'Copied' : 'Copy HTML'}
        </button>
        {fragment !== null && import.meta.env.MODE !== 'single' && (
          <a class="button" href={embedAddress(ownBase(), fragment, options)} target="_blank" rel="noopener">
            Preview
          </a>
        )}
        <CopiedNote told={told} refused="The browser refused: the HTML is selected, copy it with Ctrl-C." />
      </div>
      <Choices preparation={preparation} facts={facts} change={setPreparation} />
      {isLocal(ownBase()) && <LocalNote change={setBase} />}
      <h3 class="section-head">What the frame holds</h3>
      <Contents facts={{ ...facts, fragment }} example={byName ? example : null} />
      <p class="muted">
        A site can show the frame only if the host of Maplescope allows it: see “Frames on other sites” in the page on
        hosting. Your other texts and settings never reach a frame.
      </p>
    </form>
  );
}

interface OptionsProps {
  readonly options: EmbedOptions;
  readonly change: (next: EmbedOptions) => void;
}

function Options({ options, change }: OptionsProps) {
  const { panes, editable, theme } = options;
  const toggle = (pane: EmbedPane): void => {
    const next = EMBED_PANES.filter((one) => (one === pane) !== panes.includes(one));
    if (next.length > 0) change({ ...options, panes: next });
  };
  return (
    <fieldset class="choices">
      <legend>What the frame shows</legend>
      {EMBED_PANES.map((pane) => (
        <label key={pane}>
          <input
            type="checkbox"
            checked={panes.includes(pane)}
            disabled={panes.length === 1 && panes.includes(pane)}
            onChange={() => toggle(pane)}
          />{' '}
          {PANE_WORDS[pane]}
        </label>
      ))}
      <label>
        <input
          type="checkbox"
          checked={editable}
          onChange={(event) => change({ ...options, editable: event.currentTarget.checked })}
        />{' '}
        visitors may edit the scenario; their edits last until they leave
      </label>
      <label>
        Theme{' '}
        <select
          class="menu"
          value={theme}
          onChange={(event) => {
            const chosen = EMBED_THEMES.find((one) => one === event.currentTarget.value);
            if (chosen !== undefined) change({ ...options, theme: chosen });
          }}
        >
          {EMBED_THEMES.map((one) => (
            <option key={one} value={one}>
              {THEME_WORDS[one]}
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  );
}
