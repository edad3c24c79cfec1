// SPDX-License-Identifier: GPL-2.0-or-later
//
// The frame: header, editor, picture over timeline, inspector; dialogs and messages above. Floor 5. It places rooms and
// knows nothing of what they show.

import type { Extension } from '@codemirror/state';
import { Announcer } from './announcer';
import { EditorPane } from './editor-pane';
import { Header } from './header';
import { HelpDialog } from './help-dialog';
import { Inspector } from './inspector';
import { NoticeBar } from './notice-bar';
import { PasteDialog } from './paste-dialog';
import { PicturePane } from './picture-pane';
import { ShareDialog } from './share-dialog';
import { showPane } from './actions';
import { dialog, pane, running, type Pane } from './state';
import { Transport } from './transport';

const PANES: readonly { readonly name: Pane; readonly label: string }[] = [
  { name: 'scenario', label: 'Scenario' },
  { name: 'picture', label: 'Picture' },
  { name: 'step', label: 'Step' },
];

export function Shell({ language }: { readonly language: Extension }) {
  return (
    <>
      <Header />
      <main class={running.value ? 'frame is-running' : 'frame'} data-pane={pane.value}>
        <EditorPane language={language} />
        <div class="middle">
          <NoticeBar />
          <PicturePane />
          <Transport />
        </div>
        <Inspector />
      </main>
      <nav class="panes" aria-label="Panes">
        {PANES.map(({ name, label }) => (
          <button key={name} type="button" aria-pressed={pane.value === name} onClick={() => showPane(name)}>
            {label}
          </button>
        ))}
      </nav>
      <Announcer />
      {dialog.value === 'paste' && <PasteDialog />}
      {dialog.value === 'share' && <ShareDialog />}
      {dialog.value === 'help' && <HelpDialog />}
    </>
  );
}
