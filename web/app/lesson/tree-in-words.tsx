// SPDX-License-Identifier: GPL-2.0-or-later
//
// The tree that a question is about, in words.

import { useState } from 'preact/hooks';
import { treesInWords } from '../../lesson/leaf-words';
import type { Prediction } from '../../lesson/predict';
import { baseIn } from '../../lesson/words';

// For whoever does not see the picture, or wants to count.
export function InWords({ prediction: { before, labels, line } }: { readonly prediction: Prediction }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="lesson-words" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The tree before the step, in words</summary>
      {isOpen &&
        treesInWords(before, labels, baseIn(line)).map(({ name, about, leaves }) => (
          <div key={name}>
            <p>
              <strong>{name}</strong>: {about}
            </p>
            {leaves.map(({ head, slots }) => (
              <section key={head} aria-label={head}>
                <p>{head}</p>
                <ul class="mono">
                  {slots.map((slot) => (
                    <li key={slot}>{slot}</li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        ))}
    </details>
  );
}
