// SPDX-License-Identifier: GPL-2.0-or-later
//
// Names each text that left the page and is kept nowhere, and offers to save it as a file.

import { STORAGE_TROUBLE } from '../../words/storage';
import { lessonTitle } from '../lesson/lesson-title';
import { say, unsay } from '../store/actions/actions';
import { branches } from '../store/actions/branches';
import { lost, type LostHere } from '../store/page/lost';
import { text } from '../store/page/state';
import { listTitleOf } from '../store/page/texts';
import { fileName, saveFile } from '../ui/saving';

export function LostNotice() {
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
