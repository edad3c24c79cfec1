// SPDX-License-Identifier: GPL-2.0-or-later
//
// For someone who is here for the first time: things to do, until they are put away for good. Of a link that was
// opened, what was sent.

import type { ComponentChildren } from 'preact';
import { WHOLE_NODE } from '../../views/shared/refs';
import { copySource, dismissWelcome, focusEditor, openDialog, select } from '../store/actions/actions';
import { atFirstExample, FIRST_CHANGE, FIRST_EXAMPLE } from '../store/kept/examples';
import { stepBy } from '../store/run/player';
import { isSentHere } from '../store/run/sent-here';
import { learning } from '../store/run/source';
import { mainTree, sent, stepHere, steps, text, welcomed } from '../store/page/state';
import { placeWords, titleOf } from '../store/page/texts';
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
        <strong class="welcome-head">{atFirstExample.value ? 'Opened at the split. Try:' : 'Try this:'}</strong>
      )}
      <ol>
        <Thing act={() => stepBy(stepHere.value < steps.value ? 1 : -1)}>
          Step with <kbd>←</kbd> <kbd>→</kbd>
        </Thing>
        <Thing act={chooseRoot}>Click a node</Thing>
        {atFirstExample.value && (
          <Thing inText act={() => focusEditor(FIRST_CHANGE.from, FIRST_CHANGE.to)}>
            Change <code>{FIRST_EXAMPLE.text.slice(FIRST_CHANGE.from, FIRST_CHANGE.to)}</code> in line{' '}
            {FIRST_CHANGE.line}
          </Thing>
        )}
        <Thing act={() => openDialog('paste')}>
          Paste <span class="at-length">your own </span>map
        </Thing>
        {copySource()?.kind === 'mm' && !/\bfork\b/.test(text.value) && (
          <Thing act={() => void import('./late').then(({ failFork }) => failFork())}>
            Make its fork fail half-way
          </Thing>
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

function chooseRoot(): void {
  const { picture } = mainTree.value ?? {};
  const root = picture?.nodes[0];
  if (picture !== undefined && root !== undefined) select({ tree: picture.name, node: root.id, slot: WHOLE_NODE });
}
