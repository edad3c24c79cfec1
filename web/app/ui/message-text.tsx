// SPDX-License-Identifier: GPL-2.0-or-later
//
// Messages of the language hold pieces of the text between backticks: shown as code.

/** A message, its pieces of text as code. */
export function Words({ of: text }: { readonly of: string }) {
  return <>{text.split('`').map((part, k) => (k % 2 === 1 ? <code key={k}>{part}</code> : part))}</>;
}

/** The same as a node: a message and, on a line of its own, its hint. */
export function wordsNode(message: string, hint: string): HTMLElement {
  const node = document.createElement('span');
  for (const [k, part] of `${message}${hint === '' ? '' : `\n${hint}`}`.split('`').entries()) {
    if (k % 2 === 0) node.append(part);
    else node.appendChild(document.createElement('code')).textContent = part;
  }
  return node;
}
