// SPDX-License-Identifier: GPL-2.0-or-later
//
// Files dropped, and maps, logs or dumps pasted anywhere on the page open the paste dialog. What a field or the editor
// takes in by itself stays theirs.

import { inputKind } from '../../scenario/intake/detect';
import { openDialog, say } from '../store/actions';
import { loadRecent } from '../store/session';
import { dialog } from '../store/state';
import { HEAD_BYTES, isBinary } from '../store/texts';

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
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0 || dialog.value !== null) return;
    event.preventDefault();
    void take(files);
  };
  const paste = (event: ClipboardEvent): void => {
    if (event.defaultPrevented || dialog.value !== null) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, .cm-editor') !== null) return;
    const words = event.clipboardData?.getData('text/plain') ?? '';
    if (inputKind(words) === null) return;
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

// What is taken in goes to the dialog, two files as one text, as for a map before and one after; a file of ours, named
// .maple, becomes the scenario.
async function take(files: readonly File[]): Promise<void> {
  const large = files.find(({ size }) => size > FILE_BYTES_MAX);
  if (large !== undefined) {
    say('warning', `${large.name} is larger than 32 MiB: too large for a memory map, a log or a scenario.`);
    return;
  }
  for (const file of files.slice(0, 2)) {
    if (isBinary(await file.slice(0, HEAD_BYTES).text())) {
      say('warning', `${file.name} is not a text file. Drop a memory map, a log, a dump or a scenario. Your text is unchanged.`);
      return;
    }
  }
  const [first] = files;
  const words = await Promise.all(files.slice(0, 2).map((file) => file.text()));
  if (files.length === 1 && first?.name.endsWith('.maple') === true) await loadRecent({ id: first.name, text: words[0] ?? '', when: 0 });
  else openDialog('paste', words.map((text) => text.replace(/\n*$/, '\n')).join(''));
  if (files.length > 2) say('plain', `${files.length} files were dropped: the first two were read.`);
}
