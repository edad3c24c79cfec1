// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the parts of the share dialog have in common: what they are given, how they say that something was copied, and
// the ways to a shorter link.

import { useEffect, useRef, useState } from 'preact/hooks';
import { linkFacts, type LinkFacts } from '../../share/facts';
import type { Preparation } from '../../share/prepare';
import { LANGUAGE_VERSION } from '../../share/link-state';
import { engineId, step, text } from '../store/page/state';

export interface SharePanelProps {
  /** What is taken out of the script before it leaves. */
  readonly preparation: Preparation;
  readonly setPreparation: (next: Preparation) => void;
  /** The scenario of the gallery that the prepared text is; null for any other text. */
  readonly example: string | null;
  /** Whether a link to it has its name in place of its text. */
  readonly byName: boolean;
  readonly setByName: (next: boolean) => void;
  readonly facts: LinkFacts;
  /** Where links open. */
  readonly base: string;
  readonly setBase: (next: string) => void;
  /** The whole link; empty when there is none. */
  readonly address: string;
}

/** How long a button says that something was copied. */
const COPIED_MS = 2000;

export type Told = 'no' | 'yes' | 'refused';

/** Whether something was just copied, and the way to say so. */
export function useCopied(): readonly [Told, (done: boolean) => void] {
  const [told, setTold] = useState<Told>('no');
  const back = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(back.current), []);
  return [
    told,
    (done) => {
      setTold(done ? 'yes' : 'refused');
      clearTimeout(back.current);
      if (done) back.current = setTimeout(() => setTold('no'), COPIED_MS);
    },
  ];
}

/** Heard, and seen where the browser refused. */
export function CopiedNote({ told, refused }: { readonly told: Told; readonly refused: string }) {
  return (
    <span role="status">
      <span class={told === 'yes' ? 'ms-offscreen' : ''}>
        {told === 'yes' ? 'Copied.' : told === 'refused' ? refused : ''}
      </span>
    </span>
  );
}

/** The choices that would make the link shorter, each with its length; nothing where there is none. */
export function ShorterWays({ preparation, setPreparation, facts, base }: SharePanelProps) {
  const ways: readonly (readonly [string, Preparation])[] = [
    ...(preparation.comments !== 'drop' && facts.commentLetters > 0
      ? [['without comments', { ...preparation, comments: 'drop' }] as const]
      : []),
    ...(preparation.paths === 'keep' && facts.realPaths
      ? [['paths replaced', { ...preparation, paths: 'replace' }] as const]
      : []),
    ...(preparation.addresses === 'keep' && facts.mappings > 0
      ? [['addresses rebased', { ...preparation, addresses: 'rebase' }] as const]
      : []),
  ];
  const shorter = ways
    .map(
      ([words, wanted]) =>
        [
          words,
          wanted,
          linkFacts(
            {
              script: text.value,
              language: LANGUAGE_VERSION,
              step: step.value,
              engine: engineId.value,
              sum: facts.sum,
            },
            wanted,
            base,
          ).letters,
        ] as const,
    )
    .filter(([, , letters]) => letters < facts.letters);
  if (shorter.length === 0) return null;
  return (
    <p class="shorter">
      Shorter:
      {shorter.map(([words, wanted, letters]) => (
        <button key={words} type="button" class="button small" onClick={() => setPreparation(wanted)}>
          {words}: <span class="mono">{letters.toLocaleString('en')}</span>
        </button>
      ))}
    </p>
  );
}
