// SPDX-License-Identifier: GPL-2.0-or-later
//
// Taking something away by the person's own act: as a file, or to the clipboard. Nothing is sent anywhere.

/** Lets the browser save a file. */
export function saveFile(name: string, content: Blob | string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'text/plain;charset=utf-8' }) : content;
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The name of a file without its ending: "my-lesson", or `otherwise` where the title has no letters. */
export function fileName(title: string, otherwise: string): string {
  const plain = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return plain === '' ? otherwise : plain;
}

/** Puts words on the clipboard; false where the browser refuses, with the field selected for the older way. */
export async function copyWords(words: string, field: HTMLTextAreaElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    field?.focus();
    field?.select();
    return false;
  }
}

/** Puts an image on the clipboard; false where the browser cannot. */
export async function copyImage(image: Blob): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [image.type]: image })]);
    return true;
  } catch {
    return false;
  }
}
