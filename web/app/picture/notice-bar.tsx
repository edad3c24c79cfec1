// SPDX-License-Identifier: GPL-2.0-or-later
//
// The message above the picture. It has a row of its own, so that it covers nothing.

import { focusEditor, runNow, unsay } from '../store/actions/actions';
import { mistakes } from '../store/run/half-word';
import { CloseIcon } from '../ui/icons';
import { onDemand } from '../ui/on-demand';
import { lost } from '../store/page/lost';
import { engineFailure, engineless, notice, unsaved } from '../store/page/state';
import { counted } from '../../base/text';

const NotSaved = onDemand('The list of texts that are not saved', async () => (await import('./not-saved')).NotSaved);

export function NoticeBar() {
  const failure = engineFailure.value;
  if (failure !== null) {
    // It stands in the picture then.
    if (engineless.value) return null;
    return (
      <div class="notice warning" role="alert">
        <p>{failureWords()}</p>
        <FailureDetails />
        <button type="button" class="button" onClick={() => void runNow()}>
          Try again
        </button>
      </div>
    );
  }
  const isOver = notice.value?.over === true;
  return (
    <>
      <div class="notices">
        {(lost.value.length > 0 || unsaved.value !== null) && <NotSaved />}
        {!isOver && <LastNotice />}
      </div>
      {isOver && <LastNotice />}
    </>
  );
}

function LastNotice() {
  const now = notice.value;
  if (now === null) return null;
  const { offer } = now;
  return (
    <div
      class={`notice ${now.tone}${now.over === true ? ' over' : ''}`}
      role={now.tone === 'warning' ? 'alert' : 'status'}
    >
      <p>{now.text}</p>
      {offer !== null && (
        <button type="button" class="button" onClick={offer.act}>
          {offer.label}
        </button>
      )}
      <button type="button" class="button square quiet" aria-label="Close this message" onClick={unsay}>
        <CloseIcon />
      </button>
    </div>
  );
}

/** Where one room is shown at a time: that the text has mistakes, and the way to them. */
export function MistakeBar() {
  const [first] = mistakes.value;
  if (first === undefined) return null;
  const count = mistakes.value.length;
  return (
    <button type="button" class="mistake-bar" onClick={() => focusEditor(first.from)}>
      {counted(count, 'problem')}, {count === 1 ? '' : 'the first '}in line {first.line.toLocaleString('en')} ·{' '}
      <span class="show">show</span>
    </button>
  );
}

/** The meaning of the engine's failure, without the browser's own message. */
export function failureWords(): string {
  return `${engineless.value ? 'The engine did not load.' : 'The engine crashed.'} Your text is kept.`;
}

/** The message of the browser or the engine. */
export function FailureDetails() {
  return (
    <details class="failure-details">
      <summary class="muted">details</summary>
      <p class="mono">{engineFailure.value}</p>
    </details>
  );
}
