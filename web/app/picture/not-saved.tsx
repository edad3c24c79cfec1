// SPDX-License-Identifier: GPL-2.0-or-later
//
// Names each text that is kept nowhere, the one on the page and those that left it, and offers to save it as a file.

import { STORAGE_TROUBLE } from '../../words/storage';
import { lessonTitle } from '../lesson/lesson-title';
import { say, unsay } from '../store/actions/actions';
import { branches } from '../store/actions/branches';
import { keepAgain } from '../store/actions/session';
import { lost, type LostHere } from '../store/page/lost';
import { text, unsaved } from '../store/page/state';
import { listTitleOf } from '../store/page/texts';
import { fileName, saveFile } from '../ui/saving';

export function NotSaved() {
  return (
    <>
      <LostNotices />
      <UnsavedNotice />
    </>
  );
}

function LostNotices() {
  // A branch is still on the page.
  const here = new Set([text.value, ...branches.value.map((branch) => branch.text)]);
  return (
    <>
      {lost.value
        .filter((one) => one.kind === 'lesson' || !here.has(one.text))
        .map((one) => (
          <One key={`${one.kind}${one.text}`} of={one} />
        ))}
    </>
  );
}

function One({ of: { kind, text: words, why, discard } }: { readonly of: LostHere }) {
  const title = kind === 'lesson' ? lessonTitle(words) : listTitleOf(words);
  const giveUp = (): void => {
    const back = discard();
    const act = (): void => {
      unsay();
      back();
    };
    say('plain', `“${title}” was discarded.`, { label: 'Undo', act });
  };
  const save = (): void => saveFile(`${fileName(title, kind)}.${kind === 'lesson' ? 'md' : 'maple'}`, words);
  return (
    <div class="notice warning" role="alert">
      <p>
        “{title}” is not saved: {STORAGE_TROUBLE[why]}.
      </p>
      <button type="button" class="button" onClick={save}>
        Save as file
      </button>
      <button type="button" class="button" onClick={giveUp}>
        Discard
      </button>
    </div>
  );
}

const UNSAVED = {
  full:
    `Your latest changes are not saved: ${STORAGE_TROUBLE.full}. Save the text as a file, or delete texts in the ` +
    'gallery.',
  blocked:
    `Your latest changes are not saved: ${STORAGE_TROUBLE.blocked}. Save the text as a file before you close the ` +
    'tab.',
  gone: 'This text was deleted or changed outside this tab. The version you see is no longer kept.',
};

function UnsavedNotice() {
  const why = unsaved.value;
  return (
    why !== null && (
      <div class="notice warning" role="alert">
        <p>{UNSAVED[why]}</p>
        {why === 'gone' && (
          <button type="button" class="button" onClick={keepAgain}>
            Keep this version
          </button>
        )}
        <button type="button" class="button" onClick={() => saveFile('scenario.maple', text.value)}>
          Save as file
        </button>
      </div>
    )
  );
}
