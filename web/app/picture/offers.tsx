// SPDX-License-Identifier: GPL-2.0-or-later
//
// The copies of a tree that stand under its picture. Fetched with all that the page has.

import { appendLines } from '../store/actions/actions';
import { copyLines, failingCopyLines, refusable } from '../store/page/copy-lines';
import { corruptions, ran, stale, text } from '../store/page/state';

// The lines are appended to the text: they are about the tree at the end of the run, whichever step is shown.
export function Offers({ name, kind }: { readonly name: string; readonly kind: 'tree' | 'mm' }) {
  const verb = kind === 'mm' ? 'fork' : 'duplicate';
  const height = ran.value?.summary.left.find((one) => one.name === name)?.height;
  const damaged = corruptions.value.some(({ tree }) => tree === name);
  const off = stale.value || damaged || height === undefined;
  const why = damaged
    ? `${name} is corrupted: until it is destroyed, no call can be made on it`
    : height === undefined
      ? `${name} no longer exists at the end of the text`
      : undefined;
  const request = refusable(height ?? 2);
  const label = `${verb}, refuse request ${request ?? 1}`;
  const does =
    request === null
      ? `No request to refuse: ${name} has no node at the end of the text`
      : `Adds to the end of the text a ${kind === 'mm' ? 'fork' : 'duplication'} of ${name} whose request ` +
        `${request} is refused`;
  return (
    <p class="offers" title={why}>
      <button
        type="button"
        class="button small"
        disabled={off}
        onClick={() => void appendLines(copyLines(name, kind, text.value))}
      >
        {verb} <b>{name}</b>
      </button>
      <button
        type="button"
        class="button small"
        disabled={off || request === null}
        aria-label={label}
        title={why ?? does}
        onClick={() => request !== null && void appendLines(failingCopyLines(name, kind, request, text.value))}
      >
        <span class="roomy">{verb}, </span>refuse request {request ?? 1}
      </button>
    </p>
  );
}
