// SPDX-License-Identifier: GPL-2.0-or-later
//
// The message above the picture. Floor 5. It has a row of its own, so that it covers nothing.

import { runNow, unsay } from './actions';
import { CloseIcon } from './icons';
import { engineFailure, notice } from './state';

export function NoticeBar() {
  const failure = engineFailure.value;
  if (failure !== null) {
    return (
      <div class="notice warning" role="alert">
        <p>{failure} Your text is kept.</p>
        <button type="button" class="button" onClick={() => void runNow()}>
          Try again
        </button>
      </div>
    );
  }
  const now = notice.value;
  if (now === null) return null;
  const { offer } = now;
  return (
    <div class={`notice ${now.tone}`} role={now.tone === 'warning' ? 'alert' : 'status'}>
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
