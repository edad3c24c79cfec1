// SPDX-License-Identifier: GPL-2.0-or-later
//
// Reads dropped or chosen files: gives their texts, the files themselves if a worker is to read them, or a sentence on
// why not. Knows no page.

import { isBinary } from '../store/page/texts';
import { FILE_BYTES_MAX, LAID_OUT_MAX, notRead, notText } from './limits';

export type Dropped =
  | { readonly kind: 'no'; readonly trouble: string }
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  /** Together longer than the page lays out. */
  | { readonly kind: 'large'; readonly files: readonly File[] };

/** Of several files the first two are read, as for a map before and one after. Never rejects. */
export async function readDropped(files: readonly File[]): Promise<Dropped> {
  const chosen = files.slice(0, 2);
  const no = (trouble: string): Dropped => ({ kind: 'no', trouble });
  const large = chosen.find(({ size }) => size > FILE_BYTES_MAX);
  if (large !== undefined)
    return no(`${large.name} is larger than 32 MiB: too large for a memory map, a log or a scenario.`);
  const bytes = chosen.reduce((sum, { size }) => sum + size, 0);
  const texts: string[] = [];
  for (const file of chosen) {
    try {
      // Reading the first byte shows a folder, at any size.
      const words = await (bytes > LAID_OUT_MAX ? file.slice(0, 1) : file).text();
      if (words === '') return no(`${file.name} is empty. Your text is unchanged.`);
      if (isBinary(words)) return no(notText(file.name));
      texts.push(words);
    } catch {
      return no(notRead(file.name));
    }
  }
  return bytes > LAID_OUT_MAX ? { kind: 'large', files: chosen } : { kind: 'texts', texts };
}

/** One below the other. */
export function joined(texts: readonly string[]): string {
  return texts.length === 1 ? (texts[0] ?? '') : texts.map((text) => text.replace(/\n*$/, '\n')).join('');
}
