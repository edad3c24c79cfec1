// SPDX-License-Identifier: GPL-2.0-or-later
//
// Keys and letters with what they mean, as the sheet of keys and Help show them.

import { setSingleKeys } from '../store/actions/actions';
import { singleKeys } from '../store/page/state';

/** The keys, separated by blanks, and their action. */
export type KeyRow = readonly [shown: string, does: string];

/** The editor's own keys, beside keys.ts. */
export const EDITOR_KEYS: readonly KeyRow[] = [
  ['Ctrl-Enter', 'run now (it runs by itself after a pause in typing)'],
  ['Alt-Enter', 'show the step of this line; a click on a line does the same'],
  ['Ctrl-Space', 'list what can stand here'],
  ['F1', 'open the page of the language at the word under the cursor'],
  ['F9', 'set or remove a breakpoint at this line; so does a click left of its number'],
  ['Ctrl-.', 'make the likeliest fix of this line’s mistake'],
  ['Shift-Alt-F', 'format the text'],
  ['Ctrl-Shift-[ ]', 'fold, unfold'],
  ['Tab', 'accept the suggestion while the list is open; otherwise leave the editor'],
];

export function KeyTable({
  caption,
  rows,
  letters = false,
}: {
  readonly caption: string;
  readonly rows: readonly KeyRow[];
  readonly letters?: boolean;
}) {
  return (
    <table class={letters ? 'keys letters' : 'keys'}>
      <caption class="ms-offscreen">{caption}</caption>
      <tbody>
        {rows.map(([shown, does]) => (
          <tr key={shown}>
            <th scope="row">
              {shown.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </th>
            <td>{does}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function SingleKeysSwitch({ class: name }: { readonly class: string }) {
  return (
    <label class={name}>
      <input
        type="checkbox"
        checked={singleKeys.value}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
      single-key shortcuts (turn them off if they get in the way of speech input)
    </label>
  );
}
