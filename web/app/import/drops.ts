// SPDX-License-Identifier: GPL-2.0-or-later
//
// Files dropped, and maps, logs or dumps pasted anywhere on the page open the paste dialog. What a field or the editor
// takes in by itself stays theirs.

import { inputKind } from '../../scenario/intake/detect';
import { openDialog, say } from '../store/actions';
import { loadRecent } from '../store/session';
import { receiveLesson } from '../store/source';
import { dialog } from '../store/state';
import { isBinary } from '../store/texts';
import { FILE_BYTES_MAX, LAID_OUT_MAX, notText } from './limits';

/** What a lesson's file is called. */
const LESSON_FILE = /\.(?:md|markdown)$/i;
/** A block that only lessons have: a text with one is a lesson. */
const LESSON_BLOCK = /^```(?:maple|predict|task|hunt)\b/m;

function isLesson(text: string): boolean {
  return text.length <= LAID_OUT_MAX && LESSON_BLOCK.test(text);
}

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
    if (isLesson(words)) {
      event.preventDefault();
      receiveLesson({ kind: 'whole', source: words, screen: 0 });
      return;
    }
    if (inputKind(words.slice(0, LAID_OUT_MAX)) === null) return;
    event.preventDefault();
    openDialog('paste', words);
  };
  const refuse = (event: ClipboardEvent): void => {
    // The dialog reports a binary paste itself.
    if (dialog.value === 'paste' || !isBinary(event.clipboardData?.getData('text/plain') ?? '')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    say('warning', notText('The pasted content'));
  };
  // The editor would put a dropped file's text into the document: files are taken before it sees them.
  document.addEventListener('dragover', over);
  document.addEventListener('dragleave', leave);
  document.addEventListener('drop', drop, true);
  document.addEventListener('paste', paste);
  document.addEventListener('paste', refuse, true);
  return () => {
    document.removeEventListener('dragover', over);
    document.removeEventListener('dragleave', leave);
    document.removeEventListener('drop', drop, true);
    document.removeEventListener('paste', paste);
    document.removeEventListener('paste', refuse, true);
  };
}

// What is taken in goes to the dialog, two files as one text, as for a map before and one after; a file of ours, named
// .maple, becomes the scenario, and a Markdown file a lesson.
async function take(files: readonly File[]): Promise<void> {
  const large = files.find(({ size }) => size > FILE_BYTES_MAX);
  if (large !== undefined) {
    say('warning', `${large.name} is larger than 32 MiB: too large for a memory map, a log or a scenario.`);
    return;
  }
  const chosen = files.slice(0, 2);
  const own = files.length === 1 && files[0]?.name.endsWith('.maple') === true;
  // The reader's worker reads large files, and refuses binary ones.
  if (!own && chosen.reduce((sum, { size }) => sum + size, 0) > LAID_OUT_MAX) openDialog('paste', chosen);
  else {
    const words = await Promise.all(chosen.map((file) => file.text()));
    const binary = chosen.find((_, k) => isBinary(words[k] ?? ''));
    if (binary !== undefined) {
      say('warning', notText(binary.name));
      return;
    }
    const [only] = chosen;
    if (only !== undefined && chosen.length === 1 && LESSON_FILE.test(only.name))
      receiveLesson({ kind: 'whole', source: words[0] ?? '', screen: 0 }, only.name);
    else if (own) await loadRecent({ id: chosen[0]?.name ?? '', text: words[0] ?? '', when: 0 });
    else openDialog('paste', words.map((text) => text.replace(/\n*$/, '\n')).join(''));
  }
  if (files.length > 2) say('plain', `${files.length} files were dropped: the first two were read.`);
}
