// SPDX-License-Identifier: GPL-2.0-or-later
//
// The single file as text, for a copy of it that carries something. A page from a disk cannot read its own file, so it
// is put together from what the browser made of it, as it was before the page began to run.

import { digestOf } from '../../../classroom/code';
import { readTaken, type Taken } from '../../../share/taken';

/** In sessionStorage: the digest of what the file carried that this tab opened last. */
const KEY = 'maplescope.taken';
let isAnother = false;

let first: { readonly head: readonly Node[]; readonly body: readonly Node[]; readonly app: Node } | null = null;

/** Called before the page's element is filled. */
export function rememberPage(app: HTMLElement): void {
  const copy = app.cloneNode(true);
  if (copy instanceof Element)
    for (const told of copy.querySelectorAll<HTMLElement>('#in-sandbox, #not-loaded')) told.setAttribute('hidden', '');
  first = { head: [...document.head.childNodes], body: [...document.body.childNodes], app: copy };
  isAnother = takenHere() !== null && isNew(String(digestOf(takenJson())));
}

// Files from a disk share one storage.
function isNew(digest: string): boolean {
  try {
    const was = sessionStorage.getItem(KEY);
    sessionStorage.setItem(KEY, digest);
    return was !== digest;
  } catch {
    return true;
  }
}

/**
 * Opens a pack that the file carries and this tab has not opened yet. After a reload, the reader continues where they
 * were.
 */
export function opensTaken(): boolean {
  return isAnother;
}

/** The file as it was opened. */
export function pageText(): string {
  if (first === null) throw new Error('the page was not remembered');
  const { head, body, app } = first;
  const texts = (nodes: readonly Node[]): string =>
    nodes.map((node) => textOf(node instanceof Element && node.id === 'app' ? app : node)).join('');
  return (
    `<!doctype html>\n<!-- SPDX-License-Identifier: GPL-2.0-or-later -->\n<html lang="en">\n` +
    `<head>${texts(head)}</head>\n<body>${texts(body)}</body>\n</html>\n`
  );
}

function textOf(node: Node): string {
  if (node instanceof HTMLTitleElement) return '<title>Maplescope</title>';
  if (node instanceof Element) return node.outerHTML;
  if (node instanceof Comment) return `<!--${node.data}-->`;
  return node instanceof Text ? node.data : '';
}

/** The pack in the file; null: none, or the page is not a single file. */
export function takenHere(): Taken | null {
  return readTaken(takenJson());
}

function takenJson(): string {
  return document.getElementById('taken')?.textContent ?? '';
}
