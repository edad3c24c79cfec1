// SPDX-License-Identifier: GPL-2.0-or-later
//
// Files dropped and maps or logs pasted anywhere on the page open the paste dialog. Floor 5. What a field or the editor takes
// in by itself stays theirs.

import { openDialog, say } from './actions';
import { looksLikeIntake } from './intake';
import { loadRecent } from './session';
import { dialog } from './state';

const FILE_BYTES_MAX = 32 << 20;

/** Listens until the function that it gives back is called. */
export function startDrops(): () => void {
  const over = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    document.body.classList.add('dropping');
  };
  const leave = (event: DragEvent): void => {
    if (event.relatedTarget === null) document.body.classList.remove('dropping');
  };
  const drop = (event: DragEvent): void => {
    document.body.classList.remove('dropping');
    const file = event.dataTransfer?.files[0];
    if (file === undefined || dialog.value !== null) return;
    event.preventDefault();
    void take(file);
  };
  const paste = (event: ClipboardEvent): void => {
    if (event.defaultPrevented || dialog.value !== null) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, .cm-editor') !== null) return;
    const words = event.clipboardData?.getData('text/plain') ?? '';
    if (!looksLikeIntake(words)) return;
    event.preventDefault();
    openDialog('paste', words);
  };
  // The editor would put a dropped file's text into the document: files are taken before it sees them.
  document.addEventListener('dragover', over);
  document.addEventListener('dragleave', leave);
  document.addEventListener('drop', drop, true);
  document.addEventListener('paste', paste);
  return () => {
    document.removeEventListener('dragover', over);
    document.removeEventListener('dragleave', leave);
    document.removeEventListener('drop', drop, true);
    document.removeEventListener('paste', paste);
  };
}

// A memory map or a log goes to the dialog; a file of ours, named .maple, becomes the scenario.
async function take(file: File): Promise<void> {
  if (file.size > FILE_BYTES_MAX) {
    say('warning', `${file.name} is larger than 32 MiB: too large for a memory map, a log or a scenario.`);
    return;
  }
  const words = await file.text();
  if (file.name.endsWith('.maple')) await loadRecent({ id: file.name, text: words, when: 0 });
  else openDialog('paste', words);
}
