// SPDX-License-Identifier: GPL-2.0-or-later
//
// Opens files that were dropped on the page.

import { isForLessons } from '../../pack/looks-like';
import { openDialog, say } from '../store/actions/actions';
import { loadRecent } from '../store/actions/session';
import { receiveLesson } from '../store/run/source';
import { prepared } from '../store/page/long-text';
import { isBinary, plainEnds } from '../store/page/texts';
import { joined, readDropped } from './dropped';
import { notRead, notText } from './limits';

/** The ending of a lesson's file. */
const LESSON_FILE = /\.(?:md|markdown)$/i;

/**
 * Two files go to the paste dialog as one text, as for a map before and one after; a file of ours, named .maple,
 * becomes the scenario, and a Markdown file a lesson.
 */
export async function takeFiles(files: readonly File[]): Promise<void> {
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
    const text = plainEnds(words);
    if (read === undefined) await prepared(text);
    await loadRecent({ id: file.name, text, when: 0 });
  }
}
