// SPDX-License-Identifier: GPL-2.0-or-later
//
// Files dropped, and maps, logs or dumps pasted anywhere on the page open the paste dialog. What a field or the editor
// takes in by itself stays theirs.

import { inputKind } from '../../scenario/pasted/detect';
import { isForLessons } from '../../pack/looks-like';
import { closeDialog, dropIntoPaste, openDialog, say } from '../store/actions/actions';
import { loadRecent } from '../store/actions/session';
import { receiveLesson } from '../store/run/source';
import { dialog } from '../store/page/state';
import { isBinary, plainEnds } from '../store/page/texts';
import { joined, readDropped } from './dropped';
import { LAID_OUT_MAX, notRead, notText } from './limits';

/** What a lesson's file is called. */
const LESSON_FILE = /\.(?:md|markdown)$/i;

/** Listens until the returned function is called. */
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
    if (files.length === 0) return;
    // Also where nothing is taken: the browser would open the file in place of the page.
    event.preventDefault();
    if (dialog.value === 'paste') dropIntoPaste(files);
    else if (dialog.value !== 'labs' && dialog.value !== 'workshop') {
      closeDialog();
      void take(files);
    }
  };
  const paste = (event: ClipboardEvent): void => {
    if (event.defaultPrevented || dialog.value !== null) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, .cm-editor') !== null) return;
    const words = event.clipboardData?.getData('text/plain') ?? '';
    const kind = inputKind(words.slice(0, LAID_OUT_MAX));
    if (kind === null) return;
    event.preventDefault();
    if (kind === 'lesson' && words.length <= LAID_OUT_MAX) receiveLesson({ kind: 'whole', source: words, screen: 0 });
    else openDialog('paste', words);
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
  const read = await readDropped(files);
  const own = files.length === 1 && files[0]?.name.endsWith('.maple') === true;
  if (read.kind === 'no') say('warning', read.trouble);
  else if (own) await takeScenario(files[0]!, read.kind === 'texts' ? read.texts[0] : undefined);
  else if (files.length === 1 && read.kind === 'texts' && LESSON_FILE.test(files[0]?.name ?? ''))
    receiveLesson({ kind: 'whole', source: read.texts[0] ?? '', screen: 0 }, files[0]?.name ?? '');
  else if (files.length === 1 && read.kind === 'texts' && isForLessons(read.texts[0] ?? ''))
    receiveLesson({ kind: 'pack', text: read.texts[0] ?? '' });
  else openDialog('paste', read.kind === 'texts' ? joined(read.texts) : read.files);
  if (read.kind !== 'no' && files.length > 2)
    say('plain', `${files.length} files were dropped: the first two were read.`);
}

async function takeScenario(file: File, read: string | undefined): Promise<void> {
  const words = read ?? (await file.text().catch(() => null));
  if (words === null) say('warning', notRead(file.name));
  else if (isBinary(words)) say('warning', notText(file.name));
  else {
    // A task each: it may have megabytes.
    if (read === undefined) await new Promise((done) => setTimeout(done));
    await loadRecent({ id: file.name, text: plainEnds(words), when: 0 });
  }
}
