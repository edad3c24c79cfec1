// SPDX-License-Identifier: GPL-2.0-or-later
//
// The frame: header, editor, picture over timeline, inspector; dialogs and messages above. It places rooms and knows
// nothing of what they show.

import { Announcer } from './announcer';
import { BranchesRow } from '../time/branches-entry';
import { EditorPane } from '../editor/editor-pane';
import { Header } from './header';
import { Inspector } from '../inspector/inspector-entry';
import { SlowRow } from '../time/motion-entry';
import { MistakeBar, NoticeBar } from '../picture/notice-bar';
import { PicturePane } from '../picture/picture-pane';
import { closeDialog, showPane } from '../store/actions/actions';
import { ComingDialog } from '../ui/coming-dialog';
import { onDemand } from '../ui/on-demand';
import { mistakes } from '../store/run/half-word';
import {
  beside,
  dialog,
  everything,
  inspectorTab,
  pane,
  ran,
  running,
  stale,
  wayBack,
  type Pane,
} from '../store/page/state';
import { chosenNode } from '../store/run/node-changes';
import { leftTab } from '../store/run/source';
import { present } from '../lecture/begin';
import { attachLecture, leaveProjector, lecturing, projector } from '../store/page/projector';
import { Story } from '../picture/story';
import { Transport } from '../time/transport';
import { Welcome } from './welcome';

attachLecture(present);

const HelpDialog = onDemand('Help', async () => (await import('./help-dialog')).HelpDialog, closeDialog, ComingDialog);
const KeysDialog = onDemand(
  'The sheet of keys',
  async () => (await import('./keys-dialog')).KeysDialog,
  closeDialog,
  ComingDialog,
);
const DifferencesDialog = onDemand(
  'The list',
  async () => (await import('../import/differences-dialog')).DifferencesDialog,
  closeDialog,
  ComingDialog,
);
const MismatchDialog = onDemand(
  'The report of a mismatch',
  async () => (await import('../share/mismatch-dialog')).MismatchDialog,
  closeDialog,
  ComingDialog,
);
const GalleryDialog = onDemand(
  'The gallery',
  async () => (await import('../help/gallery-dialog')).GalleryDialog,
  closeDialog,
  ComingDialog,
);
const PasteDialog = onDemand(
  'The way in for what is pasted',
  async () => (await import('../import/paste-dialog')).PasteDialog,
  closeDialog,
  ComingDialog,
);
const ShareDialog = onDemand(
  'The share dialog',
  async () => (await import('../share/share-dialog')).ShareDialog,
  closeDialog,
  ComingDialog,
);
const ProjectedSentence = onDemand(
  'Projector mode',
  async () => (await import('../picture/projected-sentence')).ProjectedSentence,
  leaveProjector,
);
const Labs = onDemand('The labs', async () => (await import('../labs/lab-room')).LabRoom, closeDialog, ComingDialog);
const Teaching = onDemand('This part', async () => (await import('./teaching')).Teaching, closeDialog, ComingDialog);
const Palette = onDemand(
  'The list of commands',
  async () => (await import('./palette')).Palette,
  closeDialog,
  ComingDialog,
);

const PANES: readonly { readonly name: Pane; readonly label: string }[] = [
  { name: 'scenario', label: 'Scenario' },
  { name: 'picture', label: 'Picture' },
  { name: 'step', label: 'Step' },
];

// The button that opened the picture is hidden with its pane.
function takeFocus(button: HTMLElement | null): void {
  button?.focus();
}

export function Shell() {
  const Beside = lecturing.value ?? Inspector;
  // Mistakes in the text; where it ran, its expects that do not hold.
  const unmet = stale.value ? undefined : ran.value?.summary.expects.filter(({ held }) => !held);
  const wrong = mistakes.value.length || (unmet?.length ?? 0);
  return (
    <>
      <Header />
      <Welcome />
      <main
        class={`frame${running.value ? ' is-running' : ''}${stale.value ? ' is-old' : ''}`}
        data-pane={pane.value}
        data-inspector={everything.value || beside.value || lecturing.value !== null ? '' : undefined}
      >
        <EditorPane />
        <div class="middle">
          <NoticeBar />
          <Story />
          <PicturePane />
          {projector.value && <ProjectedSentence />}
          <BranchesRow />
          <SlowRow />
          <Transport />
        </div>
        <Beside />
      </main>
      <nav class="panes" aria-label="Panes">
        {pane.value !== 'scenario' && <MistakeBar />}
        {pane.value !== 'scenario' && wayBack.value !== null && (
          <button type="button" class="way-back" ref={takeFocus} onClick={wayBack.value}>
            ‹ Back to the text
          </button>
        )}
        {PANES.map(({ name, label }) => (
          <button key={name} type="button" aria-pressed={pane.value === name} onClick={() => showPane(name)}>
            {name === 'scenario' && leftTab.value === 'lesson' ? 'Lesson' : label}
            {/* A tap on a node seems to do nothing otherwise: that pane shows it. */}
            {name === 'step' && inspectorTab.value === 'node' && chosenNode.value !== null && (
              <> · node #{chosenNode.value}</>
            )}
            {name === 'scenario' && wrong > 0 && (
              <>
                {' '}
                <span class="count">{wrong}</span>
                <span class="ms-offscreen"> wrong</span>
              </>
            )}
          </button>
        ))}
      </nav>
      <Announcer />
      {dialog.value === 'paste' && <PasteDialog />}
      {dialog.value === 'gallery' && <GalleryDialog />}
      {dialog.value === 'differences' && <DifferencesDialog />}
      {dialog.value === 'mismatch' && <MismatchDialog />}
      {dialog.value === 'share' && <ShareDialog />}
      {dialog.value === 'help' && <HelpDialog />}
      {dialog.value === 'keys' && <KeysDialog />}
      {dialog.value === 'palette' && <Palette />}
      {dialog.value === 'labs' && <Labs />}
      {dialog.value === 'teaching' && <Teaching />}
    </>
  );
}
