// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page in a frame: a bar with the way to the whole page, and the rooms that the frame's address chooses. The rooms
// are those of the page.

import { effect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { withoutEmbed, type EmbedOptions } from '../../share/embed';
import { EditorPane } from '../editor/editor-pane';
import { Inspector } from '../inspector/inspector-entry';
import { NoticeBar } from '../picture/notice-bar';
import { PicturePane } from '../picture/picture-pane';
import { Story } from '../picture/story';
import { Announcer } from '../shell/announcer';
import { fragmentNow } from '../store/links/links';
import { learning } from '../store/run/source';
import { sent, text, title } from '../store/page/state';
import { SlowRow } from '../time/motion-entry';
import { Transport } from '../time/transport';
import { Mark } from '../ui/icons';
import { startTellingHeight } from './outside';
import './embed.css';

export function EmbedShell({ options }: { readonly options: EmbedOptions }) {
  const root = useRef<HTMLElement>(null);
  useEffect(() => (root.current === null ? undefined : startTellingHeight(root.current, options)), [options]);
  const has = (pane: EmbedOptions['panes'][number]): boolean => options.panes.includes(pane);
  const [picture, timeline] = [has('picture'), has('timeline')];
  // A lesson is read in the left pane.
  const left = has('script') || learning.value;
  return (
    <main class="embed" ref={root}>
      <Bar />
      <div class="embed-notices">
        <NoticeBar />
      </div>
      <div class="embed-panes" data-lesson={learning.value ? '' : undefined}>
        {left && <EditorPane />}
        {(picture || timeline) && (
          <div class="middle">
            {picture && <Story />}
            {picture && <PicturePane />}
            {timeline && <SlowRow />}
            {timeline && <Transport />}
          </div>
        )}
        {has('inspector') && <Inspector />}
      </div>
      <Announcer />
    </main>
  );
}

function Bar() {
  const edited = sent.value !== null && sent.value.text !== text.value && !learning.value;
  return (
    <header class="embed-bar">
      <Mark />
      <h1 title={title.value}>{learning.value ? 'Maplescope' : title.value || 'Maplescope'}</h1>
      <span class="spring" />
      {edited && (
        <span class="muted" title="A frame saves nothing. Open the scenario in Maplescope to keep your text">
          not saved here
        </span>
      )}
      <OpenLink />
    </header>
  );
}

// The link always leads to what is on the page; it is worked out when someone is about to follow it.
function OpenLink() {
  const [fragment, setFragment] = useState(() => withoutEmbed(fragmentNow()));
  const work = (): void =>
    void import('./open-here').then(async ({ fragmentHere }) => setFragment(await fragmentHere()));
  useEffect(
    () =>
      effect(() => {
        if (text.value !== '') work();
      }),
    [],
  );
  return (
    <a
      class="button small"
      href={`./#${fragment}`}
      target="_blank"
      rel="noopener"
      title="Opens this scenario at this step in a tab of its own"
      onPointerEnter={work}
      onPointerDown={work}
      onFocus={work}
      onKeyDown={work}
    >
      Open in Maplescope
    </a>
  );
}
