// SPDX-License-Identifier: GPL-2.0-or-later
//
// For someone who is here for the first time: things to do, until they are put away for good. Of a link that was
// opened, what was sent.

import type { ComponentChildren } from 'preact';
import { WHOLE_NODE } from '../../views/shared/refs';
import { appendLines, copySource, dismissWelcome, focusEditor, openDialog, select } from '../store/actions/actions';
import { atFirstExample, FIRST_CHANGE, FIRST_EXAMPLE } from '../store/kept/examples';
import { stepBy } from '../store/run/player';
import { isSentHere } from '../store/run/sent-here';
import { learning } from '../store/run/source';
import { mainTree, sent, stepHere, steps, text, welcomed } from '../store/page/state';
import { freeName, placeWords, titleOf } from '../store/page/texts';
import { CloseIcon } from '../ui/icons';

export function Welcome() {
  if (welcomed.value || learning.value) return null;
  const link = isSentHere.value ? sent.value : null;
  const isSent = link !== null;
  return (
    <aside class="welcome" aria-label={isSent ? 'What you were sent' : 'Try this'}>
      {isSent ? (
        <p>
          <strong>You were sent {placeWords(link.step, steps.value)}</strong> of “{titleOf(link.text)}”.
        </p>
      ) : (
        <strong class="welcome-head">Try this:</strong>
      )}
      <ol>
        <Thing act={() => stepBy(stepHere.value < steps.value ? 1 : -1)}>
          Step with <kbd>←</kbd> <kbd>→</kbd>
        </Thing>
        <Thing act={chooseRoot}>Click a node</Thing>
        {atFirstExample.value && (
          <Thing inText act={() => focusEditor(FIRST_CHANGE.from, FIRST_CHANGE.to)}>
            Change <code>{FIRST_EXAMPLE.text.slice(FIRST_CHANGE.from, FIRST_CHANGE.to)}</code> in the last store
          </Thing>
        )}
        <Thing act={() => openDialog('paste')}>
          Paste <span class="at-length">your own </span>map
        </Thing>
        {copySource()?.kind === 'mm' && !/\bfork\b/.test(text.value) && (
          <Thing act={failFork}>Make its fork fail half-way</Thing>
        )}
      </ol>
      <button type="button" class="button square quiet" aria-label="Close the suggestions" onClick={dismissWelcome}>
        <CloseIcon />
      </button>
    </aside>
  );
}

interface ThingProps {
  readonly act: () => void;
  /** It is about the text. */
  readonly inText?: boolean;
  readonly children: ComponentChildren;
}

function Thing({ act, inText, children }: ThingProps) {
  return (
    <li class={inText === true ? 'in-text' : ''}>
      <button type="button" onClick={act}>
        {children}
      </button>
    </li>
  );
}

// At the VMA in the middle: the copies made before it must be freed.
function failFork(): void {
  const tree = mainTree.value;
  if (tree === null) return;
  const child = freeName(text.value, 'unborn');
  const vma = Math.ceil((tree.vmas?.length ?? 1) / 2);
  void appendLines([
    `fail vma at vma ${vma}`,
    `fork ${tree.picture.name} as ${child}`,
    'expect error ENOMEM',
    `expect absent ${child}`,
  ]);
}

function chooseRoot(): void {
  const { picture } = mainTree.value ?? {};
  const root = picture?.nodes[0];
  if (picture !== undefined && root !== undefined) select({ tree: picture.name, node: root.id, slot: WHOLE_NODE });
}
