// SPDX-License-Identifier: GPL-2.0-or-later
//
// Files dropped, and maps, logs or dumps pasted anywhere on the page, open the paste dialog. A field or the editor
// keeps the drops and pastes that it handles itself.

import { inputKind } from '../../scenario/pasted/detect';
import { closeDialog, dropIntoPaste, openDialog, say } from '../store/actions/actions';
import { receiveLesson } from '../store/run/source';
import { dialog } from '../store/page/state';
import { isBinary } from '../store/page/texts';
import { alsoAhead } from '../ui/on-demand';
import { LAID_OUT_MAX, notText } from './limits';

const readers = async (): Promise<(files: readonly File[]) => Promise<void>> =>
  (await import('./taken-files')).takeFiles;

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
    else if (dialog.value !== 'labs' && dialog.value !== 'teaching') {
      closeDialog();
      void readers().then(
        (take) => take(files),
        () =>
          say(
            'warning',
            'The file was not read: part of this page could not be fetched. Check your connection, then drop it again.',
          ),
      );
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
  const noMore = alsoAhead(readers);
  // The editor would put a dropped file's text into the document: files are taken before it sees them.
  document.addEventListener('dragover', over);
  document.addEventListener('dragleave', leave);
  document.addEventListener('drop', drop, true);
  document.addEventListener('paste', paste);
  document.addEventListener('paste', refuse, true);
  return () => {
    noMore();
    document.removeEventListener('dragover', over);
    document.removeEventListener('dragleave', leave);
    document.removeEventListener('drop', drop, true);
    document.removeEventListener('paste', paste);
    document.removeEventListener('paste', refuse, true);
  };
}
