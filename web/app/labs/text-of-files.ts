// SPDX-License-Identifier: GPL-2.0-or-later
//
// The text of files that are given to a lab. Knows no page.

import { FILE_BYTES_MAX, notRead, notText } from '../import/limits';
import { isBinary } from '../store/page/texts';

/** Read here and sent nowhere. Rejects with a sentence where a file cannot be taken. */
export async function textOfFiles(files: readonly File[]): Promise<string> {
  if (files.reduce((sum, { size }) => sum + size, 0) > FILE_BYTES_MAX)
    throw new Error('The files are larger than 32 MiB together. Choose fewer of them.');
  const texts = await Promise.all(
    files.map(async (file) => {
      const text = await file.text().catch(() => {
        throw new Error(notRead(file.name));
      });
      if (isBinary(text)) throw new Error(notText(file.name));
      return text;
    }),
  );
  return texts.map((text, k) => `==> ${k + 1} ${files[k]?.name ?? ''} <==\n${text}`).join('\n');
}
