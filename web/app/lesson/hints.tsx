// SPDX-License-Identifier: GPL-2.0-or-later
//
// The hints of a task: opened one after the other, each says more.

import { useState } from 'preact/hooks';
import type { Hint } from '../../lesson/lesson';
import { withCode } from '../../views/inspector/why';

interface HintsProps {
  readonly hints: readonly Hint[];
  /** Called with how many are open. */
  readonly opened: (count: number) => void;
}

export function Hints({ hints, opened }: HintsProps) {
  const [told, setTold] = useState(0);
  if (hints.length === 0) return null;
  const left = hints.length - told;
  return (
    <div class="lesson-hints" aria-live="polite">
      {hints.slice(0, told).map(({ text }, k) => (
        <p key={k}>
          <strong>Hint {k + 1}.</strong> {withCode(text)}
        </p>
      ))}
      {left > 0 && (
        <button
          type="button"
          class="button small"
          onClick={() => {
            setTold(told + 1);
            opened(told + 1);
          }}
        >
          {told === 0 ? 'Hint' : 'Another hint'}
          {hints.length > 1 && ` (${left} left)`}
        </button>
      )}
    </div>
  );
}
